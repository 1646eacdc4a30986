#include "app/shell/controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/shell/side_names.hpp"
#include "app/subject/program_messages.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float height = 34;
constexpr float gap = 10;
constexpr float control_padding = 12;
constexpr float arrow_width = 20;
constexpr float lamp_width = 16;
constexpr float sign_width = 44;    // the program's sign alone
constexpr float brand_width = 164;  // with its name
constexpr float narrowest_kernel = 96;
constexpr TextStyle label_style{Face::sans, 14, {}};
constexpr TextStyle value_style{Face::sans_bold, 14, {}};

std::string machine_label(const Session& session) {
  const auto& left = session.shown().left;
  switch (session.options().request.machine) {
    case MachineKind::emulator: return tr("emulator");
    case MachineKind::cuda: return "CUDA";
    case MachineKind::automatic: break;
  }
  if (!left) return tr("automatic");
  const std::string& machine = left->trace->header.machine;  // or a device's name
  return machine == "emulator" ? tr("emulator") : machine;
}

/// `brief`: of random elements only the seed.
std::string input_label(const Options& options, const Recording& shown, bool brief) {
  const SubjectPtr subject = options.subject();
  if (!subject->runs() && shown.left) {
    const TraceHeader& header = shown.left->trace->header;
    return fmt::format("{} #{}", header.input, header.seed);
  }
  const InputSpec& input = options.request.input;
  const std::vector<std::string> kinds = subject->inputs();
  const std::string kind = input.kind.empty() && !kinds.empty() ? kinds.front() : input.kind;
  if (kind == "random") {
    return brief ? fmt::format("#{}", input.seed) : tr("random #{}", input.seed);
  }
  if (std::ranges::count(kinds, kind) > 0) return std::string(tr(std::string_view(kind)));
  return std::filesystem::path(kind).filename().string();
}

/// Threads in a block.
std::string block_label(const Options& options, const Recording& shown) {
  if (!options.subject()->runs() && shown.left && !shown.left->trace->launches.empty()) {
    return std::to_string(shown.left->trace->launches.front().threads());
  }
  return options.request.block ? std::to_string(*options.request.block) : "–";
}

std::string size_label(const Options& options, const Recording& shown) {
  if (!options.subject()->runs() && shown.left) {
    return std::to_string(shown.left->trace->header.size);
  }
  return options.request.size ? std::to_string(*options.request.size) : "–";
}

std::string coordinates_words(const Dim3& extent) {
  if (extent.z > 1) return fmt::format("({}, {}, {})", extent.x, extent.y, extent.z);
  if (extent.y > 1) return fmt::format("({}, {})", extent.x, extent.y);
  return std::to_string(extent.x);
}

/// How much of the toolbar's words fits.
enum class Detail {
  full,
  short_banks,
  no_labels,
  no_name,
  no_machine,
  theme_icon,
  lecture_icon,
  short_input,
  no_parameter,
  no_input
};

bool is_number(const Control& control) {
  return control.command == "size" || control.command == "block" || control.command == "parameter";
}

void add_lead_parameter(const Options& options, std::vector<Control>& list) {
  const Parameter* lead = lead_parameter(options.subject()->parameters());
  if (lead == nullptr) return;
  const std::string name(lead->name);
  const auto value = options.request.parameters.find(name);
  if (value == options.request.parameters.end()) return;
  list.push_back({.command = "parameter", .label = name, .value = value->second});
}

