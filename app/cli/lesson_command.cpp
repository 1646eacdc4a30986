#include <fmt/ostream.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/command.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/lesson_new.hpp"
#include "app/cli/program_progress.hpp"
#include "app/cli/table.hpp"
#include "app/lesson/claim_check.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/lesson/lesson_tour.hpp"
#include "app/panes/view_list.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "app/subject/program_subject.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

struct LessonOptions {
  std::string kernel, folder;
  bool check = false, verbose = false;
};

std::vector<std::string> known_views() { return ids_of(view_lists().views); }

std::string title_of(const Lesson& lesson) {
  const std::string& title = lesson.title.now();
  if (!title.empty() || !lesson.program.empty()) return title;
  const KernelInfo* kernel = catalogue_subject(lesson.kernel)->kernel();
  return kernel == nullptr ? title : std::string(tr(kernel->title));
}

void print_indented(std::ostream& out, std::string_view text) {
  if (!text.empty()) fmt::print(out, "    {}\n", wrapped(text, terminal_columns - 4, "    "));
}

/// "reduce_strided, n = 64, block 64, ramp, int, 32 × 4 B (5.x and later)"
std::string run_text(const Options& options) {
  if (options.opened) {
    return tr("{0}, banks {1}", options.opened->name(), tr(label(options.model)));
  }
  const RunRequest& request = options.request;
  std::string text = tr("{0}, n = {1}, block {2}, {3}", request.kernel, request.size.value_or(0),
                        request.block.value_or(0), request.input.kind);
  for (const auto& [name, value] : request.parameters) text += fmt::format(", {}={}", name, value);
  text = tr("{0}, banks {1}", text, tr(label(options.model)));
  return options.variant ? tr("{0}, beside {1}", text, options.variant->kernel) : text;
}

void print_question(std::ostream& out, const Question& question, const FoundStop& found) {
  print_indented(out, "? " + question.text.now());
  const bool by_choice = question.form == AnswerForm::choice;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const bool right = by_choice && found.answer && found.answer->right == i;
    fmt::print(out, "      {} {}\n", right ? "✓" : "·", answer_text(question, question.choices[i]));
    if (found.answer && i < found.answer->replies.size()) {
      print_indented(out, "    " + found.answer->replies[i].text());
    }
  }
  if (found.answer) {
    print_indented(out, tr("The trace answers {0} = {1}.", question.ask, found.answer->answer));
  }
  if (!question.hint.en.empty()) print_indented(out, tr("Hint: {}", question.hint.now()));
  print_indented(out, question.after.now());
}

/// The pages of a stop's second layer.
void print_why(std::ostream& out, const Stop& stop, const WalkedStop& walked) {
  for (std::size_t i = 0; i < stop.why.size(); ++i) {
    const WhyPage& page = stop.why[i];
    print_indented(out, tr("Why? Page {0} of {1}", i + 1, stop.why.size()));
    if (page.at && walked.document && walked.found) {
      const Document& document = *walked.document;
      const std::uint32_t access = walked.found->why[i].access;
      const Caption words = caption(*document.trace, document.summary, access);
      print_indented(out,
                     tr("Access {0} of 0 to {1}, line {2}. {3}", whole_text(access),
                        whole_text(std::ssize(document.trace->accesses) - 1),
                        document.trace->line_of(document.trace->accesses[access]), words.step));
    }
    if (!page.view.empty()) print_indented(out, tr("View: {}", page.view));
    for (const std::string& each : page.paragraphs(language_id(current_language()))) {
      print_indented(out, each);
    }
  }
}

