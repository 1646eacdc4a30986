#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <thread>
#include <utility>

#include "app/cli/command.hpp"
#include "app/cli/export_handout.hpp"
#include "app/cli/export_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/export/film_export.hpp"
#include "app/export/text_export.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/panes/view_list.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// A progress line: on a terminal it is overwritten, and erased at the end; elsewhere a line
/// appears now and then.
class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& err)
      : err_(err), real_(&err == &std::cerr), shown_(real_ && ::isatty(STDERR_FILENO) == 1) {}
  ~ProgressLine() {
    if (shown_) fmt::print(err_, "\r\033[K");
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(std::uint64_t done, std::uint64_t total) {
    const std::uint64_t percent = 100 * done / std::max<std::uint64_t>(1, total);
    if (shown_) fmt::print(err_, "\r\033[K{} ", tr("{0} of {1}, {2} %", done, total, percent));
    if (const auto now = Clock::now(); real_ && !shown_ && now >= next_) {
      fmt::print(err_, "warpscope: {}\n",
                 tr("{0} of {1} are written, {2} %.", done, total, percent));
      next_ = now + pause;
    }
    err_.flush();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds pause{5};
  std::ostream& err_;
  bool real_;   // not a text that a test reads
  bool shown_;  // written over
  Clock::time_point next_ = Clock::now() + pause;
};

Error cancelled() { return {ErrorKind::failed, tr("Cancelled; nothing was written.")}; }

/// Runs the job turn by turn; Ctrl+C ends it between two turns.
Status drive(ExportJob& job, const Invocation& invocation) {
  invocation.own_progress();
  ProgressLine progress(invocation.err);
  while (true) {
    if (InterruptGuard::interrupted()) return cancelled();
    progress.show(job.drawn(), job.total());
    const Result<ExportJob::Turn> turn = job.advance();
    if (!turn) return turn.error();
    if (turn.value() == ExportJob::Turn::done) return Done{};
    if (turn.value() == ExportJob::Turn::waits) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
}

Result<int> export_film(const ExportOptions& options, const ExportFormat& format,
                        PictureRequest picture, const Invocation& invocation) {
  const Result<FilmPlan> plan = chosen_film(options, format, *picture.document);
  if (!plan) return plan.error();
  if (Status possible = check_films(options.output); !possible) return possible.error();
  const FilmFormat film_format{format.id == "gif", picture.width, picture.height, plan->fps()};
  picture.seconds = 1 / static_cast<float>(plan->fps());
  auto source = invocation.frontend.open_pictures(picture);
  if (!source) return source.error();
  Status made = Done{};
  {
    const InterruptGuard guard;
    auto film =
        FilmExport::start({film_format, plan.value(), options.output}, std::move(source).value());
    if (!film) return film.error();
    made = drive(*film.value(), invocation);
  }
  if (InterruptGuard::interrupted()) {
    fmt::print(invocation.err, "warpscope: {}\n", cancelled().message);
    InterruptGuard::obey();
  }
  if (!made) return made.error();
  invocation.out
      << tr("Wrote {0}: {1}, accesses {2} to {3}, {4} × {5} pixels, {6} s at {7} frames a second.",
            options.output, picture.view, plan->first(), plan->last(), picture.width,
            picture.height, fixed_text(plan->seconds(), 1), plan->fps())
      << '\n';
  return 0;
}

/// Writes one picture after another; those already written stay if it is interrupted.
Status write_pictures(const ExportOptions& options, const NumberRange& steps,
                      PictureRequest picture, const Invocation& invocation) {
  const InterruptGuard guard;
  for (std::int64_t access = steps.first; access <= steps.last; ++access) {
    if (InterruptGuard::interrupted()) return cancelled();
    picture.access = static_cast<std::uint32_t>(access);
    const auto bytes = invocation.frontend.render_picture(picture);
    if (!bytes) return bytes.error();
    const fs::path path = options.steps.empty() ? fs::path(options.output)
                                                : numbered(options.output, picture.access,
                                                           static_cast<std::uint64_t>(steps.last));
    if (Status written = write_file_atomically(path, bytes.value()); !written) {
      return written.error();
    }
    const auto last = std::ssize(picture.document->trace->accesses) - 1;
    const std::string wrote = picture.stop ? tr("Wrote {0}: {1}, stop {2} of the lesson.",
                                                path.string(), picture.view, picture.stop->stop + 1)
                                           : tr("Wrote {0}: {1}, access {2} of 0 to {3}.",
                                                path.string(), picture.view, access, last);
    invocation.out << wrote << '\n';
  }
  return Done{};
}

Result<int> export_pictures(const ExportOptions& options, PictureRequest picture,
                            const Invocation& invocation) {
  const Result<NumberRange> steps = chosen_steps(options, *picture.document);
  if (!steps) return steps.error();
  const Status written = write_pictures(options, steps.value(), std::move(picture), invocation);
  InterruptGuard::obey();
  if (!written) return written.error();
  return 0;
}

/// What is opened: a lesson that is not the one of its kernel is named by its id where a stop of it is drawn.
std::string opened_target(const ExportOptions& options) {
  if (options.stop.empty() || find_kernel(options.target)) return options.target;
  const auto lessons = open_lessons(lessons_folder(options.lessons), view_lists());
  const Lesson* const lesson = lessons ? lessons.value()->find(options.target) : nullptr;
  return lesson == nullptr || !lesson->program.empty() ? options.target : lesson->kernel;
}

/// Exports pictures or a film.
Result<int> export_drawn(const ExportOptions& options, const ExportFormat& format,
                         Invocation& invocation) {
  Result<PictureRequest> picture = chosen_picture(options, format);
  if (!picture) return picture.error();
  const Result<DocumentPtr> document =
      open_document(opened_target(options), options.run, invocation,
                    // What is compared is what a change costs.
                    options.compare.empty() ? OfSeveral::wrong_first : OfSeveral::all);
  if (!document) return document.error();
  picture->document = document.value();
  if (Status stop = choose_stop(options, picture.value()); !stop) return stop.error();
  if (Status pinned = choose_pin(options, picture.value()); !pinned) return pinned.error();
  auto beside = chosen_comparison(options, document.value(), invocation);
  if (!beside) return beside.error();
  picture->comparison = std::move(beside).value();
  auto done = format.kind == ExportKind::film
                  ? export_film(options, format, std::move(picture).value(), invocation)
                  : export_pictures(options, std::move(picture).value(), invocation);
  if (done) done = code_of_written(document.value()->end);
  return done;
}

/// Begins to write a table, or a trace for Perfetto.
Result<std::unique_ptr<TextExport>> start_text(const ExportOptions& options, bool table,
                                               const std::string& view, const DocumentPtr& document,
                                               const std::shared_ptr<const Recording>& compared) {
  if (!table) return start_chrome_trace(document, options.output);
  if (compared != nullptr) {
    return start_compared_table(document, compared->right, compared->comparison, view,
                                options.output);
  }
  if (view != cell_table) return start_table(document, view, options.output);
  const Result<CellPlace> cell = chosen_cell(options, *document);
  if (!cell) return cell.error();
  return start_cell_table(document, cell.value(), options.output);
}

/// Exports the whole run as text.
Result<int> export_text(const ExportOptions& options, const ExportFormat& format,
                        Invocation& invocation) {
  const Result<std::string> view = chosen_view(options, format);
  if (!view) return view.error();
  const Result<DocumentPtr> document =
      open_document(options.target, options.run, invocation, OfSeveral::wrong_first);
  if (!document) return document.error();
  const auto compared = chosen_comparison(options, document.value(), invocation);
  if (!compared) return compared.error();
  const bool table = format.kind == ExportKind::table;
  Status written = Done{};
  {
    const InterruptGuard guard;
    auto job = start_text(options, table, view.value(), document.value(), compared.value());
    if (!job) return job.error();
    written = drive(*job.value(), invocation);
  }
  if (InterruptGuard::interrupted() && !written) {
    fmt::print(invocation.err, "warpscope: {}\n", cancelled().message);
    InterruptGuard::obey();
  }
  if (!written) return written.error();
  if (table) {
    invocation.out << tr("Wrote {0}: {1}.", options.output, view.value()) << '\n';
  } else {
    const auto accesses = std::ssize(document.value()->trace->accesses);
    invocation.out << tr_n("Wrote {1}: {2} access; ui.perfetto.dev opens it.",
                           "Wrote {1}: {2} accesses; ui.perfetto.dev opens it.", accesses,
                           options.output, whole_text(accesses))
                   << '\n';
  }
  return code_of_written(document.value()->end);
}

}  // namespace

void add_export(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<ExportOptions>();
  Arguments command = program.subcommand(
      "export", tr("Write a picture, a film, a table or a Perfetto trace of a run, or a hand-out"));
  add_export_options(command, *options);
  command.footer(
      examples_text({"warpscope export reduce_strided -o strided.png",
                     "warpscope export scan_blelloch --view stage --step 20 -o scan.svg",
                     "warpscope export scan_blelloch --view stage --steps 8:24 -o scan.gif",
                     "warpscope export strided.wscope --view banks --steps 0:40 -o banks.png",
                     "warpscope export reduce_strided --compare pad=32 -o padded.png",
                     "warpscope export reduce_strided --view lines -o strided.csv",
                     "warpscope export old.cu --compare new.cu --view lines -o mended.csv",
                     "warpscope export reduce_strided -o strided.json        (ui.perfetto.dev)",
                     "warpscope export --lesson reduce_strided -o handout.pdf",
                     "warpscope export sum.cu --launch reduce --view banks -o banks.svg"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation]() -> Result<int> {
      if (options->target.empty() == options->lesson.empty()) {
        return usage_error(
            options->lesson.empty()
                ? tr("What is to be exported is missing: name a kernel, a program or a trace file, "
                     "or a lesson with --lesson. warpscope export --help explains.")
                : tr("--lesson {0} says what is printed, so {1} says nothing here; leave it out.",
                     options->lesson, options->target));
      }
      const Result<const ExportFormat*> format = chosen_format(*options);
      if (!format) return format.error();
      if (!options->lesson.empty()) return export_handout(*options, *format.value(), invocation);
      const ExportKind kind = format.value()->kind;
      const bool drawn = kind == ExportKind::picture || kind == ExportKind::film;
      return drawn ? export_drawn(*options, *format.value(), invocation)
                   : export_text(*options, *format.value(), invocation);
    };
  });
}

}  // namespace warpscope
