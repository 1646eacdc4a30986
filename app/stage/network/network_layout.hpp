#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/layout/shade_range.hpp"
#include "app/layout/shade_ranks.hpp"
#include "app/stage/network/network_ops.hpp"
#include "app/stage/network/network_wires.hpp"

namespace warpscope {

/// Width of a column that has lines from wire to wire, at least.
inline constexpr float slanted_units = 3;

/// Operations that stand in one column: of one step, none made from another. Comparators whose
/// spans overlap stand side by side in sub-columns.
struct NetworkGroup {
  std::uint32_t step = 0;
  std::uint32_t level = 0;
  std::uint32_t first = 0;  ///< into NetworkLayout::ops
  std::uint32_t count = 0;
  std::uint32_t subs = 0;   ///< sub-columns; 0 without comparators
  std::uint32_t begin = 0;  ///< the first access of any of its operations
  std::uint32_t phase = 0;
  std::uint32_t exchanged = 0;  ///< comparators that changed something
  std::uint32_t comparators = 0;
  std::uint32_t lines = 0;  ///< of moves and joins, from wire to wire; they need some width
  std::uint32_t butterflies = 0;
  std::uint32_t butterfly_lines = 0;  ///< those of `lines` that belong to butterflies
  float place = 0;                    ///< units of width to its left
  float width = 1;  ///< in units: about one sub-column each, less where there are many
};

/// Groups that belong together: comparators whose spans only shrink, or steps of one name.
struct NetworkPhase {
  std::uint32_t first = 0;  ///< group
  std::uint32_t count = 0;
};

/// A change of a wire's value, at this moment.
struct NetworkEvent {
  std::uint32_t op = 0;
  std::uint32_t word = 0;    ///< NetworkOp::none: not seen
  std::uint32_t access = 0;  ///< that stored it
};

/// A part of a network: some of its columns, and some of its wires.
struct NetworkExcerpt {
  std::uint32_t first_group = 0, end_group = 0;
  std::vector<std::int32_t> wires;  ///< by their numbers
  friend bool operator==(const NetworkExcerpt&, const NetworkExcerpt&) = default;
};

/// The dataflow as a network: a wire per element, time from left to right, made once per trace. If
/// there are comparators, arrays that are only carried along with them have no wires; nor have, if
/// there are none, the imaginary parts of numbers (bands_without_twins).
class NetworkLayout {
 public:
  /// A trace that makes more values than this gets no layout: it would take gigabytes.
  static constexpr std::size_t most_values = 3'000'000;

  NetworkLayout() = default;
  NetworkLayout(const Trace& trace, const Dataflow& flow);

  /// A part of this network as a network of its own, whose wires and columns are numbered anew. What
  /// touches none of its wires is left out; comparators with one end on them are cut.
  [[nodiscard]] NetworkLayout excerpt(const NetworkExcerpt& part) const;
  /// Of an operation of an excerpt: its index among those of the whole.
  [[nodiscard]] std::uint32_t origin(const NetworkOp& op) const {
    return excerpt_->origins[static_cast<std::size_t>(&op - ops_.data())];
  }

  [[nodiscard]] std::span<const NetworkWire> wires() const {
    return excerpt_ ? excerpt_->wires : wires_->wires();
  }
  [[nodiscard]] std::span<const NetworkBand> bands() const {
    return excerpt_ ? excerpt_->bands : wires_->bands();
  }
  /// The wire that an edge was read from; -1 if on none.
  [[nodiscard]] std::int32_t wire_of(const FlowEdge& edge) const;
  /// The wires that a move or a join is made of and that are drawn, each once: all of a butterfly.
  [[nodiscard]] std::span<const std::int32_t> sources(const NetworkOp& op) const {
    return std::span(sources_).subspan(op.first_source, op.source_count);
  }
  /// In order of their groups; in a group by their lowest wire.
  [[nodiscard]] std::span<const NetworkOp> ops() const { return ops_; }
  [[nodiscard]] std::span<const NetworkGroup> groups() const { return groups_; }
  [[nodiscard]] std::span<const NetworkPhase> phases() const { return phases_; }
  [[nodiscard]] std::span<const NetworkOp> ops(const NetworkGroup& group) const {
    return std::span(ops_).subspan(group.first, group.count);
  }
  /// The events of a wire, in order of time.
  [[nodiscard]] std::span<const NetworkEvent> events(std::int32_t wire) const;
  /// The place of the value that a wire has before its first event; none: never seen.
  [[nodiscard]] std::uint32_t first_word(std::int32_t wire) const {
    return first_words_[static_cast<std::size_t>(wire)];
  }
  /// The same after an access; with `arrived` false, just before it.
  [[nodiscard]] std::uint32_t word_at(std::int32_t wire, std::uint32_t access, bool arrived) const;

