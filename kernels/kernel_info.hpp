#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

enum class Family : std::uint8_t { reduction, scan };

/// What the catalogue says of a kernel. Written beside the kernel, so that one header tells all.
struct KernelInfo {
  std::string_view id;  ///< "reduce_strided": also the stem of file and lesson
  Family family = Family::reduction;
  std::string_view lecture;      ///< letters of the lectures that hold it
  std::string_view title;        ///< "2 strided indexing"
  std::string_view summary;      ///< one sentence
  std::string_view source = {};  ///< file whose lines the accesses carry; empty: the kernel's own
  // Limits. A size is legal when it is a multiple of block × elements_per_thread.
  int elements_per_thread = 1;
  int min_block = 1;  ///< threads; a block is always a power of two
  int max_block = 1024;
  int default_block = 256;
  std::int64_t default_size = 256;
  /// Above 0: at most so many blocks, which walk over the input, so that any multiple of
  /// elements_per_thread from block × elements_per_thread on is legal.
  int max_grid = 0;
  bool wrong_on_purpose = false;  ///< has a finding that the lesson is about
};

[[nodiscard]] constexpr std::string_view name(Family family) {
  switch (family) {
    case Family::reduction: return "reduction";
    case Family::scan: return "scan";
  }
  return "";
}

/// Folder of the family below kernels/.
[[nodiscard]] constexpr std::string_view folder(Family family) {
  switch (family) {
    case Family::reduction: return "reduce";
    case Family::scan: return "scan";
  }
  return "";
}

}  // namespace warpscope
