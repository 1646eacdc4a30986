#include "../ws/refused/matrix.h"
