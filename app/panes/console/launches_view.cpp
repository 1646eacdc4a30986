#include "app/panes/console/launches_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/subject/console_page.hpp"
#include "app/subject/figure_scope.hpp"
#include "app/subject/program_options.hpp"
#include "app/ui/paling_canvas.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr float launch_gap = 14;    // between columns
constexpr float launch_bleed = 15;  // a marked row reaches the pane's edges
constexpr float least_kernel = 84;

/// Columns that give way if the pane is narrow, the first one first.
constexpr std::array gives_way{
    LaunchColumn::shared,        LaunchColumn::block,     LaunchColumn::cycles,
    LaunchColumn::ideal_sectors, LaunchColumn::excessive, LaunchColumn::sectors,
    LaunchColumn::wavefronts,    LaunchColumn::grid,      LaunchColumn::findings};

bool program_ended(const Frame& frame) {
  return frame.ask<ConsolePage>() != nullptr && frame.ask<ConsolePage>()->knows_outcome();
}

/// nullptr: there is nothing to see of streams.
const StreamStory* story_of(const Frame& frame) {
  const StreamStory* const story = program_ended(frame)
                                       ? &frame.ask<ConsolePage>()->outcome->streams
                                   : frame.document != nullptr ? &frame.document->trace->streams
                                                               : nullptr;
  return story == nullptr || story->empty() ? nullptr : story;
}

bool is_cost(LaunchColumn column) {
  return column == LaunchColumn::wavefronts || column == LaunchColumn::excessive ||
         column == LaunchColumn::sectors || column == LaunchColumn::ideal_sectors ||
         column == LaunchColumn::cycles;
}

}  // namespace

struct LaunchesView::Columns {
  struct Place {
    bool shown = false;
    float x = 0, width = 0;
  };
  std::array<Place, launch_columns> places;
  float size = 12;
};

std::string LaunchesView::tab(const Frame& frame) const {
  const std::size_t count = program_ended(frame)
                                ? frame.ask<ConsolePage>()->outcome->launches.size()
                            : frame.document != nullptr ? frame.document->trace->launches.size()
                                                        : 0;
  return count == 0 ? std::string(title()) : tr("Launches {}", grouped(count));
}

std::string LaunchesView::subtitle(const Frame& frame) const {
  if (frame.document == nullptr) return "";
  if (story_of(frame) != nullptr && frame.look.get<LaunchesShown>() == LaunchesShown::streams) {
    return std::string(tr("what orders them"));
  }
  const Trace& trace = *frame.document->trace;
  const std::string_view banks = tr(label(frame.document->summary.model));
  const bool counted = table_.counted();
  return (counted ? std::string(tr("all blocks, exact")) : grid_scope_text(trace)) + ",  " +
         std::string(banks);
}

View::Link LaunchesView::link(const Frame& frame) const {
  if (story_of(frame) != nullptr) {
    const bool streams = frame.look.get<LaunchesShown>() == LaunchesShown::streams;
    return {std::string(streams ? tr("as a table") : tr("as streams")), "launches.next"};
  }
  const ProgramChoice* const program =
      frame.document == nullptr ? nullptr : frame.document->subject->program();
  if (program == nullptr || !frame.document->subject->can_be_edited()) return {};
  const auto& launches = frame.document->trace->launches;
  const bool scaled = !program->request.options.all_blocks &&
                      std::ranges::any_of(launches, [](const Launch& l) { return l.blocks() > 1; });
  return scaled ? Link{std::string(tr("count all")), "program.options"} : Link{};
}

void LaunchesView::on_document(const Document& document) {
  costs_ = {document.summary.model, totals_of_launches(*document.trace, document.summary.model)};
  const ProgramChoice* const program = document.subject ? document.subject->program() : nullptr;
  if (program != nullptr) costs_.counted_banks = program->request.options.banks;
  stale_ = true;
}

void LaunchesView::follow(const Frame& frame) {
  const ConsolePage* page = program_ended(frame) ? frame.ask<ConsolePage>() : nullptr;
  const std::uint64_t revision = page == nullptr ? 0 : page->revision;
  if (!stale_ && page == page_ && revision == revision_) return;
  stale_ = false;
  page_ = page;
  revision_ = revision;
  const Trace* trace = frame.document == nullptr ? nullptr : frame.document->trace.get();
  table_ = page != nullptr    ? launch_table(*page->outcome, page->told, trace, costs_)
           : trace != nullptr ? launch_table(*trace, costs_)
                              : LaunchTable{};
  streams_.show(story_of(frame));
  followed_.reset();
}

