#include "app/lesson/claim_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "app/expression/expression.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_place.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/analysis/machine_model.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/patterns/launch_nesting.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// An access and its run.
struct Seen {
  const Document& document;
  const Trace& trace;
  std::uint32_t number;
  const Access& access;
  const Totals& totals;
  [[nodiscard]] const Step& step() const { return trace.steps[access.step]; }
  [[nodiscard]] const Launch& launch() const { return trace.launch_of(access); }
  [[nodiscard]] bool has_array() const { return access.array >= 0; }
  [[nodiscard]] const Array& array() const { return trace.arrays[access.array]; }
  [[nodiscard]] GlobalRequest request() const { return global_request(trace, access); }
};
using Value = std::optional<double>;

template <class Number>
Value as(Number number) {
  return static_cast<double>(number);
}

std::uint64_t of_shared(const Totals& totals, std::uint64_t SharedTotals::*part) {
  return totals.shared_load.*part + totals.shared_store.*part + totals.shared_atomic.*part +
         totals.shared_copy.*part;
}

/// How far the second active lane's element lies from the first's.
Value apart(const Seen& seen) {
  const auto indices = seen.trace.lane_indices(seen.access);
  if (indices.size() < 2) return std::nullopt;
  return as(indices[1] - indices[0]);
}

/// The smallest distance between two different elements that the lanes want.
Value least_gap(const Seen& seen) {
  const auto indices = seen.trace.lane_indices(seen.access);
  const std::set<ElementIndex> sorted(indices.begin(), indices.end());
  if (sorted.size() < 2) return std::nullopt;
  ElementIndex least = std::numeric_limits<ElementIndex>::max();
  for (auto at = sorted.begin(), next = std::next(at); next != sorted.end(); ++at, ++next) {
    least = std::min(least, *next - *at);
  }
  return as(least);
}

Value local_bytes(const Seen& seen) {
  std::int64_t sum = 0;
  for (const Array& array : seen.trace.arrays) {
    if (array.space == Space::local && array.extents.size() > 1) {
      sum += array.extents[1] * array.type.bytes();
    }
  }
  return as(sum);
}

/// The largest number that a lane loads or stores, or the smallest.
Value extreme_value(const Seen& seen, bool highest) {
  if (!seen.has_array() || seen.trace.lane_words(seen.access) == 0) return std::nullopt;
  double extreme =
      highest ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  for (int k = 0; k < seen.access.active(); ++k) {
    const double value = numeric_value(seen.array().type, seen.trace.lane_value(seen.access, k));
    extreme = highest ? std::max(extreme, value) : std::min(extreme, value);
  }
  return std::isfinite(extreme) ? Value(extreme) : std::nullopt;
}

/// The most blocks that the kernel starts, whatever the size; 0: no limit.
Value grid_limit(const Seen& seen) {
  const Result<const KernelInfo*> kernel = find_kernel(seen.document.request.kernel);
  if (!kernel) return std::nullopt;
  return as(kernel.value()->max_grid);
}

Value warp_accesses(const Seen& seen) {
  return as(std::ranges::count_if(seen.trace.accesses, [&](const Access& access) {
    return access.step == seen.access.step && access.warp == seen.access.warp;
  }));
}

bool is_in(const Seen& seen, Space space) {
  return seen.has_array() && !exchanges(seen.access.operation) && seen.array().space == space;
}

struct Entry {
  RunValue told;
  Value (*of)(const Seen&);
};

