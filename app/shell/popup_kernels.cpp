#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "app/commands/word_search.hpp"
#include "app/layout/column_layout.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

constexpr float line = 29;          // height of a kernel's row
constexpr float heading_line = 30;  // and of a family's name
constexpr float column_width = 216;
constexpr float tallest_list = 620;
constexpr float about_height = 44;
constexpr float below_about = 36;  // what parts, and padding of the sheet

/// Given the first choice of each column: the column that holds a choice.
int column_of(const std::vector<int>& first, int choice) {
  const auto next = std::ranges::upper_bound(first, choice);
  return std::clamp(static_cast<int>(next - first.begin()) - 1, 0,
                    static_cast<int>(first.size()) - 2);
}

/// The choice beside this one, in the column to the left or right.
int beside_choice(const std::vector<int>& first, int choice, int step) {
  const int here = column_of(first, choice);
  const int other = std::clamp(here + step, 0, static_cast<int>(first.size()) - 2);
  if (other == here) return choice;
  const auto at = [&](int column) { return first[static_cast<std::size_t>(column)]; };
  return std::min(at(other) + choice - at(here), at(other + 1) - 1);
}

}  // namespace

std::vector<int> Popups::columns_of(const std::vector<Choice>& list, int most) {
  std::vector<float> heights;
  std::vector<int> begins;
  for (int i = 0; i < static_cast<int>(list.size()); ++i) {
    if (i == 0 || !list[static_cast<std::size_t>(i)].part.empty()) {
      heights.push_back(heading_line);
      begins.push_back(i);
    }
    heights.back() += line;
  }
  begins.push_back(static_cast<int>(list.size()));
  std::vector<int> first;
  for (const std::size_t group : pack_columns(heights, most)) first.push_back(begins[group]);
  return first;
}

/// Keeps the choices that fit the query, the best first, and says their family beside them.
void Popups::keep_found(std::vector<Choice>& list, std::string_view typed) {
  const WordQuery query(typed);
  std::vector<std::pair<int, Choice>> found;
  std::string family;
  for (Choice& choice : list) {
    if (!choice.part.empty()) family = std::exchange(choice.part, "");
    const std::array<std::string_view, 2> names{choice.text, choice.words};
    const int score = query.score(search_words(names, family));
    if (score == 0) continue;
    choice.detail = family;
    found.emplace_back(score, std::move(choice));
  }
  std::ranges::stable_sort(found, std::greater<>{}, [](const auto& hit) { return hit.first; });
  list.clear();
  for (auto& [score, choice] : found) list.push_back(std::move(choice));
}

int Popups::draw_columns(const WidgetStyle& style, const std::vector<Choice>& list,
                         const std::vector<int>& first) {
  int clicked = -1;
  const ColumnsScope columns(style, "kernels", static_cast<int>(first.size()) - 1, 6);
  if (!columns.visible()) return clicked;
  for (std::size_t column = 0; column + 1 < first.size(); ++column) {
    columns.next();
    for (int i = first[column]; i < first[column + 1]; ++i) {
      const Choice& choice = list[static_cast<std::size_t>(i)];
      const IdScope id(i);
      if (!choice.part.empty()) label(style, choice.part, heading_line);
      bool pointed = false;
      const Row shown{.text = choice.text,
                      .detail = choice.detail,
                      .chosen = choice.chosen,
                      .highlighted = i == highlighted_,
                      .height = line,
                      .in_list = true};
      if (row(style, "row", shown, &pointed)) clicked = i;
      if (pointed) highlighted_ = i;
    }
  }
  return clicked;
}

void Popups::draw_kernels(const WidgetStyle& style) {
  const std::string before = fields_[0];
  const bool entered =
      text_field(style, "query", fields_[0], {.hint = tr("Find a kernel"), .focus = appears_});
  std::vector<Choice> list = choices();
  if (!fields_[0].empty()) keep_found(list, fields_[0]);
  if (fields_[0] != before) highlighted_ = 0;
  const int count = static_cast<int>(list.size());
  const float scale = style.fonts.scale();
  const int most = static_cast<int>(ImGui::GetContentRegionAvail().x / (column_width * scale));
  const std::vector<int> first = columns_of(list, std::max(1, most));
  follow_arrow_keys(highlighted_, count);
  if (fields_[0].empty() && count > 0) {  // else they move in the text
    const int step =
        (compat::key_pressed(Key::right) ? 1 : 0) - (compat::key_pressed(Key::left) ? 1 : 0);
    highlighted_ = beside_choice(first, highlighted_, step);
  }
  int chosen = entered && count > 0 ? highlighted_ : -1;
  {
    float height = line;
    for (std::size_t c = 0; c + 1 < first.size(); ++c) {
      float used = 0;
      for (int i = first[c]; i < first[c + 1]; ++i) {
        used += line + (list[static_cast<std::size_t>(i)].part.empty() ? 0 : heading_line);
      }
      height = std::max(height, used);
    }
    // The sheet itself must not scroll: its field and what it says of a kernel stay in sight.
    const float room = room_left(style) - about_height - below_about;
    const ScrollArea area(style, "rows",
                          std::min({tallest_list, height, std::max(4 * line, room)}));
    const int clicked = draw_columns(style, list, first);
    if (clicked >= 0) chosen = clicked;
  }
  const std::string about = count > 0 ? list[static_cast<std::size_t>(highlighted_)].about
                                      : tr("No kernel has this name.");
  {
    const ScrollArea footer(style, "about", about_height);  // of one height, so that nothing jumps
    paragraph(style, about, style.theme.muted);
  }
  if (!problem_.empty()) paragraph(style, problem_.text(), style.theme.costly);
  if (chosen >= 0) finish(list[static_cast<std::size_t>(chosen)].choose());
}

std::vector<Popups::Choice> Popups::kernels(bool rival) const {
  const Options& now = session_.options();
  const std::string present = !rival ? now.request.kernel : now.variant ? now.variant->kernel : "";
  std::vector<Choice> list = rival ? other_sides() : std::vector<Choice>{};
  const KernelInfo* before = nullptr;
  for (const KernelInfo* kernel : catalogue()) {
    Choice choice{std::string(tr(kernel->title)),
                  kernel->wrong_on_purpose ? tr("wrong on purpose") : "", kernel->id == present,
                  [this, rival, id = kernel->id] {
                    return rival ? session_.comparison.with_kernel(id) : session_.choose_kernel(id);
                  }};
    choice.about = tr(kernel->summary);
    choice.words = kernel->id;
    if (choice.text != kernel->title) choice.words += ' ' + std::string(kernel->title);
    if (before == nullptr || before->family != kernel->family) {
      choice.part = tr(kernel->family->title);
    }
    before = kernel;
    list.push_back(std::move(choice));
  }
  return list;
}

}  // namespace warpscope
