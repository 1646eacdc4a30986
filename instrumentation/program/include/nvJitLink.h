#include "ws/refused/nvrtc.h"
