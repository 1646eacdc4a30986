#pragma once

#include <cstdint>

#include "instrumentation/timing/thread_team.hpp"

namespace warpscope {

/// Rows [rows.first, rows.last) of C = A B for n × n matrices stored row by row: B in blocks that fit
/// the caches, C in tiles that fit the registers.
void multiply_rows(const float* a, const float* b, float* c, std::int64_t n, Share rows);

}  // namespace warpscope
