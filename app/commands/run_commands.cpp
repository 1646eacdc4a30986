#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "app/commands/command_group.hpp"
#include "app/commands/session_commands.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// The parameter of that name; nullptr if what is shown leaves no choice there.
const Parameter* parameter_of(const Session& s, std::string_view name) {
  const std::span<const Parameter> parameters = s.options().subject()->parameters();
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  return found == parameters.end() ? nullptr : &*found;
}

/// The next of the values that the subject offers, numbers by size; the first one follows
/// the last.
void next_parameter(Session& s, const std::string& name, int step) {
  const Parameter* parameter = parameter_of(s, name);
  if (parameter == nullptr) return s.notices.say(say("This kernel leaves no choice there."));
  Options next = s.options();
  std::vector<std::string> values = words_of(parameter->values);
  if (parameter->numeric())
    std::ranges::sort(values, {},
                      [](const std::string& text) { return std::strtod(text.c_str(), nullptr); });
  std::string& value = next.request.parameters.try_emplace(name, values.front()).first->second;
  const auto count = std::ssize(values);
  const auto found = std::ranges::find(values, value) - values.begin();
  value = values[static_cast<std::size_t>((found % count + step + count) % count)];
  if (const Status changed = s.change(std::move(next)); !changed)
    s.notices.complain(changed.error());
}

void add_parameters(CommandGroup& group, Session& s) {
  const auto runs = [&s](std::string_view name, Sentence why) {
    return needs([&s, name] { return parameter_of(s, name) != nullptr; }, std::move(why));
  };
  group.add(
      "operator.next", tr_noop("Next operator"), {"O"}, [&s] { next_parameter(s, "op", 1); },
      runs("op", say("This kernel has only one operator.")));
  group.add(
      "type.next", tr_noop("Next element type"), {"E"}, [&s] { next_parameter(s, "type", 1); },
      runs("type", say("This kernel has only one type of elements.")));
  const auto lead = [&s] { return lead_parameter(s.options().subject()->parameters()); };
  const auto leads = needs([lead] { return lead() != nullptr; },
                           say("What is shown has no parameter that could be changed."));
  const auto move = [&s, lead](int step) {
    return [&s, lead, step] { next_parameter(s, std::string(lead()->name), step); };
  };
  group.add(
      "parameter", tr_noop("Parameters of the kernel …"), {"Ctrl+Shift+I"},
      [&s] { s.popup.ask_run(RunField::parameters); }, leads, "");
  group.add("parameter.next", tr_noop("Next value of the parameter"), {"P"}, move(1), leads);
  group.add("parameter.previous", tr_noop("Previous value of it"), {"Shift+P"}, move(-1), leads);
}

/// The kernel of the catalogue beside the one that is shown; nullptr at the end, and if what is shown is none of them.
const KernelInfo* kernel_beside(const Session& s, std::ptrdiff_t step) {
  const auto kernels = catalogue();
  const auto here = std::ranges::find(kernels, s.options().request.kernel, &KernelInfo::id);
  if (s.options().opened || here == kernels.end()) return nullptr;
  const auto there = here - kernels.begin() + step;
  return there < 0 || there >= std::ssize(kernels) ? nullptr
                                                   : kernels[static_cast<std::size_t>(there)];
}

void add_kernel_turns(CommandGroup& group, Session& s) {
  const auto turn = [&](const char* id, const char* title, const char* key, std::ptrdiff_t step) {
    group.add(
        id, title, {key},
        [&s, step] {
          if (s.lesson.on()) return s.lesson.go(*s.lesson.stop_of_other_kernel(step > 0));
          const Status chosen = s.choose_kernel(kernel_beside(s, step)->id);
          if (!chosen) s.notices.complain(chosen.error());
        },
        [&s, step]() -> Sentence {
          if (s.lesson.on()) {
            if (s.lesson.stop_of_other_kernel(step > 0)) return {};
            return say("No further stop in this direction runs another kernel.");
          }
          if (kernel_beside(s, step) != nullptr) return {};
          return say("The catalogue has no further kernel in this direction: K lists them all.");
        },
        "");
  };
  // Their keys stand in the row of "kernel".
  turn("kernel.next", tr_noop("Next kernel, of the lesson or the catalogue"), "Alt+K", 1);
  turn("kernel.previous", tr_noop("Previous kernel, of the lesson or the catalogue"), "Alt+Shift+K",
       -1);
}

}  // namespace

void add_run_commands(Commands& commands, Session& s) {
  CommandGroup group(commands, tr_noop("Run"));
  const auto has_input = needs(
      [&s] {
        const SubjectPtr subject = s.options().subject();
        return subject->runs() && !subject->inputs().empty();
      },
      say("What is shown makes no random input, so it has no seed."));
  const auto ask = [&](const char* id, const char* title, const char* key, Popup popup) {
    group.add(id, title, {key}, [&s, popup] { s.popup.shown = popup; });
  };
  ask("kernel", tr_noop("Choose the kernel …"), "K", Popup::kernel);
  add_kernel_turns(group, s);
  const auto ask_run = [&](const char* id, const char* title, const char* key, RunField field,
                           std::optional<std::string> sheet = {}) {
    group.add(
        id, title, {key}, [&s, field] { s.popup.ask_run(field); }, {}, std::move(sheet));
  };
  ask_run("size", tr_noop("Size, parameters, schedule …"), "N", RunField::size,
          tr_noop("Size, block …"));
  ask_run("block", tr_noop("Threads in a block …"), "Shift+N", RunField::block, "");
  ask_run("traced_block", tr_noop("Recorded block …"), "Ctrl+Shift+N", RunField::traced_block, "");
  ask_run("input", tr_noop("Input and seed …"), "I", RunField::input);
  ask("machine", tr_noop("Choose the machine …"), "M", Popup::machine);
  ask("banks", tr_noop("Choose the bank model …"), "Shift+B", Popup::banks);
  group.add("banks.next", tr_noop("Next bank model"), {"B"}, [&s] {
    Options next = s.options();
    next.model =
        static_cast<BankModel>((static_cast<std::size_t>(next.model) + 1) % all_bank_models.size());
    if (const Status changed = s.change(std::move(next)); !changed)
      s.notices.complain(changed.error());
  });
  group.add(
      "seed.next", tr_noop("Next seed"), {"S"},
      [&s] {
        Options next = s.options();
        ++next.request.input.seed;
        if (const Status changed = s.change(std::move(next)); !changed)
          s.notices.complain(changed.error());
      },
      has_input);
  add_parameters(group, s);
  group.add(
      "undo", tr_noop("Undo"), {"Ctrl+Z"}, [&s] { s.history.undo(); },
      needs([&s] { return s.history.can_undo(); }, say("There is nothing to undo.")));
  group.add(
      "redo", tr_noop("Redo"), {"Ctrl+Shift+Z", "Ctrl+Y"}, [&s] { s.history.redo(); },
      needs([&s] { return s.history.can_redo(); }, say("There is nothing to redo.")));
  group.add(
      "cancel", tr_noop("Cancel what is running"), {"Shift+Escape"},
      [&s] { s.recording.on() ? s.recording.cancel() : s.measuring.cancel(); },
      needs([&s] { return s.recording.on() || s.measuring.running(); },
            say("Nothing is being recorded or measured.")));
}

}  // namespace warpscope
