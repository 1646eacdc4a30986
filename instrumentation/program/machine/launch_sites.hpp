#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "instrumentation/program/machine/call_context.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/watched_kernel.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// The instructions that a launch's lanes came to, each in its chain of calls, numbered from 0; and the lines of the
/// program's text that they stand for.
class LaunchSites {
 public:
  explicit LaunchSites(const WatchedKernel& kernel) : kernel_(kernel) {}

  [[nodiscard]] std::uint32_t of(const SimtLane& lane) { return of(lane.context, lane.at); }
  [[nodiscard]] std::uint32_t of(CallContext* context, std::uintptr_t at);
  /// Outermost first; empty if no line is known.
  [[nodiscard]] const std::vector<ProgramFrame>& frames(std::uint32_t site);
  /// Of an atomic: CodeMap::uses_result().
  [[nodiscard]] bool uses_result(std::uint32_t site);
  /// `line 12`, of the innermost frame.
  [[nodiscard]] Sentence line_text(std::uint32_t site);
  /// Whether both are of one known line of one file.
  [[nodiscard]] bool is_one_line(std::uint32_t a, std::uint32_t b);

  /// The site in a trace: the program's with its frames (`trace` 0), or a counted block's without (1).
  [[nodiscard]] std::uint32_t location(std::uint32_t site, std::size_t trace, TraceOutput& builder);
  /// What comes is counted in another trace.
  void forget_counted();

 private:
  struct Site {
    CallContext* context = nullptr;
    std::uintptr_t at = 0;
    std::array<std::int64_t, 2> location{-1, -1};
    std::vector<ProgramFrame> frames;
    bool known = false;  // frames are
    std::optional<bool> uses_result;
  };
  struct Key {
    const CallContext* context;
    std::uintptr_t at;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return reinterpret_cast<std::uintptr_t>(key.context) * 31 ^ key.at * 0x9e3779b97f4a7c15ULL;
    }
  };

  const WatchedKernel& kernel_;
  std::deque<Site> sites_;
  std::unordered_map<Key, std::uint32_t, Hash> numbers_;
};

}  // namespace warpscope