void print_stop(std::ostream& out, const Lesson& lesson, std::size_t index,
                const WalkedStop& walked) {
  const Stop& stop = lesson.stops[index];
  fmt::print(out, "\n{}\n", tr("Stop {0} of {1}", index + 1, lesson.stops.size()));
  if (walked.document && walked.found) {
    const Document& document = *walked.document;
    const std::uint32_t access = walked.found->access;
    const Caption words = caption(*document.trace, document.summary, access);
    print_indented(out, run_text(walked.options));
    print_indented(out, tr("Access {0} of 0 to {1}, line {2}. {3}", whole_text(access),
                           whole_text(std::ssize(document.trace->accesses) - 1),
                           document.trace->line_of(document.trace->accesses[access]), words.step));
    print_indented(out, fmt::format("{} {}, {}.", words.sentence, words.verdict, words.detail));
  }
  if (!stop.view.empty()) print_indented(out, tr("View: {}", stop.view));
  print_indented(out, stop.text.now());
  if (stop.question && walked.found) print_question(out, *stop.question, *walked.found);
  print_indented(out, stop.note.now());
  print_why(out, stop, walked);
}

/// Prints one lesson; returns how many mistakes it has.
std::size_t print_lesson(const Lesson& lesson, const Invocation& invocation,
                         const Options& program = {}, const std::stop_token& stop = {}) {
  std::vector<Mistake> mistakes;
  const std::vector<WalkedStop> walked = walk(lesson, known_views(), mistakes, stop, program);
  fmt::print(invocation.out, "{}: {}\n", lesson.id, title_of(lesson));
  for (std::size_t i = 0; i < walked.size(); ++i) {
    print_stop(invocation.out, lesson, i, walked[i]);
  }
  if (const std::string& learned = lesson.learned.now(); !learned.empty()) {
    fmt::print(invocation.out, "\n{}\n", tr("What is learned"));
    print_indented(invocation.out, learned);
  }
  for (const Mistake& mistake : mistakes)
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  return mistakes.size();
}

void print_list(LessonLibrary& library, std::ostream& out) {
  Table table("llrr");
  table.row({tr_c("column of a table", "id"), tr_c("column of a table", "lesson"),
             tr_c("column of a table", "stops"), tr_c("column of a table", "questions")});
  for (const std::string& id : library.ids()) {
    const Lesson* lesson = library.find(id);
    if (lesson == nullptr) continue;
    const auto questions = std::ranges::count_if(
        lesson->stops, [](const Stop& stop) { return stop.question.has_value(); });
    table.row(
        {id, title_of(*lesson), std::to_string(lesson->stops.size()), std::to_string(questions)});
  }
  table.print(out);
  fmt::print(out, "\n{}\n", tr("warpscope lesson ID prints one; in the window F starts it."));
}

/// Adds a mistake for each text that a complete language lacks, which only a check asks for.
void check_languages(const Lesson& lesson, std::vector<Mistake>& mistakes) {
  const auto missing = [&](const Words& words, int line, const std::string& what) {
    if (words.en.empty()) return;
    for (const Language& language : languages()) {
      if (!language.complete || !words.own(language.id).empty()) continue;
      mistakes.push_back(
          {lesson.file, line, tr("{0} has no \"{1}\": write {1}: \"…\".", what, language.id)});
    }
  };
  missing(lesson.learned, lesson.learned_line, tr("What is learned"));
  for (const Stop& stop : lesson.stops) {
    missing(stop.text, stop.line, tr("The text of this stop"));
    missing(stop.note, stop.line, tr("The note of this stop"));
    for (const WhyPage& page : stop.why) missing(page.text, page.line, tr("This page of Why"));
    if (!stop.question) continue;
    missing(stop.question->text, stop.question->line, tr("This question"));
    missing(stop.question->hint, stop.question->line, tr("The hint of this question"));
    missing(stop.question->after, stop.question->line, tr("The \"after\" of this question"));
  }
}

/// What a check found out of some lessons.
struct Checked {
  std::size_t lessons = 0, stops = 0, claims = 0, without_learned = 0;
  std::vector<Mistake> mistakes;
  std::vector<Mistake> notes;  ///< of sentences that no claim covers
};

