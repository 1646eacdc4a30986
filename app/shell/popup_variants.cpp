// The popup of everything that may stand at the right side of a comparison.

#include <fmt/format.h>

#include <utility>

#include "app/shell/popups.hpp"
#include "app/subject/layout_choices.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

std::vector<Popups::Choice> Popups::layouts() const {
  std::vector<Choice> list;
  if (!session_.playback.left().ready()) return list;
  for (const OfferedFix& offer : layouts_.list) {
    const Variant variant{.what_if = {.relayout = offer.fix.relayout}};
    const std::string& array = offer.fix.relayout.array;
    const std::string layout = offer.fix.text.text();
    const bool named = layout.starts_with(array);
    list.push_back({named ? layout : fmt::format("{}: {}", array, layout),
                    layout_effect_text(*session_.playback.left().document(), offer),
                    session_.options().variant == variant,
                    [this, variant] { return session_.comparison.with(variant); }});
    list.back().about =
        tr("Other banks, the same elements. Shift+W takes the first one for the present access.");
  }
  if (!list.empty()) list.front().part = tr("Layout of a shared array");
  return list;
}

std::vector<Popups::Choice> Popups::what_ifs() const {
  const Options& now = session_.options();
  std::vector<Choice> list = layouts();
  std::string part;
  for (WhatIfChoice& choice : what_if_choices(now)) {
    Choice row{std::move(choice.text), std::move(choice.detail), now.variant == choice.variant,
               [this, variant = choice.variant] { return session_.comparison.with(variant); }};
    row.about = std::move(choice.about);
    if (choice.part != part) row.part = choice.part;
    part = choice.part;
    list.push_back(std::move(row));
  }
  if (session_.playback.left().ready() && now.subject()->can().change_block) {
    list.push_back({tr("Another number of threads …"), "", false, [this]() -> Status {
                      session_.popup.ask_run(RunField::block);
                      return Done{};
                    }});
    list.back().about =
        tr("Any size of a block, as \"what if it were 512?\". The run that is shown changes; undo "
           "brings it back.");
    list.back().words = "512 block";
    if (part != tr("Block")) list.back().part = tr("Block");
  }
  if (now.variant) {
    list.push_back({tr("No change"), tr("closes the comparison"), false,
                    [this] { return session_.comparison.with(std::nullopt); }, tr("Nothing")});
  }
  return list;
}

std::vector<Popups::Choice> Popups::other_sides() const {
  const Options& now = session_.options();
  std::vector<Choice> list;
  for (const BankModel model : all_bank_models) {
    if (model == now.model) continue;
    const Variant variant{.model = model};
    list.push_back({std::string(tr(label(model))), std::string(id(model)), now.variant == variant,
                    [this, variant] { return session_.comparison.with(variant); }});
    list.back().about = tr("The same trace with the shared memory of other hardware.");
    list.back().words = "banks";
  }
  list.front().part = tr("Other banks");
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
