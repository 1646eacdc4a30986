#include "app/shell/program_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/subject/command_words.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

const ProgramOption& option_named(std::string_view id) {
  return *std::ranges::find(program_options(), id, &ProgramOption::id);
}

/// Reads one text of an option that was typed into a field.
Status read_option(std::string_view id, std::string_view label, const std::string& text,
                   ProgramChoice& choice) {
  return option_named(id).read(label, text, choice);
}

/// "3", or "3,2" in a grid of more dimensions.
std::string typed_block(const Dim3& block, const Dim3& grid) {
  if (grid.z > 1) return fmt::format("{},{},{}", block.x, block.y, block.z);
  if (grid.y > 1) return fmt::format("{},{}", block.x, block.y);
  return std::to_string(block.x);
}

/// The field of a program that is meant where a kernel has another one.
RunField field_of_program(RunField field) {
  switch (field) {
    case RunField::size:
    case RunField::input:
    case RunField::seed:
    case RunField::parameters: return RunField::arguments;
    case RunField::block: return RunField::macros;
    default: return field;
  }
}

}  // namespace

void ProgramForm::open() {
  texts_.clear();
  const SubjectPtr subject = session_.options().subject();
  if (!subject->can().take_options) return;
  const ProgramChoice* program = subject->program();
  const auto text = [&](std::string_view id) {
    const auto texts = option_named(id).texts(*program);
    return texts.empty() ? std::string() : texts.back();
  };
  texts_[RunField::arguments] = quoted_words(program->request.arguments);
  texts_[RunField::macros] = quoted_words(program->request.build.defines);
  texts_[RunField::traced_block] = text("trace-block");
  texts_[RunField::time_limit] = text("time-limit");
  all_blocks_ = program->request.options.all_blocks;
  const auto& seed = program->request.options.schedule_seed;
  texts_[RunField::schedule] = seed ? std::to_string(*seed) : std::string();
  setups_.clear();
  if (session_.programs.console() != nullptr) setups_ = session_.programs.console()->bare_launches;
  setup_texts_.clear();
  for (const BareLaunch& launch : setups_) setup_texts_.push_back(launch.setup);
  focus_ = field_of_program(session_.popup.run_field);
  if (focus_ == RunField::launch && setups_.empty()) focus_ = RunField::arguments;
  list_blocks();
}

void ProgramForm::list_blocks() {
  grid_ = {0, 0, 0};
  blocks_.clear();
  const Playhead& head = session_.playback.left();
  if (!head.ready()) return;
  const Trace& trace = *head.document()->trace;
  const std::uint32_t number = trace.steps[trace.accesses[head.position()].step].launch;
  const Launch& launch = trace.launches[number];
  grid_ = launch.grid;
  const ConsolePage* page = session_.programs.console();
  const bool told = page != nullptr && page->outcome && !page->outdates_document();
  const FindingsOfBlocks found =
      told ? findings_of_blocks(*page->outcome, static_cast<int>(launch_number(trace, number)))
           : findings_of_blocks(trace, number);
  constexpr std::size_t most_blocks = 24;
  blocks_ = block_choices(launch.blocks(), found, launch.traced_block, most_blocks);
}

Status ProgramForm::read(RunField field, ProgramChoice& choice) const {
  const ProgramChoice none;
  const std::string& typed = texts_.at(field);
  ProgramOptions& options = choice.request.options;
  switch (field) {
    case RunField::macros: {
      auto macros = split_words(typed);
      if (!macros) return macros.error();
      choice.request.build.defines.clear();
      for (const std::string& macro : macros.value()) {
        if (Status read = read_option("define", tr("A macro"), macro, choice); !read) return read;
      }
      return Done{};
    }
    case RunField::traced_block:
      options.traced_block = none.request.options.traced_block;
      return typed.empty() ? Status(Done{})
                           : read_option("trace-block", tr("The block"), typed, choice);
    case RunField::schedule:
      return read_option("schedule", tr("The seed"), typed.empty() ? "in-order" : "random:" + typed,
                         choice);
    case RunField::time_limit:
      options.time_limit = none.request.options.time_limit;
      return typed.empty() ? Status(Done{})
                           : read_option("time-limit", tr("The time limit"), typed, choice);
    default: break;
  }
  auto words = split_words(typed);
  if (!words) return words.error();
  choice.request.arguments = std::move(words).value();
  return Done{};
}

