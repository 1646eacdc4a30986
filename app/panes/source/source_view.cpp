#include "app/panes/source/source_view.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/panes/source/source_footer.hpp"
#include "app/panes/source/source_head.hpp"
#include "app/panes/source/source_lines.hpp"
#include "app/subject/console_page.hpp"
#include "app/views/parts/place_parts.hpp"
#include "instrumentation/analysis/source_barriers.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

constexpr float head_height = 24;

/// Line of the present access, from 1.
int line_now(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  return static_cast<int>(trace.line_of(trace.accesses[frame.access]));
}

/// The line of the barrier that the run leaves out, if it stands in this file; else 0.
std::uint32_t left_out_line(const TraceHeader& header, const SourceFile& source) {
  const auto found = header.parameters.find("without_barrier");
  if (found == header.parameters.end() || source.name != header.kernel + ".cuh") return 0;
  for (const SourceBarrier& barrier : barriers_of(source)) {
    if (found->second == "line " + std::to_string(barrier.line)) return barrier.line;
  }
  return 0;
}

}  // namespace

std::string SourceView::subtitle(const Frame& frame) const {
  if (!shows_listing(frame) && !has_accesses(frame)) return "";
  if (shows_twin(frame)) return tr("plain CUDA");
  return files_of(frame)[spot_of(frame).source].name;
}

