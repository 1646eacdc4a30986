// The popups of programs of the user's own: which one is opened, whether it may run, and which launch is
// shown.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/programs/starters.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/popups.hpp"
#include "app/subject/grid_totals.hpp"
#include "app/ui/imgui_compat.h"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// "≈4,096 wavefronts, ≈512 sectors (ideal ≈256)", of a launch's whole grid.
std::string grid_cost_text(const GridTotals& grid) {
  const auto figure = [&](std::uint64_t count) { return grid_figure_text(grid, count); };
  const std::uint64_t wavefronts = wavefronts_of(grid.totals), sectors = sectors_of(grid.totals),
                      ideal = ideal_sectors_of(grid.totals);
  std::string text;
  if (wavefronts > 0) {
    text = tr_n("{1} wavefront", "{1} wavefronts", static_cast<std::int64_t>(wavefronts),
                figure(wavefronts));
  }
  if (sectors == 0) return text;
  if (!text.empty()) text += ", ";
  text += tr_n("{1} sector", "{1} sectors", static_cast<std::int64_t>(sectors), figure(sectors));
  return sectors > ideal ? tr("{0} (ideal {1})", text, figure(ideal)) : text;
}

}  // namespace

void Popups::draw_question(const WidgetStyle& style) {
  const Sentence* why = session_.programs.question();
  if (why == nullptr) {
    session_.popup.shown = Popup::none;
    return;
  }
  heading(style, tr("Run this program?"));
  paragraph(style, why->text(), style.theme.text);
  paragraph(style,
            tr("Enter does not run it: what has not been looked at should not start by accident. "
               "Tab goes to the other button."),
            style.theme.muted);
  hairline(style);
  for (const Key key : {Key::left, Key::right}) {
    if (compat::key_pressed(key, false)) focus_.step(1);
  }
  if (appears_) focus_.go_to_first();
  const std::string runs(tr("Run it"));
  const bool runs_by_enter = focus_.is_at(ImGui::GetID(runs.c_str()));
  const bool cancel = button(style, tr("Do not run it"), !runs_by_enter);
  beside(style);
  const bool run = button(style, runs, runs_by_enter);
  if (!cancel && !run) return;
  if (const Status answered = session_.programs.answer(run); !answered)
    session_.notices.complain(answered.error());
  if (session_.popup.shown == shown_) session_.popup.shown = Popup::none;
}

std::vector<Popups::Choice> Popups::starter_choices() const {
  std::vector<Choice> list;
  for (const Starter& starter : starters()) {
    list.push_back({std::string(tr(starter.title)), std::string(starter.file_name), false,
                    [this, &starter] { return session_.programs.create(starter); }});
    list.back().about =
        // Translators: sentences about a program, and the folder in which its file will lie.
        tr("{0} It is written to {1}.", tr(starter.summary), default_program_folder().string());
  }
  list.front().part = tr("New program");
  return list;
}

std::optional<std::filesystem::path> Popups::draw_recent(const WidgetStyle& style) {
  if (recent_.empty()) return std::nullopt;
  label(style, tr("Opened before"), 30, 0);
  std::optional<std::filesystem::path> chosen;
  constexpr float height = 28;
  const auto in_sight = static_cast<float>(std::min<std::size_t>(recent_.size(), 4));
  const ScrollArea area(style, "recent", in_sight * (height + 4));
  for (int i = 0; i < static_cast<int>(recent_.size()); ++i) {
    const ListedProgram& listed = recent_[static_cast<std::size_t>(i)];
    const IdScope id(i);
    const std::filesystem::path& file = listed.program.file;
    const std::string name = file.filename().string(), folder = file.parent_path().string();
    const std::string detail = listed.absent ? tr("{} is not there now", folder) : folder;
    if (row(style, "recent",
            {.text = name, .detail = detail, .enabled = !listed.absent, .height = height})) {
      chosen = file;
    }
  }
  return chosen;
}

std::vector<Popups::Choice> Popups::launches() const {
  std::vector<Choice> list;
  if (!session_.playback.left().ready()) return list;
  const Document& document = *session_.playback.left().document();
  const Trace& trace = *document.trace;
  const std::uint32_t now =
      trace.steps[trace.accesses[session_.playback.left().position()].step].launch;
  const auto totals = totals_of_launches(trace, document.summary.model);
  if (!session_.lesson.untold().allows(Told::counts | Told::costs)) {
    list.push_back({untold_text(), "", false, []() -> Status { return Done{}; }});
    return list;
  }
  for (std::uint32_t l = 0; l < trace.launches.size(); ++l) {
    const Launch& launch = trace.launches[l];
    const std::string cost = grid_cost_text(grid_totals(totals[l], 1, launch.blocks()));
    list.push_back({fmt::format("{}  {}", launch_number(trace, l), launch_words(launch)), cost,
                    l == now, [this, l]() -> Status {
                      session_.programs.seek_launch(l);
                      return Done{};
                    }});
  }
  return list;
}

}  // namespace warpscope
