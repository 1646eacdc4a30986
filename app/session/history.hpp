#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/follow/followed.hpp"
#include "app/layout/window_layout.hpp"
#include "app/look/look.hpp"
#include "app/look/slider.hpp"
#include "app/look/source_reading.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

/// Where a slider is seen.
struct SliderPlace {
  std::string view;               ///< id
  void (*show)(Look&) = nullptr;  ///< as in LookSlider; nullptr: there is nothing to open
};

/// A movement of a view's slider.
struct SliderMove {
  SliderSettings sliders;  ///< to put back
  SliderPlace place;
};

/// How the user has arranged the panes.
struct PaneArrangement {
  LayoutSplitters borders{};
  std::string large{};  ///< see SessionViews::large
  friend bool operator==(const PaneArrangement&, const PaneArrangement&) = default;
};

/// A choice of how views show a moment.
struct LookChange {
  const LookOption* option = nullptr;  ///< lives as long as the program
  std::size_t choice = 0;              ///< to put back
};
/// By file: the lines that name folded blocks.
using Folds = std::map<std::string, std::vector<int>>;

/// How things stand beside the options, as undo and redo bring them back.
struct Beside {
  SliderSettings sliders{};
  Following following{};
  PaneArrangement panes{};
  Look look{};
  Folds folds{};
};
/// One of these things, as a step leaves it.
using BesideStep = std::variant<SliderMove, Following, PaneArrangement, LookChange, FoldedBlocks>;

/// Undo and redo: what was shown before and after `present`, and at which access; how sliders stood, what was
/// followed, and how panes were arranged. Bounded by the bytes of the runs that it keeps as they were before a save, of which the steps
/// farthest away are forgotten first, and by the number of all steps.
class History {
 public:
  explicit History(Options present) : present_(std::move(present)) {}
  [[nodiscard]] const Options& present() const { return present_; }
  [[nodiscard]] bool can_undo() const { return !past_.empty(); }
  [[nodiscard]] bool can_redo() const { return !future_.empty(); }
  /// `place` is the access at which the present ones are left. Nothing leads back to options that show
  /// nothing, with which a window begins.
  void change(Options next, std::uint32_t place = 0);
  /// A slider moves, and leaves `from`. If it goes on to move, that is one step with the last movement
  /// of the same slider, unless something else came between.
  void move_slider(SliderMove from, bool goes_on);
  /// What was followed, how panes were arranged, a choice or what was folded is left.
  void leave(BesideStep from);
  /// The movement has ended: the next one is a step of its own.
  void end_movement() { moving_ = false; }
  /// The same program in a later version: from now on wherever the earlier one stood.
  void renew(const SubjectPtr& program);
  /// Another right side, without a way back.
  void vary(Variant variant);

  static constexpr std::size_t most_steps = 500;
  /// Of what Subject::held_bytes() tells, over all steps and the present ones; a subject that several
  /// of them show counts once.
  static constexpr std::uint64_t most_held_bytes = std::uint64_t{256} << 20;

  /// What a step brings back.
  struct Step {
    std::uint32_t place = 0;             ///< the access at which the options were left
    std::optional<BesideStep> beside{};  ///< then the options stay, and so does the place
  };
  /// `now` is how things stand.
  Step undo(std::uint32_t place = 0, const Beside& now = {});
  Step redo(std::uint32_t place = 0, const Beside& now = {});

 private:
  struct Moment {
    Options options;
    std::uint32_t place = 0;
    std::optional<BesideStep> beside{};  // if set, the rest means nothing
    std::string moved{};                 // id of the slider that it is about
  };
  void forget_oldest();  ///< what is too much
  Step go(std::vector<Moment>& from, std::vector<Moment>& to, std::uint32_t place,
          const Beside& now);

  std::vector<Moment> past_, future_;
  bool moving_ = false;
  Options present_;
};

}  // namespace warpscope
