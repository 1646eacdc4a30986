// The popups of programs of the user's own: what is built and run, and which launch is shown.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "app/session/starters.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/popups.hpp"
#include "app/subject/command_words.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

const ProgramOption& option_named(std::string_view id) {
  return *std::ranges::find(program_options(), id, &ProgramOption::id);
}

/// Reads one text, or none, of an option that was typed into a field.
Status read_field(std::string_view id, std::string_view label, const std::string& text,
                  ProgramChoice& choice) {
  if (text.empty()) return Done{};
  return option_named(id).read(label, text, choice);
}

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

void Popups::program_fields() {
  const ProgramChoice* program = session_.options().subject()->program();
  if (program == nullptr) return;
  const auto text = [&](std::string_view id) {
    const auto texts = option_named(id).texts(*program);
    return texts.empty() ? std::string() : texts.back();
  };
  fields_ = {quoted_words(program->request.arguments), quoted_words(program->request.build.defines),
             text("trace-block"), text("time-limit")};
}

Status Popups::use_program_fields() {
  const ProgramChoice* present = session_.options().subject()->program();
  if (present == nullptr) return Done{};
  ProgramChoice choice = *present;
  const ProgramChoice none;
  auto arguments = split_words(fields_[0]), defines = split_words(fields_[1]);
  if (!arguments) return arguments.error();
  if (!defines) return defines.error();
  choice.request.arguments = std::move(arguments).value();
  choice.request.build.defines.clear();
  for (const std::string& define : defines.value()) {
    if (Status read = read_field("define", tr("A macro"), define, choice); !read)
      return read.error();
  }
  choice.request.options.traced_block = none.request.options.traced_block;
  choice.request.options.time_limit = none.request.options.time_limit;
  if (Status read = read_field("trace-block", tr("The block"), fields_[2], choice); !read) {
    return read.error();
  }
  if (Status read = read_field("time-limit", tr("The time limit"), fields_[3], choice); !read) {
    return read.error();
  }
  return session_.change_program(std::move(choice));
}

void Popups::draw_program(const WidgetStyle& style) {
  heading(style, tr("Program"));
  bool entered = text_field(
      style, "arguments", fields_[0],
      {.label = tr("Arguments"), .hint = tr("none, e.g. 4096 \"two words\""), .focus = appears_});
  entered |= text_field(style, "defines", fields_[1],
                        {.label = tr("Macros"), .hint = tr("none, e.g. BLOCK=128 CHECK")});
  entered |= text_field(
      style, "block", fields_[2],
      {.label = tr("Block that is recorded"), .hint = tr("the first one, e.g. 3 or 1,2,0")});
  entered |= text_field(
      style, "time", fields_[3],
      {.label = tr("Time limit in seconds"), .hint = tr("60 if empty, e.g. 300; 0 is no limit")});
  if (!problem_.empty()) paragraph(style, problem_, style.theme.costly);
  hairline(style);
  if (button(style, tr("Run"), true) || entered) finish(use_program_fields());
}

std::vector<BareLaunch> Popups::typed_setups() const {
  std::vector<BareLaunch> typed = setups_;
  for (std::size_t k = 0; k < std::min(typed.size(), fields_.size()); ++k) {
    typed[k].setup = fields_[k];
  }
  return typed;
}

void Popups::draw_setup(const WidgetStyle& style) {
  heading(style, tr("How kernels without main() are launched"));
  paragraph(style,
            tr("Grid, block, and what each parameter is given; what is left out is guessed."),
            style.theme.muted);
  bool entered = false;
  for (std::size_t k = 0; k < std::min(setups_.size(), fields_.size()); ++k) {
    const IdScope id(static_cast<int>(k));
    entered |= text_field(style, "setup", fields_[k],
                          {.label = setups_[k].kernel,
                           .hint = tr("all of it is guessed, e.g. grid 4, block 256"),
                           .focus = appears_ && k == 0});
  }
  if (!problem_.empty()) paragraph(style, problem_, style.theme.costly);
  hairline(style);
  const bool run = button(style, tr("Run"), true) || entered;
  beside(style);
  const bool write = button(style, tr("Write it into the file"));
  if (write) finish(session_.write_setups(typed_setups()));
  if (!run) return;
  const ProgramChoice* present = session_.options().subject()->program();
  if (present == nullptr) return finish(Done{});
  ProgramChoice choice = *present;
  choice.request.build.setups.clear();
  for (const BareLaunch& launch : typed_setups()) {
    const std::string text = launch.setup.empty() ? fmt::format("kernel {}", launch.kernel)
                             : setups_.size() > 1 && !launch.setup.starts_with("kernel ")
                                 ? fmt::format("kernel {}, {}", launch.kernel, launch.setup)
                                 : launch.setup;
    if (Status read = option_named("setup").read(launch.kernel, text, choice); !read) {
      return finish(read.error());
    }
  }
  finish(session_.change_program(std::move(choice)));
}

void Popups::draw_question(const WidgetStyle& style) {
  const std::string* why = session_.question();
  if (why == nullptr) {
    session_.popup = Popup::none;
    return;
  }
  heading(style, tr("Run this program?"));
  paragraph(style, *why, style.theme.text);
  hairline(style);
  const bool cancel = button(style, tr("Do not run it"), true);
  beside(style);
  const bool run = button(style, tr("Run it"));
  if (!cancel && !run) return;
  if (const Status answered = session_.answer(run); !answered) session_.complain(answered.error());
  if (session_.popup == shown_) session_.popup = Popup::none;
}

std::vector<Popups::Choice> Popups::starter_choices() const {
  std::vector<Choice> list;
  for (const Starter& starter : starters()) {
    list.push_back({std::string(tr(starter.title)), std::string(starter.file_name), false,
                    [this, &starter] { return session_.new_program(starter); }});
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
  if (!session_.left().ready()) return list;
  const Document& document = *session_.left().document();
  const Trace& trace = *document.trace;
  const std::uint32_t now = trace.steps[trace.accesses[session_.left().position()].step].launch;
  const auto totals = totals_of_launches(trace, document.summary.model);
  for (std::uint32_t l = 0; l < trace.launches.size(); ++l) {
    const Launch& launch = trace.launches[l];
    const std::uint64_t wavefronts = wavefronts_of(totals[l]), sectors = sectors_of(totals[l]);
    const std::string cost = cost_text(wavefronts, sectors, launch.blocks() > 1);
    list.push_back({fmt::format("{}  {}", launch_number(trace, l), launch_words(launch)), cost,
                    l == now, [this, l]() -> Status {
                      session_.seek_launch(l);
                      return Done{};
                    }});
  }
  return list;
}

}  // namespace warpscope