std::vector<BareLaunch> ProgramForm::typed_setups() const {
  std::vector<BareLaunch> typed = setups_;
  for (std::size_t k = 0; k < typed.size(); ++k) typed[k].setup = setup_texts_[k];
  return typed;
}

Status ProgramForm::read_setups(ProgramChoice& choice) const {
  const auto same = [](const BareLaunch& launch, const std::string& text) {
    return launch.setup == text;
  };
  if (std::ranges::equal(setups_, setup_texts_, same)) return Done{};
  choice.request.build.setups.clear();
  for (const BareLaunch& launch : typed_setups()) {
    const std::string text = launch.setup.empty() ? fmt::format("kernel {}", launch.kernel)
                             : setups_.size() > 1 && !launch.setup.starts_with("kernel ")
                                 ? fmt::format("kernel {}, {}", launch.kernel, launch.setup)
                                 : launch.setup;
    if (Status read = read_option("setup", launch.kernel, text, choice); !read) return read;
  }
  return Done{};
}

Result<ProgramChoice> ProgramForm::typed() const {
  const SubjectPtr present = session_.options().subject();
  if (!present->can().take_options) {
    return usage_error(say("No program of your own is open any more."));
  }
  ProgramChoice choice = *present->program();
  for (const RunField field : {RunField::arguments, RunField::macros, RunField::traced_block,
                               RunField::schedule, RunField::time_limit}) {
    if (Status done = read(field, choice); !done) return done.error();
  }
  choice.request.options.all_blocks = all_blocks_;
  if (Status done = read_setups(choice); !done) return done.error();
  return choice;
}

bool ProgramForm::takes_focus(RunField field) {
  if (focus_ != field) return false;
  focus_.reset();
  return true;
}

void ProgramForm::draw_field(const WidgetStyle& style, RunField field, std::string_view title,
                             ChoiceField shown, std::string_view note) {
  const IdScope id(static_cast<int>(field));
  const FormRow row(style, title);
  ProgramChoice scratch;
  const Status accepted = read(field, scratch);
  shown.text = &texts_[field];
  shown.focus = takes_focus(field);
  shown.wrong = !accepted;
  const ChoiceEvent event = choice_field(style, "field", shown);
  if (event.chosen >= 0 && !event.focused) focus_ = field;
  if (!accepted) return paragraph(style, accepted.error().for_window().text(), style.theme.costly);
  if (!note.empty()) form_note(style, note, style.theme.muted);
}

void ProgramForm::draw_block(const WidgetStyle& style) {
  std::vector<std::string> shown, written;
  int chosen = -1;
  for (const BlockChoice& choice : blocks_) {
    const Dim3 block = coordinates(choice.block, grid_);
    written.push_back(typed_block(block, grid_));
    const std::string name =
        grid_.y > 1 || grid_.z > 1 ? fmt::format("({})", written.back()) : written.back();
    shown.push_back(choice.findings == 0
                        ? name
                        // Translators: the number of a block, and how many findings it has.
                        : tr_n("{1}: {0} finding", "{1}: {0} findings", choice.findings, name));
    if (written.back() == texts_[RunField::traced_block])
      chosen = static_cast<int>(written.size()) - 1;
    if (texts_[RunField::traced_block].empty() && choice.block == 0)
      chosen = static_cast<int>(written.size()) - 1;
  }
  const std::string note = grid_.count() == 0 ? std::string()
                           : grid_.count() == 1
                               ? tr("This launch has a single block.")
                               : tr_n("This launch has {1} block.", "This launch has {1} blocks.",
                                      grid_.count(), whole_text(grid_.count()));
  draw_field(style, RunField::traced_block, tr("Recorded block"),
             {.hint = "0", .choices = shown, .written = written, .chosen = chosen}, note);
}

