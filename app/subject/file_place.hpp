#pragma once

#include <cstdint>
#include <filesystem>

namespace warpscope {

/// A line of a file of the user's.
struct FilePlace {
  std::filesystem::path file;
  std::uint32_t line = 0;  ///< 1 is the first; 0: none
  friend bool operator==(const FilePlace&, const FilePlace&) = default;
};

}  // namespace warpscope
