#include "app/panes/multiprocessor/occupancy_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/panes/multiprocessor/occupancy_layout.hpp"
#include "app/panes/multiprocessor/occupancy_text.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr std::array curve_sliders{OccupancySlider::threads, OccupancySlider::registers,
                                   OccupancySlider::shared};

/// Full names where all of them have room beside tracks.
bool names_fit(const Canvas& canvas, const OccupancyScene& scene, float width) {
  constexpr float track_and_value = 150;
  float widest = 0;
  for (std::size_t i = 0; i < OccupancyPage::sliders.size(); ++i) {
    const SliderNames names = slider_names(static_cast<OccupancySlider>(i));
    widest = std::max(widest, canvas.width(names.full, {Face::sans, scene.type.body, {}}));
  }
  return widest + track_and_value * scene.type.small / 12 <= width;
}

std::vector<SliderFace> faces_of(const OccupancyChoice& choice, bool full_names) {
  const OccupancyRequest& request = choice.request;
  const MultiprocessorLimits& machine = *choice.machine;
  const std::string split = choice.split == 0 ? tr("auto") : bytes_text(*request.split);
  const std::array<std::string, OccupancyPage::sliders.size()> values{
      fmt::format("{}.{}", machine.major, machine.minor), whole_text(request.threads),
      whole_text(request.registers), bytes_text(request.dynamic_shared), split};
  const std::array<bool, OccupancyPage::sliders.size()> follows{
      choice.machine_follows, choice.threads_follow, choice.registers_follow, choice.shared_follows,
      choice.split == 0};
  std::vector<SliderFace> faces;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto which = static_cast<OccupancySlider>(i);
    const SliderNames names = slider_names(which);
    faces.push_back({&OccupancyPage::sliders[i], std::string(full_names ? names.full : names.label),
                     values[i], fmt::format("{}\n{}", names.full, slider_help(which, choice)),
                     follows[i], std::string(names.brief)});
  }
  const bool assumed = choice.registers_follow && !choice.resources;
  if (assumed) faces[2].value = tr("assumed {}", faces[2].value);
  return faces;
}

/// The verdict in two parts: what is resident, and what limits it.
struct Verdict {
  std::string percent, resident, limits;
  TextStyle strong, plain, limiting;
  [[nodiscard]] float width(const Canvas& canvas) const {
    return canvas.width(percent, strong) + gap + canvas.width(resident, plain) + gap +
           canvas.width(limits, limiting);
  }
  static constexpr float gap = 12;
};

Verdict verdict_of(const OccupancyScene& scene) {
  const Theme& theme = scene.theme();
  const bool runs = scene.found.obstacle == OccupancyObstacle::none;
  const bool full = scene.found.full();
  return {.percent = occupancy_percent(scene.found),
          .resident = runs ? resident_text(scene.found) : "",
          .limits = limits_text(scene.machine(), scene.choice.request, scene.found),
          .strong = {Face::sans_bold, scene.type.strong, full ? theme.free : theme.text},
          .plain = {Face::sans, scene.type.body, theme.text},
          .limiting = {Face::sans_bold, scene.type.body, scene.limit_color()}};
}

/// In one row, or in two if the second one has room.
void draw_verdict(Canvas& canvas, Rect row, Rect second, const Verdict& verdict,
                  const OccupancyScene& scene, Wishes& wishes) {
  const bool pointed = scene.points_at(row) || scene.points_at(second);
  row.cut_left(canvas.text_fit({row.x, row.center().y}, verdict.percent, verdict.strong, row.w));
  row.cut_left(Verdict::gap);
  if (!verdict.resident.empty()) {
    row.cut_left(canvas.text_fit({row.x, row.center().y}, verdict.resident, verdict.plain, row.w));
    row.cut_left(Verdict::gap);
  }
  if (second.h > 0) row = second;
  canvas.text_fit({row.x, row.center().y}, verdict.limits, verdict.limiting, row.w);
  if (!pointed) return;
  wishes.tooltip =
      fmt::format("{}\n{}\n{}", verdict.limits, model_source(), registers_source(scene.choice));
}

std::string_view reset_text() { return tr("reset to the kernel"); }

