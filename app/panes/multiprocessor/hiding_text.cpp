#include "app/panes/multiprocessor/hiding_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

std::string thousandths(double loads_per_cycle, bool russian) {
  return figure_text(1000 * loads_per_cycle, russian);
}

std::string whole(double cycles, bool russian) { return fixed_text(cycles, 0, russian); }

std::string device_and_date(const DeviceRecord& record) {
  return record.device.name + ", " + record.date.substr(0, 10);
}

}  // namespace

std::string_view hiding_title(bool russian) {
  return russian ? "Чтений варпов за 1\u202f000 тактов, по целым умножениям-сложениям между ними"
                 : "Warp loads per 1,000 cycles, by integer multiply-adds between them";
}

std::string_view hiding_short_title(bool russian) {
  return russian ? "Чтений за 1\u202f000 тактов, по целым умножениям-сложениям между ними"
                 : "Loads per 1,000 cycles, by integer multiply-adds between them";
}

std::string hiding_point_text(const HidingFigures& figures, bool russian) {
  const HidingFigure& point = figures.point();
  const auto many = static_cast<std::uint64_t>(point.warps);
  std::string text = russian ? fmt::format("варпов {}", many) : counted(many, "warp");
  if (point.warps != figures.warps) {
    text += fmt::format(fmt::runtime(russian ? " (ближе всего к {})" : " (nearest to {})"),
                        figures.warps);
  }
  return text +
         fmt::format(fmt::runtime(russian ? ", умножений-сложений {}" : ", {} multiply-adds"),
                     point.arithmetic);
}

std::string hiding_modelled_text(const HidingFigures& figures, bool russian) {
  if (!figures.machine || figures.modelled_point() <= 0) return "";
  return fmt::format("{} {} ({})", russian ? "модель" : "modelled",
                     thousandths(figures.modelled_point(), russian), figures.machine->capability);
}

std::string hiding_measured_text(const HidingFigures& figures, bool russian) {
  const double measured = figures.point().loads_per_cycle, modelled = figures.modelled_point();
  const std::string ratio =
      modelled > 0 ? fmt::format(fmt::runtime(russian ? " = {} × модель" : " = {} × modelled"),
                                 fixed_text(measured / modelled, 2, russian))
                   : std::string();
  return fmt::format("{} {}{} ({})", russian ? "измерено" : "measured",
                     thousandths(measured, russian), ratio, device_and_date(*figures.record));
}

std::string hiding_little_text(const HidingFigures& figures, bool russian) {
  return fmt::format("{} {}",
                     russian ? "закон Литтла, от одного варпа" : "Little's law, from one warp",
                     thousandths(figures.little(figures.point().warps), russian));
}

std::string hiding_limit_text(const HidingFigures& figures, bool russian) {
  const double limit = figures.multiplier_limit();
  const bool binds = limit > 0 && limit < figures.little(figures.curve().points.back()->warps);
  if (!binds) return "";
  return fmt::format("{} {}", russian ? "умножители заняты при" : "multipliers full at",
                     thousandths(limit, russian));
}

std::string hiding_figure_text(const HidingFigures& figures, const HidingFigure& figure,
                               bool russian) {
  std::string text =
      fmt::format(fmt::runtime(russian ? "Варпов {}, умножений-сложений после каждого чтения {}\n"
                                         "измерено: {} чтения за 1\u202f000 тактов, всего {}\n"
                                         "от чтения до следующего {} такта"
                                       : "Resident warps: {}, multiply-adds after each load: {}\n"
                                         "measured: {} loads in 1,000 cycles, {} in all\n"
                                         "{} cycles from a load to the next one"),
                  figure.warps, figure.arithmetic, thousandths(figure.loads_per_cycle, russian),
                  bandwidth_text(figure.gigabytes_per_second, russian),
                  whole(figure.cycles_of_a_turn, russian));
  const auto& points = figures.curve().points;
  const auto place = static_cast<std::size_t>(std::ranges::find(points, &figure) - points.begin());
  if (place < figures.modelled.size() && figures.modelled[place] > 0) {
    const double modelled = figures.modelled[place];
    text += fmt::format(fmt::runtime(russian ? "\nмодель: {}, измерено {} × столько"
                                             : "\nmodelled: {}, measured is {} × that"),
                        thousandths(modelled, russian),
                        fixed_text(figure.loads_per_cycle / modelled, 2, russian));
  }
  return text + '\n' + measured_text(*figures.record, russian);
}