LaunchesView::Columns LaunchesView::columns(const Canvas& canvas, float width, float size) const {
  Columns at;
  at.size = size;
  const float advance = canvas.width("0", {Face::mono, size, {}});
  float needed = 0;
  for (std::size_t c = 0; c < launch_columns; ++c) {
    const std::string_view title = launch_column_title(static_cast<LaunchColumn>(c));
    Columns::Place& place = at.places[c];
    place.shown = true;
    place.width = std::max(canvas.width(title, {Face::sans, size, {}}),
                           advance * static_cast<float>(table_.longest[c]));
    if (static_cast<LaunchColumn>(c) == LaunchColumn::kernel) place.width = least_kernel;
    needed += place.width + launch_gap;
  }
  needed -= launch_gap;
  for (const LaunchColumn column : gives_way) {
    if (needed <= width) break;
    Columns::Place& place = at.places[static_cast<std::size_t>(column)];
    place.shown = false;
    needed -= place.width + launch_gap;
  }
  at.places[static_cast<std::size_t>(LaunchColumn::kernel)].width += std::max(0.0F, width - needed);
  float x = 0;
  for (Columns::Place& place : at.places) {
    place.x = x;
    if (place.shown) x += place.width + launch_gap;
  }
  return at;
}

void LaunchesView::continue_from(const View& before) {
  const auto* old = dynamic_cast<const LaunchesView*>(&before);
  if (old == nullptr) return;
  scroll_ = old->scroll_;
  continued_ = old->continued_ || old->followed_;  // else nobody has read it yet
}

std::string LaunchesView::text(const Frame& frame) const {
  std::string all;
  for (std::size_t c = 0; c < launch_columns; ++c) {
    all += (c > 0 ? "\t" : "") + std::string(launch_column_title(static_cast<LaunchColumn>(c)));
  }
  all += '\n';
  for (const LaunchRow& row : table_.rows) {
    for (std::size_t c = 0; c < launch_columns; ++c) all += (c > 0 ? "\t" : "") + row.cells[c];
    all += '\n';
  }
  const std::string figures = subtitle(frame);
  return figures.empty() ? all : all + figures + '\n';
}

float LaunchesView::scroll(float shown, const Frame& frame) {
  std::optional<std::size_t> now;
  if (frame.document != nullptr && frame.access < frame.document->trace->accesses.size()) {
    const Trace& trace = *frame.document->trace;
    now = table_.row_of(trace.steps[trace.accesses[frame.access].step].launch);
  }
  if (now != followed_) {
    followed_ = now;
    const auto at = static_cast<float>(now.value_or(0));
    const bool follows = now && !std::exchange(continued_, false);
    if (follows && at < scroll_) scroll_ = at;
    if (follows && at + 1 > scroll_ + shown) scroll_ = at + 1 - shown;
  }
  const float most = std::max(0.0F, static_cast<float>(table_.rows.size()) - shown);
  if (frame.pointer.inside && frame.pointer.wheel != 0) {
    scroll_ = std::clamp(std::min(scroll_, most) - 3 * frame.pointer.wheel, 0.0F, most);
  }
  return std::round(std::min(scroll_, most));
}

void LaunchesView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  follow(frame);
  if (!streams_.empty() && frame.look.get<LaunchesShown>() == LaunchesShown::streams) {
    streams_.draw(canvas, area, frame, wishes);
  } else {
    draw_table(canvas, area, frame, wishes);
  }
}

