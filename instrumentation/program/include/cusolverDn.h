#include "ws/refused/cusolver.h"
