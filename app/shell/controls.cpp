#include "app/shell/controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

constexpr float height = 34;
constexpr float gap = 10;
constexpr float padding = 12;
constexpr float arrow_width = 20;
constexpr float sign_width = 44;    // the program's sign alone
constexpr float brand_width = 164;  // with its name
constexpr float narrowest_kernel = 96;
constexpr TextStyle label_style{Face::sans, 14, {}};
constexpr TextStyle value_style{Face::sans_bold, 14, {}};

std::string machine_label(const Session& session) {
  const auto& left = session.shown().left;
  switch (session.options().request.machine) {
    case MachineKind::emulator: return "emulator";
    case MachineKind::cuda: return "CUDA";
    case MachineKind::automatic: break;
  }
  return left ? left->trace->header.machine : "automatic";
}

std::string input_label(const Options& options, const Recording& shown) {
  if (options.file && shown.left) {
    const TraceHeader& header = shown.left->trace->header;
    return fmt::format("{} #{}", header.input, header.seed);
  }
  const InputSpec& input = options.request.input;
  const auto kernel = find_kernel(options.request.kernel);
  const std::string kind =
      input.kind.empty() && kernel ? input_kinds(*kernel.value()).front() : input.kind;
  if (kind == "random") return fmt::format("random #{}", input.seed);
  return std::filesystem::path(kind).filename().string();
}

std::string size_label(const Options& options, const Recording& shown) {
  if (options.file && shown.left) return std::to_string(shown.left->trace->header.size);
  return options.request.size ? std::to_string(*options.request.size) : "–";
}

/// How much of the toolbar's words there is room for.
enum class Detail { full, short_banks, no_labels, no_name, no_parameter };

bool is_number(const Control& control) { return control.command == "size"; }

void add_lead_parameter(const Options& options, std::vector<Control>& list) {
  const auto kernel = find_kernel(options.request.kernel);
  const Parameter* lead = kernel && !options.file ? lead_parameter(*kernel.value()) : nullptr;
  if (lead == nullptr) return;
  const std::string name(lead->name);
  const auto value = options.request.parameters.find(name);
  if (value == options.request.parameters.end()) return;
  list.push_back({.command = "size", .label = name, .value = value->second});
}

std::vector<Control> fields(const Session& session, Detail detail) {
  const Options& options = session.options();
  const Recording& shown = session.shown();
  std::string banks(label(options.model));
  if (detail >= Detail::short_banks) banks = banks.substr(0, banks.find(" ("));
  const std::string kernel = options.file && shown.left ? shown.left->trace->header.title
                                                        : kernel_label(options.request.kernel);
  std::vector<Control> list{{.command = "kernel", .label = "Kernel", .value = kernel}};
  if (!options.rival.empty()) {
    list.push_back({.command = "rival", .label = "with", .value = kernel_label(options.rival)});
  }
  list.push_back({.command = "size", .label = "n", .value = size_label(options, shown)});
  if (detail < Detail::no_parameter) add_lead_parameter(options, list);
  list.push_back({.command = "input", .label = "Input", .value = input_label(options, shown)});
  list.push_back({.command = "machine", .label = "Machine", .value = machine_label(session)});
  list.push_back({.command = "banks", .label = "Banks", .value = banks});
  for (Control& control : list) {
    control.opens = true;
    if (detail >= Detail::no_labels && !is_number(control)) control.label.clear();
  }
  return list;
}

std::vector<Control> buttons(const Session& session) {
  return {{.command = "compare", .value = "Compare", .active = !session.options().rival.empty()},
          {.command = "layout.lecture", .value = "Lecture"},
          {.command = "theme", .value = "Theme"},
          {.command = "help", .value = "?"}};
}

float natural_width(const Control& control, const TextMeasure& measure) {
  const float label =
      control.label.empty() ? 0 : measure.width(control.label, label_style) + 2 * padding;
  return label + measure.width(control.value, value_style) + 2 * padding +
         (control.opens ? arrow_width : 0);
}

/// Sets the widths and gives their sum with the gaps.
float measure_all(std::vector<Control>& list, const TextMeasure& measure) {
  float sum = 0;
  for (Control& control : list) {
    control.rect.w = natural_width(control, measure);
    sum += control.rect.w + gap;
  }
  return sum - gap;
}

/// Takes what is too much from the kernels' names, which say enough when cut.
void squeeze(std::vector<Control>& list, float excess) {
  const auto is_kernel = [](const Control& c) {
    return c.command == "kernel" || c.command == "rival";
  };
  const auto kernels = static_cast<float>(std::ranges::count_if(list, is_kernel));
  for (Control& control : list) {
    if (!is_kernel(control)) continue;
    control.rect.w = std::max(narrowest_kernel, control.rect.w - excess / kernels);
  }
}

void place(std::vector<Control>& list, float x, float middle) {
  for (Control& control : list) {
    control.rect = {x, middle - height / 2, control.rect.w, height};
    x += control.rect.w + gap;
  }
}

