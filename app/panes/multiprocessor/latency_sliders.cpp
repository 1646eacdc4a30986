#include "app/panes/multiprocessor/latency_sliders.hpp"

#include "app/panes/multiprocessor/latency_page.hpp"
#include "app/panes/multiprocessor/occupancy_sliders.hpp"
#include "app/subject/document.hpp"

namespace warpscope {
namespace {

constexpr int assumed_arithmetic = 3;  // every fourth instruction is an access, as in the book

constexpr const LookSlider& face_of(LatencySlider which) {
  return LatencyPage::sliders[static_cast<std::size_t>(which)];
}

}  // namespace

MachineModel LatencyChoice::model() const {
  MachineModel changed = *machine;
  changed.memory(Space::global).latency = latency;
  return changed;
}

LatencyChoice latency_choice(const Look& look, const Document& document, std::uint32_t access) {
  const Trace& trace = *document.trace;
  LatencyChoice choice;
  const auto settings = look.get<SliderSettings>();
  const auto follow = [&](LatencySlider which, int& value) {
    const auto set = settings.find(face_of(which).id);
    if (set) value = *set;
    return !set;
  };
  int waiting = 0;
  choice.waiting_follow = follow(LatencySlider::waiting, waiting);
  choice.waiting = static_cast<WarpWaiting>(waiting);
  choice.machine = choice.waiting == WarpWaiting::book ? &book_machine()
                                                       : &machine_model(document.summary.model);
  choice.arithmetic = assumed_arithmetic;
  choice.latency = choice.machine->memory(Space::global).latency;
  if (access < trace.accesses.size()) {
    choice.launch = trace.steps[trace.accesses[access].step].launch;
    const int threads = trace.launches[choice.launch].threads();
    choice.warps = std::min((threads + warp_lanes - 1) / warp_lanes, choice.machine->max_warps);
  }
  choice.warps_follow = follow(LatencySlider::resident, choice.warps);
  choice.warps = std::clamp(choice.warps, 1, choice.machine->max_warps);
  choice.arithmetic_follow = follow(LatencySlider::arithmetic, choice.arithmetic);
  choice.latency_follow = follow(LatencySlider::latency, choice.latency);
  return choice;
}

int fitting_warps(const LatencyChoice& choice, const Look& look, const Document& document,
                  std::uint32_t access) {
  if (choice.waiting == WarpWaiting::book) return 0;
  const OccupancyChoice asked = occupancy_choice(look, document, access);
  const auto place = static_cast<std::size_t>(asked.machine - all_multiprocessors().data());
  if (capability_names[place] != choice.machine->capability) return 0;
  return occupancy_of(*asked.machine, asked.request).warps();
}

SliderState latency_slider(LatencySlider which, const Look& look, const Document& document,
                           std::uint32_t access) {
  const LatencyChoice choice = latency_choice(look, document, access);
  const auto range = [&](int value, int step) {
    return SliderState{value, face_of(which).low, face_of(which).high, step};
  };
  switch (which) {
    case LatencySlider::resident: return {choice.warps, 1, choice.machine->max_warps, 1};
    case LatencySlider::arithmetic: return range(choice.arithmetic, 1);
    case LatencySlider::latency: return range(choice.latency, 10);
    case LatencySlider::waiting: return range(static_cast<int>(choice.waiting), 1);
    case LatencySlider::count: break;
  }
  return {};
}

}  // namespace warpscope
