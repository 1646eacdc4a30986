#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/panes/multiprocessor/occupancy_text.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

std::string count_text(int value) { return whole_text(std::max(value, 0)); }

std::string_view free_text() { return tr("free: too little for one more block"); }

}  // namespace

SliderNames slider_names(OccupancySlider slider) {
  switch (slider) {
    case OccupancySlider::capability:
      return {tr("compute capability (CC)"), tr("compute capability"), "CC"};
    case OccupancySlider::threads:
      return {tr("threads per block"), tr("threads per block"), tr_c("in brief", "threads")};
    case OccupancySlider::registers:
      return {tr("registers per thread"), tr("registers per thread"),
              tr_c("in brief", "registers")};
    case OccupancySlider::shared:
      return {tr("shared memory per block"), tr("shared per block"), tr_c("in brief", "shared")};
    case OccupancySlider::split:
      return {tr("shared memory of the SM (the rest is L1)"), tr("SM shared (rest is L1)"),
              tr("SM shared")};
    case OccupancySlider::count: break;
  }
  return {};
}

std::array<std::string_view, 3> curve_titles(OccupancySlider slider) {
  switch (slider) {
    case OccupancySlider::registers:
      return {tr("Occupancy, %, by registers per thread"), tr("Occupancy, %, by registers"),
              tr("%, by registers")};
    case OccupancySlider::shared:
      return {tr("Occupancy, %, by shared memory per block"), tr("Occupancy, %, by shared"),
              tr("%, by shared")};
    default:
      return {tr("Occupancy, %, by threads per block"), tr("Occupancy, %, by threads"),
              tr("%, by threads")};
  }
}

std::string_view model_source() {
  return tr("modelled, from NVIDIA's tables (CUDA C++ Programming Guide, cuda_occupancy.h)");
}

std::string registers_source(const OccupancyChoice& choice) {
  if (!choice.registers_follow) return tr("registers as set by hand");
  if (!choice.resources) return tr("registers are not known: the number is assumed");
  const CompiledResources& from = *choice.resources;
  const MultiprocessorLimits& machine = *choice.machine;
  const bool own = from.architecture == fmt::format("sm_{}{}", machine.major, machine.minor);
  // Translators: a compiler, "sm_90", a date; in the next one "sm_90", a capability's two numbers, a
  // compiler, a date.
  std::string text =
      own ? tr("registers: {0} for {1}, {2}", from.compiler, from.architecture, from.date)
          : tr("registers of the code for {0}, for CC {1}.{2} their number may differ ({3}, {4})",
               from.architecture, machine.major, machine.minor, from.compiler, from.date);
  if (from.fewest_registers >= from.registers) return text;
  // Translators: {0} is one of the two sentences above.
  return tr("{0}; from {1} in other instances of the kernel", text, from.fewest_registers);
}

std::string slider_help(OccupancySlider slider, const OccupancyChoice& choice) {
  std::string text;
  switch (slider) {
    case OccupancySlider::capability:
      text = tr("The generation of the GPU; unless set, that of the bank model (B)");
      break;
    case OccupancySlider::threads:
      text = tr("Threads per block; unless set, those of the launch");
      break;
    case OccupancySlider::registers: text = registers_source(choice); break;
    case OccupancySlider::shared:
      text = tr("Shared memory of a block; unless set, that of the launch");
      break;
    case OccupancySlider::split:
      text = choice.machine->splits.size() < 2
                 ? tr("This multiprocessor leaves no choice")
                 : tr("How much of the multiprocessor's memory is shared; the rest is L1 cache");
      break;
    case OccupancySlider::count: break;
  }
  return text + '\n' + tr("drag, wheel; Q chooses, Alt ← → moves; Shift Q: reset to the kernel");
}

std::string slot_text(const Occupancy& occupancy, int slot) {
  switch (slot_use(occupancy, slot)) {
    case SlotUse::warp:
      return tr("block {0}, warp {1} of {2}", slot / occupancy.block_warp_slots,
                slot % occupancy.block_warp_slots + 1, occupancy.block_warps);
    case SlotUse::wasted: return tr("wasted slot: warps are allotted in pairs");
    case SlotUse::free: break;
  }
  return std::string(free_text());
}

std::string registers_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                           const Occupancy& occupancy, BarPart part) {
  if (part == BarPart::free) return std::string(free_text());
  const std::string all = count_text(occupancy.block_registers),
                    threads = count_text(request.threads), unit = count_text(machine.register_unit),
                    wasted = count_text(occupancy.wasted_registers);
  // Translators: {1} registers of a block; {2} threads of {3} registers each; {4} and {5} registers.
  if (machine.registers_by_block()) {
    return tr_n(
        "a block takes {1}: {2} thread of {3}, given to a block in units of {4}; {5} lost to "
        "rounding up",
        "a block takes {1}: {2} threads of {3}, given to a block in units of {4}; {5} lost to "
        "rounding up",
        request.threads, all, threads, request.registers, unit, wasted);
  }
  return tr_n(
      "a block takes {1}: {2} thread of {3}, given to a warp in units of {4}; {5} lost to rounding "
      "up",
      "a block takes {1}: {2} threads of {3}, given to a warp in units of {4}; {5} lost to "
      "rounding "
      "up",
      request.threads, all, threads, request.registers, unit, wasted);
}

std::string shared_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                        const Occupancy& occupancy, BarPart part) {
  if (part == BarPart::free) return std::string(free_text());
  if (part == BarPart::cache) {
    return tr("L1 cache: {}", bytes_text(machine.shared_and_l1 - occupancy.shared));
  }
  const std::string own = bytes_text(request.static_shared + request.dynamic_shared);
  const std::string all = bytes_text(occupancy.block_shared),
                    unit = bytes_text(machine.shared_unit);
  const std::string reserved = bytes_text(machine.reserved_shared);
  const std::string wasted = bytes_text(occupancy.wasted_shared);
  // Translators: bytes.
  return tr(
      "a block takes {0}: {1} of its own, {2} reserved by CUDA, in units of {3}; {4} lost to "
      "rounding up",
      all, own, reserved, unit, wasted);
}

}  // namespace warpscope