void SourceView::on_document(const Document& document) {
  const Trace& trace = *document.trace;
  pages_.assign(trace.sources.size(), {});
  names_.clear();
  for (const SourceFile& file : trace.sources) names_.push_back(file.name);
  trace_notes_.assign(trace.sources.size(), {});
  language_ = current_language();
  trace_findings_ = list_findings(trace);
  for (std::uint32_t s = 0; s < pages_.size(); ++s) {
    prepare_page(document, s);
    trace_notes_[s] = source_notes(trace_findings_, {}, trace.sources[s].name);
  }
  const bool calls = std::ranges::any_of(
      trace.locations, [](const CodeLocation& location) { return location.caller >= 0; });
  sites_.clear();
  if (calls) sites_ = costs_of_sites(trace, document.summary.model);
  add_calls(trace);
  stale_ = true;
  ++reads_;

  constexpr std::uint32_t no_line = 0;
  std::vector<std::uint32_t> first_line(trace.launches.size(), no_line);
  for (const Access& access : trace.accesses) {
    std::uint32_t& first = first_line[trace.steps[access.step].launch];
    const auto& [source, line, caller, function] = trace.location_of(access);
    const bool own = source == trace.launch_of(access).source;
    if (own && (first == no_line || line < first)) first = line;
    SourcePage& page = pages_[source];
    if (line > 0 && line <= page.lanes.size()) page.lanes[line - 1].add(access.mask);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, SourcePart> parts;
  of_launch_.clear();
  for (std::size_t l = 0; l < trace.launches.size(); ++l) {
    const std::uint32_t source = trace.launches[l].source;
    const auto [part, fresh] = parts.try_emplace({source, first_line[l]});
    if (fresh) part->second = running_part(pages_[source].lines, first_line[l]);
    of_launch_.push_back(part->second);
  }
  of_line_ =
      AccessGroups(trace.accesses, [&](const Access& access) { return trace.line_of(access); });
  read_.reset();
  spot_ = {};
  part_ = {};
  part_location_ = no_location;
  placed_ = false;
  following_ = true;
}

void SourceView::add_calls(const Trace& trace) {
  for (const SiteCost& site : sites_) {
    for (std::int32_t at = site.caller; at >= 0;) {
      const CodeLocation& call = trace.locations[static_cast<std::size_t>(at)];
      SourcePage& page = pages_[call.source];
      if (call.line > 0 && call.line <= page.called.size()) {
        LineHeat& line = page.called[call.line - 1];
        add(line, site.cost);
        const auto digits = static_cast<int>(short_count(line.shown()).size());
        page.count_digits = std::max(page.count_digits, digits);
      }
      at = call.caller;
    }
  }
}

void SourceView::continue_from(const View& before) {
  const auto* old = dynamic_cast<const SourceView*>(&before);
  if (old == nullptr) return;
  for (std::size_t s = 0; s < names_.size(); ++s) {
    const auto same = std::ranges::find(old->names_, names_[s]);
    if (same == old->names_.end()) continue;
    pages_[s].fold_as(old->pages_[static_cast<std::size_t>(same - old->names_.begin())]);
  }
  if (!old->placed_ || (old->following_ && !old->spot_.reading)) return;
  if (old->spot_.source >= (old->spot_.listing ? old->listing_ : old->pages_).size()) return;
  const std::vector<SourceLine>& lines = old->page().lines;
  read_ = Read{.file = old->file_};
  const SourceFolds& folds = old->page().folds;
  const auto top = static_cast<std::size_t>(folds.line_at(static_cast<int>(old->scroll_)));
  for (std::size_t i = top; i < lines.size(); ++i) {
    if (lines[i].tokens.empty()) continue;
    read_->line = static_cast<int>(i);
    read_->below_top = static_cast<float>(folds.row_of(read_->line)) - old->scroll_;
    read_->text = lines[i].text;
    return;
  }
}

void SourceView::return_to_read() {
  if (!read_) return;
  const Read read = *std::exchange(read_, std::nullopt);
  if (read.file != file_) return;
  const std::vector<SourceLine>& lines = page().lines;
  const SourceFolds& folds = page().folds;
  // Lines above it may have come or gone: the nearest one with the same text.
  std::optional<int> nearest;
  for (int i = 0; i < static_cast<int>(lines.size()) && !read.text.empty(); ++i) {
    const bool same = lines[static_cast<std::size_t>(i)].text == read.text;
    if (same && (!nearest || std::abs(i - read.line) < std::abs(*nearest - read.line))) nearest = i;
  }
  // As far below the top as it was.
  const int row = folds.row_of(nearest.value_or(read.line));
  scroll_ = std::max(0.0F, static_cast<float>(row) - read.below_top);
  following_ = false;
  placed_ = true;
}

void SourceView::prepare_page(const Document& document, std::uint32_t source) {
  SourcePage& page = pages_[source];
  page.read(document.trace->sources[source].text);
  page.left_out = left_out_line(document.trace->header, document.trace->sources[source]);
  page.heat = line_heat(document.summary, source, page.lines.size());
  for (const LineHeat& heat : page.heat) {
    page.hottest = std::max(page.hottest, heat.cost());
    page.global_only_lines = page.global_only_lines || (heat.wavefronts == 0 && heat.sectors > 0);
    page.count_digits =
        std::max(page.count_digits, static_cast<int>(short_count(heat.shown()).size()));
  }
}

void SourceView::retell(const Frame& frame) {
  language_ = current_language();
  stale_ = true;
  if (frame.document == nullptr) return;
  const Trace& trace = *frame.document->trace;
  trace_findings_ = list_findings(trace);
  for (std::size_t s = 0; s < trace_notes_.size(); ++s) {
    trace_notes_[s] = source_notes(trace_findings_, {}, trace.sources[s].name);
  }
}

void SourceView::follow_console(const Frame& frame) {
  const ConsolePage* console = frame.ask<ConsolePage>();
  const std::uint64_t revision = console == nullptr ? 0 : console->revision;
  if (language_ != current_language()) retell(frame);
  if (!stale_ && console_ == console && revision_ == revision) return;
  stale_ = false;
  console_ = console;
  revision_ = revision;
  listing_.clear();
  ++reads_;
  if (shows_listing(frame)) {
    placed_ = false;
    for (const SourceFile& file : console->listing) {
      SourcePage& page = listing_.emplace_back();
      page.read(file.text);
      page.notes = source_notes({}, console->diagnostics, file.name);
    }
    return;
  }
  if (frame.document == nullptr) return;
  const Trace& trace = *frame.document->trace;
  // A run that gave nothing to show is about another text.
  if (console == nullptr || !console->outcome || !console->recorded) {
    for (std::size_t s = 0; s < pages_.size(); ++s) pages_[s].notes = trace_notes_[s];
    return;
  }
  const auto findings = list_findings(*console->outcome, &trace, trace_findings_);
  for (std::size_t s = 0; s < pages_.size(); ++s) {
    pages_[s].notes =
        source_notes(findings, console->diagnostics, *console->outcome, trace.sources[s].name);
  }
}

SourceSpot SourceView::spot_of(const Frame& frame) const {
  SourceSpot spot{.listing = shows_listing(frame)};
  const auto files = files_of(frame);
  const SourceHit* match = match_in_sight(frame);
  if (match != nullptr && match->file < files.size()) {
    spot.source = match->file;
    spot.line = match->line;
    spot.reading = true;
    return spot;
  }
  if (frame.ask<FilePlace>() != nullptr) {
    const auto file = std::ranges::find_if(files, [&](const SourceFile& candidate) {
      return is_in_file(frame, *frame.ask<FilePlace>(), candidate.name);
    });
    if (file != files.end()) {
      spot.source = static_cast<std::size_t>(file - files.begin());
      spot.line = static_cast<int>(std::min(frame.ask<FilePlace>()->line, max_source_lines)) - 1;
      spot.reading = true;
      return spot;
    }
  }
  if (spot.listing) {
    for (const Diagnostic& diagnostic : frame.ask<ConsolePage>()->diagnostics) {
      const auto file = std::ranges::find(files, diagnostic.file, &SourceFile::name);
      if (diagnostic.severity != Diagnostic::Severity::error || file == files.end()) continue;
      spot.source = static_cast<std::size_t>(file - files.begin());
      spot.line = diagnostic.line - 1;
      return spot;
    }
    for (std::size_t source = 0; source < files.size(); ++source) {
      const std::string& text = files[source].text;
      const std::size_t kernel = text.find("__global__");
      if (kernel == std::string::npos) continue;
      spot.source = source;
      spot.line = static_cast<int>(
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(kernel), '\n'));
      break;
    }
    return spot;
  }
  const Trace& trace = *frame.document->trace;
  spot.source = trace.location_of(trace.accesses[frame.access]).source;
  spot.line = line_now(frame) - 1;
  return spot;
}