/// The launch in which the playhead stands, and the block of it that is recorded.
void add_launch(const Session& session, Detail detail, std::vector<Control>& list) {
  if (!session.playback.left().ready()) return;
  const Trace& trace = *session.playback.left().document()->trace;
  const Access& access = trace.accesses[session.playback.left().position()];
  const Launch& launch = trace.launch_of(access);
  const std::string words = detail >= Detail::short_banks ? launch.kernel : launch_words(launch);
  std::string value = words;
  if (launch_total(trace) > 1 && session.lesson.untold().allows(Told::counts)) {
    const std::uint32_t number = trace.steps[access.step].launch;
    const bool brief = detail >= Detail::no_labels;  // the caption says how many were recorded
    const std::string place =
        brief ? tr("{0} of {1}", launch_number(trace, number), launch_total(trace))
              : launch_ordinal(trace, number);
    value = fmt::format("{} · {}", place, words);
  }
  list.push_back({.command = "launch", .label = tr("Launch"), .value = std::move(value)});
  if (detail >= Detail::no_input) return;
  const Dim3 block = coordinates(launch.traced_block, launch.grid);
  std::string place = std::to_string(block.x);
  if (launch.grid.z > 1) {
    place = fmt::format("({}, {}, {})", block.x, block.y, block.z);
  } else if (launch.grid.y > 1) {
    place = fmt::format("({}, {})", block.x, block.y);
  }
  list.push_back({.command = "traced_block", .label = tr("Block"), .value = std::move(place)});
}

/// How the last build and run of a program fared.
Control live_control(const Session& session) {
  Control control{.command = "program.run",
                  .value = tr("live"),
                  .in_turn = {tr("compiling …"), tr("running …"), tr("preparing …"),
                              tr("saved now"), tr("saved {} s ago", 9)},
                  .lamp = Lamp::good};
  const ConsolePage* page = session.programs.console();
  if (page == nullptr) return control;
  using State = ConsolePage::State;
  switch (page->state) {
    case State::building: control.value = tr("compiling …"); break;
    case State::running: control.value = tr("running …"); break;
    case State::not_built: control.value = tr("does not compile"); break;
    case State::ended: break;
  }
  control.lamp = page->state == State::building || page->state == State::running ? Lamp::busy
                 : page->state == State::ended                                   ? Lamp::good
                                                                                 : Lamp::bad;
  if (page->state != State::ended) return control;
  if (session.recording.on()) {
    control.value = tr("preparing …");
    control.lamp = Lamp::busy;
    return control;
  }
  const auto& outcome = page->outcome;
  const bool returned = outcome && outcome->end == ProgramOutcome::End::returned;
  const bool failed = returned && outcome->exit_status != 0;
  const bool well = returned && page->recorded && !failed;
  if (failed) {  // programs that check themselves tell so that a result is wrong
    control.lamp = Lamp::bad;
    control.value = tr("returned {}", outcome->exit_status);
  } else if (returned && !well) {
    control.lamp = Lamp::bad;
    control.value = tr("live · nothing to show");
  } else if (outcome && outcome->end == ProgramOutcome::End::time_limit) {
    control.lamp = Lamp::warning;
    control.value = tr("live · {}", stop_text(*outcome));
  } else if (!well) {
    control.lamp = Lamp::bad;
    control.value = tr("live · ended early");
  }
  const auto since = session.programs.seconds_since_save();
  if (since && well) {
    const int seconds = static_cast<int>(*since);
    control.value = seconds == 0 ? tr("saved now") : tr("saved {} s ago", seconds);
  }
  return control;
}

std::vector<Control> program_fields(const Session& session, Detail detail, std::string banks) {
  const Options& options = session.options();
  std::vector<Control> list{
      {.command = "open", .label = tr("Program"), .value = options.subject()->name()}};
  if (options.variant) {
    list.push_back({.command = "rival", .label = tr("with"), .value = variant_label(options)});
  }
  add_launch(session, detail, list);
  const ConsolePage* page = session.programs.console();
  if (page != nullptr && !page->bare_launches.empty()) {
    const bool guessed = std::ranges::any_of(page->bare_launches, &BareLaunch::guessed);
    list.push_back(
        {.command = "program.setup", .value = guessed ? tr("guessed buffers") : tr("buffers")});
  } else if (detail < Detail::no_machine) {
    list.push_back({.command = "machine", .label = tr("Machine"), .value = machine_label(session)});
  }
  list.push_back({.command = "banks", .label = tr("Banks"), .value = std::move(banks)});
  for (Control& control : list) control.opens = true;
  list.push_back(live_control(session));
  if (detail >= Detail::no_labels) {
    // The lamp tells by its colour what comes and goes: there is no room to keep free for the words.
    Control& live = list.back();
    if (std::ranges::count(live.in_turn, live.value) > 0 || live.lamp == Lamp::good)
      live.value = tr("live");
    live.in_turn.clear();
    for (Control& control : list) control.label.clear();
  }
  return list;
}

