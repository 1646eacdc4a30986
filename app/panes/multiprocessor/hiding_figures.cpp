#include "app/panes/multiprocessor/hiding_figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace warpscope {
namespace {

constexpr std::uint32_t chain_loads = 32;
constexpr std::uint32_t turns_before = 4, turns_counted = 8;  // of each warp
constexpr std::uint16_t sectors_of_a_line = 4;

// A record may come from anywhere: what no multiprocessor does is not modelled and not drawn.
constexpr int most_hiding_warps = 128, most_hiding_arithmetic = 4096;
constexpr double last_pipe = 1000;  // cycles of one multiply-add
constexpr std::int64_t last_stamp = 1'000'000'000;

/// How far two numbers are apart, by their ratio.
double ratio_apart(int a, int b) { return std::abs(std::log2((a + 1.0) / (b + 1.0))); }

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

bool same_machine(const std::optional<MachineModel>& a, const std::optional<MachineModel>& b) {
  if (!a || !b) return !a && !b;
  return a->capability == b->capability &&
         a->memory(Space::global).latency == b->memory(Space::global).latency;
}

}  // namespace

std::vector<HidingCurve> hiding_curves(const DeviceRecord& record) {
  std::vector<HidingCurve> curves;
  for (const HidingFigure& figure : record.hiding) {
    auto found = std::ranges::find(curves, figure.arithmetic, &HidingCurve::arithmetic);
    if (found == curves.end()) found = curves.insert(curves.end(), {figure.arithmetic, {}});
    found->points.push_back(&figure);
  }
  std::ranges::sort(curves, {}, &HidingCurve::arithmetic);
  for (HidingCurve& curve : curves) std::ranges::sort(curve.points, {}, &HidingFigure::warps);
  return curves;
}

std::size_t nearest_curve(std::span<const HidingCurve> curves, int arithmetic) {
  const auto apart = [&](const HidingCurve& curve) {
    return ratio_apart(curve.arithmetic, arithmetic);
  };
  return static_cast<std::size_t>(std::ranges::min_element(curves, {}, apart) - curves.begin());
}

const HidingFigure& nearest_point(const HidingCurve& curve, int warps) {
  const auto apart = [&](const HidingFigure* point) { return ratio_apart(point->warps, warps); };
  return **std::ranges::min_element(curve.points, {}, apart);
}

const StampedBlock* nearest_stamps(const DeviceRecord& record, int warps, int arithmetic) {
  const StampedBlock* nearest = nullptr;
  double least = 0;
  for (const StampedBlock& block : record.stamps) {
    if (block.warps > most_hiding_warps) continue;
    const double apart =
        ratio_apart(block.warps, warps) + ratio_apart(block.arithmetic, arithmetic);
    if (nearest != nullptr && apart >= least) continue;
    nearest = &block;
    least = apart;
  }
  return nearest;
}

std::vector<std::vector<WarpSpan>> stamped_spans(const StampedBlock& block) {
  std::vector<std::vector<WarpSpan>> warps(static_cast<std::size_t>(std::max(0, block.warps)));
  std::vector<Stamp> stamps = block.stamps;
  std::ranges::stable_sort(stamps, {}, &Stamp::begin);
  for (const Stamp& stamp : stamps) {
    const bool drawn =
        static_cast<std::size_t>(stamp.warp) < warps.size() && stamp.end < last_stamp;
    if (!drawn) continue;
    auto& spans = warps[static_cast<std::size_t>(stamp.warp)];
    const std::uint32_t before = spans.empty() ? 0 : spans.back().end;
    const auto begin = std::max(before, static_cast<std::uint32_t>(stamp.begin));
    const auto end = static_cast<std::uint32_t>(stamp.end);
    if (end <= begin) continue;
    if (begin > before) spans.push_back({.begin = before, .end = begin, .state = WarpState::ended});
    spans.push_back({.begin = begin,
                     .end = end,
                     .state = stamp.what == "load" ? WarpState::memory : WarpState::arithmetic,
                     .space = Space::global});
  }
  return warps;
}

double stamped_turn(const StampedBlock& block) {
  std::vector<double> turns;
  for (const auto& spans : stamped_spans(block)) {
    const auto loads = std::ranges::count(spans, WarpState::memory, &WarpSpan::state);
    if (loads == 0) continue;
    const auto first = std::ranges::find(spans, WarpState::memory, &WarpSpan::state);
    turns.push_back(static_cast<double>(spans.back().end - first->begin) /
                    static_cast<double>(loads));
  }
  return median_of(std::move(turns));
}