void SourceView::turn_to(const SourceSpot& spot, const Frame& frame) {
  const bool other_page = spot.listing != spot_.listing || spot.source != spot_.source;
  if (other_page) placed_ = false;  // there is nothing to glide over
  if (other_page || spot != spot_) following_ = true;
  const bool fresh = !placed_ || spot != spot_;
  spot_ = spot;
  if (fresh && spot.line >= 0) page().folds.reveal(spot.line);  // what is looked at is in sight
  if (!spot.listing && !spot.reading) return find_part(frame);
  part_location_ = no_location;
  if (!fresh) return;
  part_ = running_part(page().lines, static_cast<std::uint32_t>(std::max(spot.line, 0)) + 1);
}

void SourceView::find_part(const Frame& frame) {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  if (spot_.source == trace.launch_of(access).source) {
    part_ = of_launch_[trace.steps[access.step].launch];
    part_location_ = no_location;
  } else if (part_location_ != access.location) {
    part_ = running_part(page().lines, trace.line_of(access));
    part_location_ = access.location;
  }
}

float SourceView::wanted_scroll(const SourceColumns& at, float rows) const {
  const SourceFolds& folds = page().folds;
  const int all = static_cast<int>(folds.rows().size());
  if (!spot_.listing && !spot_.reading) {
    rows = std::max(1.0F, rows - static_cast<float>(at.extra_rows(spot_.line, rows)));
    const int now = spot_.line < 0 ? spot_.line : folds.row_of(spot_.line);
    const float target = scroll_target(all, rows, folds.row_of(part_.home), now);
    std::vector<int> pointed;
    for (const int line : at.pointed) pointed.push_back(folds.row_of(line));
    return with_pointed(target, rows, now, pointed);
  }
  // What is read has its surroundings in sight.
  const int row = spot_.line < 0 ? spot_.line : folds.row_of(spot_.line);
  return std::clamp(static_cast<float>(row) - std::floor(rows / 3), 0.0F,
                    std::max(0.0F, static_cast<float>(all) - rows));
}