void ProgramForm::draw_grids(const WidgetStyle& style) {
  const IdScope id(static_cast<int>(RunField::traced_block) + 100);
  const FormRow row(style, tr("Whole grids"));
  // Translators: how the figures of whole grids come about: from one block, or from all of them.
  const std::vector<std::string> ways{tr("≈ scaled from the recorded block"),
                                      tr("all blocks counted: slower")};
  const int chosen = chips(style, ways, all_blocks_ ? 1 : 0);
  if (chosen >= 0) all_blocks_ = chosen == 1;
}

void ProgramForm::draw_setups(const WidgetStyle& style) {
  if (setups_.empty()) return;
  hairline(style);
  paragraph(style,
            tr("Kernels without main() are launched with a grid, a block, and a value for each "
               "parameter; what is left out is guessed."),
            style.theme.muted);
  for (std::size_t k = 0; k < setups_.size(); ++k) {
    const IdScope id(static_cast<int>(k));
    const FormRow row(style, setups_[k].kernel);
    const bool focus = k == 0 && takes_focus(RunField::launch);
    choice_field(style, "setup",
                 {.text = &setup_texts_[k],
                  .hint = tr("all of it is guessed, e.g. grid 4, block 256"),
                  .width = 0,
                  .focus = focus});
  }
}

std::optional<Status> ProgramForm::draw(const WidgetStyle& style, const Sentence& problem) {
  heading(style, tr("Run {}", session_.options().subject()->name()));
  draw_field(style, RunField::arguments, tr("Arguments"),
             {.hint = tr("none, e.g. 4096 \"two words\""), .width = 0});
  draw_field(style, RunField::macros, tr("Macros"),
             {.hint = tr("none, e.g. BLOCK=128 CHECK"), .width = 0});
  draw_block(style);
  const std::vector<std::string> seeds{"", "1", "2", "3"};
  std::vector<std::string> orders{tr("in order")};
  for (int seed = 1; seed <= 3; ++seed) orders.push_back(tr("random #{}", seed));
  const auto place_of = [](const std::vector<std::string>& list, const std::string& text) {
    const auto found = std::ranges::find(list, text);
    return found == list.end() ? -1 : static_cast<int>(found - list.begin());
  };
  draw_field(style, RunField::schedule, tr("Order of the warps"),
             {.hint = tr("a seed"),
              .choices = orders,
              .written = seeds,
              .chosen = place_of(seeds, texts_[RunField::schedule])});
  const std::vector<std::string> limits{"10", "", "300", "0"};
  const std::vector<std::string> limit_titles{"10", "60", "300", tr("no limit")};
  draw_field(style, RunField::time_limit, tr("Seconds at most"),
             {.hint = "60",
              .choices = limit_titles,
              .written = limits,
              .chosen = place_of(limits, texts_[RunField::time_limit])});
  draw_grids(style);
  draw_setups(style);
  if (!problem.empty()) paragraph(style, problem.text(), style.theme.costly);
  hairline(style);
  const Result<ProgramChoice> choice = typed();
  const bool runs = button(style, tr("Build and run"), true, choice.ok());
  if (!setups_.empty()) {
    beside(style);
    if (button(style, tr("Write the launch into the file"))) {
      return session_.programs.write_setups(typed_setups());
    }
  }
  beside(style);
  if (button(style, tr("Cancel"))) return Status(Done{});
  if (!choice || !(runs || confirmed(style))) return std::nullopt;
  return session_.programs.change(choice.value());
}

}  // namespace warpscope
