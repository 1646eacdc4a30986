#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

struct Document;

/// An element that a lane at fault wants.
struct WantedElement {
  int lane = 0;
  std::int64_t index = 0;  ///< may be beyond the array
  friend bool operator==(const WantedElement&, const WantedElement&) = default;
};

/// The lanes at fault of a finding whose thread's access is given, each with what it wants: the finding's own lane, and of an
/// index out of bounds also those of the access's other threads whose indices lie as regularly beyond the end. In the order
/// of the lanes.
[[nodiscard]] std::vector<WantedElement> lanes_at_fault(const Trace& trace, const Finding& finding,
                                                        const Access& access);

/// What is wrong at an access of a program.
struct FaultMark {
  std::uint32_t access = 0;
  /// Lanes at fault: of a race the thread's, of an index out of bounds also those of the access's other threads whose
  /// indices lie as regularly beyond the end, of a barrier the one of this warp that does not come to it. They need not be
  /// active: what never happened is not recorded.
  std::uint32_t lanes = 0;
  std::int32_t array = -1;  ///< negative: it is about no element
  std::int64_t index = 0;   ///< may be beyond the array
  FindingKind kind = FindingKind::race;
  Sentence message;
};

/// Where the faults of a program's trace show: at the accesses of their threads, of a race at the earlier one, too, and of a
/// barrier at the last one of each warp before it. Empty
/// for kernels of the catalogue, whose lessons say what is wrong on purpose.
class FaultMarks {
 public:
  FaultMarks() = default;
  explicit FaultMarks(const Trace& trace);

  /// nullptr: nothing is wrong there.
  [[nodiscard]] const FaultMark* at(std::uint32_t access) const;
  /// Those of accesses [first, end), in order.
  [[nodiscard]] std::span<const FaultMark> between(std::uint32_t first, std::uint32_t end) const;
  /// Where to look first: of a race the later access.
  [[nodiscard]] std::optional<std::uint32_t> first() const { return first_; }

 private:
  void add(FaultMark mark);
  void add_barrier(const Trace& trace, const Finding& finding, FaultMark mark);

  std::vector<FaultMark> marks_;  // by access
  std::optional<std::uint32_t> first_;
};

/// Where a document is looked at first: where its program is at fault, else at its telling access.
[[nodiscard]] std::uint32_t opening_access(const Document& document);

/// "Out of bounds".
[[nodiscard]] std::string fault_verdict(const FaultMark& mark);

}  // namespace warpscope
