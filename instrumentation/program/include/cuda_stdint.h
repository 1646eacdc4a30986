#pragma once
#pragma GCC system_header
#include <stdint.h>
#include "host_defines.h"
