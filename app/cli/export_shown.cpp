#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/export_options.hpp"
#include "app/layout/window_layout.hpp"
#include "app/panes/view_list.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The typed options that choose how a view shows things, and the typed sliders.
struct Typed {
  std::vector<ViewOption> options;
  std::vector<ViewSlider> sliders;
};

Typed typed_of(const ExportOptions& options, const PictureRequest& picture) {
  Typed typed{look_options(view_lists().views), look_sliders(view_lists().views)};
  const auto settings = picture.look.get<SliderSettings>();
  std::erase_if(typed.options,
                [&](const ViewOption& each) { return options.look.at(each.option->id).empty(); });
  std::erase_if(typed.sliders,
                [&](const ViewSlider& each) { return !settings.find(each.slider->id); });
  return typed;
}

std::string shown_as(const LookOption& option, const Look& look) {
  return fmt::format("--{} {}", option.id, option.choices[option.chosen(look)].id);
}

/// The first typed option that another look would no longer show as typed.
const LookOption* lost_in(const Look& other, const Look& look, const Typed& typed) {
  const auto found = std::ranges::find_if(typed.options, [&](const ViewOption& each) {
    return each.option->chosen(other) != each.option->chosen(look);
  });
  return found == typed.options.end() ? nullptr : found->option;
}

/// Opens the page of a view that `option` is about, unless another option wants another one.
Status open_page(const LookOption& option, const Typed& typed, Look& look) {
  if (option.open == nullptr) return Done{};
  Look opened = look;
  option.open(opened);
  if (const LookOption* lost = lost_in(opened, look, typed)) {
    return usage_error(tr("{0} is not shown with {1}, but with {2}; change or leave out one.",
                          shown_as(option, look), shown_as(*lost, look), shown_as(*lost, opened)));
  }
  look = opened;
  return Done{};
}

/// A choice of one of its view's options with which the slider is shown.
std::optional<std::pair<const LookOption*, std::size_t>> shows(const ViewSlider& slider,
                                                               const Look& look) {
  for (const LookOption& option : slider.view->options) {
    for (std::size_t choice = 0; choice < option.choices.size(); ++choice) {
      Look other = look;
      if (option.chosen(other) != choice) option.choose(other, choice);
      if (slider.slider->shown(other)) return std::pair{&option, choice};
    }
  }
  return std::nullopt;
}

/// Makes the look one that shows the slider, unless an option wants another one.
Status show_slider(const ViewSlider& slider, const Typed& typed, Look& look) {
  if (slider.slider->shown(look)) return Done{};
  const auto found = shows(slider, look);
  if (!found) {
    return usage_error(tr("--slider {} is not shown here.", slider.slider->id));
  }
  const auto& [option, choice] = *found;
  Look other = look;
  option->choose(other, choice);
  if (const LookOption* lost = lost_in(other, look, typed)) {
    return usage_error(
        tr("--slider {0} is not shown with {1}, but with --{2} {3}; change or leave out one.",
           slider.slider->id, shown_as(*lost, look), option->id, option->choices[choice].id));
  }
  look = other;
  return Done{};
}

/// Opens what shows all typed options and sliders at once.
Status open_pages(const Typed& typed, Look& look) {
  for (const ViewOption& each : typed.options) {
    if (Status opened = open_page(*each.option, typed, look); !opened) return opened.error();
  }
  for (const ViewSlider& each : typed.sliders) {
    if (Status shown = show_slider(each, typed, look); !shown) return shown.error();
  }
  // What came later may have opened another page.
  const auto contradiction = [](const std::string& a) {
    return usage_error(
        tr("Another option or slider wants another page than {}; leave one of them out.", a));
  };
  for (const ViewOption& each : typed.options) {
    if (each.option->open == nullptr) continue;
    Look again = look;
    each.option->open(again);
    for (const LookOption& other : each.view->options) {
      if (other.chosen(again) != other.chosen(look))
        return contradiction(shown_as(*each.option, look));
    }
  }
  for (const ViewSlider& each : typed.sliders) {
    if (!each.slider->shown(look))
      return contradiction(fmt::format("--slider {}", each.slider->id));
  }
  return Done{};
}

