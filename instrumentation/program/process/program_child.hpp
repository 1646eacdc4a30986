#pragma once

#include <filesystem>
#include <string_view>

namespace warpscope {

/// The hidden first argument of a program's process; the folder of the exchange and two descriptors follow.
inline constexpr std::string_view program_child_argument = "--program-child";

/// Which binary run_program() starts; empty: this one. For tests, whose binary is another.
void set_program_binary(std::filesystem::path path);

}  // namespace warpscope
