#include "ws/refused/curand.h"
