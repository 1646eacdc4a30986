#include "ws/refused/graphics.h"
