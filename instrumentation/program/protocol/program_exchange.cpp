#include "instrumentation/program/protocol/program_exchange.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/json_fields.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/sentence_json.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t longest_told_name = 2000;  // characters of a file, a kernel, an array
constexpr std::size_t longest_message = 8000;    // characters of a sentence
constexpr std::size_t most_entries = 1'000'000;  // launches, findings

/// Why a text is not what it should be; never leaves this file.
struct Unusable {
  std::string reason;
};

const Json& field(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (!object.is_object() || found == object.end()) {
    throw Unusable{fmt::format("\"{}\" is missing", key)};
  }
  return *found;
}

template <class T>
T number(const Json& object, const char* key, T least = std::numeric_limits<T>::min(),
         T most = std::numeric_limits<T>::max()) {
  const Json& json = field(object, key);
  if (json.is_number_integer()) {
    const T value = whole_number<T>(json);
    // whole_number() throws for what does not fit.
    if (value >= least && value <= most) return value;
  }
  throw Unusable{fmt::format("\"{}\" is out of range", key)};
}

double real(const Json& object, const char* key) {
  const Json& json = field(object, key);
  const double value = json.is_number() ? json.get<double>() : -1;
  if (!std::isfinite(value) || value < 0) {
    throw Unusable{fmt::format("\"{}\" is out of range", key)};
  }
  return value;
}

bool truth(const Json& object, const char* key) {
  const Json& json = field(object, key);
  if (!json.is_boolean()) throw Unusable{fmt::format("\"{}\" is not true or false", key)};
  return json.get<bool>();
}

const std::string& raw_text(const Json& object, const char* key) {
  const Json& json = field(object, key);
  if (!json.is_string()) throw Unusable{fmt::format("\"{}\" is no text", key)};
  return json.get_ref<const std::string&>();
}
std::string text(const Json& object, const char* key, std::size_t most = longest_told_name) {
  return quotable(raw_text(object, key), most);
}

Sentence sentence(const Json& object, const char* key) {
  static_cast<void>(raw_text(object, key));
  return read_sentence(object, key, longest_message);
}

const Json& list(const Json& object, const char* key) {
  const Json& json = field(object, key);
  if (!json.is_array() || json.size() > most_entries) {
    throw Unusable{fmt::format("\"{}\" is no list, or too long", key)};
  }
  return json;
}

template <class Enum>
Enum enumerator(const Json& object, const char* key, Enum last) {
  return static_cast<Enum>(number<int>(object, key, 0, static_cast<int>(last)));
}

Json json_of(const Dim3& extent) { return {extent.x, extent.y, extent.z}; }
Dim3 extent(const Json& object, const char* key) {
  const Json& json = field(object, key);
  if (!json.is_array() || json.size() != 3) {
    throw Unusable{fmt::format("\"{}\" has no three numbers", key)};
  }
  std::array<std::int32_t, 3> values{};
  for (std::size_t k = 0; k < 3; ++k) {
    values[k] = whole_number<std::int32_t>(json[k]);
    if (values[k] < 0) throw Unusable{fmt::format("\"{}\" is negative", key)};
  }
  return {values[0], values[1], values[2]};
}

Json json_of(const ProgramOptions& options) {
  Json json = {{"traced_block", json_of(options.traced_block)},
               {"all_blocks", options.all_blocks},
               {"banks", static_cast<int>(options.banks)},
               {"highest_lane_wins", options.highest_lane_wins},
               {"check_limit", options.check_limit},
               {"record_launches", options.record_launches},
               {"record_of_kernel", options.record_of_kernel},
               {"record_accesses", options.record_accesses},
               {"time_limit", options.time_limit},
               {"memory_limit", options.memory_limit}};
  if (options.schedule_seed) json["schedule_seed"] = *options.schedule_seed;
  return json;
}
ProgramOptions options_of(const Json& json) {
  ProgramOptions options;
  options.traced_block = extent(json, "traced_block");
  options.all_blocks = truth(json, "all_blocks");
  options.banks = static_cast<BankModel>(number<int>(json, "banks", 0, 100));
  options.highest_lane_wins = truth(json, "highest_lane_wins");
  options.check_limit = number<std::int64_t>(json, "check_limit");
  options.record_launches = number<int>(json, "record_launches");
  options.record_of_kernel = number<int>(json, "record_of_kernel");
  options.record_accesses = number<std::int64_t>(json, "record_accesses");
  options.time_limit = real(json, "time_limit");
  options.memory_limit = number<std::int64_t>(json, "memory_limit", 0);
  if (json.contains("schedule_seed")) {
    options.schedule_seed = number<std::uint64_t>(json, "schedule_seed");
  }
  return options;
}

