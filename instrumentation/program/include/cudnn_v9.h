#include "ws/refused/cudnn.h"
