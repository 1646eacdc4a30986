#include <fmt/ostream.h>

#include <memory>
#include <string>

#include "app/cli/command.hpp"
#include "app/cli/table.hpp"
#include "app/lesson/progress_table.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct ProgressOptions {
  bool csv = false, json = false;
};

void print_table(const Progress& known, std::ostream& out) {
  if (known.empty()) {
    fmt::print(out, "{}\n", tr("No lesson has been begun yet: warpscope opens the course."));
    return;
  }
  Table table("lrrrrr");
  table.row({tr_c("column of a table", "lesson"), tr_c("column of a table", "stop"),
             tr_c("column of a table", "right at once"),
             tr_c("column of a table", "at the second try"), tr_c("column of a table", "told"),
             tr_c("column of a table", "passed over")});
  for (const auto& [id, lesson] : known.lessons()) {
    std::size_t right = 0, second = 0, told = 0;
    for (const auto& [stop, answered] : lesson.questions) {
      right += answered.right_at_once() ? 1 : 0;
      second += answered.right && !answered.right_at_once() ? 1 : 0;
      told += answered.told ? 1 : 0;
    }
    table.row({id,
               lesson.done ? std::string(tr("done ✓"))
                           : tr("{0} of {1}", lesson.furthest + 1, lesson.stops),
               std::to_string(right), std::to_string(second), std::to_string(told),
               std::to_string(lesson.score.passed)});
  }
  table.print(out);
}

Result<int> tell_progress(const ProgressOptions& options, std::ostream& out) {
  if (options.csv && options.json) {
    return usage_error(tr("--csv and --json are two forms of one table; take one of them."));
  }
  Progress known;
  if (const Status kept = known.keep(progress_path()); !kept) return kept.error();
  if (options.csv) {
    out << progress_csv(known);
  } else if (options.json) {
    out << progress_json(known);
  } else {
    print_table(known, out);
  }
  return 0;
}

}  // namespace

void add_progress(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<ProgressOptions>();
  Arguments command =
      program.subcommand("progress", tr("What you have done of the course, and answered"));
  command.flag("--csv", options->csv, tr("Print a record for every question, as CSV"));
  command.flag("--json", options->json, tr("Print the same as JSON"));
  command.footer(examples_text({"warpscope progress", "warpscope progress --csv > answers.csv"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return tell_progress(*options, invocation.out); };
  });
}

}  // namespace warpscope
