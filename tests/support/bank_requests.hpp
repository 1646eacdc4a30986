#pragma once

#include <cstdint>

#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope::test {

/// A request of shared memory: `address(lane)` in bytes.
template <class Address>
SharedRequest request(Address address, int bytes = 4, std::uint32_t mask = all_lanes) {
  SharedRequest made;
  made.mask = mask;
  made.bytes = bytes;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    made.address[lane] = static_cast<std::uint32_t>(address(lane));
  }
  return made;
}

/// Lanes read elements that lie `stride` elements apart.
inline SharedRequest strided(int stride, int bytes = 4) {
  return request([=](int lane) { return lane * stride * bytes; }, bytes);
}

}  // namespace warpscope::test
