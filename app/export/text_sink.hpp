#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace warpscope {

/// Takes the next piece of a text, and how many accesses have been told of so far. False: no more
/// is wanted.
using TextSink = std::function<bool(std::string_view piece, std::uint64_t accesses)>;

}  // namespace warpscope