std::vector<Control> fields(const Session& session, Detail detail) {
  const Options& options = session.options();
  const Recording& shown = session.shown();
  std::string banks(tr(label(options.model)));
  if (detail >= Detail::short_banks) banks = banks.substr(0, banks.find(" ("));
  if (options.subject()->can().take_options) {
    return program_fields(session, detail, std::move(banks));
  }
  const bool changed = options.request.what_if != WhatIf{};
  const std::string kernel = (options.opened || changed) && shown.left ? run_label(*shown.left)
                                                                       : options.subject()->title();
  std::vector<Control> list{{.command = "kernel", .label = tr("Kernel"), .value = kernel}};
  if (options.variant) {
    list.push_back(
        {.command = "rival", .label = tr("with"), .value = variant_label(options, shown.right)});
  }
  list.push_back({.command = "size", .label = "n", .value = size_label(options, shown)});
  if (detail < Detail::no_input) {
    list.push_back(
        {.command = "block", .label = tr("block"), .value = block_label(options, shown)});
  }
  if (detail < Detail::no_parameter) add_lead_parameter(options, list);
  if (detail < Detail::no_input) {
    list.push_back({.command = "input",
                    .label = tr("Input"),
                    .value = input_label(options, shown, detail >= Detail::short_input)});
  }
  if (detail < Detail::no_machine) {
    list.push_back({.command = "machine", .label = tr("Machine"), .value = machine_label(session)});
  }
  list.push_back({.command = "banks", .label = tr("Banks"), .value = banks});
  for (Control& control : list) {
    control.opens = true;
    if (detail >= Detail::no_labels && !is_number(control)) control.label.clear();
  }
  return list;
}

std::vector<Control> buttons(const Session& session, Detail detail) {
  const auto from = [&](Detail short_of, Icon icon) {
    return detail >= short_of ? icon : Icon::none;
  };
  return {{.command = "lesson", .value = tr("Lesson"), .active = session.lesson.on()},
          {.command = "compare",
           .value = tr("Compare"),
           .active = session.options().variant.has_value()},
          {.command = "what_if", .value = tr("What if")},
          {.command = "layout.lecture",
           .value = tr("Lecture"),
           .icon = from(Detail::lecture_icon, Icon::lecture)},
          {.command = "theme", .value = tr("Theme"), .icon = from(Detail::theme_icon, Icon::theme)},
          {.command = "help", .value = "?"}};
}

/// With these words as its value.
float natural_width(const Control& control, std::string_view words, const TextMeasure& measure) {
  if (control.icon != Icon::none) return height;
  const float label =
      control.label.empty() ? 0 : measure.width(control.label, label_style) + 2 * control_padding;
  constexpr float slack = 1;  // sums of scaled widths are not exact
  return label + measure.width(words, value_style) + 2 * control_padding + slack +
         (control.opens ? arrow_width : 0) + (control.lamp == Lamp::none ? 0 : lamp_width);
}

/// Sets the widths and returns their sum with the gaps.
float measure_all(std::vector<Control>& list, const TextMeasure& measure) {
  float sum = 0;
  for (Control& control : list) {
    control.rect.w = natural_width(control, control.value, measure);
    for (const std::string& other : control.in_turn)
      control.rect.w = std::max(control.rect.w, natural_width(control, other, measure));
    sum += control.rect.w + gap;
  }
  return sum - gap;
}

