#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"

namespace warpscope {
namespace {

/// The sliders that are shown as the window looks now.
std::vector<ViewSlider> shown_sliders(const Session& s, std::span<const ViewInfo> views) {
  std::vector<ViewSlider> all = look_sliders(views);
  std::erase_if(all, [&](const ViewSlider& each) { return !each.slider->shown(s.views.look); });
  return all;
}

/// The place of the chosen slider among `sliders`, which is not empty; the first unless one of them
/// is chosen.
std::size_t chosen_among(std::span<const ViewSlider> sliders, const SliderSettings& settings) {
  const auto found = std::ranges::find(sliders, settings.chosen,
                                       [](const ViewSlider& each) { return each.slider->id; });
  return found == sliders.end() ? 0 : static_cast<std::size_t>(found - sliders.begin());
}

SliderPlace place_of(const ViewSlider& slider) {
  return {std::string(slider.view->id), slider.slider->show};
}

void choose(Session& s, SliderSettings settings, const ViewSlider& chosen) {
  settings.chosen = chosen.slider->id;
  s.views.look.set(std::move(settings));
  s.views.bring_forward(chosen.view->id);
}

void choose_next(Session& s, std::span<const ViewInfo> views) {
  const auto sliders = shown_sliders(s, views);
  auto settings = s.views.look.get<SliderSettings>();
  const bool any = sliders[chosen_among(sliders, settings)].slider->id == settings.chosen;
  const std::size_t next = any ? chosen_among(sliders, settings) + 1 : 0;
  choose(s, std::move(settings), sliders[next % sliders.size()]);
}

void move_chosen(Session& s, std::span<const ViewInfo> views, int stops) {
  const auto sliders = shown_sliders(s, views);
  auto settings = s.views.look.get<SliderSettings>();
  const ViewSlider& chosen = sliders[chosen_among(sliders, settings)];
  const SliderState state = chosen.slider->state(s.views.look, *s.playback.left().document(),
                                                 s.playback.left().position());
  settings.values.insert_or_assign(std::string(chosen.slider->id), state.moved(stops));
  settings.chosen = chosen.slider->id;
  s.history.move_slider(std::move(settings), place_of(chosen), true);
  s.views.bring_forward(chosen.view->id);
}

void reset(Session& s, std::span<const ViewInfo> views) {
  auto settings = s.views.look.get<SliderSettings>();
  const auto sliders = shown_sliders(s, views);
  for (const ViewSlider& each : sliders) settings.values.erase(std::string(each.slider->id));
  s.history.move_slider(std::move(settings), place_of(sliders.back()), false);
  s.views.bring_forward(sliders.back().view->id);
}

}  // namespace

void add_slider_commands(Commands& commands, Session& s, std::span<const ViewInfo> views) {
  if (look_sliders(views).empty()) return;
  CommandGroup group(commands, tr_noop("Views"));
  const auto ready =
      needs_both(needs_run(s), needs([&s, views] { return !shown_sliders(s, views).empty(); },
                                     say("Nothing on show has a slider.")));
  group.add(
      "slider.next", tr_noop("Another slider"), {"Q"}, [&s, views] { choose_next(s, views); },
      ready, tr_noop("Sliders: choose, reset, move"));
  group.add(
      "slider.reset", tr_noop("Sliders as the kernel on show has them"), {"Shift+Q"},
      [&s, views] { reset(s, views); }, ready, "");
  group.add(
      "slider.less", tr_noop("Slider: less"), {"Alt+,"}, [&s, views] { move_chosen(s, views, -1); },
      ready, "");
  group.add(
      "slider.more", tr_noop("Slider: more"), {"Alt+."}, [&s, views] { move_chosen(s, views, 1); },
      ready, "");
}

}  // namespace warpscope
