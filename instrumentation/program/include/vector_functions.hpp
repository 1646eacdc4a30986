#pragma once
#pragma GCC system_header
#include "vector_functions.h"
