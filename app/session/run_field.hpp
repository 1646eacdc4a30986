#pragma once

#include <cstdint>

namespace warpscope {

/// The fields of the form that asks how something is run (Popup::run). A kernel and a program have some of
/// them each.
enum class RunField : std::uint8_t {
  size,
  block,
  traced_block,
  input,
  seed,
  schedule,
  parameters,
  arguments,
  macros,
  time_limit,
  launch,  ///< how a kernel without main() is launched
};

}  // namespace warpscope