void SourceView::scroll(const SourceColumns& at, float rows, const Frame& frame, Wishes& wishes) {
  const float most = std::max(0.0F, static_cast<float>(page().folds.rows().size()) - rows);
  if (frame.access != followed_ || !placed_) following_ = true;
  followed_ = frame.access;
  if (frame.pointer.inside && frame.pointer.wheel != 0 && !frame.pointer.shift) {
    following_ = false;
    scroll_ = scroll_ - 3 * frame.pointer.wheel;
  }
  scroll_ = std::clamp(scroll_, 0.0F, most);  // folds leave fewer rows
  if (!following_) return;
  const float target = wanted_scroll(at, rows);
  const float distance = target - scroll_;
  // A still picture has no time to glide.
  const bool arrived = !placed_ || frame.seconds <= 0 || std::abs(distance) < 0.02F;
  scroll_ = arrived ? target : scroll_ + distance * frame.glide(14);
  placed_ = true;
  wishes.animate = wishes.animate || !arrived;
}

void SourceView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  follow_console(frame);
  follow_reading(frame);
  if (!shows_listing(frame) && !has_accesses(frame)) {
    draw_placeholder(canvas, area, theme, tr("The kernel's source, as the trace carries it."));
    return;
  }
  const bool twin = shows_twin(frame);
  if (twin) prepare_twin(frame);
  search(frame, wishes);
  if (sought_) {
    const TypeScale type = type_scale(frame.lecture);
    draw_search(canvas, area, *frame.ask<SourceReading>(), matches_, match_, type, frame, wishes);
  }
  if (twin) return draw_twin(canvas, area, frame, wishes);
  turn_to(spot_of(frame), frame);
  file_ = files_of(frame)[spot_.source].name;
  fold(wishes);
  if (read_) followed_ = frame.access;
  return_to_read();
  const TypeScale type = type_scale(frame.lecture);
  draw_head(canvas, area, frame, type, wishes);
  if (page().lines.empty()) {
    draw_placeholder(canvas, area, theme, tr("The trace carries no source of this kernel."));
    return;
  }
  const SourceScene scene{.page = page(),
                          .part = part_,
                          .spot = spot_,
                          .frame = frame,
                          .type = type,
                          .matches = sought_ ? &matches_ : nullptr,
                          .match = match_in_sight(frame)};
  if (area.h > 6 * type.row) {
    const int first = page().folds.line_at(static_cast<int>(scroll_));
    draw_source_footer(canvas, area, first, scene, wishes);
  }
  SourceColumns at = source_columns(canvas, area, scene);
  pan(at, page(), part_, frame);
  if (!spot_.listing) {
    const Trace& trace = *frame.document->trace;
    const CodeLocation& now = trace.location_of(trace.accesses[frame.access]);
    if (now.source == spot_.source) at.now = static_cast<int>(now.line) - 1;
  }
  const float rows = std::max(1.0F, std::floor(area.h / at.row));  // whole ones only
  at.area.h = rows * at.row;
  break_lines(canvas, at, scene);
  scroll(at, rows, frame, wishes);
  draw_lines(canvas, at, scene, wishes);
  draw_pan(canvas, at, frame);
}

