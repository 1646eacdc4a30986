#include "ws/refused/other.h"