// clang-format off
constexpr std::array value_entries{
    Entry{{"size", "elements of the problem"}, [](const Seen& s) { return as(s.trace.header.size); }},
    Entry{{"seed", "of the input"}, [](const Seen& s) { return as(s.trace.header.seed); }},
    Entry{{"block", "threads of a block of this launch"}, [](const Seen& s) { return as(s.launch().threads()); }},
    Entry{{"block_x", "of its first dimension"}, [](const Seen& s) { return as(s.launch().block.x); }},
    Entry{{"block_y", "of its second dimension"}, [](const Seen& s) { return as(s.launch().block.y); }},
    Entry{{"local_bytes", "of local memory that the arrays of a thread take"}, local_bytes},
    Entry{{"blocks", "of this launch"}, [](const Seen& s) { return as(s.launch().blocks()); }},
    Entry{{"traced_block", "the number of the block that is shown, from 0"},
          [](const Seen& s) { return as(s.launch().traced_block); }},
    Entry{{"grid_limit", "that the kernel starts, whatever the size; 0: as many as it needs"}, grid_limit},
    Entry{{"shared_bytes", "of shared memory that a block of this launch takes"},
          [](const Seen& s) { return as(s.launch().shared_bytes); }},
    Entry{{"launch_levels", "launches that a later one goes on from, as a host's recursion leaves them"},
          [](const Seen& s) { return as(launch_nests(s.trace).size()); }},
    Entry{{"banks", "of the model"}, [](const Seen& s) { return as(bank_count(s.document.summary.model)); }},
    Entry{{"launch", "the number of this launch, from 1"},
          [](const Seen& s) { return as(s.step().launch + 1); }},
    Entry{{"step_value", "the value of this step"},
          [](const Seen& s) { return s.step().value ? as(*s.step().value) : Value(); }},
    Entry{{"step_barrier", "1 if a barrier of the block ends this step, else 0"},
          [](const Seen& s) { return as(s.step().barrier ? 1 : 0); }},
    Entry{{"is_load", "1 if this access loads, else 0; likewise is_store, is_atomic, is_shuffle"},
          [](const Seen& s) { return as(s.access.operation == Operation::load ? 1 : 0); }},
    Entry{{"is_store", "1 if it stores"},
          [](const Seen& s) { return as(stores(s.access.operation) ? 1 : 0); }},
    Entry{{"is_atomic", "1 if it is an atomic"}, [](const Seen& s) { return as(is_atomic(s.access.operation) ? 1 : 0); }},
    Entry{{"is_shuffle", "1 if it is a shuffle"},
          [](const Seen& s) { return as(exchanges(s.access.operation) ? 1 : 0); }},
    Entry{{"in_shared", "1 if it is an access to shared memory, else 0; likewise in_global"},
          [](const Seen& s) { return as(is_in(s, Space::shared) ? 1 : 0); }},
    Entry{{"in_global", "1 if it is one to global memory"}, [](const Seen& s) { return as(is_in(s, Space::global) ? 1 : 0); }},
    Entry{{"first_lane", "the first active lane, from 0"}, [](const Seen& s) { return as(std::countr_zero(s.access.mask)); }},
    Entry{{"last_lane", "the last active lane"}, [](const Seen& s) { return as(31 - std::countl_zero(s.access.mask)); }},
    Entry{{"warp", "the number of this warp, from 0"}, [](const Seen& s) { return as(s.access.warp); }},
    Entry{{"warp_accesses", "of this warp in this step"}, warp_accesses},
    Entry{{"first_element", "of the first lane"},
          [](const Seen& s) { return as(s.trace.lane_indices(s.access).front()); }},
    Entry{{"last_element", "of the last lane"},
          [](const Seen& s) { return as(s.trace.lane_indices(s.access).back()); }},
    Entry{{"lowest_element", "of all lanes"},
          [](const Seen& s) { return as(std::ranges::min(s.trace.lane_indices(s.access))); }},
    Entry{{"highest_element", "of all lanes"},
          [](const Seen& s) { return as(std::ranges::max(s.trace.lane_indices(s.access))); }},
    Entry{{"apart", "elements from the first active lane to the second"}, apart},
    Entry{{"least_gap", "elements between the two nearest ones that the lanes want"}, least_gap},
    Entry{{"highest_value", "that a lane loads or stores"},
          [](const Seen& s) { return extreme_value(s, true); }},
    Entry{{"lowest_value", "that a lane loads or stores"},
          [](const Seen& s) { return extreme_value(s, false); }},
    Entry{{"element_bytes", "of this array"},
          [](const Seen& s) { return s.has_array() ? as(s.array().type.bytes()) : Value(); }},
    Entry{{"lane_bytes", "that each lane moves"},
          [](const Seen& s) { return s.has_array() ? as(s.trace.lane_bytes(s.access)) : Value(); }},
    Entry{{"array_elements", "of the array of this access"},
          [](const Seen& s) { return s.has_array() ? as(s.array().count) : Value(); }},
    Entry{{"array_columns", "elements in a row of it, if it is a matrix"},
          [](const Seen& s) { return s.has_array() && s.array().columns > 0 ? as(s.array().columns) : Value(); }},
    Entry{{"wanted_bytes", "of global memory that the lanes want; what several want counts once"},
          [](const Seen& s) { const int bytes = s.request().bytes; return bytes > 0 ? as(bytes) : Value(); }},
    Entry{{"requests", "to global memory; elements of 12 bytes are fetched in pieces"},
          [](const Seen& s) { const int count = s.request().requests; return count > 0 ? as(count) : Value(); }},
    Entry{{"shared_requests", "warp accesses to shared memory, of the whole run"},
          [](const Seen& s) { return as(of_shared(s.totals, &SharedTotals::requests)); }},
    Entry{{"shared_loads", "those that load"}, [](const Seen& s) { return as(s.totals.shared_load.requests); }},
    Entry{{"shared_stores", "those that store"}, [](const Seen& s) { return as(s.totals.shared_store.requests); }},
    Entry{{"shared_load_conflicts", "wavefronts of loads above the ideal"},
          [](const Seen& s) { return as(s.totals.shared_load.conflicts()); }},
    Entry{{"shared_store_conflicts", "wavefronts of stores above the ideal"},
          [](const Seen& s) { return as(s.totals.shared_store.conflicts()); }},
    Entry{{"global_loads", "warp accesses that load from global memory, of the whole run"},
          [](const Seen& s) { return as(s.totals.global_load.requests); }},
    Entry{{"global_stores", "those that store"}, [](const Seen& s) { return as(s.totals.global_store.requests); }},
    Entry{{"load_sectors", "sectors of all loads of global memory"},
          [](const Seen& s) { return as(s.totals.global_load.sectors); }},
    Entry{{"store_sectors", "sectors of all stores"},
          [](const Seen& s) { return as(s.totals.global_store.sectors); }},
};
// clang-format on

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

