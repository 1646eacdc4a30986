// The popup of everything that may stand at the right side of a comparison.

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "app/shell/popups.hpp"
#include "app/subject/layout_search.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_of_array = 5;

/// The cheapest layouts of an array, and of paddings and exclusive ors at least the best that is possible,
/// so that both can be tried; of equals the padding first, which everybody knows. None if nothing is cheaper.
std::vector<LayoutTrial> worth_showing(const ArrayTrials& trials) {
  std::vector<LayoutTrial> shown;
  if (trials.cheapest() == nullptr) return shown;
  bool padded = false, swizzled = false;
  for (const LayoutTrial& trial : trials.list) {
    if (!trial.effect) continue;
    bool& of_its_kind = trial.relayout.swizzles() ? swizzled : padded;
    const bool cheaper = trial.effect->after < trial.effect->before;
    if (of_its_kind && !(cheaper && shown.size() < most_of_array)) continue;
    of_its_kind = true;
    shown.push_back(trial);
  }
  std::ranges::stable_sort(shown, {}, [](const LayoutTrial& trial) {
    return std::pair(trial.effect->after, trial.relayout.pad == 0);
  });
  return shown;
}

}  // namespace

Popups::Choice Popups::layout_choice(const LayoutTrial& trial, bool cheapest,
                                     std::size_t tried) const {
  const std::string& array = trial.relayout.array;
  const std::string layout = trial.text.text();
  std::string effect = layout_effect_text(*session_.playback.left().document(), *trial.effect);
  // Translators: {} is what a layout does: "4,096 → 2,048 wavefronts, 128 bytes more".
  if (cheapest) effect = tr("cheapest of {0} tried: {1}", tried, effect);
  return {layout.starts_with(array) ? layout : fmt::format("{}: {}", array, layout),
          std::move(effect),
          std::ranges::count(session_.comparison.layouts(), trial.relayout) > 0,
          [this, relayout = trial.relayout] { return session_.comparison.toggle_layout(relayout); },
          {},
          tr("Other banks, the same elements. Layouts of several arrays can be tried together; one "
             "that is "
             "ticked is taken back.")};
}

std::vector<Popups::Choice> Popups::layouts() const {
  std::vector<Choice> list;
  if (!session_.playback.left().ready()) return list;
  for (const ArrayTrials& trials : layouts_.arrays()) {
    const std::vector<LayoutTrial> worth = worth_showing(trials);
    for (const LayoutTrial& trial : worth) {
      list.push_back(
          layout_choice(trial, trial.relayout == trials.cheapest()->relayout, trials.tried));
      // Translators: {} is an array's name.
      if (&trial == &worth.front()) list.back().part = tr("Layout of {}", trials.array);
    }
  }
  if (layouts_.cheapest().size() < 2) return list;
  const Layouts& all = layouts_.cheapest();
  Choice together{
      words(all), layout_effect_text(*session_.playback.left().document(), *layouts_.effect()),
      session_.comparison.layouts() == all,
      [this, all] { return session_.comparison.with(Variant{.what_if = {.layouts = all}}); }};
  together.part = tr("The cheapest of all arrays together");
  together.about = tr("Other banks, the same elements. Ctrl+Shift+W does the same from anywhere.");
  list.push_back(std::move(together));
  return list;
}

std::vector<std::string> Popups::refused_layouts() const {
  std::vector<std::string> list;
  for (const ArrayTrials& trials : layouts_.arrays()) {
    const LayoutTrial* const usual = trials.usual_refused();
    if (usual == nullptr || usual->why.empty()) continue;
    // Translators: {0} is a layout: "tile[32][33]"; {1} a sentence.
    list.push_back(tr("Not offered: {0}. {1}", words(usual->relayout), usual->why));
  }
  std::string last;
  for (const auto& [pad, why] : no_padding_) {
    if (why == last) continue;
    last = why;
    list.push_back(tr("Not offered: {0}. {1}", tr("padded by 1 in {}", pad), why));
  }
  return list;
}

