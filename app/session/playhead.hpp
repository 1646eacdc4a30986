#pragma once

#include <cstdint>
#include <string>

#include "app/subject/document.hpp"

namespace warpscope {

/// How far one move of the playhead goes.
enum class Granularity : std::uint8_t {
  access,   ///< one warp access
  barrier,  ///< to the next barrier or named boundary
  phase,    ///< over a maximal run of steps of one name: all rounds of "add"
  launch,   ///< to the next kernel launch that accesses anything
};
[[nodiscard]] std::string_view name(Granularity granularity);

/// The first access of the next place, at which a step, phase or launch begins; skips steps without
/// accesses.
[[nodiscard]] std::uint32_t next_place(const Trace& trace, std::uint32_t access, Granularity by);
/// Back to the start of the present place, or, from its start, to the one before.
[[nodiscard]] std::uint32_t previous_place(const Trace& trace, std::uint32_t access,
                                           Granularity by);

/// The place of a typed text: "120" or "#120" is the access of that number, counted from 0 as `--step` does,
/// "s 5" or "step 5" the step of the launch in which `access` stands, "launch 2" or "l 2" that
/// launch, "launch 2 step 5" both; these count from 1. Fails with the range that is allowed.
[[nodiscard]] Result<std::uint32_t> parse_place(const Trace& trace, std::uint32_t access,
                                                std::string_view text);

/// The numbers that launches may have: "1 to 3", "1 to 340 (100 recorded)".
[[nodiscard]] std::string launch_numbers(const Trace& trace);
/// True if there are several launches to move between.
[[nodiscard]] bool has_launches(const Trace& trace);

/// A document and the access that happens now, with shared memory just before and after it.
class Playhead {
 public:
  /// Keeps the position if the trace stays the same (another bank model), else goes to the start.
  void open(DocumentPtr document);
  void close() { *this = {}; }

  [[nodiscard]] const DocumentPtr& document() const { return document_; }
  /// True if there is at least one access to stand on.
  [[nodiscard]] bool ready() const { return count() > 0; }
  [[nodiscard]] std::uint32_t position() const { return position_; }
  [[nodiscard]] std::uint32_t count() const;
  [[nodiscard]] const SharedState& before() const { return before_; }
  [[nodiscard]] const SharedState& after() const { return after_; }

  /// Clamped to the trace. Returns whether the playhead moved.
  bool seek(std::uint32_t access);
  bool forward(Granularity by);
  bool back(Granularity by);

 private:
  DocumentPtr document_;
  std::uint32_t position_ = 0;
  SharedState before_, after_;
};

}  // namespace warpscope
