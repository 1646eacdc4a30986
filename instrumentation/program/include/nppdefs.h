#include "ws/refused/npp.h"
