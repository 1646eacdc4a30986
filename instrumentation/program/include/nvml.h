#include "ws/refused/nvml.h"
