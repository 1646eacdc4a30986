// The popups of programs of the user's own: which one is opened, whether it may run, and which launch is
// shown.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/programs/starters.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Of a launch; of its recorded block, if it has more of them.
std::string cost_text(std::uint64_t wavefronts, std::uint64_t sectors, bool of_block) {
  const auto number = static_cast<std::int64_t>(wavefronts > 0 ? wavefronts : sectors);
  if (wavefronts > 0) {
    return of_block ? tr_n("{} wavefronts a block", "{} wavefronts a block", number)
                    : tr_n("{} wavefronts", "{} wavefronts", number);
  }
  return of_block ? tr_n("{} sectors a block", "{} sectors a block", number)
                  : tr_n("{} sectors", "{} sectors", number);
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
    const std::uint64_t wavefronts = wavefronts_of(totals[l]), sectors = sectors_of(totals[l]);
    const std::string cost = cost_text(wavefronts, sectors, launch.blocks() > 1);
    list.push_back({fmt::format("{}  {}", launch_number(trace, l), launch_words(launch)), cost,
                    l == now, [this, l]() -> Status {
                      session_.programs.seek_launch(l);
                      return Done{};
                    }});
  }
  return list;
}

}  // namespace warpscope
