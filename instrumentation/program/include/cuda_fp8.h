#include "ws/refused/narrow.h"
