#include "ws/refused/cufft.h"
