#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/look.hpp"
#include "app/look/slider.hpp"
#include "app/look/slot.hpp"
#include "app/look/told.hpp"

namespace warpscope {

/// Everything that other code has to know of a view. A view's class has one as `info`. Its words are English:
/// tr() translates them where they are shown.
struct ViewInfo {
  std::string_view id;     ///< "heat": --view heat on the command line, "view: heat" in a lesson
  std::string_view title;  ///< of its pane and tab: tr_noop("Heat map")
  Slot slot{};             ///< whose tab it is
  /// Keys of the command that brings it forward; the first is shown. None: there is no such
  /// command.
  std::array<std::string_view, 2> keys{};
  std::string_view call = title;  ///< that command's title
  /// Its row of the key sheet, which may speak for those that follow; "": the row above does.
  std::optional<std::string_view> sheet{};
  Slot listed_at = slot;  ///< with whose views the key sheet lists it
  /// What the whole view tells, so that it waits while a question asks for that: of the present access, or of all of
  /// them. A view that tells more in a part of its picture asks Frame::untold there.
  Told tells{}, tells_all{};
  bool of_programs = false;  ///< the window offers it for programs of the user's own only
  bool of_one_run = false;   ///< a comparison does not offer it: its difference says the same
  bool zooms = false;        ///< its picture can be seen more closely
  bool of_text = false;      ///< what it shows is text that may be copied
  std::span<const LookOption> options{};  ///< how it shows a moment, where the user chooses
  std::span<const LookSlider> sliders{};  ///< numbers that the user chooses

  /// The command that brings it forward: "view.heat".
  [[nodiscard]] std::string command() const { return "view." + std::string(id); }
};

/// The same for a way to draw the dataflow on the stage; a StagePicture's class has one as `info`.
struct StageInfo {
  std::string_view id;     ///< "tree": --stage tree on the command line, "stage: tree" in a lesson
  std::string_view label;  ///< of its tab: "Tree"
  std::string_view key;    ///< of its command
  Told tells{};            ///< besides what all of them tell, see ViewInfo::tells

  /// The command that draws the stage so: "stage.tree".
  [[nodiscard]] std::string command() const { return "stage." + std::string(id); }
};

/// Everything that the window can show. Commands, keys, lessons and the command line are given
/// these lists and know no view by themselves.
struct ViewLists {
  std::span<const ViewInfo> views;    ///< in the order in which they are offered
  std::span<const StageInfo> stages;  ///< not empty; the first is drawn unless another is chosen
};

/// The index of an id in the list; 0 if it is unknown or empty.
[[nodiscard]] std::size_t index_of(std::span<const StageInfo> stages, std::string_view id);

/// An option and the view that it belongs to; both live as long as the list of views.
struct ViewOption {
  const ViewInfo* view;
  const LookOption* option;
};
/// The options of all views, sorted by id, so that the order of views does not matter.
[[nodiscard]] std::vector<ViewOption> look_options(std::span<const ViewInfo> views);

/// A slider and the view that shows it; both live as long as the list of views.
struct ViewSlider {
  const ViewInfo* view;
  const LookSlider* slider;
};
/// The sliders of all views, in the order of the views.
[[nodiscard]] std::vector<ViewSlider> look_sliders(std::span<const ViewInfo> views);

}  // namespace warpscope
