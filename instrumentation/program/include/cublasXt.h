#include "ws/refused/cublas.h"
