#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/program/bare/bare_kernel.hpp"
#include "instrumentation/program/bare/bare_words.hpp"
#include "instrumentation/program/bare/whole_range.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What a kernel is launched with, as far as its indices may depend on it.
struct RangeLaunch {
  Dim3 grid, block;
  std::map<std::string, std::int64_t> numbers;  ///< of parameters, also of the template's
  std::map<std::string, std::string> types;     ///< of the template's parameters
  std::map<std::string, WholeRange> contents;   ///< what the elements of a parameter are
};

/// How a kernel uses an array of its parameters, or the dynamic part of shared memory.
struct ArrayUse {
  WholeRange elements{WholeRange::unbounded,
                      -WholeRange::unbounded};  ///< indices touched; lo > hi: none
  bool bounded = true;                          ///< `elements` is all of them
  bool read = false, written = false, atomic = false;
  bool escapes = false;                ///< a function that is not known gets a pointer into it
  bool direct = false;                 ///< some index depends on no memory
  std::set<std::string> indexed_by;    ///< parameters whose elements are part of an index
  std::set<std::string> scattered_by;  ///< the same of plain stores
  bool bounds_loops = false;           ///< loops run from one of its elements to another
  bool by_block_only = false;          ///< an index moves with blockIdx and not with threadIdx
};

/// A static array in shared memory.
struct SharedUse {
  std::vector<std::int64_t> extents;
  std::vector<WholeRange> touched;  ///< by dimension; lo > hi: not at all
  std::vector<WholeRange> stored;   ///< the same of stores whose index moves with threadIdx
};

/// A comparison of what moves with blockIdx to a limit: i < n.
struct BlockLimit {
  unsigned blocks = 0;  ///< bits 1, 2, 4: blockIdx.x, y, z
  bool with_threads = false;
  std::int64_t most = 0;   ///< that the left side reaches
  std::int64_t limit = 0;  ///< that it is below
};

struct RangeReport {
  std::map<std::string, ArrayUse> arrays;  ///< by parameter
  std::map<std::string, SharedUse> shared;
  std::int64_t dynamic_bytes = 0;  ///< of shared memory; 0: none
  bool dynamic_bounded = true;
  std::set<std::string>
      dynamic_indexed_by;  ///< parameters whose elements are part of an index of it
  std::vector<BlockLimit> limits;
  std::vector<BlockLimit> unlimited;  ///< variables that move with blockIdx; `limit` says nothing
};

/// Walks through the kernel's code with ranges in place of numbers. It never fails: what it does not understand is
/// unbounded. Conditions narrow the ranges of what they guard.
[[nodiscard]] RangeReport index_ranges(const BareKernel& kernel, const BareNames& names,
                                       const RangeLaunch& launch);

/// The value of a constant expression; unset: it is none.
[[nodiscard]] std::optional<std::int64_t> constant_value(
    const BareText& text, const BareNames& names,
    const std::map<std::string, std::int64_t>& numbers = {});

}  // namespace warpscope