bool names_a_kernel(const Control& control) {
  constexpr std::array<std::string_view, 4> names{"kernel", "rival", "open", "launch"};
  return std::ranges::count(names, control.command) > 0;
}

/// The width that the kernels' names can give up and still be recognised.
float spare_in_names(const std::vector<Control>& list) {
  constexpr float known = 150;
  float spare = 0;
  for (const Control& control : list) {
    if (names_a_kernel(control)) spare += std::max(0.0F, control.rect.w - known);
  }
  return spare;
}

/// The width of a kernel's name that has so much room: no wider than what it then says.
float width_within(float room, const Control& control, const TextMeasure& measure) {
  const float whole = natural_width(control, control.value, measure);
  if (whole <= room) return whole;
  return std::min(room, natural_width(control, own_name(control.value), measure));
}

/// Takes the excess from the kernels' names, from the longer one first; a cut name still says
/// enough.
void squeeze(std::vector<Control>& list, float excess, const TextMeasure& measure) {
  float sum = 0, count = 0, shortest = 1e6F;
  for (const Control& control : list) {
    if (!names_a_kernel(control)) continue;
    sum += control.rect.w;
    shortest = std::min(shortest, control.rect.w);
    ++count;
  }
  const float room = sum - excess;
  const float even = room / count;
  const float most = count == 2 && shortest < even ? room - shortest : even;
  float spare = 0;
  for (Control& control : list) {
    if (!names_a_kernel(control)) continue;
    const float width = std::max(narrowest_kernel, std::min(control.rect.w, most));
    control.rect.w = width_within(width, control, measure);
    spare += width - control.rect.w;
  }
  // A name that leaves its family out needs less than it got, and others may need more.
  for (Control& control : list) {
    if (!names_a_kernel(control)) continue;
    const float width = width_within(control.rect.w + spare, control, measure);
    spare -= width - control.rect.w;
    control.rect.w = width;
  }
}

/// Removes that many buttons, the least used first; those that are switched on stay longest.
void drop_buttons(std::vector<Control>& right, std::size_t count,
                  std::vector<std::string_view>& hidden) {
  constexpr std::array<std::string_view, 5> order{"theme", "layout.lecture", "what_if", "compare",
                                                  "lesson"};
  for (const bool active : {false, true}) {
    for (const std::string_view command : order) {
      const auto found = std::ranges::find(right, command, &Control::command);
      if (count == 0 || found == right.end() || found->active != active) continue;
      hidden.push_back(command);
      right.erase(found);
      --count;
    }
  }
}

void place(std::vector<Control>& list, float x, float middle) {
  for (Control& control : list) {
    control.rect = {x, middle - height / 2, control.rect.w, height};
    x += control.rect.w + gap;
  }
}

/// Back and forward through the places at which the user was, from `x` on.
std::vector<Control> way_controls(float x, float middle) {
  constexpr float width = 30, apart = 2;
  const Rect back{x, middle - height / 2, width, height};
  const Rect forward{back.right() + apart, back.y, width, height};
  return {{.command = "back", .rect = back, .icon = Icon::back, .framed = false},
          {.command = "forward", .rect = forward, .icon = Icon::forward, .framed = false}};
}

/// Five square buttons from the left of `area`, which shrinks.
std::vector<Control> steppers(Rect& area, bool playing, float size, float space) {
  std::vector<Control> list{{.command = "start", .icon = Icon::to_start},
                            {.command = "previous", .icon = Icon::previous},
                            {.command = "play", .icon = playing ? Icon::pause : Icon::play},
                            {.command = "next", .icon = Icon::next},
                            {.command = "end", .icon = Icon::to_end}};
  for (Control& control : list) {
    const Rect slot = area.cut_left(size);
    control.rect = {slot.x, slot.y, slot.w, 36};
    area.cut_left(space);
  }
  list[2].active = true;
  return list;
}

}  // namespace

