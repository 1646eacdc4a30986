#include "app/cli/lesson_new.hpp"

#include <fmt/ostream.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "app/lesson/lesson_draft.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/programs/program_editor.hpp"
#include "app/programs/starters.hpp"
#include "app/subject/program_subject.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

struct NewLesson {
  std::string file, program, kernel;
};

Status check_name(const NewLesson& wanted) {
  const fs::path file = wanted.file;
  if (names_a_program(wanted.file)) {
    return usage_error(tr("{0} is a program. Write: warpscope lesson new {1} {0}", wanted.file,
                          lesson_beside(file).string()));
  }
  if (!names_a_lesson(file)) {
    return usage_error(tr("A lesson's file ends in .yaml: name it {}.yaml.", wanted.file));
  }
  if (wanted.program.empty()) return Done{};
  if (!names_a_program(wanted.program)) {
    return usage_error(
        tr("{} is no program: a lesson is about a .cu file, or about a kernel that --kernel names.",
           wanted.program));
  }
  const fs::path beside = lesson_beside(wanted.program);
  if (beside.lexically_normal() == file.lexically_normal()) return Done{};
  return usage_error(tr("The lesson of {0} stands beside it, as {1}; write that in place of {2}.",
                        wanted.program, beside.string(), wanted.file));
}

Result<std::string> draft_of(const NewLesson& wanted) {
  const std::string program =
      wanted.program.empty() ? program_beside(wanted.file).string() : wanted.program;
  if (program.empty()) {
    return draft_lesson(wanted.kernel.empty() ? "reduce_strided" : wanted.kernel);
  }
  if (const Status there = check_program_files({.files = {program}}); !there) return there.error();
  const auto text = read_text_file(program, ProgramEditor::largest);
  if (!text) return text.error();
  const std::string kernel = wanted.kernel.empty() ? first_kernel(text.value()) : wanted.kernel;
  if (kernel.empty()) {
    return usage_error(
        tr("There is no __global__ function in {}, which the lesson could be about; "
           "name its kernel with --kernel.",
           program));
  }
  return draft_program_lesson(kernel);
}

Result<int> new_lesson(const NewLesson& wanted, const Invocation& invocation) {
  if (Status named = check_name(wanted); !named) return named.error();
  const Result<std::string> draft = draft_of(wanted);
  if (!draft) return draft.error();
  const std::error_code error = write_new_file(wanted.file, draft.value());
  if (error == std::errc::file_exists) {
    return usage_error(
        tr("{} exists already and is left as it is; name another file.", wanted.file));
  }
  if (error) {
    return usage_error(tr("{0} cannot be written ({1}); choose another place for it.", wanted.file,
                          error.message()));
  }
  const std::string shown =
      program_beside(wanted.file).empty() ? wanted.file : program_beside(wanted.file).string();
  fmt::print(invocation.out, "{}\n  warpscope lesson {} --check\n{}\n  warpscope {}\n",
             tr("Wrote {}. Edit it, and check it with", wanted.file), shown,
             tr("Give it, and see each save at once, with"), shown);
  return 0;
}

}  // namespace

void add_lesson_new(Arguments& lesson, Invocation& invocation) {
  auto wanted = std::make_shared<NewLesson>();
  Arguments command = lesson.subcommand("new", tr("Write a lesson to begin with"));
  command.word("FILE", wanted->file, tr("Where to write, such as my_lecture.yaml")).required();
  command.word("PROGRAM", wanted->program,
               tr("A program of your own that it is about, such as sum.cu: FILE is sum.lesson.yaml "
                  "then"));
  command.option("--kernel", wanted->kernel, "ID",
                 tr("The kernel that it is about: of warpscope list, or of the program"));
  command.footer(examples_text({"warpscope lesson new my_lecture.yaml --kernel scan_blelloch",
                                "warpscope lesson new sum.lesson.yaml sum.cu"}));
  command.on_chosen([wanted, &invocation] {
    invocation.action = [wanted, &invocation] { return new_lesson(*wanted, invocation); };
  });
}

}  // namespace warpscope