std::optional<MachineModel> machine_of(const DeviceRecord& record, const LatencyChoice& choice) {
  const std::string_view capability = record.device.compute;
  if (choice.machine->capability == capability) return choice.model();
  const auto models = machine_models();
  const auto found = std::ranges::find(models, capability, &MachineModel::capability);
  return found == models.end() ? std::nullopt : std::optional(*found);
}

int multiply_add_cycles(const DeviceRecord& record, const MachineModel& machine) {
  const auto& operations = record.operations;
  const auto found = std::ranges::find(operations, "int_multiply_add", &OperationFigure::operation);
  const bool known = found != operations.end() && found->cycles > 0 && found->cycles < last_pipe;
  return known ? static_cast<int>(std::lround(found->cycles * machine.schedulers)) : 0;
}

double modelled_loads(const MachineModel& machine, int arithmetic, int warps, int pipe_cycles) {
  if (warps > most_hiding_warps || arithmetic > most_hiding_arithmetic) return 0;
  BlockStream stream = load_chain(chain_loads);
  for (WarpInstruction& load : stream.warps.front()) load.units = sectors_of_a_line;
  const ScheduleRequest request{
      .warps = warps, .arithmetic = arithmetic, .arithmetic_cycles = pipe_cycles};
  const auto turn = static_cast<std::uint32_t>(warps * (arithmetic + 1));
  // All warps begin together: that is not counted.
  const Throughput begun = throughput(stream, machine, request, turns_before * turn);
  const Throughput all =
      throughput(stream, machine, request, (turns_before + turns_counted) * turn);
  const double cycles = static_cast<double>(all.cycles) - static_cast<double>(begun.cycles);
  const double bytes = all.bytes_per_cycle * static_cast<double>(all.cycles) -
                       begun.bytes_per_cycle * static_cast<double>(begun.cycles);
  return cycles > 0 ? bytes / bytes_of_a_warps_load / cycles : 0;
}

double HidingFigures::modelled_point() const {
  const HidingFigure* shown = &point();
  const auto& all = curve().points;
  const auto place = static_cast<std::size_t>(std::ranges::find(all, shown) - all.begin());
  return place < modelled.size() ? modelled[place] : 0;
}

double HidingFigures::little(double many) const {
  const HidingFigure& first = *curve().points.front();
  return many * first.loads_per_cycle / first.warps;
}

double HidingFigures::multiplier_limit() const {
  if (!machine || curves.empty() || curve().arithmetic <= 0) return 0;
  return multiply_add > 0 ? machine->schedulers / (1.0 * curve().arithmetic * multiply_add) : 0;
}

double HidingFigures::stamped_cycles() const {
  std::uint32_t end = 0;
  for (const auto& warp : spans) end = std::max(end, warp.empty() ? 0 : warp.back().end);
  return end;
}

void prepare_hiding(HidingFigures& figures, const DeviceRecord* record,
                    const LatencyChoice& choice) {
  const bool other = figures.record != record;
  if (other) figures = {};
  if (record == nullptr) return;
  if (other) {
    figures.record = record;
    figures.curves = hiding_curves(*record);
  }
  figures.warps = choice.warps;
  figures.arithmetic = choice.arithmetic;
  const auto machine = machine_of(*record, choice);
  const bool again = other || !same_machine(machine, figures.machine);
  figures.machine = machine;
  if (again) figures.multiply_add = machine ? multiply_add_cycles(*record, *machine) : 0;
  if (!figures.curves.empty()) {
    const std::size_t near = nearest_curve(figures.curves, choice.arithmetic);
    if (again || near != figures.near) figures.modelled.clear();
    figures.near = near;
    if (figures.machine && figures.modelled.empty()) {
      for (const HidingFigure* point : figures.curve().points) {
        figures.modelled.push_back(modelled_loads(*figures.machine, point->arithmetic, point->warps,
                                                  figures.multiply_add));
      }
    }
  }
  // Beside the book's machine real warps would be compared with something that never was.
  const StampedBlock* stamps = choice.waiting == WarpWaiting::book
                                   ? nullptr
                                   : nearest_stamps(*record, choice.warps, choice.arithmetic);
  if (stamps == nullptr) {
    figures.stamps = nullptr;
    figures.spans.clear();
    return;
  }
  if (!again && stamps == figures.stamps) return;
  figures.stamps = stamps;
  figures.spans = stamped_spans(*stamps);
  figures.modelled_turn = 0;
  if (!figures.machine) return;
  const double loads =
      modelled_loads(*figures.machine, stamps->arithmetic, stamps->warps, figures.multiply_add);
  figures.modelled_turn = loads > 0 ? stamps->warps / loads : 0;
}

}  // namespace warpscope
