#include "app/panes/source/source_page.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "app/lesson/lesson_place.hpp"
#include "app/look/source_words.hpp"
#include "app/subject/console_page.hpp"
#include "app/subject/cuda_twin.hpp"
#include "app/views/parts/place_parts.hpp"

namespace warpscope {

void SourcePage::read(std::string_view text) {
  *this = {};
  lines = read_source(text);
  folds = SourceFolds(lines);
  heat.assign(lines.size(), {});
  called.assign(lines.size(), {});
  lanes.assign(lines.size(), {});
  for (const SourceLine& line : lines) longest = std::max(longest, line.columns);
}

void SourcePage::fold_as(const SourcePage& before) {
  // Of lines that are alike, the first stays the first.
  using Known = std::pair<std::string, int>;
  const auto known_by = [](const SourcePage& page, const SourceBlock& block,
                           std::map<std::string, int>& met) {
    const std::string& text = page.lines[static_cast<std::size_t>(block.head)].text;
    return Known{text, met[text]++};
  };
  std::set<Known> folded;
  std::map<std::string, int> met_before, met;
  for (const SourceBlock& block : before.folds.blocks()) {
    Known known = known_by(before, block, met_before);
    if (before.folds.folded_at(block.head) != nullptr) folded.insert(std::move(known));
  }
  for (const SourceBlock& block : folds.blocks()) {
    if (folded.contains(known_by(*this, block, met))) folds.fold(block.head);
  }
}

namespace {

/// Of a line, and of those that are folded at it.
LineHeat sum_of_folded(const SourceFolds& folds, const std::vector<LineHeat>& of, int line) {
  LineHeat sum = of[static_cast<std::size_t>(line)];
  const SourceBlock* block = folds.folded_at(line);
  for (int i = line + 1; block != nullptr && i < block->end; ++i) {
    const LineHeat& more = of[static_cast<std::size_t>(i)];
    sum.wavefronts += more.wavefronts;
    sum.sectors += more.sectors;
    sum.ideal += more.ideal;
    sum.requests += more.requests;
    sum.active_lanes += more.active_lanes;
  }
  return sum;
}

}  // namespace

LineHeat SourcePage::heat_at(int line) const { return sum_of_folded(folds, heat, line); }
LineHeat SourcePage::called_at(int line) const { return sum_of_folded(folds, called, line); }

bool has_accesses(const Frame& frame) {
  return frame.document != nullptr && !frame.document->trace->accesses.empty();
}

bool shows_listing(const Frame& frame) {
  return frame.ask<ConsolePage>() != nullptr && !frame.ask<ConsolePage>()->listing.empty() &&
         (frame.ask<ConsolePage>()->outdates_document() || !has_accesses(frame));
}

bool has_twin(const Frame& frame) {
  if (!has_accesses(frame) || shows_listing(frame)) return false;
  const TraceHeader& header = frame.document->trace->header;
  return header.program.empty() && !cuda_twin(header.kernel).empty();
}

bool shows_twin(const Frame& frame) {
  const bool pointed =
      frame.ask<FoundMarks>() != nullptr && !frame.ask<FoundMarks>()->lines.empty();
  return wants_cuda(frame.look, frame.cuda_twin) && frame.ask<FilePlace>() == nullptr && !pointed &&
         has_twin(frame);
}

std::span<const SourceFile> files_of(const Frame& frame) {
  if (shows_listing(frame)) return frame.ask<ConsolePage>()->listing;
  if (frame.document == nullptr) return {};
  return frame.document->trace->sources;
}

FilePlace place_of_line(const SourceSpot& spot, const Frame& frame, int line) {
  return place_of(frame, files_of(frame)[spot.source].name, static_cast<std::uint32_t>(line + 1));
}

}  // namespace warpscope
