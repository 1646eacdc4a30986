#include "app/panes/multiprocessor/occupancy_sliders.hpp"

#include <algorithm>

#include "app/panes/multiprocessor/occupancy_page.hpp"
#include "app/subject/document.hpp"

namespace warpscope {
namespace {

constexpr int assumed_registers = 32;

/// A multiprocessor with those banks: the newest of the lectures' that has them, or the one that
/// measured.
const MultiprocessorLimits& machine_with(BankModel model) {
  switch (model) {
    case BankModel::cc1: return *find_multiprocessor(1, 3);
    case BankModel::cc2: return *find_multiprocessor(2, 0);
    case BankModel::cc3x4:
    case BankModel::cc3x8: return *find_multiprocessor(3, 5);
    case BankModel::cc5: break;
  }
  return *find_multiprocessor(9, 0);
}

const Launch* launch_at(const Document& document, std::uint32_t access) {
  const Trace& trace = *document.trace;
  if (trace.launches.empty()) return nullptr;
  if (access >= trace.accesses.size()) return &trace.launches.front();
  return &trace.launches[trace.steps[trace.accesses[access].step].launch];
}

std::string_view id_of(OccupancySlider which) {
  return OccupancyPage::sliders[static_cast<std::size_t>(which)].id;
}

}  // namespace

OccupancyChoice occupancy_choice(const Look& look, const Document& document, std::uint32_t access) {
  const auto settings = look.get<SliderSettings>();
  const auto set = [&](OccupancySlider which) { return settings.find(id_of(which)); };
  OccupancyChoice choice;
  choice.machine = &machine_with(document.summary.model);
  const Launch* launch = launch_at(document, access);
  choice.request.registers = assumed_registers;
  if (launch != nullptr) {
    choice.request.threads = launch->threads();
    choice.request.dynamic_shared =
        static_cast<int>(std::min<std::uint32_t>(launch->shared_bytes, 1U << 30U));
    choice.resources = find_resources(*document.trace, launch->kernel);
    if (choice.resources) choice.request.registers = choice.resources->registers;
  }
  if (const auto place = set(OccupancySlider::capability)) {
    choice.machine = &all_multiprocessors()[static_cast<std::size_t>(*place)];
    choice.machine_follows = false;
  }
  if (const auto threads = set(OccupancySlider::threads)) {
    choice.request.threads = *threads;
    choice.threads_follow = false;
  }
  if (const auto registers = set(OccupancySlider::registers)) {
    choice.request.registers = *registers;
    choice.registers_follow = false;
  }
  if (const auto bytes = set(OccupancySlider::shared)) {
    choice.request.dynamic_shared = *bytes;
    choice.shared_follows = false;
  }
  const auto splits = choice.machine->splits;
  choice.split = std::min(set(OccupancySlider::split).value_or(0), static_cast<int>(splits.size()));
  if (choice.split > 0) choice.request.split = splits[static_cast<std::size_t>(choice.split - 1)];
  return choice;
}

SliderState occupancy_slider(OccupancySlider which, const Look& look, const Document& document,
                             std::uint32_t access) {
  const OccupancyChoice choice = occupancy_choice(look, document, access);
  const MultiprocessorLimits& machine = *choice.machine;
  const auto machines = all_multiprocessors();
  switch (which) {
    case OccupancySlider::capability:
      return {static_cast<int>(choice.machine - machines.data()), 0,
              static_cast<int>(machines.size()) - 1, 1};
    case OccupancySlider::threads: return {choice.request.threads, 1, machine.block_threads, 32};
    case OccupancySlider::registers:
      return {choice.request.registers, 1, machine.thread_registers, 1};
    case OccupancySlider::shared:
      return {choice.request.dynamic_shared, 0, machine.block_shared_opt_in, 512};
    case OccupancySlider::split:
      return {choice.split, 0, static_cast<int>(machine.splits.size()), 1};
    case OccupancySlider::count: break;
  }
  return {};
}

}  // namespace warpscope