  /// The group that the playhead has reached; 0 before the first.
  [[nodiscard]] std::uint32_t group_at(std::uint32_t access) const;
  [[nodiscard]] float units() const { return units_; }  ///< width of all groups
  [[nodiscard]] std::uint64_t comparators() const { return comparators_; }
  /// Lines of the butterflies of one group, the most that there are.
  [[nodiscard]] std::uint32_t butterfly_lines() const { return butterfly_lines_; }
  /// The range of values that the wires of a band ever have.
  [[nodiscard]] const ShadeRange& values(std::uint32_t band) const { return values_[band]; }
  [[nodiscard]] const ShadeRanks& ranks(std::uint32_t band) const { return ranks_[band]; }
  /// Arrays that go along with those of another: "values" with the comparators of keys, "im".
  [[nodiscard]] const std::vector<std::int32_t>& carried() const { return carried_; }

 private:
  /// What an excerpt has in place of the wires of the whole.
  struct Excerpt {
    std::vector<NetworkWire> wires;
    std::vector<NetworkBand> bands;
    std::vector<std::int32_t> chosen;    // wires of the whole, by their numbers
    std::vector<std::uint32_t> origins;  // per operation
    [[nodiscard]] std::int32_t row(std::int32_t wire) const;
  };
  void take_wires(const NetworkLayout& whole);
  void take_ops(const NetworkLayout& whole, const NetworkExcerpt& part);
  void take_events(const NetworkLayout& whole, const NetworkExcerpt& part);
  /// Which bands keep their wires; notes what is carried along.
  [[nodiscard]] std::vector<bool> choose_bands(const Dataflow& flow);
  void drop_bands(const Dataflow& flow);
  void make_groups();
  void find_sources(const Dataflow& flow);
  void find_butterflies();
  void make_phases(const Trace& trace);
  void place_groups();
  void make_events(const Trace& trace, const Dataflow& flow);
  /// Whether a store leaves a number from off the wires unchanged, though it reads others too. If
  /// all stores of a column to an array do, then they are what comes in; a single one is chance.
  [[nodiscard]] bool brings_in(const Trace& trace, const Dataflow& flow,
                               const FlowNode& node) const;
  void find_first_words(const Trace& trace, const Dataflow& flow);

  std::shared_ptr<NetworkWires> wires_ = std::make_shared<NetworkWires>();  // excerpts share them
  std::optional<Excerpt> excerpt_;
  std::vector<NetworkOp> ops_;
  std::vector<std::int32_t> sources_;
  std::vector<NetworkGroup> groups_;
  std::vector<NetworkPhase> phases_;
  std::vector<std::uint32_t> first_event_;  // per wire, and one more
  std::vector<NetworkEvent> events_;
  std::vector<std::uint32_t> first_words_;
  std::vector<std::int32_t> carried_;
  std::vector<ShadeRange> values_;  // per band
  std::vector<ShadeRanks> ranks_;   // likewise
  float units_ = 0;
  std::uint64_t comparators_ = 0;
  std::uint32_t butterfly_lines_ = 0;
};

/// Assigns a sub-column to each span [low, high]; spans come sorted by `low`. Spans that meet get
/// different ones, each the first that is free. Returns how many there are.
std::uint32_t spread_spans(std::span<NetworkOp> ops);

}  // namespace warpscope