void check_one(const Lesson& lesson, Checked& checked, const Options& program = {},
               const std::stop_token& stop = {}) {
  ++checked.lessons;
  checked.stops += lesson.stops.size();
  for (const Stop& each : lesson.stops) {
    checked.claims += static_cast<std::size_t>(std::ranges::count_if(
        each.claims, [](const Claim& claim) { return !claim.says.en.empty(); }));
  }
  if (lesson.learned.en.empty()) ++checked.without_learned;
  const std::vector<WalkedStop> walked =
      walk(lesson, known_views(), checked.mistakes, stop, program);
  for (const Unclaimed& each : check_claims(lesson, walked, checked.mistakes, stop)) {
    checked.notes.push_back(
        {lesson.file, each.line, tr("stop {0}: \"{1}\"", each.stop + 1, each.sentence)});
  }
  check_languages(lesson, checked.mistakes);
}

/// The sentences without a claim, or how many each lesson has.
void tell_unclaimed(const Checked& checked, bool verbose, std::ostream& out) {
  if (checked.notes.empty()) return;
  fmt::print(out, "{}\n",
             tr_n("Note: {0} sentence has a number or a word such as \"because\", and no claim.",
                  "Note: {0} sentences have a number or a word such as \"because\", and no claim.",
                  std::ssize(checked.notes)));
  std::map<std::string, int> of_file;
  for (const Mistake& note : checked.notes) {
    if (verbose) fmt::print(out, "  {}\n", printable_message(note.text()));
    ++of_file[note.file];
  }
  if (verbose) return;
  for (const auto& [file, count] : of_file) fmt::print(out, "  {:5} {}\n", count, file);
}

/// Prints what is wrong, and how much there is of everything.
int tell_checked(const Checked& checked, bool verbose, const Invocation& invocation) {
  for (const Mistake& mistake : checked.mistakes)
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  fmt::print(invocation.out, "{}\n",
             tr("{0}, {1}, {2}, {3}.",
                tr_n("{0} lesson", "{0} lessons", static_cast<std::int64_t>(checked.lessons)),
                tr_n("{0} stop", "{0} stops", static_cast<std::int64_t>(checked.stops)),
                tr_n("{0} claim", "{0} claims", static_cast<std::int64_t>(checked.claims)),
                tr_n("{0} mistake", "{0} mistakes", std::ssize(checked.mistakes))));
  if (checked.without_learned > 0) {
    fmt::print(invocation.out, "{}\n",
               tr_n("Note: {0} lesson has no \"learned\", the sentence that its end shows.",
                    "Note: {0} lessons have no \"learned\", the sentence that their end shows.",
                    static_cast<std::int64_t>(checked.without_learned)));
  }
  tell_unclaimed(checked, verbose, invocation.out);
  return checked.mistakes.empty() ? 0 : 1;
}

Result<int> check(LessonLibrary& library, const LessonOptions& options,
                  const Invocation& invocation) {
  const std::string& only = options.kernel;
  library.read_all();
  Checked checked;
  for (const std::string& id : library.ids()) {
    const Lesson* lesson = library.find(id);
    if (lesson != nullptr && (only.empty() || id == only)) check_one(*lesson, checked);
  }
  for (const Mistake& mistake : library.mistakes()) {
    // Keeps the mistakes of the lesson `only`. If that lesson was not found, keeps all: its file
    // may be too damaged to say which kernel it is about.
    const Lesson* lesson = library.find(only);
    if (lesson == nullptr || mistake.file == lesson->file) checked.mistakes.push_back(mistake);
  }
  return tell_checked(checked, options.verbose, invocation);
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
int check_beside(const Lesson* lesson, std::vector<Mistake> mistakes, bool verbose,
                 Invocation& invocation, const std::stop_token& stop) {
  Checked checked;
  checked.mistakes = std::move(mistakes);
  if (lesson != nullptr) {
    check_one(*lesson, checked, program_options_of(*lesson, invocation), stop);
  }
  return tell_checked(checked, verbose, invocation);
}

int print_beside(const Lesson* lesson, const std::vector<Mistake>& mistakes, Invocation& invocation,
                 const std::stop_token& stop) {
  for (const Mistake& mistake : mistakes)
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  if (lesson == nullptr) return 1;
  const Options program = program_options_of(*lesson, invocation);
  const std::size_t wrong = print_lesson(*lesson, invocation, program, stop);
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
        tr("There is no lesson of {0}: it would be {1}. warpscope lesson new {1} {0} begins one.",
           program, lesson_beside(program).string()));
  }
  std::optional<StopOnInterrupt> interrupt(std::in_place);
  const int code = options.check ? check_beside(lesson, mistakes, options.verbose, invocation,
                                                interrupt->token())
                                 : print_beside(lesson, mistakes, invocation, interrupt->token());
  interrupt.reset();
  InterruptGuard::obey();
  return code;
}