Json json_of(const ProgramLaunch& launch) {
  return {{"number", launch.number},
          {"kernel", launch.kernel},
          {"grid", json_of(launch.grid)},
          {"block", json_of(launch.block)},
          {"shared_bytes", launch.shared_bytes},
          {"trace_launch", launch.trace_launch},
          {"recorded_block", launch.recorded_block},
          {"checked_blocks", launch.checked_blocks},
          {"checked_all", launch.checked_all},
          {"error", launch.error}};
}
ProgramLaunch launch_of(const Json& json) {
  ProgramLaunch launch;
  launch.number = number<int>(json, "number", 0);
  launch.kernel = text(json, "kernel");
  launch.grid = extent(json, "grid");
  launch.block = extent(json, "block");
  launch.shared_bytes = number<std::int64_t>(json, "shared_bytes", 0);
  launch.trace_launch = number<std::int32_t>(json, "trace_launch", -1);
  launch.recorded_block = number<std::int64_t>(json, "recorded_block", -1);
  launch.checked_blocks = number<std::int64_t>(json, "checked_blocks", 0);
  launch.checked_all = truth(json, "checked_all");
  launch.error = text(json, "error");
  return launch;
}

// One table for both directions.
template <class Figures, class Visit>
void visit_totals(Figures& totals, Visit visit) {
  const auto shared = [&](const char* name, auto& of) {
    visit(name, std::array{&of.requests, &of.wavefronts, &of.ideal});
  };
  const auto global = [&](const char* name, auto& of) {
    visit(name, std::array{&of.requests, &of.sectors, &of.ideal});
  };
  shared("shared_load", totals.shared_load);
  shared("shared_store", totals.shared_store);
  shared("shared_atomic", totals.shared_atomic);
  shared("constant_load", totals.constant_load);
  global("global_load", totals.global_load);
  global("global_store", totals.global_store);
  global("global_atomic", totals.global_atomic);
  visit("others", std::array{&totals.shuffles, &totals.barriers, &totals.steps,
                             &totals.active_lanes, &totals.lane_slots});
}
Json json_of(const Totals& totals) {
  Json json = {{"max_degree", totals.max_degree}};
  visit_totals(totals, [&](const char* name, const auto& values) {
    Json& figures = json[name] = Json::array();
    for (const std::uint64_t* value : values) figures.push_back(*value);
  });
  return json;
}
Totals totals_of(const Json& json) {
  Totals totals;
  totals.max_degree = number<int>(json, "max_degree", 0);
  visit_totals(totals, [&](const char* name, const auto& values) {
    const Json& figures = list(json, name);
    if (figures.size() != values.size()) throw Unusable{fmt::format("\"{}\" is too short", name)};
    for (std::size_t k = 0; k < values.size(); ++k) {
      *values[k] = whole_number<std::uint64_t>(figures[k]);
    }
  });
  return totals;
}

Json json_of(const ProgramFinding& finding) {
  Json json = {{"kind", static_cast<int>(finding.kind)},
               {"file", finding.file},
               {"line", finding.line},
               {"launch", finding.launch},
               {"block", json_of(finding.block)},
               {"thread", json_of(finding.thread)},
               {"array", finding.array},
               {"index", finding.index},
               {"other_file", finding.other_file},
               {"other_line", finding.other_line},
               {"times", finding.times}};
  write_sentence(json, "message", finding.message);
  if (finding.other_thread) json["other_thread"] = json_of(*finding.other_thread);
  return json;
}
Json json_of(const ProgramStop& stop) {
  Json json = {{"file", stop.file}, {"line", stop.line}, {"launch", stop.launch}};
  if (stop.block) json["block"] = json_of(*stop.block);
  if (stop.thread) json["thread"] = json_of(*stop.thread);
  return json;
}
ProgramStop stop_of(const Json& json) {
  ProgramStop stop{.file = text(json, "file"),
                   .line = number<std::uint32_t>(json, "line"),
                   .launch = number<int>(json, "launch", 0)};
  if (json.contains("block")) stop.block = extent(json, "block");
  if (json.contains("thread")) stop.thread = extent(json, "thread");
  return stop;
}

ProgramFinding finding_of(const Json& json) {
  ProgramFinding finding;
  finding.kind = enumerator(json, "kind", last_finding_kind);
  finding.message = sentence(json, "message");
  finding.file = text(json, "file");
  finding.line = number<std::uint32_t>(json, "line");
  finding.launch = number<int>(json, "launch", 0);
  finding.block = extent(json, "block");
  finding.thread = extent(json, "thread");
  finding.array = text(json, "array");
  finding.index = number<std::int64_t>(json, "index");
  finding.other_file = text(json, "other_file");
  finding.other_line = number<std::uint32_t>(json, "other_line");
  finding.times = number<std::uint64_t>(json, "times");
  if (json.contains("other_thread")) finding.other_thread = extent(json, "other_thread");
  return finding;
}

template <class T>
Json json_list(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(json_of(value));
  return json;
}

/// Reads a text as JSON with one function. Whatever is wrong with it becomes an error.
template <class Read>
auto read_exchange(std::string_view bytes, Read read) -> Result<decltype(read(Json()))> {
  const Json json = parse_json(bytes);
  if (json.is_discarded()) return usage_error("it is no JSON");
  try {
    return read(json);
  } catch (const Unusable& unusable) {
    return usage_error(unusable.reason);
  } catch (const Json::exception&) {
    return usage_error("a value in it has the wrong type");
  }
}

}  // namespace

