#include "app/panes/multiprocessor/occupancy_page.hpp"

#include <fmt/format.h>

#include <vector>

#include "app/layout/text_wrap.hpp"
#include "app/panes/multiprocessor/occupancy_text.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {
namespace {

std::vector<SliderFace> faces_of(const OccupancyChoice& choice, bool russian) {
  const auto& sliders = OccupancyPage::sliders;
  const OccupancyRequest& request = choice.request;
  const MultiprocessorLimits& machine = *choice.machine;
  const std::string split =
      choice.split == 0 ? (russian ? "драйвер" : "driver's") : bytes_text(*request.split);
  return {
      {&sliders[0], russian ? "compute capability" : "capability",
       fmt::format("{}.{}", machine.major, machine.minor), "", choice.machine_follows},
      {&sliders[1], russian ? "нитей в блоке" : "threads in a block",
       std::to_string(request.threads), "", choice.threads_follow},
      {&sliders[2], russian ? "регистров на нить" : "registers of a thread",
       std::to_string(request.registers), "", choice.registers_follow},
      {&sliders[3], russian ? "разделяемая память" : "shared memory of a block",
       bytes_text(request.dynamic_shared), "", choice.shared_follows},
      {&sliders[4], russian ? "из неё и L1" : "shared against L1", split, "", choice.split == 0},
  };
}

}  // namespace

std::string_view OccupancyPage::title(bool russian) const {
  return russian ? "Заполненность" : "Occupancy";
}

std::string OccupancyPage::subtitle(const Frame& frame) const {
  const OccupancyChoice choice = occupancy_choice(frame.look, *frame.document, frame.access);
  const bool russian = frame.language == "ru";
  return fmt::format("{} {}, {}.{}", russian ? "модель:" : "modelled:",
                     occupancy_percent(occupancy_of(*choice.machine, choice.request)),
                     choice.machine->major, choice.machine->minor);
}

void OccupancyPage::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const bool russian = frame.language == "ru";
  const TypeScale type = type_scale(frame.lecture);
  const OccupancyChoice choice = occupancy_choice(frame.look, *frame.document, frame.access);
  const Occupancy found = occupancy_of(*choice.machine, choice.request);
  const bool runs = found.obstacle == OccupancyObstacle::none;
  const TextStyle style{Face::sans, type.body, runs ? frame.theme->text : frame.theme->costly};
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  std::string text = limits_text(*choice.machine, choice.request, found, russian);
  if (runs) text = resident_text(found, russian) + ", " + text;
  for (const std::string_view line : wrap_text(text, area.w, 2, measure)) {
    const Rect row = area.cut_top(type.row);
    canvas.text_fit({row.x, row.center().y}, line, style, row.w);
  }
  rows_.draw(canvas, area, type.row, faces_of(choice, russian), frame, wishes);
}

}  // namespace warpscope