std::vector<Popups::Choice> Popups::what_ifs() const {
  const Options& now = session_.options();
  std::vector<Choice> list = layouts();
  if (session_.playback.left().ready()) {
    list.push_back({tr("An index of your own …"), "Alt+Shift+W", false, [this]() -> Status {
                      session_.popup.shown = Popup::index;
                      return Done{};
                    }});
    list.back().part = tr("Layouts by a formula");
    list.back().about =
        tr("Any index for each shared array, such as row*(W+1) + col: the run shows at once what "
           "it costs, without a change of the source.");
    list.back().words = "layout formula swizzle";
  }
  std::string part;
  for (WhatIfChoice& choice : what_if_choices(now)) {
    if (no_padding_.contains(choice.variant.what_if.pad)) continue;
    Choice row{std::move(choice.text), std::move(choice.detail), now.variant == choice.variant,
               [this, variant = choice.variant] { return session_.comparison.with(variant); }};
    row.about = std::move(choice.about);
    if (choice.part != part) row.part = choice.part;
    part = choice.part;
    list.push_back(std::move(row));
  }
  if (session_.playback.left().ready() && now.subject()->can().change_block) {
    Choice other{tr("Another number of threads …"), "", false, [this]() -> Status {
                   session_.popup.ask_run(RunField::block);
                   return Done{};
                 }};
    other.about =
        tr("Any size of a block, as \"what if it were 512?\". The run that is shown changes; undo "
           "brings it back.");
    other.words = "512 block";
    // With those of smaller blocks, if there are any.
    const auto blocks = std::ranges::find(list, tr("Block"), &Choice::part);
    if (blocks == list.end()) other.part = tr("Block");
    list.insert(blocks == list.end() ? blocks : blocks + 1, std::move(other));
  }
  if (now.variant) {
    list.push_back({tr("No change"), tr("closes the comparison"), false,
                    [this] { return session_.comparison.with(std::nullopt); }, tr("Nothing")});
  }
  return list;
}

std::vector<Popups::Choice> Popups::own_sides() const {
  std::vector<Choice> list;
  if (!session_.options().subject()->can_be_edited()) return list;
  const std::optional<Variant>& variant = session_.options().variant;
  if (session_.comparison.has_before()) {
    list.push_back({tr("Before the last save"), "Ctrl+H",
                    variant && SessionComparison::is_before(*variant),
                    [this] { return session_.comparison.with_before(); }});
    list.back().about = tr("What the last save changed, line by line.");
    list.back().words = "save mend";
  }
  for (const SessionPrograms::OtherLaunch& other : session_.programs.other_launches()) {
    const bool chosen = variant && variant->opened && variant->opened->program() != nullptr &&
                        variant->opened->program()->launch.number == other.number;
    Choice choice{
        tr("Launch {0}: {1}", other.number, printable(other.kernel)),
        fmt::format("<<<{}, {}>>>", extent_text(other.grid), extent_text(other.block)), chosen,
        [this, number = other.number] { return session_.programs.compare_launches(number); }};
    choice.about =
        tr("The launch at the playhead and this one, each alone. Ctrl Z brings all launches back.");
    choice.words = "launch kernel";
    list.push_back(std::move(choice));
  }
  if (!list.empty()) list.front().part = tr("Your program");
  return list;
}

std::vector<Popups::Choice> Popups::other_sides() const {
  const Options& now = session_.options();
  std::vector<Choice> list = own_sides();
  const std::size_t own = list.size();
  for (const BankModel model : all_bank_models) {
    if (model == now.model) continue;
    const Variant variant{.model = model};
    list.push_back({std::string(tr(label(model))), std::string(id(model)), now.variant == variant,
                    [this, variant] { return session_.comparison.with(variant); }});
    list.back().about = tr("The same trace with the shared memory of other hardware.");
    list.back().words = "banks";
  }
  list[own].part = tr("Other banks");
  list.push_back({tr("A program or a trace …"), "", now.variant && now.variant->opened,
                  [this]() -> Status {
                    session_.popup.shown = Popup::rival_file;
                    return Done{};
                  },
                  tr("A file")});
  list.back().about =
      tr("A .cu or .wscope file, such as the same kernel recorded on a GPU: where do the two "
         "diverge?");
  list.push_back(
      {tr("What if …"), "W", now.variant && is_what_if(*now.variant), [this]() -> Status {
         session_.popup.shown = Popup::what_if;
         return Done{};
       }});
  list.back().about = tr("The same kernel with padding, without a barrier, or in other blocks.");
  return list;
}

}  // namespace warpscope
