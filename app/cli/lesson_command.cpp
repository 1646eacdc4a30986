#include <fmt/ostream.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/command.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/program_progress.hpp"
#include "app/cli/table.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/lesson/lesson_tour.hpp"
#include "app/panes/view_list.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "app/subject/program_subject.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

struct LessonOptions {
  std::string kernel, language, folder;
  bool check = false;
};

std::vector<std::string> known_views() { return ids_of(view_lists().views); }

std::string title_of(const Lesson& lesson, const std::string& language) {
  const std::string& title = lesson.title.in(language);
  if (!title.empty() || !lesson.program.empty()) return title;
  const KernelInfo* kernel = catalogue_subject(lesson.kernel)->kernel();
  return kernel == nullptr ? title : std::string(kernel->title);
}

void print_indented(std::ostream& out, std::string_view text) {
  if (!text.empty()) fmt::print(out, "    {}\n", wrapped(text, terminal_columns - 4, "    "));
}

/// "reduce_strided, n = 64, block 64, ramp, int, 32 × 4 B (5.x and later)"
std::string run_text(const Options& options) {
  if (options.opened) {
    return fmt::format("{}, banks {}", options.opened->name(), label(options.model));
  }
  const RunRequest& request = options.request;
  std::string text =
      fmt::format("{}, n = {}, block {}, {}", request.kernel, request.size.value_or(0),
                  request.block.value_or(0), request.input.kind);
  for (const auto& [name, value] : request.parameters) text += fmt::format(", {}={}", name, value);
  text += fmt::format(", banks {}", label(options.model));
  if (options.variant) text += fmt::format(", beside {}", options.variant->kernel);
  return text;
}

void print_question(std::ostream& out, const Question& question, const FoundStop& found,
                    const std::string& language) {
  print_indented(out, "? " + question.text.in(language));
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const bool right = found.answer && found.answer->right == i;
    fmt::print(out, "      {} {}\n", right ? "✓" : "·", choice_text(question.choices[i]));
  }
  if (found.answer) {
    fmt::print(out, "    The trace answers {} = {}.\n", question.ask, found.answer->answer);
  }
  print_indented(out, question.after.in(language));
}

void print_stop(std::ostream& out, const Lesson& lesson, std::size_t index,
                const WalkedStop& walked, const std::string& language) {
  const InLanguage speaking(find_language(language).value_or(english));
  const Stop& stop = lesson.stops[index];
  fmt::print(out, "\nStop {} of {}\n", index + 1, lesson.stops.size());
  if (walked.document && walked.found) {
    const Document& document = *walked.document;
    const std::uint32_t access = walked.found->access;
    const Caption words = caption(*document.trace, document.summary, access);
    print_indented(out, run_text(walked.options));
    print_indented(
        out, fmt::format("Access {} of 0 to {}, line {}. {}", access,
                         document.trace->accesses.size() - 1,
                         document.trace->line_of(document.trace->accesses[access]), words.step));
    print_indented(out, fmt::format("{} {}, {}.", words.sentence, words.verdict, words.detail));
  }
  if (!stop.view.empty()) fmt::print(out, "    View: {}\n", stop.view);
  print_indented(out, stop.text.in(language));
  if (stop.question && walked.found) print_question(out, *stop.question, *walked.found, language);
  print_indented(out, stop.note.in(language));
}

/// Prints one lesson; returns how many mistakes it has.
std::size_t print_lesson(const Lesson& lesson, const std::string& language,
                         const Invocation& invocation, const Options& program = {},
                         const std::stop_token& stop = {}) {
  std::vector<Mistake> mistakes;
  const std::vector<WalkedStop> walked = walk(lesson, known_views(), mistakes, stop, program);
  fmt::print(invocation.out, "{}: {}\n", lesson.id, title_of(lesson, language));
  for (std::size_t i = 0; i < walked.size(); ++i) {
    print_stop(invocation.out, lesson, i, walked[i], language);
  }
  for (const Mistake& mistake : mistakes)
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  return mistakes.size();
}

