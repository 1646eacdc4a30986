#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

#include "instrumentation/program/machine/call_context.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The ways that lanes take through a kernel: a graph of places, each in its chain of calls, and who went from which to
/// which since the last barrier. Places are the beginnings of basic blocks, and what lanes do together: accesses, words of
/// a warp, barriers. It is of one launch; one block runs at a time.
class LanePaths {
 public:
  using Node = std::uint32_t;
  static constexpr Node start = 0, end = 1;

  /// What happens at a place, beyond that the lanes pass it.
  enum class Does : std::uint8_t {
    nothing,
    effect,  ///< an access or a word of the warp
    barrier,
    leave  ///< a `return` before the end of its function
  };

  /// Where each lane of a warp has come to: lanes that went together in one piece, nearly always one or two.
  struct Places {
    struct Group {
      std::uint32_t lanes = 0;
      Node node = start;
    };
    std::array<Group, warp_lanes> groups{Group{0xffffffffU, start}};
    std::size_t size = 1;
    /// Of those that went last.
    [[nodiscard]] Node last() const { return groups[size - 1].node; }
  };
  /// Lanes of a block, a mask for each warp.
  using Lanes = std::vector<std::uint32_t>;

  explicit LanePaths(int warps);

  /// The lanes `mask` of a warp come from one place to the next, which is returned.
  Node come(Node from, const CodePlace& to, Does does, int warp, std::uint32_t mask) {
    std::uint32_t edge = first_edge_[from];
    while (edge != none && edges_[edge].place != to) edge = edges_[edge].next;
    if (edge == none) {
      if (edges_.size() >= most_edges) return from;
      edge = add_edge(from, to, does);
    }
    Visit& visit = visits_[edge * warps_ + static_cast<std::size_t>(warp)];
    visit.lanes = visit.interval == interval_ ? visit.lanes | mask : mask;
    visit.interval = interval_;
    const std::uint32_t since = warp_intervals_[static_cast<std::size_t>(warp)];
    visit.lanes_of_warp = visit.interval_of_warp == since ? visit.lanes_of_warp | mask : mask;
    visit.interval_of_warp = since;
    visit.clock = clock_;
    return edges_[edge].to;
  }
  /// The same from wherever each of them is.
  void pass(Places& at, const CodePlace& to, Does does, int warp, std::uint32_t mask) {
    std::size_t kept = 0;
    Node reached = start;
    for (std::size_t k = 0; k < at.size; ++k) {
      Places::Group group = at.groups[k];
      const std::uint32_t going = group.lanes & mask;
      if (going != 0) reached = come(group.node, to, does, warp, going);
      group.lanes &= ~mask;
      if (group.lanes != 0) at.groups[kept++] = group;
    }
    if (mask != 0) at.groups[kept++] = {mask, reached};
    at.size = kept;
  }
  /// They end.
  void end_lanes(Places& at, int warp, std::uint32_t mask) {
    pass(at, {}, Does::nothing, warp, mask);
  }
  /// A call there says that a lane leaves its function early.
  void note_leaving(std::uintptr_t at) { leaving_.insert(at); }

  /// All lanes of a block have met, or another block goes on.
  void next_interval();
  /// All lanes of a warp have met.
  void next_interval_of(int warp);

  /// Some lanes have ended while others wait at a barrier: what is known of both ways at that moment.
  struct Parting {
    struct Place {
      Node node = end;
      Lanes lanes;  ///< of those that ended
    };
    Node barrier = start;
    int warp = -1;              ///< whose lanes alone are meant; negative: those of the block
    std::vector<Place> passed;  ///< since all met, by those that ended only
    std::vector<bool> taken;    ///< by those that ended, of the edges
    std::vector<bool> met;      ///< nodes that those that waited had passed
    std::uint32_t clock = 0;
  };
  /// `warp`: since its lanes have met; negative: since those of the block have.
  [[nodiscard]] Parting part(Node barrier, const Lanes& ended, const Lanes& waiting, int warp);
  /// Whether a place belongs to the call of a function that is left at another.
  using BelongsTo = std::function<bool(const CodePlace& place, const CodePlace& left_at)>;
  /// When the block has ended: a place that lanes which had ended had passed, and that whoever waited at the barrier comes
  /// by behind it, whichever way he takes. Null: none.
  [[nodiscard]] const Parting::Place* common_place(const Parting& parting,
                                                   const BelongsTo& belongs_to) const;
  /// Of those that ended, who left the barrier's function, or one that called it, by a `return`.
  [[nodiscard]] Lanes left(const Parting& parting, const BelongsTo& belongs_to) const;
  [[nodiscard]] const CodePlace& place(Node node) const { return nodes_[node].place; }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  static constexpr std::size_t most_edges = 1U << 15U;  // beyond them nothing is found

  struct At {
    CodePlace place;
    Does does = Does::nothing;
  };
  struct Edge {
    CodePlace place;  // that it leads to
    Node to = end;
    std::uint32_t next = none;  // from the same node
  };
  struct Hash {
    std::size_t operator()(const CodePlace& place) const {
      return reinterpret_cast<std::uintptr_t>(place.context) * 31 ^
             place.at * 0x9e3779b97f4a7c15ULL;
    }
  };
  /// Of an edge, by a warp.
  struct Visit {
    std::uint32_t interval = 0, lanes = 0;
    std::uint32_t interval_of_warp = 0, lanes_of_warp = 0;
    std::uint32_t clock = 0;  // of the last one
  };

  std::uint32_t add_edge(Node from, const CodePlace& to, Does does);
  /// The first place from there on at which something happens or ways part; `end` if the way leads straight to it.
  [[nodiscard]] Node next_event(Node node) const;
  /// Those that waited have taken the edge behind the barrier.
  [[nodiscard]] bool taken_behind(const Parting& parting, std::uint32_t edge) const;
  /// Those that a way leads to from a node, through nodes that `passes`, over edges that `follows` allows.
  template <class Passes, class Follows>
  [[nodiscard]] std::vector<bool> reached(Node from, Passes passes, Follows follows) const;
  template <class Passes, class Follows>
  [[nodiscard]] bool reaches_end(Node from, Passes passes, Follows follows) const;

  std::size_t warps_;
  std::vector<At> nodes_;
  std::vector<std::uint32_t> first_edge_;  // by node
  std::vector<Edge> edges_;
  std::vector<Visit> visits_;  // by edge, then warp
  std::vector<std::uint32_t> warp_intervals_;
  std::unordered_map<CodePlace, Node, Hash> numbers_;
  std::set<std::uintptr_t> leaving_;
  std::uint32_t clock_ = 1, interval_ = 1;
};

}  // namespace warpscope
