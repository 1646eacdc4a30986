#pragma once
#pragma GCC system_header
#include "../nvToolsExt.h"