void print_list(LessonLibrary& library, const std::string& language, std::ostream& out) {
  Table table("llrr");
  table.row({"id", "lesson", "stops", "questions"});
  for (const std::string& id : library.ids()) {
    const Lesson* lesson = library.find(id);
    if (lesson == nullptr) continue;
    const auto questions = std::ranges::count_if(
        lesson->stops, [](const Stop& stop) { return stop.question.has_value(); });
    table.row({id, title_of(*lesson, language), std::to_string(lesson->stops.size()),
               std::to_string(questions)});
  }
  table.print(out);
  fmt::print(out, "\nwarpscope lesson ID prints one; in the window F starts it.\n");
}

/// Adds a mistake for each text that a complete language lacks, which only a check asks for.
void check_languages(const Lesson& lesson, std::vector<Mistake>& mistakes) {
  const auto missing = [&](const Words& words, int line, const char* what) {
    if (words.en.empty()) return;
    for (const Language& language : languages()) {
      if (!language.complete || !words.own(language.id).empty()) continue;
      mistakes.push_back({lesson.file, line,
                          fmt::format("{0} has no \"{1}\": write {1}: \"…\".", what, language.id)});
    }
  };
  for (const Stop& stop : lesson.stops) {
    missing(stop.text, stop.line, "The text of this stop");
    missing(stop.note, stop.line, "The note of this stop");
    if (!stop.question) continue;
    missing(stop.question->text, stop.question->line, "This question");
    missing(stop.question->after, stop.question->line, "The \"after\" of this question");
  }
}

/// Prints what is wrong, and how much there is of everything.
int tell_checked(std::size_t lessons, std::size_t stops, const std::vector<Mistake>& mistakes,
                 const Invocation& invocation) {
  for (const Mistake& mistake : mistakes)
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  fmt::print(invocation.out, "{} lessons, {} stops, {} mistakes.\n", lessons, stops,
             mistakes.size());
  return mistakes.empty() ? 0 : 1;
}

Result<int> check(LessonLibrary& library, const std::string& only, const Invocation& invocation) {
  library.read_all();
  std::vector<Mistake> mistakes;
  std::size_t lessons = 0, stops = 0;
  for (const std::string& id : library.ids()) {
    const Lesson* lesson = library.find(id);
    if (lesson == nullptr || (!only.empty() && id != only)) continue;
    ++lessons;
    stops += lesson->stops.size();
    (void)walk(*lesson, known_views(), mistakes);
    check_languages(*lesson, mistakes);
  }
  for (const Mistake& mistake : library.mistakes()) {
    // Keeps the mistakes of the lesson `only`. If that lesson was not found, keeps all: its file
    // may be too damaged to say which kernel it is about.
    const Lesson* lesson = library.find(only);
    if (lesson == nullptr || mistake.file == lesson->file) mistakes.push_back(mistake);
  }
  return tell_checked(lessons, stops, mistakes, invocation);
}

/// The program that a lesson is about.
Options program_options_of(const Lesson& lesson, Invocation& invocation) {
  ProgramChoice choice;
  choice.request.build.files = {lesson.program};
  choice.launch.kernel = lesson.kernel;
  choice.all_launches = true;  // as the window shows it
  Options options;
  options.opened = program_subject(std::move(choice), told_programs(invocation, lesson.program));
  return options;
}

/// The exit code. `mistakes`: those of its file; `lesson` is nullptr if it cannot be read.
int check_beside(const Lesson* lesson, std::vector<Mistake> mistakes, Invocation& invocation,
                 const std::stop_token& stop) {
  if (lesson == nullptr) return tell_checked(0, 0, mistakes, invocation);
  (void)walk(*lesson, known_views(), mistakes, stop, program_options_of(*lesson, invocation));
  check_languages(*lesson, mistakes);
  return tell_checked(1, lesson->stops.size(), mistakes, invocation);
}

