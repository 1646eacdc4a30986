#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/follow/cell_accesses.hpp"
#include "app/follow/followed.hpp"
#include "app/follow/landmark.hpp"
#include "app/session/playhead.hpp"
#include "app/subject/document.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

class Session;

/// What the user follows through the panes, which accesses they want to see, and the ways that lead from one to
/// the next. Changes of both can be undone.
class SessionFollowing {
 public:
  SessionFollowing(Session& session, std::function<void()> wake);

  [[nodiscard]] const Following& wanted() const { return wanted_; }
  /// Pins it instead of what was pinned; the same once more unpins it.
  void pin(Pin pin);
  void unpin() { follow({{}, wanted_.filter}); }
  /// Sets the conditions that `more` sets, and keeps the others.
  void add_filter(const AccessFilter& more);
  void filter(AccessFilter filter) { follow({wanted_.pin, std::move(filter)}); }
  /// For undo and redo: without a step of its own.
  void put_back(Following wanted) { wanted_ = std::move(wanted); }

  /// The same, in the trace at the left or at the right.
  [[nodiscard]] const Followed& left() { return side(0); }
  [[nodiscard]] const Followed& right() { return side(1); }
  /// "lane 5"; empty if nothing is pinned.
  [[nodiscard]] std::string pin_label();
  /// "120 of 1,024: data, warp 2"; empty if the filter is off.
  [[nodiscard]] std::string filter_label();

  /// Where a step leads that leaves out what the filter does not let pass; nullopt: nowhere.
  [[nodiscard]] std::optional<std::uint32_t> next(std::uint32_t from, Granularity by, bool forward);
  /// Goes to the next or the previous one; a notice says that it went on at the other end, or that there is none.
  void go(Landmark landmark, bool forward);
  /// What buttons lead to the next of: where go() led last, else what there is most to learn of.
  [[nodiscard]] Landmark way() const;
  void go_to_worst(WorstOf scope);

  /// The element whose accesses are listed: the one that is asked for, else that of cell_at().
  void list_cell(std::optional<CellPlace> cell);
  struct CellList {
    DocumentPtr document;
    CellPlace cell;
    std::vector<CellAccess> accesses;
    bool complete = false;  ///< else it is still being made
  };
  [[nodiscard]] const CellList& cell_list() const { return cell_list_; }

  /// Takes over what was made in the background. Returns whether anything changed.
  bool tick();
  /// Waits for it: for pictures.
  void settle();

 private:
  void follow(Following next);
  const Followed& side(std::size_t number);

  /// A trace at the left or right.
  struct Side {
    DocumentPtr document;
    Following resolved;
    Followed followed;
    Background<Followed::Lists> making;
  };
  [[nodiscard]] bool take(Side& side);

  Session& session_;
  std::function<void()> wake_;
  Following wanted_;
  std::optional<Landmark> way_;
  Side sides_[2];
  CellList cell_list_;
  Background<std::vector<CellAccess>> listing_;
};

}  // namespace warpscope
