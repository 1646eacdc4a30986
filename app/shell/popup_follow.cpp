// What is followed: a field to pin something, the list of filters, the ways between accesses, and all accesses
// of an element.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "app/commands/session_commands.hpp"
#include "app/follow/cell_accesses.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/source_phases.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr float cell_list_height = 10 * 38;
constexpr std::size_t most_listed = 500;  // that a list shows at once: nobody reads more

/// What is at hand to be pinned: of the present access.
std::vector<Pin> pins_at_hand(const Trace& trace, const Followed& followed, std::uint32_t number) {
  const Access& access = trace.accesses[number];
  const int lane = std::countr_zero(access.mask);
  std::vector<Pin> pins{PinnedLane{lane}, PinnedThread{access.warp * warp_lanes + lane},
                        PinnedWarp{access.warp}};
  if (const auto cell = cell_at(trace, followed, number)) {
    pins.push_back(cell_pin(trace, cell->array, cell->index));
  }
  pins.emplace_back(PinnedLine{line_of(trace, access)});
  return pins;
}

/// "access 12   add, s = 8   warp 2   lanes 0 … 15".
std::string cell_row_text(const Trace& trace, const CellAccess& row) {
  const Access& access = trace.accesses[row.access];
  const Step& step = trace.steps[access.step];
  std::string text = tr("access {}", row.access) + "   ";
  if (trace.launches.size() > 1) {
    text += tr("launch {}", launch_number(trace, step.launch)) + "   ";
  }
  return text + step_text(trace, step) + "   " + tr("warp {}", access.warp) + ", " +
         lanes_text(row.lanes);
}

/// "line 40   load   = 7".
std::string cell_row_detail(const Trace& trace, const CellPlace& cell, const CellAccess& row) {
  const Access& access = trace.accesses[row.access];
  const std::string value = cell_access_value(trace, cell, row, std::countr_zero(row.lanes));
  bool several = false;
  for_each_lane(row.lanes, [&](int lane, int) {
    several = several || cell_access_value(trace, cell, row, lane) != value;
  });
  return tr("line {}", trace.line_of(access)) + "   " +
         std::string(tr(traits_of(access.operation).name)) + "   " +
         // Translators: in place of a value: the lanes have several.
         (several ? tr("several values") : value);
}

}  // namespace

void Popups::draw_pin(const WidgetStyle& style) {
  const Playhead& head = session_.playback.left();
  if (!head.ready()) {  // it went away behind the popup
    session_.popup.shown = Popup::none;
    return;
  }
  const Trace& trace = *head.document()->trace;
  heading(style, tr("Pin and follow"));
  const std::string problem = problem_.text();
  const std::string first =
      element_name(trace, trace.steps[trace.accesses[head.position()].step].launch,
                   trace.accesses[head.position()].array, 0);
  // Translators: what may be typed; 'warp', 'thread' and 'line' are typed in English. The field is an element.
  const std::string hint = tr("e.g. 5 for lane 5, warp 1, thread 37, line 12, {}", first);
  if (text_field(style, "pin", fields_[0], {.hint = hint, .message = problem, .focus = appears_})) {
    auto pin = parse_pin(trace, head.position(), fields_[0]);
    if (!pin) return finish(pin.error());
    session_.following.pin(std::move(pin).value());
    return finish(Done{});
  }
  const auto pins = pins_at_hand(trace, session_.following.left(), head.position());
  const std::uint32_t launch = trace.steps[trace.accesses[head.position()].step].launch;
  std::vector<std::string> names;
  int chosen = -1;
  for (const Pin& pin : pins) {
    if (pin == session_.following.wanted().pin) chosen = static_cast<int>(names.size());
    names.push_back(pin_text(pin, trace, launch));
  }
  const int clicked = chips(style, names, chosen);
  paragraph(style,
            tr("What is pinned keeps its colours in all panes, and the rest fades. Escape unpins."),
            style.theme.muted);
  if (clicked < 0) return;
  session_.following.pin(pins[static_cast<std::size_t>(clicked)]);
  finish(Done{});
}

std::vector<Popups::Choice> Popups::filters() const {
  const Playhead& head = session_.playback.left();
  if (!head.ready()) return {};
  const Trace& trace = *head.document()->trace;
  const AccessFilter& now = session_.following.wanted().filter;
  const Access& here = trace.accesses[head.position()];
  std::vector<Choice> list;
  // One row for each value of a condition; the row in force ends it.
  const auto offer = [&](std::string part, auto AccessFilter::*member, const auto& values) {
    for (const auto& value : values) {
      AccessFilter only, next = now;
      only.*member = value;
      const bool chosen = now.*member == value;
      if (chosen) {
        (next.*member).reset();
      } else {
        next.*member = value;
      }
      Choice choice;
      choice.text = only.phase ? only.phase->title : filter_text(only);
      choice.chosen = chosen;
      choice.part = std::exchange(part, {});
      choice.choose = [this, next = std::move(next)]() -> Status {
        session_.following.filter(next);
        return Done{};
      };
      list.push_back(std::move(choice));
    }
  };
  std::vector<NamedPhase> phases;
  for (const auto& [file, phase] : TracePhases(trace).used(trace)) {
    phases.push_back({file, phase.title, phase.short_title()});
  }
  // Translators: a part of a kernel under a heading, such as "phase 2: sum by a tree".
  offer(tr("Phase"), &AccessFilter::phase, phases);
  std::vector<std::string> arrays;
  for (const Array& array : trace.arrays) {
    if (std::ranges::count(arrays, array.name) == 0) arrays.push_back(array.name);
  }
  offer(tr("Array"), &AccessFilter::array, arrays);
  std::vector<FileLine> lines, callers;
  const auto keep = [](std::vector<FileLine>& known, FileLine line) {
    if (std::ranges::count(known, line) == 0) known.push_back(std::move(line));
  };
  for (const LineCost& line : head.document()->summary.lines) {
    keep(lines, {trace.sources[line.source].name, line.line});
  }
  offer(tr("Line"), &AccessFilter::line, lines);
  std::vector<std::int32_t> warps;
  const int count = (trace.launch_of(here).threads() + warp_lanes - 1) / warp_lanes;
  for (std::int32_t warp = 0; warp < count; ++warp) warps.push_back(warp);
  if (warps.size() > 1) offer(tr("Warp"), &AccessFilter::warp, warps);
  std::vector<std::int64_t> launches;
  for (std::uint32_t launch = 0; launch < trace.launches.size(); ++launch) {
    launches.push_back(launch_number(trace, launch));
  }
  if (launches.size() > 1) offer(tr("Launch"), &AccessFilter::launch, launches);
  for (const CodeLocation& location : trace.locations) {
    if (location.caller < 0) continue;
    const CodeLocation& call = trace.locations[static_cast<std::size_t>(location.caller)];
    keep(callers, {trace.sources[call.source].name, call.line});
  }
  offer(tr("Caller"), &AccessFilter::caller, callers);
  return list;
}