std::string request_text(const ChildRequest& request) {
  // Arguments may hold any bytes, JSON only UTF-8.
  Json arguments = Json::array();
  for (const std::string& argument : request.arguments) {
    arguments.push_back(std::vector<std::uint8_t>(argument.begin(), argument.end()));
  }
  return json_text(Json{{"object", request.object},
                        {"arguments", arguments},
                        {"options", json_of(request.options)},
                        {"output_to_standard_error", request.output_to_standard_error},
                        {"output_by_lines", request.output_by_lines},
                        {"language", request.language}});
}

Result<ChildRequest> parse_request(std::string_view bytes) {
  return read_exchange(bytes, [](const Json& json) {
    ChildRequest request;
    request.object = raw_text(json, "object");
    for (const Json& argument : list(json, "arguments")) {
      const auto letters = argument.get<std::vector<std::uint8_t>>();
      request.arguments.emplace_back(letters.begin(), letters.end());
    }
    request.options = options_of(field(json, "options"));
    request.output_to_standard_error = truth(json, "output_to_standard_error");
    request.output_by_lines = truth(json, "output_by_lines");
    request.language = text(json, "language");
    return request;
  });
}

std::string outcome_text(const ProgramOutcome& outcome) {
  Json json{{"end", static_cast<int>(outcome.end)},
            {"exit_status", outcome.exit_status},
            {"signal", outcome.signal},
            {"seconds", outcome.seconds},
            {"launches", json_list(outcome.launches)},
            {"totals", json_list(outcome.totals)},
            {"findings", json_list(outcome.findings)},
            {"notes", json_list(outcome.notes)},
            {"launches_not_recorded", outcome.launches_not_recorded}};
  write_sentence(json, "message", outcome.message);
  if (outcome.stopped) json["stopped"] = json_of(*outcome.stopped);
  return json_text(json);
}

Result<ProgramOutcome> parse_outcome(std::string_view bytes) {
  return read_exchange(bytes, [](const Json& json) {
    ProgramOutcome outcome;
    outcome.end = enumerator(json, "end", ProgramOutcome::End::not_loaded);
    outcome.exit_status = number<int>(json, "exit_status");
    outcome.signal = number<int>(json, "signal", 0, 64);
    outcome.message = sentence(json, "message");
    outcome.seconds = real(json, "seconds");
    for (const Json& launch : list(json, "launches")) {
      outcome.launches.push_back(launch_of(launch));
    }
    for (const Json& totals : list(json, "totals")) outcome.totals.push_back(totals_of(totals));
    if (!outcome.totals.empty() && outcome.totals.size() != outcome.launches.size()) {
      throw Unusable{"\"totals\" are not those of its launches"};
    }
    for (const Json& finding : list(json, "findings")) {
      outcome.findings.push_back(finding_of(finding));
    }
    for (const Json& note : list(json, "notes")) outcome.notes.push_back(finding_of(note));
    if (json.contains("stopped")) outcome.stopped = stop_of(json.at("stopped"));
    outcome.launches_not_recorded = number<std::int64_t>(json, "launches_not_recorded", 0);
    return outcome;
  });
}

Result<ExchangeFolder> ExchangeFolder::make() {
  std::error_code error;
  fs::path parent = fs::temp_directory_path(error);
  if (!error) parent = fs::canonical(parent, error);
  if (error) {
    return Error{
        ErrorKind::failed,
        tr("There is no folder for temporary files: {}. Set TMPDIR to one.", error.message())};
  }
  remove_stale_temporaries(parent);
  // As the other temporary files of ours, so that the next run finds it if both processes are killed.
  static std::atomic<unsigned> count{0};
  const fs::path path =
      parent / fmt::format(".run{}{:010}-{:06}", temporary_mark, ::getpid(), count++ % 1'000'000U);
  if (::mkdir(path.c_str(), 0700) != 0) {
    return Error{ErrorKind::failed,
                 tr("A folder for temporary files cannot be made in {0}: {1}. Set TMPDIR "
                    "to one that can be written.",
                    printable(parent.string()), std::generic_category().message(errno))};
  }
  return ExchangeFolder{path};
}

void ExchangeFolder::remove() const {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

bool write_exchange_file(const fs::path& path, std::string_view bytes) {
  const std::string temporary = path.string() + ".part";
  const int opened =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (opened < 0) return false;
  int descriptor = opened;
  if (opened <= STDERR_FILENO) {
    descriptor = ::fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(opened);
    if (descriptor < 0) return false;
  }
  bool whole = true;
  while (whole && !bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    whole = count > 0;
    if (whole) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  whole = ::close(descriptor) == 0 && whole;
  return whole && ::rename(temporary.c_str(), path.c_str()) == 0;
}

}  // namespace warpscope