Toolbar toolbar_controls(Rect area, const Session& session, const TextMeasure& measure) {
  // From most to least: how much is said, and how many buttons go.
  struct Stage {
    Detail detail;
    std::size_t dropped;
  };
  constexpr std::array stages{Stage{Detail::full, 0},         Stage{Detail::short_banks, 0},
                              Stage{Detail::no_labels, 0},    Stage{Detail::no_name, 0},
                              Stage{Detail::no_machine, 0},   Stage{Detail::theme_icon, 0},
                              Stage{Detail::lecture_icon, 0}, Stage{Detail::short_input, 0},
                              Stage{Detail::no_parameter, 0}, Stage{Detail::no_parameter, 1},
                              Stage{Detail::no_parameter, 2}, Stage{Detail::no_input, 2},
                              Stage{Detail::no_input, 3},     Stage{Detail::no_input, 4}};
  Toolbar toolbar;
  std::vector<Control> right, ways;
  float start = 0, excess = 0;
  const std::vector<Control> all = fields(session, Detail::full);
  for (const Stage& stage : stages) {
    std::vector<Control>& list = toolbar.controls;
    list = fields(session, stage.detail);
    toolbar.hidden.clear();
    for (const Control& control : all) {
      const bool kept = std::ranges::count(list, control.command, &Control::command) > 0;
      if (!kept) toolbar.hidden.push_back(control.command);
    }
    ways.clear();
    start = area.x + (stage.detail >= Detail::no_name ? sign_width + gap : brand_width + gap);
    if (stage.detail < Detail::no_machine) {
      ways = way_controls(start, area.center().y);
      start = ways.back().rect.right() + gap;
    } else {
      toolbar.hidden.insert(toolbar.hidden.end(), {"back", "forward"});
    }
    right = buttons(session, stage.detail);
    drop_buttons(right, stage.dropped, toolbar.hidden);
    if (!toolbar.hidden.empty()) {
      right.insert(right.end() - 1, {.command = "toolbar.more", .icon = Icon::more});
    }
    const float end = area.right() - control_padding - measure_all(right, measure);
    place(right, end, area.center().y);
    excess = start + measure_all(list, measure) + 2 * gap - end;
    if (excess <= (stage.detail >= Detail::no_machine ? spare_in_names(list) : 0)) break;
  }
  if (excess > 0) squeeze(toolbar.controls, excess, measure);
  place(toolbar.controls, start, area.center().y);
  toolbar.controls.insert(toolbar.controls.begin(), ways.begin(), ways.end());
  toolbar.controls.insert(toolbar.controls.end(), right.begin(), right.end());
  return toolbar;
}

std::vector<Control> transport_controls(Rect area, const Session& session) {
  const bool narrow = area.w < 360;
  std::vector<Control> list =
      steppers(area, session.playback.player.playing(), narrow ? 34 : 42, narrow ? 4 : 8);
  area.cut_left(4);
  const auto add = [&](std::string_view command, std::string value, float width, bool opens) {
    const Rect slot = area.cut_left(width);
    list.push_back({.command = command,
                    .rect = {slot.x, slot.y, slot.w, 36},
                    .value = std::move(value),
                    .opens = opens,
                    .framed = false});
  };
  add("play.by", granularity_label(session.playback.player.granularity), narrow ? 118 : 112, true);
  add("play.speed", speed_label(session.playback.player.speed()), narrow ? 36 : 46, false);
  return list;
}