std::vector<Popups::Choice> Popups::landmarks() const {
  std::vector<Choice> list;
  for (const Command& command : commands_.all()) {
    if (command.group != landmark_group || command.id == "landmark" || !command.enabled()) continue;
    list.push_back({shown_title(command),
                    command.keys.empty() ? "" : shown_text(command.keys.front()), false,
                    [this, run = &command]() -> Status {
                      session_.popup.shown = Popup::none;
                      run->run();
                      return Done{};
                    }});
  }
  return list;
}

void Popups::find_rows() {
  const auto& list = session_.following.cell_list();
  rows_of_ = list.accesses.size();
  rows_.clear();
  const Followed& followed = session_.following.left();
  for (std::uint32_t i = 0; i < list.accesses.size(); ++i) {
    const std::uint32_t access = list.accesses[i].access;
    const Operation operation = list.document->trace->accesses[access].operation;
    const bool wanted =
        rows_kind_ == 0 ||
        (rows_kind_ == 1 ? !writes(operation) || is_atomic(operation) : writes(operation));
    if (wanted && followed.passes(access)) rows_.push_back(i);
  }
  // The one at the playhead, or before it.
  const std::uint32_t now = session_.playback.left().position();
  const auto after = std::upper_bound(
      rows_.begin(), rows_.end(), now,
      [&](std::uint32_t at, std::uint32_t i) { return at < list.accesses[i].access; });
  highlighted_ = std::max(0, static_cast<int>(after - rows_.begin()) - 1);
}

void Popups::draw_cell(const WidgetStyle& style) {
  const auto& list = session_.following.cell_list();
  if (list.document != session_.playback.left().document()) {
    session_.popup.shown = Popup::none;  // another run is shown behind the list
    return;
  }
  const Trace& trace = *list.document->trace;
  const Access& here = trace.accesses[session_.playback.left().position()];
  const std::string name =
      element_name(trace, trace.steps[here.step].launch, list.cell.array, list.cell.index);
  heading(style, tr("All accesses of {}", name));
  if (!list.complete) {
    return paragraph(style, tr("Looking through the run …"), style.theme.muted);
  }
  // Translators: accesses of an element: all of them, those that read it, those that write it.
  const std::array<std::string, 3> kinds{tr("All"), tr("Reads"), tr("Writes")};
  const int kind = chips(style, kinds, rows_kind_);
  if (kind >= 0 || list.accesses.size() != rows_of_) {
    if (kind >= 0) rows_kind_ = kind;
    find_rows();
  }
  if (rows_.empty()) return paragraph(style, tr("There is none."), style.theme.muted);
  const int count = static_cast<int>(rows_.size());
  follow_arrow_keys(highlighted_, count);
  int chosen = confirmed(style) ? highlighted_ : -1;
  // Those around the highlighted one; arrow keys lead to the others.
  const int shown = std::min(count, static_cast<int>(most_listed));
  const int first = std::clamp(highlighted_ - shown / 2, 0, count - shown);
  {
    const ScrollArea area(style, "rows",
                          std::min(cell_list_height, static_cast<float>(shown) * (row_height + 6)));
    for (int i = first; i < first + shown; ++i) {
      const CellAccess& each = list.accesses[rows_[static_cast<std::size_t>(i)]];
      const IdScope id(i);
      const std::string text = cell_row_text(trace, each),
                        detail = cell_row_detail(trace, list.cell, each);
      const Row line{.text = text,
                     .detail = detail,
                     .chosen = each.access == session_.playback.left().position(),
                     .highlighted = i == highlighted_,
                     .in_list = true};
      if (row(style, "row", line)) chosen = i;
    }
  }
  const auto all = static_cast<std::int64_t>(list.accesses.size());
  paragraph(style,
            count == all ? tr_n("{1} access", "{1} accesses", all, count_text(all))
                         : tr("{0} of {1} accesses", count_text(count), count_text(all)),
            style.theme.muted);
  if (button(style, tr("Copy as a table"))) {
    ImGui::SetClipboardText(cell_accesses_csv(trace, list.cell, list.accesses).c_str());
    session_.notices.say(say("Copied."));
  }
  if (chosen < 0) return;
  static_cast<void>(session_.places.jump());
  session_.playback.seek(list.accesses[rows_[static_cast<std::size_t>(chosen)]].access);
  finish(Done{});
}

}  // namespace warpscope
