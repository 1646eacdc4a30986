#include "app/panes/source/source_search.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "app/subject/letter_case.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float least_field = 96, widest_search = 560;

std::tuple<std::size_t, int> place_in_files(const SourceHit& match) {
  return {match.file, match.line};
}

/// "3 of 17", or how many there are.
std::string found_text(const SourceHits& matches, std::optional<std::size_t> present) {
  const std::size_t count = matches.all().size();
  if (count == 0) return tr("nothing found");
  const std::string all = (count == SourceHits::most ? "≥ " : "") + count_text(count);
  // Translators: which one of how many places of a text: "3 of 17".
  return present ? tr("{0} of {1}", count_text(*present + 1), all) : all;
}

enum class Sign : std::uint8_t { previous, next, close };

void draw_sign(Canvas& canvas, Point c, Sign sign, Color ink) {
  switch (sign) {
    case Sign::previous:
      return canvas.triangle({c.x - 5, c.y + 3}, {c.x + 5, c.y + 3}, {c.x, c.y - 4}, ink);
    case Sign::next:
      return canvas.triangle({c.x - 5, c.y - 3}, {c.x + 5, c.y - 3}, {c.x, c.y + 4}, ink);
    case Sign::close:
      canvas.line({c.x - 4, c.y - 4}, {c.x + 4, c.y + 4}, ink, 1.5F);
      canvas.line({c.x - 4, c.y + 4}, {c.x + 4, c.y - 4}, ink, 1.5F);
      return;
  }
}

/// Whether the mouse is over a control of the row; then it says what the control does, and does it.
bool search_control(Canvas& canvas, Rect place, std::string_view says, std::string_view command,
                    const Frame& frame, Wishes& wishes) {
  if (!frame.pointer.over_control(place)) return false;
  canvas.fill(place.inset(1), frame.theme->raised, 4);
  wishes.about = place;
  wishes.tooltip = says;
  if (frame.pointer.pressed) wishes.command = command;
  return true;
}

void search_button(Canvas& canvas, Rect place, Sign sign, std::string_view says,
                   std::string_view command, const Frame& frame, Wishes& wishes) {
  const bool over = search_control(canvas, place, says, command, frame, wishes);
  draw_sign(canvas, place.center(), sign, over ? frame.theme->text : frame.theme->muted);
}

/// Whether capitals count: a switch.
void draw_case(Canvas& canvas, Rect place, bool on, const TypeScale& type, const Frame& frame,
               Wishes& wishes) {
  const Theme& theme = *frame.theme;
  if (on) canvas.fill(place.inset(2), mix(theme.panel, theme.active, 0.25F), 4);
  const bool over = search_control(canvas, place,
                                   on ? tr("click to find small and capital letters alike")
                                      : tr("click to tell capitals from small letters"),
                                   "find.case", frame, wishes);
  const Color ink = on || over ? theme.text : theme.muted;
  canvas.text(place.center(), "Aa", {Face::sans_bold, type.small, ink}, Align::center);
}

}  // namespace

SourceHits::SourceHits(std::span<const std::vector<SourceLine>* const> files, std::string_view text,
                       bool match_case) {
  if (text.empty()) return;
  // Letters keep their bytes when they become small.
  const std::string wanted = match_case ? std::string(text) : small_letters(text);
  std::string small;
  for (std::size_t file = 0; file < files.size(); ++file) {
    const std::size_t before = all_.size();
    for (std::size_t line = 0; line < files[file]->size(); ++line) {
      std::string_view all = (*files[file])[line].text;
      if (!match_case) {
        small = small_letters(all);
        all = small;
      }
      for (std::size_t at = all.find(wanted); at != std::string_view::npos;
           at = all.find(wanted, at + wanted.size())) {
        if (all_.size() == most) break;
        all_.push_back({file, static_cast<int>(line), static_cast<std::uint32_t>(at),
                        static_cast<std::uint32_t>(wanted.size())});
      }
    }
    if (all_.size() > before) ++files_;
  }
}

std::span<const SourceHit> SourceHits::of_line(std::size_t file, int line) const {
  const std::tuple<std::size_t, int> place{file, line};
  const auto first = std::ranges::lower_bound(all_, place, {}, place_in_files);
  const auto end = std::ranges::upper_bound(all_, place, {}, place_in_files);
  return {first, end};
}

std::optional<std::size_t> SourceHits::first_from(std::size_t file, int line) const {
  if (all_.empty()) return std::nullopt;
  const auto found = std::ranges::lower_bound(all_, std::tuple(file, line), {}, place_in_files);
  return found == all_.end() ? 0 : static_cast<std::size_t>(found - all_.begin());
}

void draw_search(Canvas& canvas, Rect& area, const SourceReading& reading,
                 const SourceHits& matches, std::optional<std::size_t> present,
                 const TypeScale& type, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const float height = type.row + 4;
  Rect row = area.cut_top(height);
  row.w = std::min(row.w, widest_search);
  area.cut_top(4);
  search_button(canvas, row.cut_right(height), Sign::close, tr("click to end the search"),
                "find.close", frame, wishes);
  search_button(canvas, row.cut_right(height), Sign::next, tr("click to go to the next one"),
                "find.next", frame, wishes);
  search_button(canvas, row.cut_right(height), Sign::previous, tr("click to go to the one before"),
                "find.previous", frame, wishes);
  if (row.w >= least_field + height + 8) {
    draw_case(canvas, row.cut_right(height), reading.match_case, type, frame, wishes);
  }
  const TextStyle quiet{Face::sans, type.small, matches.all().empty() ? theme.costly : theme.muted};
  const std::string found = reading.text.empty() ? std::string() : found_text(matches, present);
  const float needed = canvas.width(found, quiet) + 12;
  if (!found.empty() && row.w - needed >= least_field) {
    const Rect count = row.cut_right(needed);
    canvas.text({count.right() - 4, count.center().y}, found, quiet, Align::right);
    if (frame.pointer.inside && count.contains(frame.pointer.at) && matches.files() > 0) {
      wishes.about = count;
      const auto all = static_cast<std::int64_t>(matches.files());
      wishes.tooltip = tr_n("in {1} file", "in {1} files", all, all);
    }
  }
  const Rect field = row.inset(0, 1);
  wishes.field = field;
  canvas.fill(field, theme.background, 4);
  canvas.stroke(field, theme.hairline, 1, 4);
  if (frame.pointer.over_control(field)) {
    wishes.about = field;
    wishes.tooltip = tr("click to change what is sought");
    if (frame.pointer.pressed) wishes.command = "find";
  }
  const bool none = reading.text.empty();
  const TextStyle words{Face::sans, type.body, none ? theme.muted : theme.text};
  canvas.text_fit({field.x + 8, field.center().y},
                  none ? std::string_view(tr("Find in the source")) : reading.text, words,
                  field.w - 16);
}

}  // namespace warpscope
