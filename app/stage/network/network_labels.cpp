#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/network/network_scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {
namespace {

/// Whether the present access has just changed a wire.
bool changed_now(const NetworkScene& scene, std::int32_t wire) {
  const auto events = scene.layout.events(wire);
  const auto at = std::partition_point(events.begin(), events.end(), [&](const NetworkEvent& e) {
    return e.access < scene.frame.access;
  });
  return at != events.end() && at->access == scene.frame.access && scene.frame.motion >= 1;
}

/// The wires' present values on a wire each, as pills in the gap behind the present column.
void draw_pills(Canvas& canvas, const NetworkScene& scene) {
  const Theme& theme = scene.theme();
  const bool begun = scene.layout.groups()[scene.present].begin <= scene.frame.access;
  const float w = scene.pill_width();
  const float h = scene.pill();
  float x = begun ? scene.right(scene.present) + scene.gap / 2
                  : scene.left(scene.present) - scene.gap / 2;
  if (x < scene.plot.x || x - scene.gap > scene.plot.right() || scene.plot.w < w) return;
  x = std::clamp(x, scene.plot.x + w / 2, scene.plot.right() - w / 2);
  for (std::int32_t wire = scene.first_wire; wire < scene.end_wire; ++wire) {
    const float y = scene.y(wire);
    if (y - h / 2 < scene.plot.y || y + h / 2 > scene.plot.bottom()) continue;
    const std::uint32_t word =
        scene.layout.word_at(wire, scene.frame.access, scene.frame.motion >= 1);
    const std::string value = scene.shown(wire, word);
    if (value.empty()) continue;
    const bool now = changed_now(scene, wire);
    const Rect box{x - w / 2, y - h / 2, w, h};
    canvas.fill(box, now ? theme.now : theme.panel, 4);
    if (!now) canvas.stroke(box, mix(theme.panel, theme.active, 0.6F), 1, 4);
    canvas.text({x, y}, value, {Face::mono, scene.value_size, now ? theme.on_accent : theme.text},
                Align::center);
  }
}

/// The values after each column that has been done, as pills of their colour; the present ones are orange.
void draw_all_pills(Canvas& canvas, const NetworkScene& scene) {
  const Theme& theme = scene.theme();
  const float w = scene.pill_width();
  const float h = scene.pill();
  const bool arrived = scene.frame.motion >= 1;
  for (std::int32_t wire = scene.first_wire; wire < scene.end_wire; ++wire) {
    const float y = scene.y(wire);
    if (y - h / 2 < scene.plot.y - 1 || y + h / 2 > scene.plot.bottom() + 1) continue;
    const bool now = changed_now(scene, wire);
    const auto events = scene.layout.events(wire);
    auto event = events.begin();
    std::uint32_t word = scene.layout.first_word(wire);
    for (std::uint32_t g = 0; g < scene.end_group && g <= scene.present; ++g) {
      if (scene.layout.groups()[g].begin > scene.frame.access) break;
      for (; event != events.end() && scene.layout.ops()[event->op].group <= g; ++event) {
        const bool known =
            event->access < scene.frame.access || (arrived && event->access == scene.frame.access);
        if (known) word = event->word;
      }
      const float x = scene.right(g) + scene.gap / 2;
      if (x - w / 2 < scene.plot.x || x + w / 2 > scene.plot.right()) continue;
      const std::string value = scene.shown(wire, word);
      if (value.empty()) continue;
      const Rect box{x - w / 2, y - h / 2, w, h};
      const Color ground = now && g == scene.present ? theme.now : scene.shade(wire, word);
      canvas.fill(box, ground, 3);
      const TextStyle style{Face::mono, scene.value_size, ink_on(ground, theme)};
      if (canvas.width(value, style) <= w) canvas.text({x, y}, value, style, Align::center);
    }
  }
}

/// Whether text beside a wire stays within its bounds.
bool fits(const NetworkScene& scene, float y) {
  const float half = (scene.crowded() ? scene.text_size : scene.value_size) * 0.55F;
  return y - half >= scene.plot.y - scene.slack && y + half <= scene.plot.bottom() + scene.slack;
}

/// A column of values beside the plot.
void draw_column(Canvas& canvas, const NetworkScene& scene, Rect column, bool first) {
  const Theme& theme = scene.theme();
  const bool arrived = scene.frame.motion >= 1;
  for (std::int32_t wire = scene.first_wire; wire < scene.end_wire; ++wire) {
    const float y = scene.y(wire);
    if (!fits(scene, y)) continue;
    const std::uint32_t word = first ? scene.layout.first_word(wire)
                                     : scene.layout.word_at(wire, scene.frame.access, arrived);
    const bool now = !first && changed_now(scene, wire);
    canvas.text_fit({column.right(), y}, scene.shown(wire, word),
                    {Face::mono, scene.value_size, now ? theme.now : theme.text}, column.w,
                    Align::right);
  }
}

/// Element numbers at the left, as many as have room.
void draw_numbers(Canvas& canvas, const NetworkScene& scene, float right) {
  const float size = scene.crowded() ? scene.text_size : scene.value_size;
  const float needs = scene.crowded() ? size + 3 : size;
  std::int32_t every = 1;
  while (static_cast<float>(every) * scene.spacing < needs) every *= 2;
  float free_from = scene.plot.y - scene.slack;
  for (std::int32_t wire = scene.first_wire; wire < scene.end_wire; ++wire) {
    const NetworkWire& place = scene.layout.wires()[static_cast<std::size_t>(wire)];
    const auto& band = scene.layout.bands()[place.band];
    if ((wire - band.first_wire) % every != 0) continue;
    const float y = scene.y(wire);
    const float half = size * 0.55F;
    if (y - half < free_from - 0.5F || !fits(scene, y)) continue;
    free_from = y + half;
    canvas.text({right, y}, std::to_string(place.index), {Face::mono, size, scene.theme().muted},
                Align::right);
  }
}

/// Text in a strip that keeps clear of earlier text.
class LabelRow {
 public:
  LabelRow(Canvas& canvas, Rect strip, float y) : canvas_(canvas), strip_(strip), y_(y) {}

