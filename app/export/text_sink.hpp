#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace warpscope {

/// Takes the next piece of a text, and how many accesses the text covers so far. Returns false if
/// it wants no more.
using TextSink = std::function<bool(std::string_view piece, std::uint64_t accesses)>;

}  // namespace warpscope
