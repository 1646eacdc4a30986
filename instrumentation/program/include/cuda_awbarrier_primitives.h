#include "ws/refused/barrier.h"
