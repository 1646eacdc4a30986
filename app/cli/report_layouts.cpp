#include "app/cli/report_layouts.hpp"

#include <fmt/ostream.h>

#include <utility>

#include "app/cli/table.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// Those of shared memory alone, which a layout can change.
std::uint64_t shared_wavefronts(const Document& document) {
  const Totals& totals = document.summary.totals;
  return totals.shared_load.wavefronts + totals.shared_store.wavefronts +
         totals.shared_atomic.wavefronts;
}

std::string bytes_more(const RelayoutEffect& effect) {
  return grouped(static_cast<std::uint64_t>(effect.extra_bytes));
}

void add_trial(Table& table, const LayoutTrial& trial, bool cheapest) {
  std::vector<std::string> cells{fmt::format("  {}", printable(text(trial.relayout))),
                                 printable(trial.text.text())};
  if (!trial.effect) {
    table.row({cells[0], cells[1], "–", "", tr_c("a layout of an array", "not possible")});
    return;
  }
  table.row({cells[0], cells[1], grouped(trial.effect->after), bytes_more(*trial.effect),
             cheapest ? tr_c("a layout of an array", "cheapest") : ""});
}

/// How far the search went, and why a layout of the list is not possible.
void print_reach(std::ostream& out, const LayoutSearch& search) {
  std::string last;
  for (const ArrayTrials& trials : search.arrays()) {
    fmt::print(out, "\n{}\n",
               // Translators: {1} is an array.
               wrapped(tr_n("{1}: {0} layout was tried; the best are listed.",
                            "{1}: {0} layouts were tried; the best are listed.",
                            static_cast<std::int64_t>(trials.tried), printable(trials.array)),
                       terminal_columns));
    for (const LayoutTrial& trial : trials.list) {
      if (trial.why.empty() || trial.why == last) continue;
      last = trial.why;
      // Translators: {0} is a layout as an option takes it, {1} a sentence.
      fmt::print(out, "{}\n",
                 wrapped(tr("{0} is not possible: {1}", text(trial.relayout), trial.why),
                         terminal_columns, "  "));
    }
  }
}

}  // namespace

std::string layouts_text() {
  return tr(
      "Try other layouts of the shared arrays on the recorded accesses, and list what they cost");
}

void print_layouts(std::ostream& out, const Document& document, const LayoutSearch& search) {
  if (search.arrays().empty()) {
    fmt::print(out, "{}\n",
               tr("Layouts: no shared array has a conflict that one could take away."));
    return;
  }
  Table table("llrrl");
  for (const ArrayTrials& trials : search.arrays()) {
    // Translators: {} is an array's name.
    table.row({tr("Layouts of {}", printable(trials.array)), "",
               tr_c("column of a table", "wavefronts"), tr_c("column of a table", "bytes more"),
               ""});
    table.row({tr("  as it is"), "", grouped(trials.wavefronts), "", ""});
    for (const LayoutTrial& trial : trials.list)
      add_trial(table, trial, &trial == trials.cheapest());
  }
  table.print(out);
  print_reach(out, search);
  if (search.cheapest().empty()) {
    fmt::print(out, "\n{}\n", tr("No layout takes fewer wavefronts."));
    return;
  }
  std::string options;
  for (const Relayout& relayout : search.cheapest()) {
    options += fmt::format(" --relayout {}", printable(text(relayout)));
  }
  fmt::print(out, "\n{}\n",
             wrapped(tr("The cheapest together:{0}: {1}.", options,
                        layout_effect_text(document, *search.effect())),
                     terminal_columns, "  "));
}

void add_layouts(Json& report, const Document& document, const LayoutSearch& search) {
  Json layouts = Json::array();
  for (const ArrayTrials& trials : search.arrays()) {
    Json tried = Json::array();
    for (const LayoutTrial& trial : trials.list) {
      tried.push_back({{"relayout", text(trial.relayout)},
                       {"source", trial.text.english()},
                       {"possible", trial.effect.has_value()}});
      if (!trial.effect) continue;
      tried.back()["wavefronts"] = trial.effect->after;
      tried.back()["extra_bytes"] = trial.effect->extra_bytes;
    }
    layouts.push_back({{"array", trials.array},
                       {"wavefronts", trials.wavefronts},
                       {"ideal", trials.ideal},
                       {"layouts_tried", trials.tried},
                       {"tried", std::move(tried)}});
  }
  report["layouts"] = std::move(layouts);
  if (!search.effect()) return;
  Json options = Json::array();
  for (const Relayout& relayout : search.cheapest()) options.push_back(text(relayout));
  const std::uint64_t before = shared_wavefronts(document);
  report["cheapest_layouts"] = {
      {"relayout", std::move(options)},
      {"wavefronts_before", before},
      {"wavefronts", before - search.effect()->before + search.effect()->after},
      {"extra_bytes", search.effect()->extra_bytes}};
}

}  // namespace warpscope
