#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/panes/multiprocessor/occupancy_text.hpp"
#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

std::string count_text(int value, bool russian) { return whole_text(std::max(value, 0), russian); }

std::string_view free_text(bool russian) {
  return russian ? "свободно: для ещё одного блока этого мало"
                 : "free: too little for one more block";
}

}  // namespace

std::string_view slider_name(OccupancySlider slider, bool russian) {
  switch (slider) {
    case OccupancySlider::capability: return "compute capability";
    case OccupancySlider::threads: return russian ? "нитей в блоке" : "threads in a block";
    case OccupancySlider::registers: return russian ? "регистров на нить" : "registers per thread";
    case OccupancySlider::shared: return russian ? "разд. память блока" : "shared per block";
    case OccupancySlider::split: return russian ? "разд. память : L1" : "shared : L1 split";
    case OccupancySlider::count: break;
  }
  return "";
}

std::string_view brief_slider_name(OccupancySlider slider, bool russian) {
  switch (slider) {
    case OccupancySlider::capability: return "capability";
    case OccupancySlider::threads: return russian ? "нити" : "threads";
    case OccupancySlider::registers: return russian ? "регистры" : "registers";
    case OccupancySlider::shared: return russian ? "разд. память" : "shared";
    case OccupancySlider::split: return russian ? "память : L1" : "shared : L1";
    case OccupancySlider::count: break;
  }
  return "";
}

std::string_view brief_curve_title(OccupancySlider slider, bool russian) {
  switch (slider) {
    case OccupancySlider::registers: return russian ? "%, от регистров" : "%, over registers";
    case OccupancySlider::shared: return russian ? "%, от разд. памяти" : "%, over shared";
    default: return russian ? "%, от нитей" : "%, over threads";
  }
}

std::string_view curve_title(OccupancySlider slider, bool russian) {
  switch (slider) {
    case OccupancySlider::registers:
      return russian ? "%, от регистров на нить" : "%, over registers per thread";
    case OccupancySlider::shared:
      return russian ? "%, от разделяемой памяти блока" : "%, over shared memory per block";
    default: return russian ? "%, от нитей в блоке" : "%, over threads in a block";
  }
}

std::string_view model_source(bool russian) {
  return russian ? "по модели: таблицы NVIDIA (CUDA C++ Programming Guide, cuda_occupancy.h)"
                 : "modelled, from NVIDIA's tables (CUDA C++ Programming Guide, cuda_occupancy.h)";
}

std::string registers_source(const OccupancyChoice& choice, bool russian) {
  if (!choice.registers_follow) return russian ? "регистры заданы" : "registers as set";
  if (!choice.resources) {
    return russian ? "регистры неизвестны: число предположено"
                   : "registers are not known: the number is assumed";
  }
  const CompiledResources& from = *choice.resources;
  std::string text =
      fmt::format(fmt::runtime(russian ? "регистры: {} для {}, {}" : "registers: {} for {}, {}"),
                  from.compiler, from.architecture, from.date);
  if (from.fewest_registers < from.registers) {
    text += fmt::format(fmt::runtime(russian ? "; от {} в других вариантах ядра"
                                             : "; from {} in other instances of the kernel"),
                        from.fewest_registers);
  }
  return text;
}

std::string slider_help(OccupancySlider slider, const OccupancyChoice& choice, bool russian) {
  std::string text;
  switch (slider) {
    case OccupancySlider::capability:
      text = russian ? "Поколение GPU; пока не задано, его определяет модель банков (B)"
                     : "The generation of the GPU; unless set, that of the bank model (B)";
      break;
    case OccupancySlider::threads:
      text = russian ? "Нитей в блоке; пока не задано, как в запуске"
                     : "Threads in a block; unless set, those of the launch";
      break;
    case OccupancySlider::registers: text = registers_source(choice, russian); break;
    case OccupancySlider::shared:
      text = russian ? "Разделяемая память блока; пока не задано, как в запуске"
                     : "Shared memory of a block; unless set, that of the launch";
      break;
    case OccupancySlider::split:
      text = russian ? "Сколько памяти мультипроцессора разделяемая, остальное L1"
                     : "How much of the multiprocessor's memory is shared; the rest is L1 cache";
      if (choice.machine->splits.size() < 2)
        text = russian ? "Здесь выбора нет" : "This multiprocessor leaves no choice";
      break;
    case OccupancySlider::count: break;
  }
  return text + (russian ? "\nмышь, колесо; Q выбирает, Alt ← → двигает; Shift Q: как в ядре"
                         : "\ndrag, wheel; Q chooses, Alt ← → moves; Shift Q: as the kernel");
}

std::string slot_text(const Occupancy& occupancy, int slot, bool russian) {
  switch (slot_use(occupancy, slot)) {
    case SlotUse::warp:
      return fmt::format(
          fmt::runtime(russian ? "блок {}, варп {} из {}" : "block {}, warp {} of {}"),
          slot / occupancy.block_warp_slots, slot % occupancy.block_warp_slots + 1,
          occupancy.block_warps);
    case SlotUse::wasted:
      return russian ? "слот пропадает: варпы выделяются парами"
                     : "wasted slot: warps are allotted in pairs";
    case SlotUse::free: break;
  }
  return std::string(free_text(russian));
}

std::string registers_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                           const Occupancy& occupancy, BarPart part, bool russian) {
  if (part == BarPart::free) return std::string(free_text(russian));
  const std::string unit = count_text(machine.register_unit, russian);
  const bool by_block = machine.registers_by_block();
  if (russian) {
    return fmt::format("блок занимает {}: {} нитей по {}, выделено кратно {} на {}; лишних {}",
                       count_text(occupancy.block_registers, russian),
                       count_text(request.threads, russian), request.registers, unit,
                       by_block ? "блок" : "варп", count_text(occupancy.wasted_registers, russian));
  }
  return fmt::format("a block takes {}: {} threads of {}, given to a {} in units of {}; {} wasted",
                     count_text(occupancy.block_registers, russian),
                     count_text(request.threads, russian), request.registers,
                     by_block ? "block" : "warp", unit,
                     count_text(occupancy.wasted_registers, russian));
}

std::string shared_text(const MultiprocessorLimits& machine, const OccupancyRequest& request,
                        const Occupancy& occupancy, BarPart part, bool russian) {
  if (part == BarPart::free) return std::string(free_text(russian));
  if (part == BarPart::cache) {
    const std::string rest = bytes_text(machine.shared_and_l1 - occupancy.shared, russian);
    return russian ? "L1: " + rest : "L1 cache: " + rest;
  }
  const std::string own = bytes_text(request.static_shared + request.dynamic_shared, russian);
  const std::string all = bytes_text(occupancy.block_shared, russian),
                    unit = bytes_text(machine.shared_unit, russian);
  const std::string reserved = bytes_text(machine.reserved_shared, russian);
  const std::string wasted = bytes_text(occupancy.wasted_shared, russian);
  if (russian) {
    return fmt::format("блок занимает {}: своих {}, драйверу {}, кратно {}; лишних {}", all, own,
                       reserved, unit, wasted);
  }
  return fmt::format(
      "a block takes {}: {} of its own, {} for the driver, in units of {}; {} wasted", all, own,
      reserved, unit, wasted);
}

}  // namespace warpscope
