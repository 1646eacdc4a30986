#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/follow/pin.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A part of a kernel by its heading, see SourcePhase, so that it stays the same when lines move.
struct NamedPhase {
  std::string file, title;
  std::string brief;  ///< SourcePhase::short_title()
  friend bool operator==(const NamedPhase& a, const NamedPhase& b) {
    return a.file == b.file && a.title == b.title;
  }
};

/// Which accesses the user wants to see: all conditions that are set must hold. Names and numbers, as in Pin.
struct AccessFilter {
  std::optional<std::string> array{};    ///< Array::name
  std::optional<FileLine> line{};        ///< the access stands there
  std::optional<std::int32_t> warp{};    ///< of the block
  std::optional<std::int64_t> launch{};  ///< its number among all launches of the program, from 1
  std::optional<FileLine> caller{};      ///< the innermost call that leads to the access
  std::optional<NamedPhase> phase{};     ///< of the kernel that makes the access
  friend bool operator==(const AccessFilter&, const AccessFilter&) = default;

  [[nodiscard]] bool on() const { return array || line || warp || launch || caller || phase; }
};

/// The call that leads to an access; nullopt: it stands in the kernel itself.
[[nodiscard]] std::optional<FileLine> caller_of(const Trace& trace, const Access& access);

/// The innermost phase that an access is in; nullopt: none.
[[nodiscard]] std::optional<NamedPhase> phase_of(const Trace& trace, const Access& access);

/// "data, line 41, warp 2": what is asked for; empty if the filter is off.
[[nodiscard]] std::string filter_text(const AccessFilter& filter);

}  // namespace warpscope
