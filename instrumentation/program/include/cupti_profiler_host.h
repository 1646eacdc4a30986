#include "ws/refused/cupti.h"
