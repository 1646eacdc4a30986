#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/look.hpp"
#include "app/look/slot.hpp"

namespace warpscope {

/// What a view says of costs: a lesson conceals it while it asks for one.
enum class CostsTold : std::uint8_t {
  none,
  present,  ///< what the present access does and costs
  all,      ///< what every access costs, those that are still to come among them
};

/// All that anybody but the view itself has to know of a view. Its class has one as `info`.
struct ViewInfo {
  std::string_view id;     ///< "heat": --view heat on the command line, "view: heat" in a lesson
  std::string_view title;  ///< of its pane and tab: "Heat map"
  Slot slot{};             ///< whose tab it is
  /// Of the command that brings it forward; the first is shown. None: there is no such command.
  std::array<std::string_view, 2> keys{};
  std::string_view call = title;  ///< that command's title
  Slot listed_at = slot;          ///< with whose views the key sheet lists it
  CostsTold costs = CostsTold::none;
  bool translated = false;  ///< its own words follow the language, not only a lesson's
  std::span<const LookOption> options{};  ///< how it shows a moment, where the user chooses

  /// The command that brings it forward: "view.heat".
  [[nodiscard]] std::string command() const { return "view." + std::string(id); }
};

/// The same of a way to draw the dataflow on the stage; a StagePicture's class has one as `info`.
struct StageInfo {
  std::string_view id;     ///< "tree": --stage tree on the command line, "stage: tree" in a lesson
  std::string_view label;  ///< of its tab: "Tree"
  std::string_view key;    ///< of its command

  /// The command that draws the stage so: "stage.tree".
  [[nodiscard]] std::string command() const { return "stage." + std::string(id); }
};

/// What the window can show. Commands, keys, lessons and the command line are told, and know no
/// view by themselves.
struct ViewLists {
  std::span<const ViewInfo> views;    ///< in the order in which they are offered
  std::span<const StageInfo> stages;  ///< not empty; the first is drawn unless another is chosen
};

/// The place of an id in the list; of one that is unknown or empty, that of the first.
[[nodiscard]] std::size_t index_of(std::span<const StageInfo> stages, std::string_view id);

/// An option, and the view that it belongs to; both as long as the list of views.
struct ViewOption {
  const ViewInfo* view;
  const LookOption* option;
};
/// The options of all views, sorted by id: the order of views says nothing of theirs.
[[nodiscard]] std::vector<ViewOption> look_options(std::span<const ViewInfo> views);

}  // namespace warpscope
