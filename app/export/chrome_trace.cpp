#include "app/export/chrome_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/trace/json_text.hpp"

namespace warpscope {
namespace {

constexpr int block_thread = 0;  // warp w has the thread w + 1

/// As JSON. A trace file may hold bytes that are not UTF-8.
std::string quoted(const std::string& text) { return json_text(nlohmann::json(text)); }

/// Units of modelled time. A shuffle costs nothing that is counted, and takes one unit.
std::uint64_t duration_of(const AccessCost& cost) {
  return std::max<std::uint64_t>(1, std::uint64_t{cost.wavefronts} + cost.sectors);
}

constexpr std::size_t piece_bytes = std::size_t{1} << 18;

/// Writes events in order: appends text, builds no tree of values.
class EventWriter {
 public:
  EventWriter(const Document& document, const TextSink& sink)
      : trace_(*document.trace), summary_(document.summary), sink_(sink) {
    out_.reserve(piece_bytes + 4096);
    out_ += "{\"traceEvents\":[\n";
  }
  /// Both return whether the sink wants more.
  bool write_launch(std::uint32_t number);
  bool finish();

 private:
  template <class... Values>
  void append(fmt::format_string<Values...> format, const Values&... values) {
    fmt::vformat_to(std::back_inserter(out_), format, fmt::make_format_args(values...));
  }
  /// The fields that every event has.
  void begin(char phase, int thread) {
    append("{}{{\"ph\":\"{}\",\"pid\":{},\"tid\":{}", first_ ? "" : ",\n", phase, process_, thread);
    first_ = false;
  }
  void write_names(const Launch& launch);
  bool write_step(const Step& step);
  bool pass_on();
  void write_access(std::uint32_t access);
  void write_counter(std::size_t which, const char* name, int value);
  void write_counters(const AccessCost& cost, int lanes);
  [[nodiscard]] std::uint64_t duration(const Step& step) const;
  /// The name and arguments that all accesses of a line to an array share.
  [[nodiscard]] const std::string& words_of(const Access& access);

