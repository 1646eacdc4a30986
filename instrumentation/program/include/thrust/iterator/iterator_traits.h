#include "../../ws/refused/thrust.h"