std::string hiding_meaning(const HidingFigures& figures, bool russian) {
  std::string text =
      russian
          ? "Варп читает строку в 128 байт, ждёт её, умножает и складывает, каждый раз с "
            "прошлым результатом,\nи читает там, куда указало прочитанное. Каждый варп держит в "
            "пути одно чтение."
          : "A warp loads a line of 128 bytes, waits for it, multiplies and adds, each time with "
            "the last result,\nand loads where the line told it to. Each warp has one load under "
            "way.";
  if (!figures.curves.empty()) {
    text += fmt::format(
        fmt::runtime(russian ? "\nЗакон Литтла: варпов / {} тактов, пока ничто не занято."
                             : "\nLittle's law: warps / {} cycles, until something is used up."),
        whole(1 / figures.little(1), russian));
  }
  if (!figures.machine) {
    return text +
           (russian ? "\nЭто поколение не моделируется." : "\nThis generation is not modelled.");
  }
  const int cycles = figures.multiply_add;
  text += russian
              ? "\nМодель не знает очередей в памяти: чем больше чтений в пути, тем дольше длится "
                "каждое."
              : "\nThe model knows no queues in memory: the more loads are under way, the longer "
                "each one takes.";
  if (cycles > 0) {
    text += fmt::format(
        fmt::runtime(russian ? "\nЦелое умножение-сложение занимает умножители планировщика на {} "
                               "такта, как измерено (страница «Операции»)."
                             : "\nA multiply-add of integers takes up its scheduler's multipliers "
                               "for {} cycles, as measured (page Operations)."),
        cycles);
  }
  return text + '\n' + measured_text(*figures.record, russian);
}

std::string stamps_title(const HidingFigures& figures, bool russian) {
  const StampedBlock& block = *figures.stamps;
  std::string text = fmt::format(fmt::runtime(russian ? "Измерено, один блок: варпов {}"
                                                      : "Measured, one block alone: {} warps"),
                                 block.warps);
  if (block.warps != figures.warps || block.arithmetic != figures.arithmetic) {
    text += fmt::format(fmt::runtime(russian ? " (ближе всего к {} варпам и {} командам)"
                                             : " (nearest to {} warps and {} instructions)"),
                        figures.warps, figures.arithmetic);
  }
  return text + "; " + device_and_date(*figures.record);
}

std::string stamps_load_text(bool russian) {
  return russian ? "зависимое чтение" : "a dependent load";
}

std::string stamps_arithmetic_text(const HidingFigures& figures, bool russian) {
  const int count = figures.stamps->arithmetic;
  if (count == 0) return "";
  return russian ? fmt::format("целых умн.-сложений: {}", count)
                 : fmt::format("{} integer multiply-adds", count);
}

std::string stamps_turn_text(const HidingFigures& figures, bool russian) {
  const double turn = stamped_turn(*figures.stamps);
  if (turn <= 0) return "";
  std::string text = fmt::format(fmt::runtime(russian ? "вместе {} тактов" : "both {} cycles"),
                                 whole(turn, russian));
  if (figures.modelled_turn <= 0) return text;
  return text + fmt::format(fmt::runtime(russian ? ", модель {}" : ", modelled {}"),
                            whole(figures.modelled_turn, russian));
}

std::string stamp_text(const HidingFigures& figures, std::size_t warp, const WarpSpan& span,
                       bool russian) {
  std::string what;
  if (span.state == WarpState::memory) {
    what = russian ? "чтение из глобальной памяти" : "a load from global memory";
  } else if (span.state == WarpState::arithmetic) {
    what = stamps_arithmetic_text(figures, russian);
  } else {
    what = russian ? "между отметками" : "between stamps";
  }
  return fmt::format("{} {}\n{} {} … {} ({})\n{}\n{}", russian ? "варп" : "warp", warp,
                     russian ? "такты" : "cycles", whole_text(span.begin, russian),
                     whole_text(span.end, russian), whole_text(span.end - span.begin, russian),
                     what, measured_text(*figures.record, russian));
}

}  // namespace warpscope
