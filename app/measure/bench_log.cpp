#include "app/measure/bench_log.hpp"

#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/run/kernel_title.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

using nlohmann::json;

constexpr std::size_t longest_what = 500;  // is shown in one line

/// A record checked as if it were read from a file; `part` is put into it under `key`.
Result<TimingRecord> checked(json head, const char* key, json part) {
  head["results"] = json::array();
  head[key] = std::move(part);
  return parse_timing_record(json_text(head), "bench");
}

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

bool BenchLog::add(std::string_view line) {
  bool understood = false;
  try {
    understood = read(line);
  } catch (const json::exception&) {
    understood = false;  // a field is missing, or of another type
  }
  if (!understood) ++passed_over_;
  return understood;
}

bool BenchLog::read(std::string_view line) {
  const json told = parse_json(line);
  if (!told.is_object()) return false;
  const auto event = told.at("event").get<std::string>();
  if (event == "begin") {
    const int total = whole_number<int>(told.at("total"));
    auto record = checked(told.at("record"), "results", json::array());
    if (!head_.empty() || total < 0 || !record) return false;
    record_ = std::move(record).value();
    head_ = json_text(told.at("record"));
    total_ = total;
    return true;
  }
  if (head_.empty()) return false;
  if (event == "progress") {
    const int done = whole_number<int>(told.at("done")),
              total = whole_number<int>(told.at("total"));
    auto what = printable(told.at("what").get<std::string>());
    if (done < 0 || done > total || what.size() > longest_what) return false;
    done_ = done;
    total_ = total;
    what_ = std::move(what);
    return true;
  }
  const bool result = event == "result";
  if (result || event == "skipped") {
    auto read =
        checked(parse_json(head_), result ? "results" : "skipped", json::array({told.at(event)}));
    if (!read) return false;
    append(record_.results, read->results);
    append(record_.skipped, read->skipped);
    return true;
  }
  if (event != "end") return false;
  record_.ended = printable(told.at("ended").get<std::string>());
  ended_ = true;
  return true;
}

Sentence said_work(const std::string& what) {
  const std::string name = what.substr(0, what.find(','));
  const KernelInfo* const kernel = kernel_of(name);
  if (kernel == nullptr) return {what};
  if (name.size() == what.size()) return said_title(*kernel);
  return say("{0}, {1}", said_title(*kernel),
             what.substr(what.find_first_not_of(", ", name.size())));
}

}  // namespace warpscope