void SourceView::draw_head(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type,
                           Wishes& wishes) const {
  const bool program =
      frame.ask<ConsolePage>() != nullptr ||
      (frame.document != nullptr && !frame.document->trace->header.program.empty());
  const float height = frame.lecture ? type.row : head_height;
  if (!program || area.h < 8 * height) return;
  const auto files = files_of(frame);
  const Access* now = spot_.listing ? nullptr : &frame.document->trace->accesses[frame.access];
  std::vector<SourceCall> calls;
  if (now != nullptr) calls = calls_to(*frame.document->trace, *now);
  if (files.size() > 1) {
    SourceFiles choice{.names = {}, .shown = spot_.source, .now = {}};
    for (const SourceFile& file : files) choice.names.push_back(file.name);
    if (now != nullptr) choice.now = frame.document->trace->location_of(*now).source;
    Rect row = area.cut_top(height);
    const float path = calls_width(canvas, calls, type);
    // Both in a row if there is room.
    if (!calls.empty() && files_width(canvas, choice, type) + 24 + path <= row.w) {
      draw_calls(canvas, row.cut_right(path), calls, type, frame, wishes);
      calls.clear();
    }
    draw_files(canvas, row, choice, type, frame, wishes);
    area.cut_top(4);
  }
  if (calls.empty()) return;
  draw_calls(canvas, area.cut_top(height), calls, type, frame, wishes);
}

void SourceView::draw_lines(Canvas& canvas, const SourceColumns& at, const SourceScene& scene,
                            Wishes& wishes) {
  const Rect& area = at.area;
  const Clip clip(canvas, {area.x - source_bleed, area.y, area.w + 2 * source_bleed, area.h});
  const Pointer& pointer = scene.frame.pointer;
  const bool placed = scene.frame.document != nullptr && has_accesses(scene.frame);
  const int now = placed && !spot_.listing ? line_now(scene.frame) : 0;
  const std::vector<int>& shown = page().folds.rows();
  const auto first = static_cast<std::size_t>(scroll_);
  const auto height = [&](int line) { return at.row * static_cast<float>(at.rows_of(line)); };
  if (first >= shown.size()) return;
  toggled_ = -1;
  float y = area.y - (scroll_ - static_cast<float>(first)) * height(shown[first]);
  for (std::size_t row = first; row < shown.size() && y < area.bottom(); ++row) {
    const int line = shown[row];
    const Rect whole{area.x, y, area.w, height(line)};
    const bool over = pointer.over(whole, static_cast<std::uint64_t>(line) + 1, line + 1 == now) &&
                      area.contains(pointer.at) && !pan_held_;
    if (over && !hover_fold(canvas, at, line, whole, scene.frame, wishes)) {
      hover_line(canvas, at, line, whole, scene.frame, wishes);
    }
    draw_source_line(canvas, at, line, y, scene, wishes);
    draw_fold_mark(canvas, at, line, y, scene);
    y = whole.bottom();
  }
  if (toggled_ < 0) return;
  // When all is drawn of what was.
  change_folds(wishes, [&](SourceFolds& folds) { folds.toggle(toggled_); });
  wishes.animate = true;
}

void SourceView::hover_line(Canvas& canvas, const SourceColumns& at, int line, Rect row,
                            const Frame& frame, Wishes& wishes) const {
  const Pointer& pointer = frame.pointer;
  wishes.about = row;
  const float code_end = at.end_of(part_, page().lines[static_cast<std::size_t>(line)]);
  const bool cut = at.rows_of(line) == 1 && code_end > at.area.right();
  wishes.tooltip = line_tooltip(frame, line, cut);
  const bool to_edit = pointer.double_clicked || (pointer.pressed && pointer.ctrl);
  if (to_edit && frame.ask<ConsolePage>() != nullptr) {
    wishes.edit = place_of_line(spot_, frame, line);
  } else if (frame.answer_form == AnswerForm::line && !spot_.listing) {
    wishes.tooltip = tr("line {}: click to answer", line + 1);
    if (pointer.pressed) wishes.answer = std::to_string(line + 1);
  } else if (pointer.pressed && !spot_.listing) {
    wishes.seek = next_access(line, frame);
  }
  if (pointer.menu) wishes.menu = menu_of_line(line, frame);
  canvas.fill({row.x - source_bleed, row.y, row.w + 2 * source_bleed, row.h}, frame.theme->raised);
  explain_word(canvas, at, line, row, frame, wishes);
}

}  // namespace warpscope