/// A value of the cell "data[3]" of shared memory after the access.
Result<double> cell(const Seen& seen, const std::string& text) {
  const std::size_t bracket = text.find('[');
  std::int64_t index = -1;
  const char* const end = text.data() + text.size();
  if (bracket != std::string::npos) {
    const auto [rest, error] = std::from_chars(text.data() + bracket + 1, end, index);
    if (error != std::errc{} || std::string_view(rest, end) != "]") index = -1;
  }
  if (index < 0)
    return usage_error(tr("cell() wants a cell such as \"data[3]\", not \"{}\".", quotable(text)));
  Question question;
  question.ask = "value";
  question.array = text.substr(0, bracket);
  question.cell = index;
  const Result<std::string> answer = answer_of(seen.document, seen.number, question);
  if (!answer) return answer.error();
  if (const auto value = number_in(answer.value())) return *value;
  return usage_error(tr("{0} holds {1}, which is no number.", quotable(text), answer.value()));
}

Result<double> parameter(const Seen& seen, const std::string& text) {
  const auto& parameters = seen.trace.header.parameters;
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const auto found = parameters.find(name);
  if (found == parameters.end())
    return usage_error(tr("This run has no parameter \"{}\".", quotable(name)));
  if (equals != std::string::npos) return found->second == text.substr(equals + 1) ? 1.0 : 0.0;
  if (const auto value = number_in(found->second)) return *value;
  return usage_error(
      tr("The parameter \"{0}\" is \"{1}\", which is no number; parameter(\"{0}={1}\") "
         "asks whether it is that.",
         quotable(name), quotable(found->second)));
}

Result<double> findings(const Seen& seen, const std::string& text) {
  double count = 0;
  bool known = false;
  for (int kind = 0; kind <= static_cast<int>(last_finding_kind); ++kind) {
    known = known || name(static_cast<FindingKind>(kind)) == text;
  }
  if (!known) return usage_error(tr("There is no kind of finding \"{}\".", quotable(text)));
  for (const Finding& finding : seen.trace.findings) count += name(finding.kind) == text ? 1 : 0;
  return count;
}

Result<double> steps_named(const Seen& seen, const std::string& text) {
  const auto count = std::ranges::count(seen.trace.steps, text, &Step::name);
  if (count == 0) return usage_error(tr("This run has no step \"{}\".", quotable(text)));
  return static_cast<double>(count);
}

