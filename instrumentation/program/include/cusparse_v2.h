#include "ws/refused/cusparse.h"
