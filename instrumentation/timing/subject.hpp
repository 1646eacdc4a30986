#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

#include "instrumentation/timing/measure.hpp"
#include "instrumentation/timing/timing_record.hpp"

namespace warpscope {

/// A rival or a limit that is to be timed.
struct RivalRequest {
  std::string id;         ///< of timing/rivals.hpp
  std::int64_t size = 0;  ///< as the kernels' size; of limits: 4-byte words that are read
  std::map<std::string, std::string> parameters{};
  std::string input{};     ///< one of input_kinds() of the kernel beside it; empty: the default
  std::uint64_t seed = 7;  ///< of the first set; the next set's is one more
  int sets = 2;
  bool check_all = false;  ///< the result is checked, however long that takes
  std::stop_token stop{};
};

/// Whether checking such a result takes no longer than measuring it.
[[nodiscard]] inline bool quickly_checked(const BenchResult& result) {
  constexpr std::uint64_t most_bytes = 1U << 26U, most_operations = 1U << 28U;
  return result.bytes <= most_bytes && result.operations <= most_operations;
}

/// Something ready to be timed.
struct MadeSubject {
  std::unique_ptr<Timeable> timeable;
  BenchResult result;  ///< all but the times
  /// What is wrong with the result of the last run; empty: nothing. Not set: it is not checked.
  std::function<std::string()> mismatch{};
};

// Makers of subjects (timing/cuda_rivals.hpp, processor_rivals.hpp, limits.hpp, kernel_subject.hpp)
// return ErrorKind::unavailable if only this one must be skipped, at this size or on this machine
// (too large for the memory, a library that is not installed), and any other kind if measuring
// cannot go on.

}  // namespace warpscope