Result<double> times_in_source(const Seen& seen, const std::string& text) {
  if (text.empty()) return usage_error(tr("in_source() wants a part of the source."));
  double count = 0;
  const std::string& source = seen.trace.source_of(seen.access).text;
  for (std::size_t at = source.find(text); at != std::string::npos;
       at = source.find(text, at + text.size())) {
    ++count;
  }
  return count;
}

Result<double> array_size(const Seen& seen, const std::string& text) {
  if (const auto array = array_named(seen.trace, text)) {
    return static_cast<double>(seen.trace.arrays[static_cast<std::size_t>(*array)].count);
  }
  return usage_error(tr("This run has no array \"{}\".", quotable(text)));
}

/// "global_latency" of the machine with the banks of the run; "book global_latency", "cc1 max_warps" of another one.
Result<double> machine(const Seen& seen, const std::string& text) {
  const std::size_t blank = text.find(' ');
  const std::string whose = blank == std::string::npos ? "" : text.substr(0, blank);
  const std::string field = blank == std::string::npos ? text : text.substr(blank + 1);
  const auto model = whose.empty() ? std::optional(seen.document.summary.model) : bank_model(whose);
  if (!model && whose != "book") {
    return usage_error(
        tr("There is no machine \"{}\"; write \"book\", or banks such as cc1.", quotable(whose)));
  }
  const MachineModel& of = model ? machine_model(*model) : book_machine();
  if (field == "issue_cycles") return of.issue_cycles;
  if (field == "max_warps") return of.max_warps;
  if (field == "schedulers") return of.schedulers;
  if (field == "bytes_per_cycle") return of.bytes_per_cycle;
  if (field == "arithmetic_latency") return of.arithmetic_latency;
  for (int space = 0; space <= static_cast<int>(last_space); ++space) {
    const auto memory = static_cast<Space>(space);
    if (field == std::string(name(memory)) + "_latency") return of.memory(memory).latency;
  }
  return usage_error(
      tr("A machine has no \"{}\"; it has issue_cycles, max_warps, schedulers, bytes_per_cycle, "
         "arithmetic_latency, and global_latency and others of its memories.",
         quotable(field)));
}

/// Calls visit(k) for each active lane for which an expression of lane, element, bank and value holds.
template <class Visit>
Status for_each_lane_where(const Seen& seen, const std::string& text, Visit visit) {
  std::optional<Error> failed;
  for_each_lane(seen.access.mask, [&](int lane, int k) {
    if (failed) return;
    ExpressionNames names;
    names.value = [&](std::string_view name) -> Result<double> {
      if (name == "lane") return static_cast<double>(lane);
      if (name == "value") return lane_function(seen.document, seen.number, "lane_value", k);
      if (name == "element" || name == "bank") {
        return lane_function(seen.document, seen.number, name, k);
      }
      return usage_error(
          tr("Of a lane there are lane, element, bank and value, but not \"{}\".", quotable(name)));
    };
    const Result<Computed> holds = compute(text, names);
    if (!holds) failed = holds.error();
    if (holds && holds.value().value != 0) visit(k);
  });
  if (failed) return *failed;
  return Done{};
}

Result<double> lanes_where(const Seen& seen, const std::string& text) {
  double count = 0;
  const Status done = for_each_lane_where(seen, text, [&](int) { ++count; });
  if (!done) return done.error();
  return count;
}

/// Of the first such lane; `id` as in lane_functions().
Result<double> of_lane_where(const Seen& seen, std::string_view id, const std::string& text) {
  std::optional<int> first;
  const Status done = for_each_lane_where(seen, text, [&](int k) { first = first.value_or(k); });
  if (!done) return done.error();
  if (!first) return usage_error(tr("There is no lane with {}.", quotable(text)));
  return lane_function(seen.document, seen.number, id, *first);
}
Result<double> element_where(const Seen& seen, const std::string& text) {
  return of_lane_where(seen, "element", text);
}
Result<double> value_where(const Seen& seen, const std::string& text) {
  return of_lane_where(seen, "lane_value", text);
}

