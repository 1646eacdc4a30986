#pragma once
#pragma GCC system_header
#include "host_defines.h"
#include <stdint.h>
