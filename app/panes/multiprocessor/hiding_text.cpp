#include "app/panes/multiprocessor/hiding_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panes/multiprocessor/latency_text.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

double thousandfold(double loads_per_cycle) { return 1000 * loads_per_cycle; }

std::string thousandths(double loads_per_cycle) {
  return figure_text(thousandfold(loads_per_cycle));
}

std::string whole(double cycles) { return fixed_text(cycles, 0); }

/// So many loads: a language counts what has no fraction.
std::string measured_loads_text(const HidingFigure& figure) {
  constexpr double no_fraction = 99.95;  // as figure_text() writes it
  const double loads = thousandfold(figure.loads_per_cycle);
  const std::string number = figure_text(loads), rate = bandwidth_text(figure.gigabytes_per_second);
  // Translators: a number with a fraction; in the next one a whole number.
  if (loads < no_fraction)
    return tr("measured: {0} loads in 1,000 cycles, {1} in all", number, rate);
  return tr_n("measured: {1} load in 1,000 cycles, {2} in all",
              "measured: {1} loads in 1,000 cycles, {2} in all", std::llround(loads), number, rate);
}

std::string device_and_date(const DeviceRecord& record) {
  return record.device.name + ", " + record.date.substr(0, 10);
}

}  // namespace

std::string_view hiding_title() {
  return tr("Warp loads per 1,000 cycles, by integer multiply-adds between them");
}

std::string_view hiding_short_title() {
  return tr("Loads per 1,000 cycles, by integer multiply-adds between them");
}

std::string hiding_point_text(const HidingFigures& figures) {
  const HidingFigure& point = figures.point();
  const std::string warps = whole_text(point.warps);
  // Translators: {2} multiply-adds; {3} is the slider's number of warps.
  if (point.warps == figures.warps) {
    return tr_n("{1} warp, {2} multiply-adds", "{1} warps, {2} multiply-adds", point.warps, warps,
                point.arithmetic);
  }
  return tr_n("{1} warp (nearest to {3}), {2} multiply-adds",
              "{1} warps (nearest to {3}), {2} multiply-adds", point.warps, warps, point.arithmetic,
              figures.warps);
}

std::string hiding_modelled_text(const HidingFigures& figures) {
  if (!figures.machine || figures.modelled_point() <= 0) return "";
  // Translators: a number, a compute capability.
  return tr("modelled {0} ({1})", thousandths(figures.modelled_point()),
            figures.machine->capability);
}

std::string hiding_measured_text(const HidingFigures& figures) {
  const double measured = figures.point().loads_per_cycle, modelled = figures.modelled_point();
  const std::string source = device_and_date(*figures.record);
  if (modelled <= 0) return tr("measured {0} ({1})", thousandths(measured), source);
  // Translators: a number, a ratio, a device and a date.
  return tr("measured {0} = {1} × modelled ({2})", thousandths(measured),
            fixed_text(measured / modelled, 2), source);
}

std::string hiding_little_text(const HidingFigures& figures) {
  return tr("Little's law, from one warp {}", thousandths(figures.little(figures.point().warps)));
}

std::string hiding_limit_text(const HidingFigures& figures) {
  const double limit = figures.multiplier_limit();
  const bool binds = limit > 0 && limit < figures.little(figures.curve().points.back()->warps);
  return binds ? tr("multipliers full at {}", thousandths(limit)) : "";
}

std::string hiding_figure_text(const HidingFigures& figures, const HidingFigure& figure) {
  std::string text = tr("Resident warps: {0}, multiply-adds after each load: {1}", figure.warps,
                        figure.arithmetic);
  text += '\n' + measured_loads_text(figure);
  const double turn = figure.cycles_of_a_turn;
  text += '\n' + tr_n("{1} cycle from a load to the next one",
                      "{1} cycles from a load to the next one", std::llround(turn), whole(turn));
  const auto& points = figures.curve().points;
  const auto place = static_cast<std::size_t>(std::ranges::find(points, &figure) - points.begin());
  if (place < figures.modelled.size() && figures.modelled[place] > 0) {
    const double modelled = figures.modelled[place];
    text += '\n' + tr("modelled: {0}, measured is {1} × that", thousandths(modelled),
                      fixed_text(figure.loads_per_cycle / modelled, 2));
  }
  return text + '\n' + measured_text(*figures.record);
}

std::string hiding_meaning(const HidingFigures& figures) {
  std::vector<std::string> lines{
      tr("A warp loads a line of 128 bytes, waits for it, multiplies and adds, each time with the "
         "last result,\nand loads where the line told it to. Each warp has one load under way.")};
  if (!figures.curves.empty()) {
    const double cycles = 1 / figures.little(1);
    lines.push_back(tr_n("Little's law: warps / {1} cycle, until something is used up.",
                         "Little's law: warps / {1} cycles, until something is used up.",
                         std::llround(cycles), whole(cycles)));
  }
  if (!figures.machine) {
    lines.emplace_back(tr("This generation is not modelled."));
    return fmt::format("{}", fmt::join(lines, "\n"));
  }
  lines.emplace_back(
      tr("The model knows no queues in memory: the more loads are under way, the longer each one "
         "takes."));
  if (figures.multiply_add > 0) {
    lines.push_back(
        tr_n("A multiply-add of integers takes up its scheduler's multipliers for {0} cycle, as "
             "measured (page Operations).",
             "A multiply-add of integers takes up its scheduler's multipliers for {0} cycles, as "
             "measured (page Operations).",
             figures.multiply_add));
  }
  lines.push_back(measured_text(*figures.record));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string stamps_title(const HidingFigures& figures) {
  const StampedBlock& block = *figures.stamps;
  const std::string source = device_and_date(*figures.record);
  // Translators: a number of warps, a device and a date.
  if (block.warps == figures.warps && block.arithmetic == figures.arithmetic)
    return tr("Measured, one block alone: {0} warps; {1}", block.warps, source);
  // Translators: {1} and {2} are what the sliders say.
  return tr("Measured, one block alone: {0} warps (nearest to {1} warps and {2} instructions); {3}",
            block.warps, figures.warps, figures.arithmetic, source);
}

std::string stamps_load_text() { return tr("a dependent load"); }

std::string stamps_arithmetic_text(const HidingFigures& figures) {
  const int count = figures.stamps->arithmetic;
  return count == 0 ? "" : tr("{} integer multiply-adds", count);
}

std::string stamps_turn_text(const HidingFigures& figures) {
  const double turn = stamped_turn(*figures.stamps);
  if (turn <= 0) return "";
  // Translators: a load and the arithmetic behind it together.
  if (figures.modelled_turn <= 0)
    return tr_n("both {1} cycle", "both {1} cycles", std::llround(turn), whole(turn));
  return tr_n("both {1} cycle, modelled {2}", "both {1} cycles, modelled {2}", std::llround(turn),
              whole(turn), whole(figures.modelled_turn));
}

std::string stamp_text(const HidingFigures& figures, std::size_t warp, const WarpSpan& span) {
  const std::string what = span.state == WarpState::memory       ? tr("a load from global memory")
                           : span.state == WarpState::arithmetic ? stamps_arithmetic_text(figures)
                                                                 : tr("between stamps");
  return fmt::format("{}\n{}\n{}\n{}", tr("warp {}", warp), cycles_text(span), what,
                     measured_text(*figures.record));
}

}  // namespace warpscope