/// A view, and the option because of which it is to be seen.
struct Wanted {
  const ViewInfo* view;
  std::string option;
};

std::vector<Wanted> wanted_of(const Typed& typed, const Look& look) {
  std::vector<Wanted> wanted;
  const auto add = [&wanted](const ViewInfo* view, std::string option) {
    if (std::ranges::count(wanted, view, &Wanted::view) == 0)
      wanted.push_back({view, std::move(option)});
  };
  for (const ViewOption& each : typed.options) add(each.view, shown_as(*each.option, look));
  for (const ViewSlider& each : typed.sliders) {
    add(each.view, fmt::format("--slider {}", each.slider->id));
  }
  return wanted;
}

/// Brings the views forward that options are about. Fails if the layout has no place for one, or
/// one place for two.
Status show_in_window(const ExportOptions& options, const std::vector<Wanted>& wanted,
                      PictureRequest& picture) {
  if (wanted.empty()) return Done{};
  LayoutRequest request{
      .width = std::max(static_cast<float>(picture.width), min_window_width),
      .height = std::max(static_cast<float>(picture.height), min_window_height),
      .kind = find_choice<LayoutKind>(picture.layout).value_or(LayoutKind{}),
      .compare = !options.compare.empty(),
      .lecture_slot = options.with_banks ? Slot::banks : wanted.front().view->slot,
      .lesson = !options.stop.empty()};
  if (request.compare) request.lecture_slot.reset();  // two stages have the room
  const WindowLayout layout = window_layout(request);
  std::vector<std::pair<const Pane*, const Wanted*>> taken;
  for (const Wanted& each : wanted) {
    const auto pane = std::ranges::find_if(
        layout.panes, [&](const Pane& room) { return room.has(each.view->slot) && !room.rival; });
    if (pane == layout.panes.end()) {
      return usage_error(
          tr("This {0} layout of the window has no place left for the view {1}, so {2} says "
             "nothing here; "
             "add --view {1}, or take another layout.",
             picture.layout, each.view->id, each.option));
    }
    const auto other =
        std::ranges::find(taken, &*pane, &std::pair<const Pane*, const Wanted*>::first);
    if (other != taken.end()) {
      return usage_error(
          tr("The views {0} and {1} share one place of the window, so {2} and {3} cannot both be "
             "shown; "
             "leave one of them out.",
             other->second->view->id, each.view->id, other->second->option, each.option));
    }
    taken.emplace_back(&*pane, &each);
    picture.fronts.emplace_back(each.view->id);
  }
  return Done{};
}

}  // namespace

Status show_chosen(const ExportOptions& options, PictureRequest& picture) {
  const Typed typed = typed_of(options, picture);
  if (Status opened = open_pages(typed, picture.look); !opened) return opened.error();
  const std::vector<Wanted> wanted = wanted_of(typed, picture.look);
  if (picture.view == "window") return show_in_window(options, wanted, picture);
  for (const Wanted& each : wanted) {
    if (each.view->id != picture.view) {
      return usage_error(tr("Only {0} is drawn, so {1} says nothing here; leave one of them out.",
                            picture.view, each.option));
    }
  }
  return Done{};
}

Status no_idle_look(const ExportOptions& options, const StopLook& stop) {
  for (const auto& [option, choice] : stop.options) {
    if (options.look.at(option->id).empty()) continue;
    return usage_error(tr("The lesson says --{0} {1} at this stop; leave --{0} out.", option->id,
                          option->choices[choice].id));
  }
  if (!stop.sliders.empty() && !options.sliders.empty()) {
    return usage_error(tr("The lesson sets sliders at this stop; leave --slider out."));
  }
  return Done{};
}

}  // namespace warpscope