  /// Centred between two ends, moved inside the strip; nothing if it does not fit.
  bool put(float left, float right, const std::string& text, const TextStyle& style, float most) {
    left = std::max(left, strip_.x);
    right = std::min(right, strip_.right());
    if (right <= left) return false;
    const float w = canvas_.width(text, style);
    if (w > std::max(most, right - left)) return false;
    float x = (left + right) / 2 - w / 2;
    x = std::clamp(x, strip_.x, std::max(strip_.x, strip_.right() - w));
    for (const auto& [from, to] : taken_) {
      if (x < to + 8 && x + w > from - 8) return false;
    }
    canvas_.text({x, y_}, text, style);
    taken_.emplace_back(x, x + w);
    return true;
  }

 private:
  Canvas& canvas_;
  Rect strip_;
  float y_;
  std::vector<std::pair<float, float>> taken_;
};

/// "2" if the phase's name says the rest; the whole label if its steps have several names.
std::string short_label(const NetworkScene& scene, std::uint32_t group) {
  const Step& step = scene.step(group);
  return step.value ? std::to_string(*step.value) : step.name;
}

/// For comparators that grow shorter, the last step's label; for other steps their name.
std::string phase_label(const NetworkScene& scene, const NetworkPhase& phase) {
  const std::uint32_t last = phase.first + phase.count - 1;
  const bool compares = scene.layout.groups()[last].comparators > 0;
  if (phase.count == 1 || compares) return step_label(scene.trace(), scene.step(last));
  return scene.step(last).name;
}

/// Whether the present step and its phase have the same name.
bool phase_names_step(const NetworkScene& scene) {
  const NetworkPhase& phase = scene.layout.phases()[scene.layout.groups()[scene.present].phase];
  return phase_label(scene, phase) == step_label(scene.trace(), scene.step(scene.present));
}

/// Whether steps of butterflies, whose name stands below, are to be told by their numbers alone: all
/// alike, if one of them has no room for more.
bool all_short(Canvas& canvas, const NetworkScene& scene, const NetworkPhase& phase) {
  const std::uint32_t end = std::min(phase.first + phase.count, scene.end_group);
  for (std::uint32_t g = std::max(phase.first, scene.first_group); g < end; ++g) {
    if (scene.layout.groups()[g].butterflies == 0) return false;
    const bool now = g == scene.present;
    const TextStyle style{now ? Face::sans_bold : Face::sans, scene.text_size, {}};
    const float room = scene.right(g) - scene.left(g) + scene.gap;
    if (canvas.width(step_label(scene.trace(), scene.step(g)), style) + 8 > room) return true;
  }
  return false;
}

void draw_steps(Canvas& canvas, const NetworkScene& scene, LabelRow& row) {
  const Theme& theme = scene.theme();
  std::vector<bool> brief;
  for (const NetworkPhase& phase : scene.layout.phases()) {
    brief.push_back(all_short(canvas, scene, phase));
  }
  const auto put = [&](std::uint32_t g, bool now) {
    const NetworkPhase& phase = scene.layout.phases()[scene.layout.groups()[g].phase];
    const bool repeated = g > phase.first && &scene.step(g) == &scene.step(g - 1);
    const bool named =
        g + 1 == phase.first + phase.count && scene.layout.groups()[g].comparators > 0;
    if (!now && (phase.count < 2 || repeated || named)) return;  // the phase has its name
    const float left = scene.left(g) - scene.gap / 2, right = scene.right(g) + scene.gap / 2;
    const TextStyle style{now ? Face::sans_bold : Face::sans, scene.text_size,
                          now ? theme.now : theme.muted};
    const std::string whole = step_label(scene.trace(), scene.step(g));
    if (now && row.put(left, right, whole, style, scene.plot.w)) return;
    const bool number = brief[scene.layout.groups()[g].phase];
    if (number || !row.put(left, right, whole, style, 0)) {
      row.put(left, right, short_label(scene, g), style, 0);
    }
  };
  if (!phase_names_step(scene)) put(scene.present, true);
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    if (g != scene.present) put(g, false);
  }
}