void draw_icon(Canvas& canvas, Point c, Icon icon, Color color) {
  const auto arrow = [&](float x, float direction) {
    canvas.triangle({x - 5 * direction, c.y - 6}, {x + 5 * direction, c.y},
                    {x - 5 * direction, c.y + 6}, color);
  };
  const auto bar = [&](float x, float width) {
    canvas.fill({x - width / 2, c.y - 6, width, 12}, color);
  };
  switch (icon) {
    case Icon::none: break;
    case Icon::to_start:
      bar(c.x - 5, 2);
      arrow(c.x + 1, -1);
      break;
    case Icon::previous: arrow(c.x, -1); break;
    case Icon::play:
      canvas.triangle({c.x - 6, c.y - 8}, {c.x + 8, c.y}, {c.x - 6, c.y + 8}, color);
      break;
    case Icon::pause:
      bar(c.x - 4, 4);
      bar(c.x + 4, 4);
      break;
    case Icon::next: arrow(c.x, 1); break;
    case Icon::to_end:
      arrow(c.x - 1, 1);
      bar(c.x + 5, 2);
      break;
  }
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

std::vector<Control> toolbar_controls(Rect area, const Session& session,
                                      const TextMeasure& measure) {
  std::vector<Control> right = buttons(session);
  const float right_width = measure_all(right, measure);
  const float end = area.right() - padding - right_width;
  place(right, end, area.center().y);

  std::vector<Control> list;
  float start = 0, excess = 0;
  for (const Detail detail : {Detail::full, Detail::short_banks, Detail::no_labels, Detail::no_name,
                              Detail::no_parameter}) {
    list = fields(session, detail);
    start = area.x + (detail >= Detail::no_name ? sign_width + gap : brand_width + gap);
    excess = start + measure_all(list, measure) + 2 * gap - end;
    if (excess <= 0) break;
  }
  if (excess > 0) squeeze(list, excess);
  place(list, start, area.center().y);
  list.insert(list.end(), right.begin(), right.end());
  return list;
}

std::vector<Control> transport_controls(Rect area, const Session& session) {
  const bool narrow = area.w < 360;
  std::vector<Control> list =
      steppers(area, session.player.playing(), narrow ? 34 : 42, narrow ? 4 : 8);
  area.cut_left(4);
  const auto add = [&](std::string_view command, std::string value, float width, bool opens) {
    const Rect slot = area.cut_left(width);
    list.push_back({.command = command,
                    .rect = {slot.x, slot.y, slot.w, 36},
                    .value = std::move(value),
                    .opens = opens,
                    .framed = false});
  };
  add("play.by", fmt::format("by {}", name(session.player.granularity)), narrow ? 104 : 112, true);
  add("play.speed", speed_label(session.player.speed()), narrow ? 36 : 46, false);
  return list;
}

std::vector<Control> heading_controls(Rect area, const Session& session) {
  Rect row = area.cut_right(5 * 40 + 4 * 4);
  row = {row.x, row.center().y - 18, row.w, 36};
  std::vector<Control> list = steppers(row, session.player.playing(), 40, 4);
  for (Control& control : list) {
    control.framed = false;
    control.active = false;
  }
  return list;
}

void draw_control(Canvas& canvas, const Control& control, const Theme& theme, bool enabled,
                  bool hovered) {
  const Rect& r = control.rect;
  const Color ground = control.active ? theme.active : theme.raised;
  if (control.framed) {
    canvas.fill(r, hovered && enabled ? mix(ground, theme.text, 0.08F) : ground, 6);
    canvas.stroke(r, control.active ? theme.active : theme.hairline, 1, 6);
  } else if (hovered && enabled) {
    canvas.fill(r, theme.raised, 6);
  }
  Color ink = control.active ? theme.on_accent : control.framed ? theme.text : theme.muted;
  if (!enabled) ink = ink.alpha(0.4F);
  if (control.icon != Icon::none) return draw_icon(canvas, r.center(), control.icon, ink);

  TextStyle style = control.framed ? value_style : label_style;
  style.color = ink;
  Rect room = r.inset(control.framed ? padding : 6, 0);
  const float y = r.center().y;
  if (control.opens) {
    const Point tip = Rect(room.cut_right(8)).center();
    canvas.triangle({tip.x - 4, y - 2.5F}, {tip.x + 4, y - 2.5F}, {tip.x, y + 3}, ink);
    room.cut_right(8);
  }
  if (!control.label.empty()) {
    TextStyle label = label_style;
    label.color = theme.muted;
    canvas.text({room.x, y}, control.label, label);
    room.cut_left(canvas.width(control.label, label) + padding);
  }
  if (control.opens && control.framed) {
    canvas.text_fit({room.right(), y}, control.value, style, room.w, Align::right);
  } else {
    canvas.text_fit(room.center(), control.value, style, room.w, Align::center);
  }
}

void draw_brand(Canvas& canvas, Rect area, float until, const Theme& theme) {
  const Point sign{area.x + 28, area.center().y};
  canvas.ring(sign, 9, theme.active, 2.5F);
  canvas.circle(sign, 3.5F, theme.active);
  if (until - area.x >= brand_width) {
    canvas.text({area.x + 50, sign.y}, "Warpscope", {Face::sans_bold, 16, theme.text});
  }
}

std::string kernel_label(std::string_view id) {
  const auto kernels = catalogue();
  const auto found = std::ranges::find(kernels, id, &KernelInfo::id);
  if (found == kernels.end()) return std::string(id);
  std::string family(name((*found)->family));
  family[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(family[0])));
  return fmt::format("{} · {}", family, (*found)->title);
}

std::string speed_label(float speed) { return fmt::format("{:g}×", speed); }

}  // namespace warpscope
