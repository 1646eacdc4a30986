#include "app/shell/kernel_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/language/typed_number.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/run/plan.hpp"

namespace warpscope {
namespace {

constexpr std::string_view size_field = "size", block_field = "block",
                           traced_field = "traced block", input_field = "input",
                           file_field = "file", seed_field = "seed", schedule_field = "schedule";

std::string_view field_named(RunField field) {
  switch (field) {
    case RunField::block: return block_field;
    case RunField::traced_block: return traced_field;
    case RunField::input: return input_field;
    case RunField::seed: return seed_field;
    case RunField::schedule: return schedule_field;
    default: return size_field;
  }
}

/// Kinds of input as users know them; others, such as "dominant", are called so.
std::string input_title(const std::string& kind) {
  constexpr std::array titles{
      std::pair{"random", tr_noop("random")},     std::pair{"ones", tr_noop("ones")},
      std::pair{"ramp", tr_noop("ramp")},         std::pair{"alternating", tr_noop("alternating")},
      std::pair{"reversed", tr_noop("reversed")}, std::pair{"wide", tr_noop("any value")},
      std::pair{"special", tr_noop("special")},
  };
  for (const auto& [id, title] : titles) {
    if (kind == id) return tr(title);
  }
  return kind;
}

Sentence use_elements(std::int64_t size) {
  return say_n("Use {1} element", "Use {1} elements", size, Grouped(size));
}

Sentence not_whole(const std::string& text) {
  return say("It must be a whole number, and '{}' is not.", text);
}

template <class List, class Value>
int place_in(const List& list, const Value& value) {
  const auto found = std::ranges::find(list, value);
  return found == std::ranges::end(list) ? -1 : static_cast<int>(found - std::ranges::begin(list));
}

std::vector<std::string> texts_of(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> texts;
  for (const std::int64_t number : numbers) texts.push_back(std::to_string(number));
  return texts;
}

}  // namespace

void KernelForm::open() {
  next_ = session_.options();
  next_.show_what_runs();
  subject_ = next_.subject();
  auto full = subject_->complete(next_.request);
  if (!full) full = subject_->complete(subject_->request());
  wanted_ = full ? std::move(full).value() : next_.request;
  asked_size_ = wanted_.size.value_or(0);
  asked_block_ = wanted_.block.value_or(0);
  one_block_ = block_count(wanted_) == 1;
  last_.clear();
  problems_.clear();
  texts_.clear();
  focus_ = field_named(session_.popup.run_field);
  if (session_.popup.run_field == RunField::parameters && !subject_->parameters().empty()) {
    const Parameter* lead = lead_parameter(subject_->parameters());
    focus_ = lead != nullptr ? lead->name : subject_->parameters().front().name;
  }
  write_texts();
}

void KernelForm::write_texts(Name but) {
  const auto write = [&](Name field, std::string text) {
    if (field == but) return;
    texts_.insert_or_assign(std::string(field), std::move(text));
    problems_.erase(std::string(field));
  };
  write(size_field, std::to_string(wanted_.size.value_or(0)));
  write(block_field, std::to_string(wanted_.block.value_or(0)));
  write(traced_field, wanted_.traced_block ? std::to_string(*wanted_.traced_block) : "");
  for (const auto& [name, value] : wanted_.parameters) write(name, value);
  const bool drawn = texts_.contains(seed_field);
  if (!drawn) {  // these follow from nothing else
    write(seed_field, std::to_string(wanted_.input.seed));
    write(schedule_field, wanted_.schedule.random ? std::to_string(wanted_.schedule.seed) : "");
    const auto kinds = subject_->inputs();
    const bool generated = wanted_.input.kind.empty() || place_in(kinds, wanted_.input.kind) >= 0;
    write(file_field, generated ? "" : wanted_.input.kind);
  }
  sizes_ = size_choices(*subject_, wanted_);
  const auto plan = make_plan(wanted_);
  count_ = plan ? plan->grid : 0;
  FindingsOfBlocks found;
  RunRequest shown = session_.options().request, same = wanted_;
  shown.traced_block = same.traced_block = std::nullopt;
  const Playhead& head = session_.playback.left();
  if (head.ready() && shown == same && subject_ == head.document()->subject) {
    const Trace& trace = *head.document()->trace;
    found = findings_of_blocks(trace, trace.steps[trace.accesses[head.position()].step].launch);
  }
  constexpr std::size_t most_blocks = 24;
  blocks_ = block_choices(count_, found, plan ? plan->traced_block : 0, most_blocks);
}

void KernelForm::set(Name field, const std::string& text) {
  last_ = field;
  texts_.insert_or_assign(last_, text);
  problems_.erase(last_);
  if (auto problem = read(field, text)) {
    problems_.insert_or_assign(last_, std::move(*problem));
  } else {
    write_texts(field);
  }
}

std::optional<KernelForm::Problem> KernelForm::read(Name field, const std::string& text) {
  if (field == size_field) return read_size(text);
  if (field == block_field) return read_block(text);
  if (field == traced_field) return read_traced_block(text);
  if (field == schedule_field) return read_schedule(text);
  if (field == seed_field) {
    const auto seed = number_in<std::uint64_t>(text);
    if (!seed) return Problem{not_whole(text)};
    wanted_.input.seed = *seed;
    return std::nullopt;
  }
  if (field == input_field || field == file_field) {
    wanted_.input.kind = text;
    if (field == input_field) texts_.insert_or_assign(std::string(file_field), "");
    return std::nullopt;
  }
  for (const Parameter& parameter : subject_->parameters()) {
    if (parameter.name == field) return read_parameter(parameter, text);
  }
  return std::nullopt;
}

std::optional<KernelForm::Problem> KernelForm::read_size(const std::string& text) {
  const auto size = number_in<std::int64_t>(text);
  if (!size) return Problem{not_whole(text)};
  RunRequest wanted = wanted_;
  wanted.size = *size;
  wanted.block = asked_block_;
  auto made = with_size(*subject_, wanted, *size, one_block_);
  if (made) {
    asked_size_ = *size;
    wanted_ = std::move(made).value();
    return std::nullopt;
  }
  Problem problem{made.error().for_window()};
  wanted.block = wanted_.block;
  if (const auto near = nearest_size(*subject_, wanted)) {
    problem.instead = std::to_string(*near);
    problem.offer = use_elements(*near);
  }
  return problem;
}

std::optional<KernelForm::Problem> KernelForm::read_block(const std::string& text) {
  const auto block = number_in<int>(text);
  if (!block) return Problem{not_whole(text)};
  RunRequest wanted = wanted_;
  wanted.size = asked_size_;
  wanted.block = *block;
  auto made = with_what_follows(*subject_, wanted, RunChoice::block);
  if (made) {
    asked_block_ = *block;
    one_block_ = false;  // whoever chose it wants to keep it
    wanted_ = std::move(made).value();
    return std::nullopt;
  }
  Problem problem{made.error().for_window()};
  if (const auto near = nearest_block(*subject_, *block); near && *near != *block) {
    problem.instead = std::to_string(*near);
    problem.offer = say_n("Use {} thread", "Use {} threads", *near);
  }
  return problem;
}

std::optional<KernelForm::Problem> KernelForm::read_traced_block(const std::string& text) {
  if (text.empty()) {
    wanted_.traced_block.reset();
    return std::nullopt;
  }
  const auto block = number_in<int>(text);
  if (!block) return Problem{not_whole(text)};
  if (*block < 0 || *block >= count_) {
    const int near = std::clamp(*block, 0, count_ - 1);
    return Problem{say("This launch has the blocks 0 to {}.", Grouped(count_ - 1)),
                   std::to_string(near), say("Use block {}", near)};
  }
  wanted_.traced_block = *block;
  return std::nullopt;
}

std::optional<KernelForm::Problem> KernelForm::read_schedule(const std::string& text) {
  const auto seed = number_in<std::uint64_t>(text);
  if (!seed && !text.empty()) return Problem{not_whole(text)};
  wanted_.schedule.random = seed.has_value();
  wanted_.schedule.seed = seed.value_or(0);
  return std::nullopt;
}

std::optional<KernelForm::Problem> KernelForm::read_parameter(const Parameter& parameter,
                                                              const std::string& text) {
  RunRequest wanted = wanted_;
  wanted.parameters.insert_or_assign(std::string(parameter.name), text);
  auto made = with_what_follows(*subject_, wanted, RunChoice::parameter);
  if (made) {
    wanted_ = std::move(made).value();
    return std::nullopt;
  }
  if (!parameter.numeric()) return Problem{made.error().for_window()};
  Problem problem{
      parameter.real
          ? say("It must be a number from {0} to {1}.", parameter.low, parameter.high)
          : say("It must be a whole number from {0} to {1}.", parameter.low, parameter.high)};
  const double number = std::strtod(text.c_str(), nullptr);
  const double near = std::clamp(number, parameter.low, parameter.high);
  if (!text.empty() && near != number) {
    problem.instead = fmt::format("{:g}", near);
    problem.offer = say("Use {}", problem.instead);
  }
  return problem;
}

std::string KernelForm::also_sets(const RunRequest& made) const {
  if (made.size != asked_size_) {
    return subject_->is_square()
               ? tr("Also sets the side to {}.", whole_text(*made.size))
               : tr_n("Also sets the size to {1} element.", "Also sets the size to {1} elements.",
                      *made.size, whole_text(*made.size));
  }
  if (made.block != asked_block_) {
    return tr_n("Also sets the block to {} thread.", "Also sets the block to {} threads.",
                *made.block);
  }
  return {};
}

bool KernelForm::takes_focus(Name field) {
  if (focus_ != field) return false;
  focus_.clear();
  return true;
}

void KernelForm::draw_note(const WidgetStyle& style, Name field, const std::string& otherwise) {
  const auto found = problems_.find(field);
  if (found == problems_.end()) {
    const std::string also = last_ == field ? also_sets(wanted_) : std::string();
    return form_note(style, also.empty() ? otherwise : also,
                     also.empty() ? style.theme.muted : style.theme.active);
  }
  const Problem problem = found->second;
  form_note(style, problem.sentence.text(), style.theme.costly);
  if (!problem.offer.empty() && button(style, problem.offer.text())) {
    set(field, problem.instead);
    focus_ = field;
  }
}

ChoiceEvent KernelForm::draw_field(const WidgetStyle& style, Name name, ChoiceField field,
                                   bool typed) {
  const std::string id(name);
  std::string text = texts_[id];
  if (typed) field.text = &text;
  field.focus = takes_focus(name);
  field.wrong = problems_.contains(name);
  if (field.wrong) field.chosen = -1;
  const ChoiceEvent event = choice_field(style, id.c_str(), field);
  const auto written = field.written.empty() ? field.choices : field.written;
  if (event.chosen >= 0) {
    set(name, written[static_cast<std::size_t>(event.chosen)]);
    if (!event.focused) focus_ = name;
  } else if (event.typed) {
    set(name, text);
  }
  return event;
}

void KernelForm::draw_size(const WidgetStyle& style) {
  const FormRow row(style, subject_->is_square() ? tr("Side of the matrix") : tr("Elements"));
  std::vector<std::string> shown;
  for (const std::int64_t size : sizes_) shown.push_back(whole_text(size));
  const std::vector<std::string> written = texts_of(sizes_);
  draw_field(
      style, size_field,
      {.choices = shown, .written = written, .chosen = place_in(sizes_, wanted_.size.value_or(0))});
  // Translators: field 0 is such as "a multiple of 512".
  draw_note(style, size_field, say("It is {}.", size_rule(*subject_, wanted_)).text());
}

void KernelForm::draw_block(const WidgetStyle& style) {
  const FormRow row(style, tr("Threads in a block"));
  std::vector<std::string> shown;
  const auto blocks = subject_->blocks();
  std::vector<std::string> written;
  for (const int block : blocks.value()) {
    shown.push_back(whole_text(block));
    written.push_back(std::to_string(block));
  }
  const ChoiceEvent event =
      draw_field(style, block_field,
                 {.choices = shown,
                  .written = written,
                  .chosen = place_in(blocks.value(), wanted_.block.value_or(0))});
  std::string note = work_of_a_block(*subject_, wanted_);
  if (event.hovered >= 0) {
    RunRequest tried = wanted_;
    tried.size = asked_size_;
    tried.block = blocks.value()[static_cast<std::size_t>(event.hovered)];
    const auto made = with_what_follows(*subject_, tried, RunChoice::block);
    if (made && made->size != asked_size_ && made->block != wanted_.block) {
      return form_note(style, also_sets(made.value()), style.theme.active);
    }
  }
  draw_note(style, block_field, note);
}

void KernelForm::draw_parameter(const WidgetStyle& style, const Parameter& parameter) {
  const std::string name(parameter.name);
  std::vector<std::string> values = words_of(parameter.values);
  if (parameter.numeric()) {
    std::ranges::sort(values, {},
                      [](const std::string& text) { return std::strtod(text.c_str(), nullptr); });
  }
  const FormRow row(style, name == "type" ? tr("Element type")
                           : name == "op" ? tr("Operator")
                                          : name);
  draw_field(style, name, {.choices = values, .chosen = place_in(values, wanted_.parameters[name])},
             parameter.numeric());
  std::string about(parameter.meaning.empty() ? std::string_view() : tr(parameter.meaning));
  if (parameter.numeric()) {
    // Translators: what a parameter means, and the numbers that it may have.
    about = tr("{0}, {1} to {2}", about, parameter.low, parameter.high);
  }
  const bool known = name == "type" || name == "op";
  if (!known || problems_.contains(name) || last_ == name) {
    draw_note(style, name, known ? std::string() : about);
  }
}

void KernelForm::draw_traced_block(const WidgetStyle& style) {
  const FormRow row(style, tr("Recorded block"));
  std::vector<std::string> shown, written;
  for (const BlockChoice& choice : blocks_) {
    written.push_back(std::to_string(choice.block));
    shown.push_back(
        choice.findings == 0
            ? written.back()
            // Translators: the number of a block, and how many findings it has.
            : tr_n("{1}: {0} finding", "{1}: {0} findings", choice.findings, choice.block));
  }
  const auto plan = make_plan(wanted_);
  const int traced = plan ? plan->traced_block : 0;
  const std::string hint = std::to_string(traced);
  draw_field(style, traced_field,
             {.hint = hint,
              .choices = shown,
              .written = written,
              .chosen = place_in(written, std::to_string(traced))});
  draw_note(style, traced_field,
            count_ == 1 ? tr("This launch has a single block.")
                        : tr("This launch has the blocks 0 to {}.", whole_text(count_ - 1)));
}

void KernelForm::draw_input(const WidgetStyle& style) {
  const std::vector<std::string> kinds = subject_->inputs();
  std::vector<std::string> shown;
  for (const std::string& kind : kinds) shown.push_back(input_title(kind));
  {
    const FormRow row(style, tr("Input"));
    draw_field(style, input_field,
               {.choices = shown,
                .written = kinds,
                .chosen = wanted_.input.kind.empty() ? 0 : place_in(kinds, wanted_.input.kind)},
               false);
  }
  const FormRow row(style, tr("Numbers from a file"));
  draw_field(style, file_field, {.hint = tr("none, e.g. numbers.txt"), .width = 0});
}

void KernelForm::draw_seed(const WidgetStyle& style) {
  const FormRow row(style, tr("Seed"));
  if (!is_drawn(*subject_->kernel(), wanted_.input.kind)) {
    constexpr float as_high_as_a_field = 34;
    return form_note(style, tr("This input is the same with every seed."), style.theme.muted,
                     as_high_as_a_field);
  }
  const std::vector<std::string> seeds{"1", "2", "3", "4", "5", "6", "7"};
  draw_field(style, seed_field,
             {.choices = seeds, .chosen = place_in(seeds, texts_[std::string(seed_field)])});
  if (problems_.contains(seed_field)) draw_note(style, seed_field, {});
}

void KernelForm::draw_schedule(const WidgetStyle& style) {
  const FormRow row(style, tr("Order of the warps"));
  const std::vector<std::string> written{"", "1", "2", "3"};
  std::vector<std::string> shown{tr("in order")};
  for (int seed = 1; seed <= 3; ++seed) shown.push_back(tr("random #{}", seed));
  draw_field(style, schedule_field,
             {.hint = tr("a seed"),
              .choices = shown,
              .written = written,
              .chosen = place_in(written, texts_[std::string(schedule_field)])});
  if (problems_.contains(schedule_field)) draw_note(style, schedule_field, {});
}

std::optional<Status> KernelForm::draw(const WidgetStyle& style, const Sentence& problem) {
  if (subject_->kernel() == nullptr) {  // nothing but a trace file was ever shown
    heading(style, tr("Run"));
    paragraph(style, session_.options().subject()->why_not_run(), style.theme.text);
    return std::nullopt;
  }
  heading(style, tr("Run {}", subject_->title()));
  draw_size(style);
  draw_block(style);
  int number = 0;
  for (const Parameter& parameter : subject_->parameters()) {
    const IdScope id(++number);
    draw_parameter(style, parameter);
  }
  draw_traced_block(style);
  draw_input(style);
  draw_seed(style);
  draw_schedule(style);
  if (!problem.empty()) paragraph(style, problem.text(), style.theme.costly);
  hairline(style);
  const bool legal = problems_.empty();
  const bool runs = button(style, tr("Run"), true, legal);
  beside(style);
  const bool leaves = button(style, tr("Cancel"));
  beside(style);
  constexpr float button_height = 34;
  form_note(style, tr("Enter runs it, Escape leaves everything as it is."), style.theme.muted,
            button_height);
  if (leaves) return Status(Done{});
  const bool entered = confirmed(style);
  if (entered && !legal) focus_ = problems_.begin()->first;  // to be mended there
  if (!legal || !(runs || entered)) return std::nullopt;
  next_.request = wanted_;
  return session_.change(next_);
}

}  // namespace warpscope
