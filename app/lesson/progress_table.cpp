#include "app/lesson/progress_table.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "app/files/csv_field.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr int table_version = 1;

std::string all_tries(const std::vector<std::string>& tries) {
  std::string text;
  for (const std::string& one : tries) text += (text.empty() ? "" : "; ") + one;
  return text;
}

}  // namespace

std::string_view outcome_of(const Answered& answered) {
  if (answered.right) return answered.right_at_once() ? "right" : "second";
  return answered.told ? "told" : "open";
}

std::string progress_csv(const Progress& progress) {
  std::string out = fmt::format(
      "lesson,done,furthest_stop,stops,stop,question,tries,answers,outcome,when{}", line_end);
  for (const auto& [id, lesson] : progress.lessons()) {
    const std::string begin = fmt::format("{},{},{},{}", csv_field(id), lesson.done ? "yes" : "no",
                                          lesson.furthest + 1, lesson.stops);
    if (lesson.questions.empty()) out += fmt::format("{},,,,,,{}", begin, line_end);
    for (const auto& [stop, answered] : lesson.questions) {
      out += fmt::format("{},{},{},{},{},{},{}{}", begin, stop + 1, csv_field(answered.ask),
                         answered.tries.size(), csv_field(all_tries(answered.tries)),
                         outcome_of(answered), csv_field(answered.when), line_end);
    }
  }
  return out;
}

std::string progress_json(const Progress& progress) {
  using Table = nlohmann::ordered_json;
  Table lessons = Table::array();
  for (const auto& [id, lesson] : progress.lessons()) {
    Table questions = Table::array();
    for (const auto& [stop, answered] : lesson.questions) {
      questions.push_back({{"stop", stop + 1},
                           {"ask", answered.ask},
                           {"tries", answered.tries},
                           {"outcome", outcome_of(answered)},
                           {"when", answered.when}});
    }
    lessons.push_back({{"id", id},
                       {"furthest", lesson.furthest + 1},
                       {"stops", lesson.stops},
                       {"done", lesson.done},
                       {"asked", lesson.score.asked},
                       {"right", lesson.score.right},
                       {"second", lesson.score.second},
                       {"passed", lesson.score.passed},
                       {"questions", std::move(questions)}});
  }
  const Table table{{"version", table_version}, {"lessons", std::move(lessons)}};
  return json_text(table, 2) + "\n";
}

Result<std::filesystem::path> save_progress_csv(const Progress& progress,
                                                const std::filesystem::path& beside) {
  if (beside.empty()) {
    return Error{ErrorKind::failed,
                 say("There is no folder for your data, so the table has no place.")};
  }
  const std::filesystem::path path = std::filesystem::path(beside).replace_extension(".csv");
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  const std::string text = progress_csv(progress);
  if (write_file_atomically(path, std::as_bytes(std::span(text)))) return path;
  return Error{ErrorKind::failed, say("The table could not be written to {}.", path.string())};
}

}  // namespace warpscope
