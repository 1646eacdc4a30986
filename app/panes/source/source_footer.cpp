#include "app/panes/source/source_footer.hpp"

#include <array>
#include <initializer_list>

#include "app/panes/source/source_lines.hpp"
#include "app/subject/console_page.hpp"
#include "app/subject/figure_scope.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

constexpr float key_height = 24;

/// "open in editor", at the right of the footer. Returns the width used.
float draw_edit(Canvas& canvas, Rect row, int first_row, const SourceScene& scene, Wishes& wishes) {
  const SourceSpot& spot = scene.spot;
  const Frame& frame = scene.frame;
  const TypeScale& type = scene.type;
  if (frame.ask<ConsolePage>() == nullptr) return 0;
  const TextStyle words{Face::sans_bold, type.small, frame.theme->active};
  const TextStyle key{Face::sans, type.small, frame.theme->muted};
  const std::string_view text = tr("open in editor");
  constexpr std::string_view keys = "Ctrl+Enter";
  float width = canvas.width(text, words);
  if (width > row.w) return 0;
  const float y = row.bottom() - type.small * 0.6F;
  float right = row.right();
  const float key_width = canvas.width(keys, key) + 8;
  if (width + key_width <= row.w * 0.62F) {
    canvas.text({right, y}, keys, key, Align::right);
    right -= key_width;
    width += key_width;
  }
  const Rect target{row.right() - width, row.y, width, row.h};
  const bool hovered = frame.pointer.over_control(target);
  canvas.text({right, y}, text, words, Align::right);
  if (hovered) {
    const float wide = canvas.width(text, words);
    canvas.fill({right - wide, y + type.small * 0.62F, wide, 1}, frame.theme->active);
    const int line = spot.line >= 0 ? spot.line : first_row;
    wishes.about = target;
    wishes.tooltip =
        tr("line {0} of {1}, in your editor", line + 1, files_of(frame)[spot.source].name);
    if (frame.pointer.pressed) wishes.edit = place_of_line(spot, frame, line);
  }
  return width;
}

/// What becomes of the files. Where the footer has no room for it, it takes a row of the area.
void draw_state(Canvas& canvas, Rect& area, Rect footer, float room, const SourceScene& scene) {
  const Frame& frame = scene.frame;
  const TypeScale& type = scene.type;
  TextStyle style{Face::sans, type.small, frame.theme->muted};
  std::array<std::string_view, 3> words{};
  switch (frame.ask<ConsolePage>()->state) {
    case ConsolePage::State::building:
      words = {tr("compiling: costs stand here once it has run"), tr("compiling …"),
               tr("compiling …")};
      break;
    case ConsolePage::State::running:
      words = {tr("running: costs stand here once it has ended"), tr("running …"), tr("running …")};
      break;
    case ConsolePage::State::ended:
      words = {tr("no access is recorded yet: there are no costs"), tr("nothing is recorded"),
               tr("no costs")};
      break;
    case ConsolePage::State::not_built:
      style.color = frame.theme->costly;
      words = {tr("not compiled"), tr("not compiled"), tr("not compiled")};
      if (has_accesses(frame)) {
        words = {tr("not compiled: the other panes show the last version that was"),
                 tr("not compiled: other panes are older"), tr("not compiled")};
      }
      break;
  }
  const auto longest = [&](std::size_t last, float width) {
    for (std::size_t i = 0; i <= last; ++i) {
      if (canvas.width(words[i], style) <= width) return words[i];
    }
    return std::string_view();
  };
  const float base = type.small * 0.6F;
  if (const std::string_view fits = longest(1, room); !fits.empty()) {
    canvas.text({footer.x, footer.bottom() - base}, fits, style);
    return;
  }
  const Rect row = area.cut_bottom(type.small + 4);  // one of its own
  canvas.text({row.x, row.bottom() - base}, longest(2, row.w), style);
}

}  // namespace

void draw_source_footer(Canvas& canvas, Rect& area, int first_row, const SourceScene& scene,
                        Wishes& wishes) {
  const Frame& frame = scene.frame;
  const TypeScale& type = scene.type;
  TextStyle style{Face::sans, type.small, frame.theme->muted};
  Rect footer = area.cut_bottom(key_height);
  const auto longest = [&](std::initializer_list<std::string_view> choices, float room) {
    for (const std::string_view text : choices) {
      if (canvas.width(text, style) <= room) return text;
    }
    return std::string_view();
  };
  const float used = draw_edit(canvas, footer, first_row, scene, wishes);
  const float y = footer.bottom() - type.small * 0.6F;
  const float room = footer.w - used - (used > 0 ? 16.0F : 0.0F);
  if (scene.spot.listing) return draw_state(canvas, area, footer, room, scene);
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const Launch& launch = trace.launch_of(access);
  const std::string warp = tr("warp {}", access.warp);
  if (!trace.header.program.empty()) {
    // What the numbers beside the lines are, and whose; behind it, where the playhead is.
    const std::string scope =
        trace.launches.size() > 1 ? block_scope_text(trace) : block_scope_text(launch);
    const std::string_view unit =
        scene.page.global_only_lines ? tr("wavefronts, else sectors") : tr("wavefronts");
    const std::string figures = std::string(unit) + ": " + scope;
    // Translators: whose doing the figures count, and at which warp the playhead is.
    const std::string whole = tr("{0}; now {1}", figures, warp);
    canvas.text({footer.x, y}, longest({whole, figures, scope, warp}, room), style);
    return;
  }
  const std::string place =
      tr("n = {0}, block {1}, warp {2}", trace.header.size, launch.traced_block, access.warp);
  const float taken = canvas.text_fit({footer.right(), y}, place, style, footer.w, Align::right);
  if (!frame.untold.allows(line_tells)) return;
  const std::string_view legend = scene.page.global_only_lines
                                      ? tr("wavefronts, else sectors; active lanes")
                                      : tr("wavefronts; active lanes");
  if (canvas.width(legend, style) + 16 <= footer.w - taken) {
    canvas.text({footer.x, y}, legend, style);
  }
}

}  // namespace warpscope
