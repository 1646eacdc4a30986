#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

// How a program ended, as one sentence. `place` is as describe_place() tells it; empty: not known.

/// "signal 11 (segmentation fault)".
[[nodiscard]] Sentence signal_text(int signal);

/// What is known of a crash: plain data, since a signal handler fills it.
struct Crash {
  int signal = 0;
  bool is_fault = false;       ///< the processor's, at `address`
  std::uintptr_t address = 0;  ///< that was touched, or whose instruction failed
  bool is_write = false;       ///< of a segmentation fault, where it is known
  bool is_known_access = false;
  std::uint64_t stack_bytes = 0;  ///< of the stack that ran over; 0: it did not
};
[[nodiscard]] Sentence crash_sentence(const Crash& crash, const Sentence& place);

/// `text`: what() of the exception, may be empty; `type` its demangled type, empty: not known.
[[nodiscard]] Sentence uncaught_sentence(std::string_view type, std::string_view text);
[[nodiscard]] Sentence time_limit_sentence(double seconds, const Sentence& place);
[[nodiscard]] Sentence memory_limit_sentence(std::int64_t mebibytes, const Sentence& place);
/// Why the program's shared object cannot be loaded, from dlerror().
[[nodiscard]] Sentence not_loaded_sentence(std::string_view dlerror_text);

}  // namespace warpscope
