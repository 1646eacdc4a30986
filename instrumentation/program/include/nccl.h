#include "ws/refused/nccl.h"
