#include "app/cli/export_handout.hpp"

#include <filesystem>
#include <memory>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/interrupt.hpp"
#include "app/export/export_job.hpp"
#include "app/gl/png.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/settings.hpp"
#include "app/subject/program_subject.hpp"
#include "app/ui/theme.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// A lesson, and what runs at its first stop.
struct Printable {
  const Lesson* lesson = nullptr;
  std::string target;
};

Result<Printable> beside_program(LessonLibrary& library, const std::string& program) {
  if (const Status there = check_program_files({.files = {program}}); !there) return there.error();
  const std::vector<Mistake> mistakes = library.read_beside(program);
  if (!mistakes.empty()) return usage_error(mistakes.front().text());
  if (const Lesson* const lesson = library.find_beside(program)) return Printable{lesson, program};
  return usage_error(
      tr("There is no lesson of {0}: it would be {1}. warpscope lesson new {1} {0} begins one.",
         program, lesson_beside(program).string()));
}

/// By a file, a program with one beside it, or an id.
Result<Printable> find_lesson(LessonLibrary& library, const std::string& named) {
  if (names_a_program(named)) return beside_program(library, named);
  if (names_a_lesson(named)) {
    const fs::path program = program_beside(named);
    if (!program.empty()) return beside_program(library, program.string());
    std::vector<Mistake> mistakes;
    const auto added = library.add_file(named, mistakes);
    if (!added) return added.error();
    if (!mistakes.empty()) return usage_error(mistakes.front().text());
    return Printable{added.value(), added.value()->kernel};
  }
  const Lesson* const lesson = library.find(named);
  if (!library.mistakes().empty()) return usage_error(library.mistakes().front().text());
  if (lesson != nullptr) return Printable{lesson, lesson->kernel};
  return usage_error(
      tr("There is no lesson \"{0}\". {1}", named, did_you_mean(named, library.ids())));
}

/// The file, which in a folder is named after the lesson.
fs::path output_of(const ExportOptions& options, const ExportFormat& format, const Lesson& lesson) {
  fs::path output = options.output;
  std::error_code ignored;
  if (!fs::is_directory(output, ignored)) return output;
  const fs::path file = lesson.program.empty() ? fs::path(lesson.id) : fs::path(lesson.program);
  return (output / file.filename()).replace_extension(std::string(format.ending));
}

Status write_text(const fs::path& path, const std::string& text) {
  return write_file_atomically(path, std::as_bytes(std::span(text)));
}

/// Writes the pages; those already written stay if it is interrupted.
Status write_pages(PictureSource& pages, std::uint32_t count, const ExportFormat& format,
                   const fs::path& output, const Invocation& invocation) {
  std::vector<FilmFrame> frames(count);
  for (std::uint32_t stop = 0; stop < count; ++stop) frames[stop].access = stop;
  if (format.id == "pdf") {
    const Result<std::string> pdf = pages.pdf(frames);
    if (!pdf) return pdf.error();
    if (Status written = write_text(output, pdf.value()); !written) return written.error();
    invocation.out << tr_n("Wrote {1}: {0} page.", "Wrote {1}: {0} pages.", count, output.string())
                   << '\n';
    return Done{};
  }
  for (const FilmFrame& frame : frames) {
    if (InterruptGuard::interrupted()) return Error{ErrorKind::failed, tr("Cancelled.")};
    const fs::path path = numbered(output, frame.access + 1, count, 2);
    std::string bytes;
    if (format.id == "svg") {
      bytes = pages.svg(frame);
    } else {
      const Result<Image> image = pages.image(frame);
      if (!image) return image.error();
      bytes = encode_png(image.value());
    }
    if (Status written = write_text(path, bytes); !written) return written.error();
    invocation.out << tr("Wrote {0}: page {1} of {2}.", path.string(), frame.access + 1, count)
                   << '\n';
  }
  return Done{};
}

}  // namespace

Result<int> export_handout(const ExportOptions& options, const ExportFormat& format,
                           Invocation& invocation) {
  if (format.kind != ExportKind::picture) {
    return usage_error(
        tr("A hand-out is printed on pages: write it as pdf, png or svg, and not as "
           "{}.",
           format.id));
  }
  if (Status used = no_idle_options(options, format); !used) return used.error();
  const std::string theme = options.theme.empty() ? "light" : options.theme;
  if (find_theme(theme) == nullptr) {
    return usage_error(
        tr("There is no theme \"{0}\". {1}", theme,
           did_you_mean(theme, std::vector<std::string>(theme_ids.begin(), theme_ids.end()))));
  }
  auto opened = open_lessons(lessons_folder(options.lessons), view_lists());
  if (!opened) return opened.error();
  const Result<Printable> found = find_lesson(*opened.value(), options.lesson);
  if (!found) return found.error();
  const Lesson& lesson = *found->lesson;
  const fs::path output = output_of(options, format, lesson);
  const auto count = static_cast<std::uint32_t>(lesson.stops.size());
  const bool several = format.id != "pdf";
  const Status writable = check_writable(several ? numbered(output, 1, count, 2) : output);
  if (!writable) return writable.error();
  const auto document = open_document(found->target, options.run, invocation);
  if (!document) return document.error();
  HandoutRequest request{.document = document.value(),
                         .lessons = opened.value(),
                         .lesson = lesson.id,
                         .of_program = !lesson.program.empty(),
                         .answers = options.answers || options.notes,
                         .notes = options.notes,
                         .theme = theme,
                         .language = std::string(language_id(current_language()))};
  const auto pages = invocation.frontend.open_handout(request);
  if (!pages) return pages.error();
  Status written = Done{};
  {
    const InterruptGuard guard;
    written = write_pages(*pages.value(), count, format, output, invocation);
  }
  InterruptGuard::obey();
  if (!written) return written.error();
  return 0;
}

}  // namespace warpscope
