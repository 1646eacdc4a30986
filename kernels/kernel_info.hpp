#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// Kernels of one kind, which share a folder. Each stands in its kernels/FOLDER/family.hpp.
struct Family {
  std::string_view name;    ///< "reduction"
  std::string_view folder;  ///< below kernels/: "reduce"
  std::string_view title;   ///< the name as a heading has it: "Reduction"
};

/// Which sizes are legal, and how many blocks they make. A tile is block × elements per thread.
enum class Shape : std::uint8_t {
  segments,      ///< a multiple of the tile, which a block each works on; see also max_grid
  any,           ///< any number from 1; the last block may be partial
  power_of_two,  ///< a power of two, at least a tile
  square,        ///< side of a matrix, a multiple of the side of a tile, which is a square
};

/// What the input holds for a problem of size n.
enum class InputShape : std::uint8_t {
  values,        ///< n numbers
  matrix,        ///< n × n, row by row
  two_matrices,  ///< the same twice
  bands,         ///< lower, main and upper diagonal and right side, n numbers each
  system,        ///< n × n, row by row, and n numbers of the right side
  complex,       ///< n real parts, then n imaginary parts
};

/// Numbers that an input may hold. Generated ones lie in the range; where it is `strict`, a file's
/// are refused outside of it, because the kernel cannot work on them.
struct ValueRange {
  double first = 0;
  double last = 99;
  bool strict = false;
};

/// Something that may be chosen beside size and block: --param NAME=VALUE.
struct Parameter {
  std::string_view name;          ///< "stride"
  std::string_view values;        ///< "1 2 4 8": the default first; of numbers: what is suggested
  std::string_view meaning = {};  ///< "words from lane to lane"
  /// Numbers within low and high are all legal, whole ones unless `real`. Both 0: only `values`.
  double low = 0, high = 0;
  bool real = false;
  std::string_view why = {};  ///< why no more is possible: "a byte counts to 255"

  [[nodiscard]] constexpr bool numeric() const { return low != 0 || high != 0; }
};

inline constexpr Parameter type_int_or_float{"type", "int float", tr_noop("of the elements")};
inline constexpr std::string_view usual_inputs = "random ones ramp alternating reversed";

/// What a kernel tells the compiler, so that it gives each thread as many registers as leave room for
/// so many blocks on a multiprocessor: CUDA's __launch_bounds__(threads, blocks).
struct LaunchBounds {
  int threads = 0;  ///< the most of a block; 0: the compiler decides
  int blocks = 0;   ///< that are to be resident at once; 0: the compiler decides
};

/// The member `launch_bounds` of a kernel that has one.
template <class Kernel>
constexpr LaunchBounds launch_bounds_of() {
  if constexpr (requires { Kernel::launch_bounds; }) return Kernel::launch_bounds;
  return {};
}

/// What the catalogue says of a kernel. Written beside the kernel, so that one header tells all.
/// Kernels that only serve another's host program need no more than id and source.
struct KernelInfo {
  std::string_view id;  ///< "reduce_strided": also the stem of file and lesson
  /// Its task, if others are timed at it, too: the id of a Task in kernels/FOLDER/rivals.hpp, such as
  /// "scan". Of a task that has several forms, the kernel's follows: "sort_pairs:int".
  std::string_view task = {};
  std::string_view lecture;      ///< letters of the lectures that hold it
  std::string_view title;        ///< "2 strided indexing"
  std::string_view summary;      ///< one sentence
  std::string_view source = {};  ///< file whose lines the accesses carry; empty: the kernel's own
  std::string_view runs = {};    ///< entry whose host program launches it; empty: its own
  Shape shape = Shape::segments;
  int elements_per_thread = 1;
  /// A tile is only as long as a side of its block, which is a square: N × N threads for N elements.
  bool square_block = false;
  /// Elements that are solved apart from all others, such as a system of equations; 0: a tile.
  int elements_per_system = 0;
  std::string_view per_thread = {};  ///< parameter that elements_per_thread is multiplied by
  int min_block = 1;                 ///< threads; legal are min_block × block_growth^k
  int max_block = 1024;
  int block_growth = 2;
  int default_block = 256;
  int full_speed_block = 0;  ///< threads when it is timed; 0: default_block
  /// Elements of the picture that one sees first: as few as show the kernel's point.
  std::int64_t default_size = 256;
  int block_at_default_size = 0;  ///< threads then; 0: default_block, or the largest that it fills
  std::int64_t max_size = std::int64_t{1} << 30;
  /// The most that the emulator takes: above it would run for minutes.
  std::int64_t max_emulated_size = std::int64_t{1} << 22;
  /// Above 0: at most so many blocks, which walk over the input, so that any multiple of
  /// elements_per_thread from a tile on is legal.
  int max_grid = 0;
  std::span<const Parameter> parameters = {};
  std::string_view type = "int";  ///< of the elements, where no parameter says it
  InputShape input = InputShape::values;
  std::string_view inputs = usual_inputs;  ///< kinds of input, the default first
  ValueRange range{};
  bool wrong_on_purpose = false;  ///< has a finding that the lesson is about
  bool blocks_wait = false;       ///< blocks read what others of the same launch write
  /// The block that starts last shows the kernel's point: it is recorded unless another is named.
  bool shows_last_block = false;
  bool parts_alone = false;  ///< each block solves its part alone, and nobody puts them together
  const Family* family = nullptr;  ///< to be left out: the catalogue says whose list it is in

  /// Elements that are solved apart from all others, launched with such blocks.
  [[nodiscard]] constexpr int system(int block) const {
    return elements_per_system > 0 ? elements_per_system : block * elements_per_thread;
  }
};

}  // namespace warpscope