int print_beside(const Lesson* lesson, const std::vector<Mistake>& mistakes,
                 const std::string& language, Invocation& invocation, const std::stop_token& stop) {
  for (const Mistake& mistake : mistakes)
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  if (lesson == nullptr) return 1;
  const Options program = program_options_of(*lesson, invocation);
  const std::size_t wrong = print_lesson(*lesson, language, invocation, program, stop);
  return wrong + mistakes.size() > 0 ? 1 : 0;
}

/// Prints or checks the lesson beside a program, which is compiled and run.
Result<int> lesson_of_program(const LessonOptions& options, LessonLibrary& library,
                              Invocation& invocation) {
  const std::string& program = options.kernel;
  const Status there = check_program_files({.files = {program}});
  if (!there) return there.error();
  const std::vector<Mistake> mistakes = library.read_beside(program);
  const Lesson* lesson = library.find_beside(program);
  if (lesson == nullptr && mistakes.empty()) {
    return usage_error(
        fmt::format("There is no lesson of {}: it would be {}. docs/lessons.md tells how to write "
                    "one.",
                    program, lesson_beside(program).string()));
  }
  const std::string language = options.language.empty() ? "en" : options.language;
  std::optional<StopOnInterrupt> interrupt(std::in_place);
  const int code = options.check
                       ? check_beside(lesson, mistakes, invocation, interrupt->token())
                       : print_beside(lesson, mistakes, language, invocation, interrupt->token());
  interrupt.reset();
  InterruptGuard::obey();
  return code;
}

Result<int> lesson(const LessonOptions& options, Invocation& invocation) {
  if (!options.language.empty() && !find_language(options.language)) {
    return Error{ErrorKind::usage, fmt::format("--language is \"{}\", but it must be {}.",
                                               options.language, one_of(language_ids()))};
  }
  if (options.check && !options.language.empty()) {
    return Error{ErrorKind::usage,
                 "--check looks at both languages, so --language says nothing here."};
  }
  const std::string language = options.language.empty() ? "en" : options.language;
  auto opened = open_lessons(lessons_folder(options.folder), view_lists());
  if (!opened) return opened.error();
  LessonLibrary& library = *opened.value();
  if (names_a_program(options.kernel)) return lesson_of_program(options, library, invocation);
  if (!options.kernel.empty() && library.find(options.kernel) == nullptr) {
    if (const auto known = find_kernel(options.kernel); !known) return known.error();
  }
  if (options.check) return check(library, options.kernel, invocation);
  const Lesson* wanted = options.kernel.empty() ? nullptr : library.find(options.kernel);
  if (options.kernel.empty()) print_list(library, language, invocation.out);
  const std::size_t wrong = wanted == nullptr ? 0 : print_lesson(*wanted, language, invocation);
  for (const Mistake& mistake : library.mistakes()) {
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  }
  if (!options.kernel.empty() && wanted == nullptr) {
    return Error{ErrorKind::usage,
                 fmt::format("There is no lesson of {}. warpscope lesson lists those that are; "
                             "docs/lessons.md tells how to write one.",
                             options.kernel)};
  }
  return wrong + library.mistakes().size() > 0 ? 1 : 0;
}

}  // namespace

void add_lesson(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<LessonOptions>();
  Arguments command =
      program.subcommand("lesson", "The guided tours, and what their questions' answers are");
  command.word(
      "KERNEL|FILE", options->kernel,
      "Print the lesson of this kernel, or the one beside a program such as sum.cu; all are "
      "listed without");
  command.option("--language", options->language, "L", "en or ru; en unless given");
  command.option("--lessons", options->folder, "DIR",
                 "A folder of .yaml files that add lessons or replace them; else "
                 "$WARPSCOPE_LESSONS");
  command.flag("--check", options->check,
               "Run every stop and report each mistake with file and line; exit 1 if any");
  command.footer(
      "Examples:\n"
      "  warpscope lesson\n"
      "  warpscope lesson reduce_strided --language ru\n"
      "  warpscope lesson --check --lessons my_lessons\n"
      "  warpscope lesson sum.cu --check");
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return lesson(*options, invocation); };
  });
}

}  // namespace warpscope
