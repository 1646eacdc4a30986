#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope {

/// Lanes of an asynchronous copy that pass through the banks together, or one after another.
struct CopyPart {
  std::uint32_t lanes = 0;
  int passes = 0;
  std::array<int, warp_lanes> pass_of_lane{};  ///< from 0; of the lanes
};

/// How 8.x and later copy from global to shared memory without registers (LDGSTS). Source: what an H100 counts for 500
/// random patterns of one warp for each size, all of which this gives: assets/measurements/h100/async_copies.json
/// (tests/analysis/copy_calibration_test.cpp).
/// - 4 bytes, and 8 bytes in half-warps: what the first-level cache and shared memory hold lies in the same 32 banks. Lanes
///   that share a bank at either end, the word or not, stand in one another's way: a part takes as many passes as the lane
///   with most such others, itself among them.
/// - 16 bytes go past the first-level cache, a sector of 32 bytes at once if both its halves come from one sector and go to
///   one. Of lanes that write one element only the first copies. A pass takes what comes from one line of 128 bytes and goes
///   to one, of whole sectors or of halves alike, with each half in its place in all of them or in none, and with as many
///   sectors in even places from even ones in all of them or in none; what shares a sector at either end takes turns.
[[nodiscard]] std::vector<CopyPart> copy_parts(const SharedRequest& request);

}  // namespace warpscope
