#include "app/cli/orders_report.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <set>
#include <string>

#include "app/cli/table.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_quoted = 200;

std::string_view block_order_id(BlockOrder order) {
  switch (order) {
    case BlockOrder::in_order: return "in-order";
    case BlockOrder::reversed: return "reversed";
    case BlockOrder::shuffled: return "shuffled";
    case BlockOrder::interleaved: return "interleaved";
  }
  return {};
}

std::string_view result_id(const OrderedRun& run) {
  if (run.stopped) return "stopped";
  switch (run.likeness) {
    case Likeness::same: return "same";
    case Likeness::reordered: return "reordered";
    case Likeness::rounding: return "rounding";
    case Likeness::different: return "different";
  }
  return {};
}

std::string result_text(const OrderedRun& run) {
  if (run.stopped) return tr("stopped");
  switch (run.likeness) {
    case Likeness::same: return tr("the same");
    case Likeness::reordered: return tr("the same, in another order");
    case Likeness::rounding: return tr("the same but for rounding");
    case Likeness::different: return tr("different");
  }
  return {};
}

Json writer_json(const std::optional<LastWriter>& writer) {
  if (!writer) return nullptr;
  return {{"launch", writer->launch},
          {"block", place_json(writer->block)},
          {"thread", place_json(writer->thread)},
          {"file", writer->line == 0 ? Json() : Json(writer->file)},
          {"line", writer->line == 0 ? Json() : Json(writer->line)}};
}

Json value_json(const std::string& value) { return value.empty() ? Json() : Json(value); }

Json memory_json(const MemoryDifference& difference) {
  const ContentsDifference& contents = difference.contents;
  Json json{
      {"launch", difference.launch},
      {"kernel", difference.kernel},
      {"array", value_json(difference.name)},
      {"allocation", difference.allocation},
      {"index", contents.index < 0 ? Json() : Json(contents.index)},
      {"elements", contents.elements},
      {"usual",
       {{"value", value_json(contents.first)}, {"writer", writer_json(difference.writers[0])}}},
      {"this",
       {{"value", value_json(contents.second)}, {"writer", writer_json(difference.writers[1])}}}};
  if (contents.likeness == Likeness::rounding) json["relative"] = contents.relative;
  return json;
}

std::string_view kind_id(FileDifference::Kind kind) {
  switch (kind) {
    case FileDifference::Kind::contents: return "contents";
    case FileDifference::Kind::only_first: return "missing";
    case FileDifference::Kind::only_second: return "added";
  }
  return {};
}

Json ordered_run_json(const OrderedRun& run) {
  const OrderSetting& setting = run.setting;
  Json json{{"blocks", block_order_id(setting.blocks)},
            {"seed", setting.seed},
            {"warps", setting.warps ? Json(*setting.warps) : Json()},
            {"unset", setting.unset},
            {"result", result_id(run)},
            {"seconds", run.seconds},
            {"message", run.why.empty() ? Json() : Json(run.why.english())},
            {"memory", run.memory ? memory_json(*run.memory) : Json()},
            {"output", nullptr},
            {"file", nullptr}};
  if (run.output) {
    json["output"] = {{"line", run.output->line},
                      {"usual", quotable(run.output->first, most_quoted)},
                      {"this", quotable(run.output->second, most_quoted)}};
  }
  if (run.file) {
    json["file"] = {{"path", printable(run.file->path)},
                    {"kind", kind_id(run.file->kind)},
                    {"offset", run.file->offset}};
  }
  return json;
}

}  // namespace

void print_orders(std::ostream& out, const OrdersReport& report) {
  out << '\n';
  const auto print_trouble = [&] {
    fmt::print(out, "{}\n", wrapped(printable(report.trouble.text()), terminal_columns));
  };
  if (!report.trouble.empty() && report.runs.empty()) return print_trouble();
  Table table("rll");
  // Translators: the head of a table: in which order the program ran.
  table.row({"", tr("order"), tr("result")});
  int number = 0;
  for (const OrderedRun& run : report.runs) {
    table.row({std::to_string(++number), order_text(run.setting).text(), result_text(run)});
  }
  table.print(out);
  out << '\n';
  if (!report.by_itself.empty())
    fmt::print(out, "{}\n", wrapped(printable(report.by_itself.text()), terminal_columns));
  // What differs in one way is told once, with the first order in which it does.
  std::set<std::string> told;
  for (const OrderedRun& run : report.runs) {
    const std::string why = run.why.text();
    const std::string what =
        run.memory ? fmt::format("{} {} {} {}", run.memory->launch, run.memory->allocation,
                                 run.memory->name, result_id(run))
                   : why;
    if (why.empty() || !told.insert(what).second) continue;
    fmt::print(out, "{}\n", wrapped(printable(why), terminal_columns));
  }
  if (!report.trouble.empty()) {
    print_trouble();
  } else if (!report.changes() && told.empty())
    out << tr("No order, and nothing in unset memory, changes the result.") << '\n';
}

Json orders_json(const OrdersReport& report) {
  Json runs = Json::array();
  for (const OrderedRun& run : report.runs) runs.push_back(ordered_run_json(run));
  return {{"changes", report.changes()},
          {"trouble", report.trouble.empty() ? Json() : Json(report.trouble.english())},
          {"by_itself", report.by_itself.empty() ? Json() : Json(report.by_itself.english())},
          {"runs", std::move(runs)}};
}

}  // namespace warpscope