/// Prints or checks the lecture in a file.
Result<int> lesson_of_file(const LessonOptions& options, LessonLibrary& library,
                           const Invocation& invocation) {
  std::vector<Mistake> mistakes;
  const auto added = library.add_file(options.kernel, mistakes);
  if (!added && mistakes.empty()) return added.error();
  const Lesson* const read = added ? added.value() : nullptr;
  if (options.check) {
    Checked checked;
    checked.mistakes = std::move(mistakes);
    if (read != nullptr) check_one(*read, checked);
    return tell_checked(checked, options.verbose, invocation);
  }
  for (const Mistake& mistake : mistakes)
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  const std::size_t wrong = read == nullptr ? 1 : print_lesson(*read, invocation);
  return wrong + mistakes.size() > 0 ? 1 : 0;
}

Result<int> lesson(LessonOptions options, Invocation& invocation) {
  auto opened = open_lessons(lessons_folder(options.folder), view_lists());
  if (!opened) return opened.error();
  LessonLibrary& library = *opened.value();
  if (names_a_lesson(options.kernel)) {
    const std::string program = program_beside(options.kernel).string();
    if (program.empty()) return lesson_of_file(options, library, invocation);
    options.kernel = program;
  }
  if (names_a_program(options.kernel)) return lesson_of_program(options, library, invocation);
  if (!options.kernel.empty() && library.find(options.kernel) == nullptr) {
    if (const auto known = find_kernel(options.kernel); !known) return known.error();
  }
  if (options.check) return check(library, options, invocation);
  const Lesson* wanted = options.kernel.empty() ? nullptr : library.find(options.kernel);
  if (options.kernel.empty()) print_list(library, invocation.out);
  const std::size_t wrong = wanted == nullptr ? 0 : print_lesson(*wanted, invocation);
  for (const Mistake& mistake : library.mistakes()) {
    fmt::print(invocation.err, "{}\n", printable_message(mistake.text()));
  }
  if (!options.kernel.empty() && wanted == nullptr) {
    return Error{
        ErrorKind::usage,
        tr("There is no lesson of {0}. warpscope lesson lists those that are; warpscope lesson new "
           "FILE.yaml --kernel {0} begins one.",
           options.kernel)};
  }
  return wrong + library.mistakes().size() > 0 ? 1 : 0;
}

}  // namespace

void add_lesson(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<LessonOptions>();
  Arguments command =
      program.subcommand("lesson", tr("The guided tours, and what their questions' answers are"));
  command.word(
      "KERNEL|FILE", options->kernel,
      tr("Print the lesson of this kernel, the one in a file such as my_lecture.yaml, or the one "
         "beside a program such as sum.cu; all are listed without"));
  command.option("--lessons", options->folder, "DIR",
                 tr("A folder of .yaml files that add lessons or replace them; else "
                    "$WARPSCOPE_LESSONS"));
  command.flag(
      "--check", options->check,
      tr("Run every stop, compute what its claims say and report each mistake with file and "
         "line; exit 1 if any"));
  command.flag("--verbose", options->verbose,
               tr("With --check, list the sentences that have a number or a cause and no claim"));
  command.footer(examples_text({"warpscope lesson", "warpscope lesson reduce_strided --language ru",
                                "warpscope lesson --check --lessons my_lessons",
                                "warpscope lesson my_lecture.yaml --check",
                                "warpscope lesson sum.cu --check"}));
  add_lesson_new(command, invocation);
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return lesson(*options, invocation); };
  });
}

}  // namespace warpscope