/// It in a frame: a click sets all sliders back. Cuts its room off `row`.
void offer_reset(Canvas& canvas, Rect& row, const OccupancyScene& scene, Wishes& wishes) {
  if (scene.choice.follows()) return;
  const Theme& theme = scene.theme();
  const std::string_view text = reset_text();
  const TextStyle style{Face::sans, scene.type.small, theme.text};
  const float width = canvas.width(text, style) + 20;
  if (row.w < 2.5F * width) return;
  const Rect button = row.cut_right(width).inset(0, 2);
  row.cut_right(Verdict::gap);
  const bool over = scene.points_at(button);
  canvas.fill(button, over ? mix(theme.raised, theme.text, 0.1F) : theme.raised, 5);
  canvas.stroke(button, theme.hairline, 1, 5);
  canvas.text(button.center(), text, style, Align::center);
  if (!over) return;
  wishes.tooltip = tr("Sliders as the kernel on show has them\nShift+Q");
  if (scene.frame.pointer.pressed) wishes.command = "slider.reset";
}

}  // namespace

std::string_view OccupancyPage::title() const { return tr("Occupancy"); }

std::string OccupancyPage::subtitle(const Frame& frame) const {
  const OccupancyChoice choice = occupancy_choice(frame.look, *frame.document, frame.access);
  // Translators: CC is the compute capability, of which these are two numbers.
  return tr("modelled, CC {0}.{1}", choice.machine->major, choice.machine->minor);
}

void OccupancyPage::on_document(const Document&) { asked_.reset(); }

void OccupancyPage::ask(const OccupancyChoice& choice) {
  const Asked now{choice.machine, choice.request};
  if (asked_ == now) return;
  asked_ = now;
  found_ = occupancy_of(*choice.machine, choice.request);
  curves_[0] = {curve_sliders[0], occupancy_over_threads(*choice.machine, choice.request)};
  curves_[1] = {curve_sliders[1], occupancy_over_registers(*choice.machine, choice.request)};
  curves_[2] = {curve_sliders[2], occupancy_over_shared(*choice.machine, choice.request)};
}

/// The curve over the chosen slider; over threads unless there is one.
const OccupancyCurve& OccupancyPage::chosen_curve(const Frame& frame) const {
  const std::string chosen = frame.look.get<SliderSettings>().chosen;
  for (const OccupancyCurve& curve : curves_) {
    if (sliders[static_cast<std::size_t>(curve.slider)].id == chosen) return curve;
  }
  return curves_.front();
}

void OccupancyPage::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const OccupancyChoice choice = occupancy_choice(frame.look, *frame.document, frame.access);
  ask(choice);
  const OccupancyScene scene{choice, found_, frame, type_scale(frame.lecture)};
  Verdict verdict = verdict_of(scene);
  const TextStyle small{Face::sans, scene.type.small, {}};
  const float button = choice.follows() ? 0 : canvas.width(reset_text(), small) + 20 + Verdict::gap;
  // In a low pane a second row would be missed.
  const bool low = area.h < 14 * scene.type.small;
  if (low && verdict.width(canvas) + button > area.w && !verdict.resident.empty()) {
    verdict.resident = brief_resident_text(found_);
  }
  OccupancyLayout at =
      occupancy_layout(area, scene.type.small, scene.type.row, verdict.width(canvas) + button);
  Rect first = at.verdict.cut_top(at.verdict.h / static_cast<float>(at.verdict_lines));
  offer_reset(canvas, first, scene, wishes);
  draw_verdict(canvas, first, at.verdict, verdict, scene, wishes);
  const bool full_names = names_fit(canvas, scene, at.sliders.w);
  rows_.draw(canvas, at.sliders, at.slider_row, faces_of(choice, full_names), frame, wishes);
  if (at.machine.w > 0) draw_multiprocessor(canvas, at.machine, scene, wishes);
  draw_machine_legend(canvas, at.legend, scene);
  if (!frame.pointer.down) held_curve_.reset();
  for (std::size_t i = 0; i < at.curves.size(); ++i) {
    const bool all = at.curves.size() == curves_.size();
    const OccupancyCurve& curve = all ? curves_.at(i) : chosen_curve(frame);
    if (frame.pointer.pressed && scene.points_at(at.curves[i])) held_curve_ = curve.slider;
    draw_occupancy_curve(canvas, at.curves[i], curve, held_curve_ == curve.slider, scene, wishes);
  }
  if (at.source.w > 0) {
    const std::string source = fmt::format("{}; {}", model_source(), registers_source(choice));
    draw_parts(canvas, {at.source.x, at.source.bottom() - scene.type.small * 0.6F}, source,
               {Face::sans, scene.type.small, scene.theme().muted}, at.source.w);
  }
}

}  // namespace warpscope