void LaunchesView::draw_table(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  if (table_.rows.empty()) {
    const bool none = program_ended(frame);
    draw_placeholder(canvas, area, theme,
                     none ? tr("The program launched no kernel.")
                          : tr("The kernels that your program launches, once it has run."));
    return;
  }
  const TypeScale type = type_scale(frame.lecture);
  const Columns at = columns(canvas, area.w, type.small);
  const float height = type.small + 8;
  draw_heading(canvas, area.cut_top(height), at, frame, wishes);
  canvas.fill({area.x, area.y, area.w, 1}, theme.hairline);
  area.cut_top(2);
  const float shown = std::max(1.0F, std::floor(area.h / height));
  const float top = scroll(shown, frame);
  area.h = std::min(area.h, shown * height);

  Rect rest = area;
  const auto first = static_cast<std::size_t>(top);
  const auto end = std::min(table_.rows.size(), first + static_cast<std::size_t>(shown));
  for (std::size_t i = first; i < end; ++i) {
    const Rect rect = rest.cut_top(height);
    const Rect whole{rect.x - launch_bleed, rect.y, rect.w + 2 * launch_bleed, rect.h};
    const LaunchRow& row = table_.rows[i];
    const bool now = followed_ == i;
    const Color ground = now ? present_ground(theme) : theme.panel;
    if (now) canvas.fill(whole, ground);
    if (frame.pointer.over(rect)) {
      canvas.fill(whole, theme.raised);
      wishes.about = rect;
      wishes.tooltip = row.recorded
                           ? tr("click to go to its costliest access")
                           : tr("This launch was not recorded: the first ones of a program "
                                "are, up to a number of launches and of accesses.");
      if (!row.scope.empty()) wishes.tooltip += "\n" + row.scope;
      if (!row.error.empty()) {
        // Translators: the field is the name of an error of CUDA.
        wishes.tooltip = tr("It failed with {}.", row.error) + "\n" + wishes.tooltip;
      }
      if (row.recorded && (frame.pointer.pressed || frame.pointer.menu)) {
        const std::optional<std::uint32_t> telling =
            telling_access_of(*frame.document->trace, frame.document->summary, row.trace_launch);
        if (frame.pointer.pressed) wishes.seek = telling;
        if (frame.pointer.menu) {
          wishes.menu = {row.cells[static_cast<std::size_t>(LaunchColumn::kernel)],
                         {go_action(tr("Go to its costliest access"), telling),
                          copy_action(tr("Copy the name"),
                                      row.cells[static_cast<std::size_t>(LaunchColumn::kernel)]),
                          {.term = "launch"}}};
        }
      }
    }
    if (now) canvas.fill({whole.x, whole.y, 3, whole.h}, theme.now);
    const bool known = row.recorded && frame.document != nullptr;
    const auto launch = static_cast<std::uint32_t>(row.trace_launch);
    const bool fades = known && !now && is_left_out(frame, [&](const AccessList& list) {
                         return list.any_of(launch);
                       });
    PalingCanvas pale(canvas, theme, theme.muted);
    draw_row(fades ? static_cast<Canvas&>(pale) : canvas, rect, at, row, ground, theme);
  }
  draw_scroll_mark(canvas, area, top, shown, static_cast<float>(table_.rows.size()), theme);
}

void LaunchesView::draw_heading(Canvas& canvas, Rect rect, const Columns& at, const Frame& frame,
                                Wishes& wishes) const {
  const TextStyle style{Face::sans, at.size, frame.theme->muted};
  for (std::size_t c = 0; c < launch_columns; ++c) {
    const Columns::Place& place = at.places[c];
    if (!place.shown) continue;
    const auto column = static_cast<LaunchColumn>(c);
    const bool left = column == LaunchColumn::kernel;
    const Rect cell{rect.x + place.x, rect.y, place.width, rect.h};
    canvas.text({left ? cell.x : cell.right(), cell.center().y}, launch_column_title(column), style,
                left ? Align::left : Align::right);
    if (frame.pointer.over(cell)) {
      wishes.about = cell;
      wishes.tooltip = launch_column_meaning(column, costs_.model);
    }
  }
}

void LaunchesView::draw_row(Canvas& canvas, Rect rect, const Columns& at, const LaunchRow& row,
                            Color ground, const Theme& theme) const {
  Rect unknown;  // of the costs that are not known
  for (std::size_t c = 0; c < launch_columns; ++c) {
    const Columns::Place& place = at.places[c];
    if (!place.shown) continue;
    const auto column = static_cast<LaunchColumn>(c);
    const Rect cell{rect.x + place.x, rect.y, place.width, rect.h};
    TextStyle style{Face::mono, at.size, row.recorded ? theme.text : theme.muted};
    if (column == LaunchColumn::excessive && row.costly) style.color = theme.costly;
    if (column == LaunchColumn::sectors && row.costly_sectors) style.color = theme.costly;
    if (column == LaunchColumn::findings && row.faulty) style.color = theme.costly;
    if (column == LaunchColumn::findings && !row.faulty) style.color = theme.muted;
    style.color = readable(style.color, ground, theme);
    if (column == LaunchColumn::kernel) {
      if (!row.error.empty()) style.color = readable(theme.costly, ground, theme);
      canvas.text_fit({cell.x, cell.center().y}, row.cells[c], style, cell.w);
      continue;
    }
    if (is_cost(column) && !row.recorded) {
      unknown.w = cell.right() - unknown.x;
      if (unknown.h > 0) continue;
      unknown = {cell.x - launch_gap / 2, cell.y, cell.w + launch_gap / 2, cell.h};
      continue;
    }
    canvas.text({cell.right(), cell.center().y}, row.cells[c], style, Align::right);
  }
  if (unknown.w <= 0) return;
  const std::string_view why = row.error.empty() ? tr("not recorded") : tr("failed");
  const Color ink = row.error.empty() ? theme.muted : theme.costly;
  const TextStyle style{Face::sans, at.size, readable(ink, ground, theme)};
  canvas.text_fit({unknown.right(), unknown.center().y}, why, style, unknown.w, Align::right);
}

}  // namespace warpscope
