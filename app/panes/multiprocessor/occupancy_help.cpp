#include <fmt/format.h>

#include <algorithm>
#include <array>
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

SliderNames slider_names(OccupancySlider slider, bool russian) {
  switch (slider) {
    case OccupancySlider::capability:
      return russian ? SliderNames{"вычислительные возможности (CC)", "выч. возможности (CC)", "CC"}
                     : SliderNames{"compute capability (CC)", "compute capability", "CC"};
    case OccupancySlider::threads:
      return russian ? SliderNames{"нитей в блоке", "нитей в блоке", "нити"}
                     : SliderNames{"threads per block", "threads per block", "threads"};
    case OccupancySlider::registers:
      return russian ? SliderNames{"регистров на нить", "регистров на нить", "регистры"}
                     : SliderNames{"registers per thread", "registers per thread", "registers"};
    case OccupancySlider::shared:
      return russian ? SliderNames{"разделяемая память блока", "разд. память блока", "разд. память"}
                     : SliderNames{"shared memory per block", "shared per block", "shared"};
    case OccupancySlider::split:
      return russian ? SliderNames{"разделяемая память SM (остальное L1)",
                                   "разд. память SM (остальное L1)", "память SM"}
                     : SliderNames{"shared memory of the SM (the rest is L1)",
                                   "SM shared (rest is L1)", "SM shared"};
    case OccupancySlider::count: break;
  }
  return {};
}

std::array<std::string_view, 3> curve_titles(OccupancySlider slider, bool russian) {
  using Titles = std::array<std::string_view, 3>;
  switch (slider) {
    case OccupancySlider::registers:
      return russian ? Titles{"Заполненность, %, в зависимости от числа регистров на нить",
                              "Заполненность, %, от числа регистров", "%, от регистров"}
                     : Titles{"Occupancy, %, by registers per thread", "Occupancy, %, by registers",
                              "%, by registers"};
    case OccupancySlider::shared:
      return russian ? Titles{"Заполненность, %, в зависимости от разделяемой памяти блока",
                              "Заполненность, %, от разд. памяти", "%, от разд. памяти"}
                     : Titles{"Occupancy, %, by shared memory per block", "Occupancy, %, by shared",
                              "%, by shared"};
    default:
      return russian ? Titles{"Заполненность, %, в зависимости от числа нитей в блоке",
                              "Заполненность, %, от числа нитей", "%, от числа нитей"}
                     : Titles{"Occupancy, %, by threads per block", "Occupancy, %, by threads",
                              "%, by threads"};
  }
}

std::string_view model_source(bool russian) {
  return russian ? "по модели: таблицы NVIDIA (CUDA C++ Programming Guide, cuda_occupancy.h)"
                 : "modelled, from NVIDIA's tables (CUDA C++ Programming Guide, cuda_occupancy.h)";
}

std::string registers_source(const OccupancyChoice& choice, bool russian) {
  if (!choice.registers_follow)
    return russian ? "число регистров задано вручную" : "registers as set by hand";
  if (!choice.resources) {
    return russian ? "регистры неизвестны: число предположено"
                   : "registers are not known: the number is assumed";
  }
  const CompiledResources& from = *choice.resources;
  std::string text =
      fmt::format(fmt::runtime(russian ? "регистры: {} для {}, {}" : "registers: {} for {}, {}"),
                  from.compiler, from.architecture, from.date);
  const MultiprocessorLimits& machine = *choice.machine;
  if (from.architecture != fmt::format("sm_{}{}", machine.major, machine.minor)) {
    text = fmt::format(
        fmt::runtime(russian ? "регистры кода для {}, для CC {}.{} их число может быть другим "
                               "({}, {})"
                             : "registers of the code for {}, for CC {}.{} their number may "
                               "differ ({}, {})"),
        from.architecture, machine.major, machine.minor, from.compiler, from.date);
  }
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
                     : "Threads per block; unless set, those of the launch";
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
  return text + (russian
                     ? "\nмышь, колесо; Q выбирает, Alt ← → двигает; Shift Q: вернуть значения ядра"
                     : "\ndrag, wheel; Q chooses, Alt ← → moves; Shift Q: reset to the kernel");
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
    return fmt::format(
        "блок занимает {}: {} нитей по {}, выделено кратно {} на {}; потери на округление {}",
        count_text(occupancy.block_registers, russian), count_text(request.threads, russian),
        request.registers, unit, by_block ? "блок" : "варп",
        count_text(occupancy.wasted_registers, russian));
  }
  return fmt::format(
      "a block takes {}: {} threads of {}, given to a {} in units of {}; {} lost to rounding up",
      count_text(occupancy.block_registers, russian), count_text(request.threads, russian),
      request.registers, by_block ? "block" : "warp", unit,
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
    return fmt::format(
        "блок занимает {}: своих {}, зарезервировано CUDA {}, кратно {}; потери на округление {}",
        all, own, reserved, unit, wasted);
  }
  return fmt::format(
      "a block takes {}: {} of its own, {} reserved by CUDA, in units of {}; {} lost to rounding "
      "up",
      all, own, reserved, unit, wasted);
}

}  // namespace warpscope
