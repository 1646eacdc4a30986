#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/follow/access_filter.hpp"
#include "app/follow/pin.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What the user follows, and what they want to see of the rest.
struct Following {
  Pin pin{};
  AccessFilter filter{};
  friend bool operator==(const Following&, const Following&) = default;
};

/// All accesses that a pin or a filter is about, in order.
class AccessList {
 public:
  AccessList() = default;
  /// Of a trace, in order.
  AccessList(const Trace& trace, std::vector<std::uint32_t> accesses);
  [[nodiscard]] std::size_t size() const { return accesses_.size(); }
  [[nodiscard]] const std::vector<std::uint32_t>& all() const { return accesses_; }
  /// Whether any of them lies in [first, last).
  [[nodiscard]] bool any_in(std::uint32_t first, std::uint32_t last) const;
  /// Whether any of them stands in that line of one of the trace's sources.
  [[nodiscard]] bool any_at(std::uint32_t source, std::uint32_t line) const {
    return lines_.contains({source, line});
  }
  /// Whether any of them is of that launch of the trace.
  [[nodiscard]] bool any_of(std::uint32_t launch) const { return launches_.contains(launch); }

 private:
  std::vector<std::uint32_t> accesses_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> lines_;  // source, line
  std::set<std::uint32_t> launches_;
};

/// The one answer to what is followed in a trace. Panes ask it about single accesses, lanes and elements, which
/// costs no more than what an access has of lanes. The trace must outlive it.
class Followed {
 public:
  Followed() = default;
  Followed(const Trace& trace, const Following& wanted);

  /// Whether anything is pinned.
  [[nodiscard]] bool pins() const { return is_set(wanted_.pin); }
  /// Whether accesses are left out.
  [[nodiscard]] bool filters() const { return wanted_.filter.on(); }
  [[nodiscard]] const Following& wanted() const { return wanted_; }

  /// Lanes of an access that the pin is about: of a lane, warp or thread also those that do not take part, of an
  /// element those that use it, of a line the active ones. 0 if nothing is pinned, or something else.
  [[nodiscard]] std::uint32_t lanes_of(std::uint32_t access) const;
  [[nodiscard]] bool is_pinned(std::uint32_t access, int lane) const {
    return (lanes_of(access) >> static_cast<unsigned>(lane) & 1U) != 0;
  }
  /// Whether a lane that takes part in the access is pinned.
  [[nodiscard]] bool is_pinned(std::uint32_t access) const;
  /// Whether this element is the one that is pinned.
  [[nodiscard]] bool is_cell(int array, ElementIndex index) const {
    return array == array_ && index == index_;
  }
  /// The pinned element: into Trace::arrays, and its index; nullopt: none of this trace is pinned.
  [[nodiscard]] std::optional<std::pair<int, ElementIndex>> cell() const {
    return array_ < 0 ? std::nullopt : std::optional(std::pair(array_, index_));
  }
  /// Whether this line of one of the trace's sources is the one that is pinned.
  [[nodiscard]] bool is_line(std::uint32_t source, std::uint32_t line) const;
  /// Whether a pinned lane, or the pinned element's, takes part here with this element.
  [[nodiscard]] bool uses(std::uint32_t access, int array, ElementIndex index) const;

  /// Whether the filter lets an access pass.
  [[nodiscard]] bool passes(std::uint32_t access) const;

  /// All accesses of the pin, and all that pass: see make_lists(). nullptr until they are known.
  [[nodiscard]] const AccessList* pinned() const { return pinned_.get(); }
  [[nodiscard]] const AccessList* passing() const { return passing_.get(); }

  struct Lists {
    std::shared_ptr<const AccessList> pinned, passing;  ///< nullptr: nothing is pinned, or filtered
  };
  /// Looks through the whole trace: off the frame thread if that is long.
  [[nodiscard]] Lists make_lists() const;
  void take(Lists lists) {
    pinned_ = std::move(lists.pinned);
    passing_ = std::move(lists.passing);
  }

 private:
  const Trace* trace_ = nullptr;
  Following wanted_;
  int array_ = -1;  // of the pinned element, into Trace::arrays
  ElementIndex index_ = 0;
  std::vector<char> locations_;  // whether the filter lets them pass
  std::vector<char> launches_;   // likewise
  std::vector<char> arrays_;
  std::shared_ptr<const AccessList> pinned_, passing_;
};

}  // namespace warpscope