  const Trace& trace_;
  const Summary& summary_;
  const TextSink& sink_;
  std::string out_;
  std::uint64_t accesses_ = 0;
  bool first_ = true;
  std::uint64_t now_ = 0;
  std::uint32_t process_ = 0;
  std::array<int, 3> counter_values_{};
  using Site = std::tuple<std::uint32_t, std::uint32_t, std::int32_t, Operation>;
  std::map<Site, std::string> words_;
  LineFinder lines_;
};

std::uint64_t EventWriter::duration(const Step& step) const {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < step.access_count; ++i) {
    sum += duration_of(summary_.accesses[step.first_access + i]);
  }
  return sum;
}

void EventWriter::write_names(const Launch& launch) {
  const auto name = [this](const char* what, int thread, const std::string& text) {
    begin('M', thread);
    append(",\"name\":\"{}\",\"args\":{{\"name\":{}}}}}", what, quoted(text));
  };
  const auto sort = [this](const char* what, int thread, std::uint32_t index) {
    begin('M', thread);
    append(",\"name\":\"{}\",\"args\":{{\"sort_index\":{}}}}}", what, index);
  };
  name("process_name", block_thread,
       fmt::format("launch {}: {}, block {} of {}", launch_number(trace_, process_ - 1),
                   launch.kernel, launch.traced_block, launch.blocks()));
  sort("process_sort_index", block_thread, process_);
  name("thread_name", block_thread, "block");
  sort("thread_sort_index", block_thread, 0);
  std::set<int> warps;
  for (std::uint32_t s = 0; s < launch.step_count; ++s) {
    const Step& step = trace_.steps[launch.first_step + s];
    for (std::uint32_t i = 0; i < step.access_count; ++i) {
      warps.insert(trace_.accesses[step.first_access + i].warp);
    }
  }
  for (const int warp : warps) {
    name("thread_name", warp + 1, fmt::format("warp {}", warp));
    sort("thread_sort_index", warp + 1, static_cast<std::uint32_t>(warp) + 1);
  }
}

bool EventWriter::write_launch(std::uint32_t number) {
  const Launch& launch = trace_.launches[number];
  process_ = number + 1;
  counter_values_.fill(-1);
  write_names(launch);
  std::uint64_t whole = 0;
  for (std::uint32_t s = 0; s < launch.step_count; ++s) {
    whole += duration(trace_.steps[launch.first_step + s]);
  }
  begin('X', block_thread);
  append(
      ",\"ts\":{},\"dur\":{},\"cat\":\"launch\",\"name\":{},\"args\":{{\"blocks\":{},"
      "\"threads_per_block\":{},\"shared_bytes\":{}}}}}",
      now_, whole, quoted(launch.kernel), launch.blocks(), launch.threads(), launch.shared_bytes);
  for (std::uint32_t s = 0; s < launch.step_count; ++s) {
    if (!write_step(trace_.steps[launch.first_step + s])) return false;
  }
  write_counters({}, 0);
  return true;
}

bool EventWriter::pass_on() {
  const bool wanted = sink_(out_, accesses_);
  out_.clear();
  return wanted;
}

bool EventWriter::write_step(const Step& step) {
  const std::string label = quoted(step_label(step, step_name(trace_, step).variable));
  begin('X', block_thread);
  append(",\"ts\":{},\"dur\":{},\"cat\":\"step\",\"name\":{},\"args\":{{\"accesses\":{}}}}}", now_,
         duration(step), label, step.access_count);
  for (std::uint32_t i = 0; i < step.access_count; ++i) {
    write_access(step.first_access + i);
    ++accesses_;
    if (out_.size() >= piece_bytes && !pass_on()) return false;
  }
  if (!step.barrier) return true;
  begin('i', block_thread);
  append(
      ",\"ts\":{},\"s\":\"p\",\"cat\":\"barrier\",\"name\":\"barrier\",\"args\":{{\"after\":{}}}}}",
      now_, label);
  return true;
}

const std::string& EventWriter::words_of(const Access& access) {
  const std::uint32_t source = trace_.location_of(access).source;
  const std::uint32_t line = trace_.line_of(access);
  const std::uint32_t launch = trace_.steps[access.step].launch;
  const Site site{launch, access.location, access.array, access.operation};
  const auto known = words_.find(site);
  if (known != words_.end()) return known->second;
  const Array& array = trace_.arrays[access.array];
  return words_[site] = fmt::format(
             "\"cat\":\"{}\",\"name\":{},\"args\":{{\"line\":{},\"source\":{},\"file\":{},"
             "\"array\":{},",
             name(array.space),
             quoted(fmt::format("{} {}", name(access.operation), written_as(trace_, access))), line,
             quoted(lines_.line(trace_.sources[source], line)), quoted(trace_.sources[source].name),
             quoted(name_in(trace_, launch, access.array)));
}

void EventWriter::write_access(std::uint32_t number) {
  const Access& access = trace_.accesses[number];
  const AccessCost& cost = summary_.accesses[number];
  write_counters(cost, access.active());
  begin('X', access.warp + 1);
  append(
      ",\"ts\":{},\"dur\":{},{}\"access\":{},\"lanes\":{},\"degree\":{},\"wavefronts\":{},"
      "\"ideal\":{},\"sectors\":{}}}}}",
      now_, duration_of(cost), words_of(access), number, access.active(), cost.degree,
      cost.wavefronts, cost.ideal, cost.sectors);
  now_ += duration_of(cost);
}

void EventWriter::write_counter(std::size_t which, const char* name, int value) {
  if (counter_values_[which] == value) return;  // it holds until it changes
  counter_values_[which] = value;
  begin('C', block_thread);
  append(",\"ts\":{},\"name\":\"{}\",\"args\":{{\"{}\":{}}}}}", now_, name, name, value);
}

void EventWriter::write_counters(const AccessCost& cost, int lanes) {
  write_counter(0, "wavefronts", cost.wavefronts);
  write_counter(1, "sectors", cost.sectors);
  write_counter(2, "active lanes", lanes);
}

bool EventWriter::finish() {
  const TraceHeader& header = trace_.header;
  append(
      "\n],\"displayTimeUnit\":\"ns\",\"otherData\":{{\"kernel\":{},\"elements\":\"{}\","
      "\"machine\":{},\"banks\":\"{}\",\"time\":\"modelled: 1 us is one wavefront, sector or "
      "shuffle\"}}}}\n",
      quoted(header.kernel), header.size, quoted(header.machine), id(summary_.model));
  return pass_on();
}

}  // namespace

bool write_chrome_trace(const Document& document, const TextSink& sink) {
  EventWriter writer(document, sink);
  for (std::uint32_t launch = 0; launch < document.trace->launches.size(); ++launch) {
    if (!writer.write_launch(launch)) return false;
  }
  return writer.finish();
}

}  // namespace warpscope