std::vector<Control> follow_controls(Rect area, Session& session, const TextMeasure& measure,
                                     bool offers) {
  constexpr float high = 28, way = 26, close = 26, apart = 8, least_filter = 80;
  std::vector<Control> list;
  const std::string pin = session.following.pin_label();
  const std::string filter = session.following.filter_label();
  // From the right; the filter's figures may be cut, what is pinned is short.
  const float taken = pin.empty() ? 0 : natural_width({}, pin, measure) + 3 * way + 2 * apart;
  float right = area.right();
  const auto put = [&](Control control, float width) {
    right -= width;
    control.rect = {right, area.center().y - high / 2, width, high};
    list.insert(list.begin(), std::move(control));
  };
  const auto cross = [&](std::string_view command) {
    put({.command = command, .icon = Icon::close, .framed = false}, close);
  };
  const auto ways = [&](std::string_view next, std::string_view previous, Control between,
                        float width) {
    put({.command = next, .icon = Icon::next, .framed = false}, way);
    put(std::move(between), width);
    put({.command = previous, .icon = Icon::previous, .framed = false}, way);
    right -= apart;
  };
  const auto left = [&] { return right - area.x; };
  const auto width_of = [&](std::string_view words) { return natural_width({}, words, measure); };
  // What is on may be long: what is only offered has what that leaves.
  const std::string_view to_pin = tr("Pin"), to_filter = tr("Filter");
  if (offers && session.playback.left().ready() && !session.lesson.asks()) {
    const LandmarkWords& to = words_of(session.following.way());
    const float width = width_of(tr(to.name));
    const float others = (pin.empty() ? width_of(to_pin) + apart : taken) +
                         (filter.empty() ? width_of(to_filter) : least_filter + close);
    if (width + 2 * way + apart + others <= left()) {
      ways(to.next, to.previous,
           {.command = "landmark", .value = std::string(tr(to.name)), .framed = false}, width);
    }
  }
  if (!filter.empty()) {
    cross("filter.clear");
    const float room = std::max(least_filter, left() - taken);
    put({.command = "filter", .value = filter, .active = true}, std::min(room, width_of(filter)));
    right -= apart;
  } else if (offers && left() >= taken + width_of(to_filter)) {
    put({.command = "filter", .value = std::string(to_filter)}, width_of(to_filter));
    right -= apart;
  }
  if (!pin.empty()) {
    cross("unpin");
    ways("pinned.next", "pinned.previous", {.command = "pin", .value = pin, .active = true},
         width_of(pin));
  } else if (offers && left() >= width_of(to_pin)) {
    put({.command = "pin", .value = std::string(to_pin)}, width_of(to_pin));
  }
  return list;
}

std::vector<Control> heading_controls(Rect area, const Session& session) {
  const bool narrow = area.w < 1100;  // the names beside it need the room more
  const float size = narrow ? 36 : 40, space = narrow ? 2 : 4;
  constexpr float apart = 12;
  Rect row = area.cut_right(7 * size + 6 * space + apart);
  row = {row.x, row.center().y - 18, row.w, 36};
  std::vector<Control> list = steppers(row, session.playback.player.playing(), size, space);
  for (Control& control : list) {
    control.framed = false;
    control.active = false;
  }
  row.cut_left(apart);
  const auto add = [&](std::string_view command, Icon icon, bool active) {
    const Rect slot = row.cut_left(size);
    row.cut_left(space);
    list.push_back({.command = command,
                    .rect = {slot.x, slot.y, slot.w, 36},
                    .icon = icon,
                    .framed = active,
                    .active = active});
  };
  add("lecture.banks", Icon::banks,
      session.views.lecture.view == "banks" && !session.comparison.on());
  add("layout.study", Icon::panes, false);
  return list;
}

std::string launch_words(const Launch& launch) {
  return fmt::format("{}<<<{}, {}>>>", launch.kernel, coordinates_words(launch.grid),
                     coordinates_words(launch.block));
}

std::string granularity_label(Granularity by) {
  switch (by) {
    case Granularity::barrier: return tr("by barrier");
    case Granularity::phase: return tr("by phase");
    case Granularity::launch: return tr("by launch");
    default: return tr("by access");
  }
}

std::string speed_label(float speed) { return fmt::format("{:g}×", speed); }

}  // namespace warpscope
