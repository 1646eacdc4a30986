#include "../ws/refused/cub.h"