void draw_phases(const NetworkScene& scene, LabelRow& row) {
  const Theme& theme = scene.theme();
  const auto phases = scene.layout.phases();
  const std::uint32_t present = scene.layout.groups()[scene.present].phase;
  const Color present_color = phase_names_step(scene) ? theme.now : theme.active;
  const auto put = [&](std::uint32_t p) {
    const std::uint32_t last = phases[p].first + phases[p].count - 1;
    if (last < scene.first_group || phases[p].first >= scene.end_group) return;
    const bool now = p == present;
    row.put(
        scene.left(phases[p].first) - scene.gap / 2, scene.right(last) + scene.gap / 2,
        phase_label(scene, phases[p]),
        {now ? Face::sans_bold : Face::sans, scene.text_size, now ? present_color : theme.muted},
        now ? scene.plot.w : scene.phase_gap);
  };
  put(present);
  for (std::uint32_t p = 0; p < phases.size(); ++p) {
    if (p != present) put(p);
  }
}

}  // namespace

void draw_network_names(Canvas& canvas, const NetworkScene& scene) {
  const auto bands = scene.layout.bands();
  if (scene.band_gap < scene.text_size + 4) return;
  const TextStyle style{Face::sans_bold, scene.text_size, scene.theme().muted};
  for (const NetworkBand& band : bands) {
    const float y = scene.y(band.first_wire) - scene.spacing / 2 - scene.band_gap / 2;
    const float half = scene.text_size * 0.6F;
    if (y - half < scene.plot.y || y + half > scene.plot.bottom()) continue;
    std::vector<std::string> names;
    for (const std::int32_t array : band.arrays) {
      const std::string& name = name_in(scene.trace(), launch_of(scene.frame), array);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) text += ", " + names[i];
    canvas.text_fit({scene.plot.x + 6, y}, text, style, scene.plot.w - 12);
  }
}

void draw_network_values(Canvas& canvas, const NetworkScene& scene) {
  const Rect& first = scene.values_first;
  if (scene.crowded()) return draw_numbers(canvas, scene, first.right());
  const float numbers = static_cast<float>(scene.value_digits) * scene.digit + scene.digit;
  const Rect values{first.right() - numbers + scene.digit, first.y, numbers - scene.digit, first.h};
  draw_column(canvas, scene, values, true);
  draw_numbers(canvas, scene, first.right() - numbers);
  if (scene.values_now.w > 0) draw_column(canvas, scene, scene.values_now, false);
  if (scene.pills()) scene.large ? draw_all_pills(canvas, scene) : draw_pills(canvas, scene);
}

void draw_network_steps(Canvas& canvas, const NetworkScene& scene, Rect strip) {
  const Theme& theme = scene.theme();
  LabelRow row(canvas, strip, strip.center().y);
  const auto put = [&](std::uint32_t g) {
    const bool now = g == scene.present, done = g < scene.present;
    const Color ink = now ? theme.now : done ? theme.active : theme.muted;
    const TextStyle style{now ? Face::sans_bold : Face::sans, scene.text_size,
                          readable(ink, theme.panel, theme)};
    const float left = scene.left(g) - scene.gap / 2, right = scene.right(g) + scene.gap / 2;
    const std::string whole = step_label(scene.trace(), scene.step(g));
    const NetworkPhase& phase = scene.layout.phases()[scene.layout.groups()[g].phase];
    const bool named = g + 1 == phase.first + phase.count;  // by what the phase has come to
    if (now || named) {
      row.put(left, right, whole, style, now ? scene.plot.w : 0);
    } else {
      row.put(left, right, short_label(scene, g), style, 0);
    }
  };
  put(scene.present);
  for (std::uint32_t g = scene.first_group; g < scene.end_group; ++g) {
    if (g != scene.present) put(g);
  }
}

void draw_network_labels(Canvas& canvas, const NetworkScene& scene, Rect strip) {
  const float row = strip.h / 2;
  LabelRow steps(canvas, strip, strip.y + row / 2);
  draw_steps(canvas, scene, steps);
  LabelRow phases(canvas, strip, strip.y + row * 1.5F);
  draw_phases(scene, phases);
}

}  // namespace warpscope