struct FunctionEntry {
  RunFunction told;
  Result<double> (*of)(const Seen&, const std::string&);
};
constexpr std::array function_entries{
    FunctionEntry{
        {"cell", "what a cell of shared memory holds after the access: cell(\"data[3]\")"}, cell},
    FunctionEntry{
        {"parameter", "a number: parameter(\"stride\"); 1 or 0: parameter(\"order=random\")"},
        parameter},
    FunctionEntry{{"findings", "how many of a kind the run has: findings(\"race\")"}, findings},
    FunctionEntry{{"steps_named", "how many of that name the run has"}, steps_named},
    FunctionEntry{{"array_size", "elements of the array of that name"}, array_size},
    FunctionEntry{{"lanes_where",
                   "active lanes for which it holds: lanes_where(\"mod(element, 32) == lane\")"},
                  lanes_where},
    FunctionEntry{{"element_where", "the element of the first such lane"}, element_where},
    FunctionEntry{{"value_where", "what the first such lane loads or stores"}, value_where},
    FunctionEntry{{"machine", "of the multiprocessor's model: machine(\"global_latency\")"},
                  machine},
    FunctionEntry{{"in_source", "how often a text stands in the access's source"}, times_in_source},
};

constexpr std::array lane_entries{
    LaneFunction{"element", "of the array that the k-th active lane wants, from 0"},
    LaneFunction{"bank", "in which it begins"},
    LaneFunction{"lane_value", "what the k-th active lane loads or stores"},
};

template <class Told, std::size_t N, class From>
std::array<Told, N> told_values(const std::array<From, N>& all) {
  std::array<Told, N> told{};
  std::ranges::transform(all, told.begin(), &From::told);
  return told;
}

Seen seen_at(const Document& document, std::uint32_t access) {
  const Trace& trace = *document.trace;
  return {document, trace, access, trace.accesses[access], document.summary.totals};
}

}  // namespace

std::span<const RunValue> run_values() {
  static const auto told = told_values<RunValue>(value_entries);
  return told;
}

std::span<const RunFunction> run_functions() {
  static const auto told = told_values<RunFunction>(function_entries);
  return told;
}

std::span<const LaneFunction> lane_functions() { return lane_entries; }

std::optional<double> run_value(const Document& document, std::uint32_t access, std::string_view id,
                                bool& known) {
  known = true;
  const Seen seen = seen_at(document, access);
  const auto entry = std::ranges::find(value_entries, id, [](const Entry& e) { return e.told.id; });
  if (entry != value_entries.end()) return entry->of(seen);
  if (is_figure(id)) {
    Question question;
    question.ask = id;
    const Result<std::string> answer = answer_of(document, access, question);
    return answer ? number_in(answer.value()) : std::nullopt;
  }
  const auto& parameters = seen.trace.header.parameters;
  const auto parameter = parameters.find(std::string(id));
  known = parameter != parameters.end();
  return known ? number_in(parameter->second) : std::nullopt;
}

Result<double> run_function(const Document& document, std::uint32_t access, std::string_view id,
                            const std::string& text) {
  const auto entry =
      std::ranges::find(function_entries, id, [](const FunctionEntry& e) { return e.told.id; });
  return entry->of(seen_at(document, access), text);
}

Result<double> lane_function(const Document& document, std::uint32_t access, std::string_view id,
                             double lane) {
  const Seen seen = seen_at(document, access);
  const int active = seen.access.active();
  if (!(lane >= 0) || lane >= active || lane != std::floor(lane)) {
    return usage_error(tr("{0}() wants the number of an active lane, 0 to {1}.", id, active - 1));
  }
  const auto k = static_cast<std::size_t>(lane);
  const ElementIndex element = seen.trace.lane_indices(seen.access)[k];
  if (id == "element") return static_cast<double>(element);
  if (!seen.has_array())
    return usage_error(tr("This access has no array, of which {}() could tell.", id));
  if (id == "lane_value") {
    return numeric_value(seen.array().type,
                         seen.trace.lane_value(seen.access, static_cast<int>(k)));
  }
  if (seen.array().space != Space::shared) {
    return usage_error(tr("bank() wants an access to shared memory."));
  }
  const auto address =
      seen.array().base + static_cast<std::uint32_t>(element * seen.array().type.bytes());
  return bank_of(seen.document.summary.model, address);
}

}  // namespace warpscope
