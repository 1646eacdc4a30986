#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/program/bare/bare_kernel.hpp"
#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What a kernel's parameter, or its template's, is given.
struct BareArgument {
  enum class Kind : std::uint8_t {
    zero,
    ones,
    ramp,      ///< 0, step, 2 · step, …
    random,    ///< whole numbers from 0 to below `below`; of floating-point types quarters
    letters,   ///< a to z
    shuffled,  ///< each of 0, 1, …, count - 1 once, in a random order
    value,     ///< no buffer: `value`
  };
  std::string name;
  Kind kind = Kind::value;
  std::string type;        ///< of the elements; empty: the kernel's
  std::int64_t count = 0;  ///< elements; 0: not said
  std::int64_t step = 1;   ///< of a ramp
  std::int64_t below = 0;  ///< of random numbers; 0: what is usual for the type
  std::int64_t halo = 0;   ///< as many elements stand before the first and behind the last
  std::string value;       ///< a number, true, false, or a type's name
  friend bool operator==(const BareArgument&, const BareArgument&) = default;
};

/// How a kernel without main() is launched: what a "// warpscope:" line says. What is not said is guessed.
///
///   setup    = item, { ",", item }
///   item     = "kernel", NAME | "grid", EXTENT | "block", EXTENT | "shared", BYTES | NAME, given
///   EXTENT   = N | NxN | NxNxN
///   given    = NUMBER | TYPE | contents, [ [TYPE] "[" N "]" ], [ "halo", N ]
///   contents = "zero" | "ones" | "ramp", … [ "by", N ] | "random", … [ "below", N ] | "shuffled" | "letters"
struct BareSetup {
  std::string kernel;  ///< empty: the one that it stands above, or the only one
  std::optional<Dim3> grid, block;
  std::optional<std::int64_t> shared_bytes;  ///< the dynamic part
  std::vector<BareArgument> arguments;

  [[nodiscard]] const BareArgument* find(std::string_view name) const;
  [[nodiscard]] BareArgument* find(std::string_view name);
  friend bool operator==(const BareSetup&, const BareSetup&) = default;
};

/// ErrorKind::usage with the words that are wrong and what was expected.
[[nodiscard]] Result<BareSetup> parse_bare_setup(std::string_view text);
/// The text that gives it.
[[nodiscard]] std::string bare_setup_text(const BareSetup& setup);
/// Whether its names and types are the kernel's.
[[nodiscard]] Status check_bare_setup(const BareSetup& setup, const BareKernel& kernel);

}  // namespace warpscope
