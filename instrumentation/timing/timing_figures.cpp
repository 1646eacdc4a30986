#include <algorithm>
#include <cmath>
#include <limits>

#include "instrumentation/run/plan.hpp"
#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/timing/timing_record.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// How far two amounts lie apart, in doublings.
double doublings(std::uint64_t a, std::uint64_t b) {
  return std::abs(std::log2(static_cast<double>(a) / static_cast<double>(b)));
}

/// Amounts per millisecond that limits reached.
class Rates {
 public:
  explicit Rates(std::uint64_t wanted) : wanted_(wanted) {}
  void add(std::uint64_t amount, double ms) {
    if (amount == 0) return;
    const double rate = static_cast<double>(amount) / ms;
    const double distance = doublings(amount, wanted_);
    if (distance <= 1) take(rate, distance, nearest_distance_, nearest_);
    take(rate, -static_cast<double>(amount), largest_distance_, largest_);
  }
  [[nodiscard]] std::optional<double> milliseconds() const {
    const double rate = nearest_ > 0 ? nearest_ : largest_;
    if (rate <= 0) return std::nullopt;
    return static_cast<double>(wanted_) / rate;
  }

 private:
  /// The better one of those at the least distance.
  static void take(double rate, double distance, double& best_distance, double& best) {
    if (distance > best_distance) return;
    best = distance < best_distance ? rate : std::max(best, rate);
    best_distance = distance;
  }
  std::uint64_t wanted_;
  double nearest_distance_ = std::numeric_limits<double>::infinity(), nearest_ = 0;
  double largest_distance_ = std::numeric_limits<double>::infinity(), largest_ = 0;
};

std::optional<double> memory_ms(const TimingRecord& record, const BenchResult& result) {
  if (result.bytes == 0) return std::nullopt;
  Rates rates(result.bytes);
  const bool reads = task_of(result.kernel).only_reads;
  for (const BenchResult& limit : record.results) {
    const bool copies = limit.kernel == "limit_copy" || limit.kernel == "limit_memcpy";
    if (reads ? limit.kernel == "limit_read" : copies) rates.add(limit.bytes, limit.median_ms);
  }
  return rates.milliseconds();
}

std::optional<double> arithmetic_ms(const TimingRecord& record, const BenchResult& result) {
  if (result.operations == 0) return std::nullopt;
  double peak = 0;
  for (const BenchResult& limit : record.results) {
    if (limit.kernel != "limit_fp32") continue;
    peak = std::max(peak, static_cast<double>(limit.operations) / limit.median_ms);
  }
  if (peak <= 0) return std::nullopt;
  return static_cast<double>(result.operations) / peak;
}

std::string choice(const BenchResult& result, const std::string& name) {
  const auto found = result.parameters.find(name);
  return found == result.parameters.end() ? "" : found->second;
}

/// The parameters with which a library does the same.
std::map<std::string, std::string> wanted_parameters(const RivalInfo& library,
                                                     const BenchResult& result) {
  const KernelInfo* kernel = kernel_of(result.kernel);
  if (kernel == nullptr) return result.parameters;
  std::map<std::string, std::string> all = result.parameters;
  for (const Parameter& parameter : kernel->parameters) {
    all.emplace(parameter.name, words_of(parameter.values).front());
  }
  const int block = result.block > 0 ? result.block : kernel->default_block;
  return rival_parameters(library, *kernel, block, all);
}

bool same_choices(const RivalInfo& library, const BenchResult& rival, const BenchResult& result) {
  if (choice(rival, "input") != choice(result, "input")) return false;
  const auto wanted = wanted_parameters(library, result);
  return std::ranges::all_of(library.task->parameters, [&](const Parameter& parameter) {
    const std::string name(parameter.name);
    const auto value = wanted.find(name);
    return value == wanted.end() || rival_choice(library, name, rival.parameters) == value->second;
  });
}

/// Whether a library does the task of a kernel, or of a processor's way.
bool same_task(const RivalInfo& library, const BenchResult& result) {
  if (const RivalInfo* own = find_rival(result.kernel)) {
    return std::ranges::any_of(catalogue(), [&](const KernelInfo* kernel) {
      return stands_beside(*own, *kernel) && stands_beside(library, *kernel);
    });
  }
  const KernelInfo* kernel = kernel_of(result.kernel);
  return kernel != nullptr && stands_beside(library, *kernel);
}

}  // namespace

std::optional<double> ceiling_ms(const TimingRecord& record, const BenchResult& result) {
  if (result.subject == TimedKind::processor || result.subject == TimedKind::limit)
    return std::nullopt;
  const auto memory = memory_ms(record, result), arithmetic = arithmetic_ms(record, result);
  if (!memory) return arithmetic;
  return std::max(*memory, arithmetic.value_or(0));
}

std::optional<double> fraction_of_ceiling(const TimingRecord& record, const BenchResult& result) {
  const auto least = ceiling_ms(record, result);
  if (!least || result.median_ms <= 0) return std::nullopt;
  return *least / result.median_ms;
}

bool is_what_if(const TimingRecord& record) {
  return std::ranges::any_of(record.results,
                             [](const BenchResult& result) { return !result.what_if.empty(); });
}

std::optional<double> conflict_share(const TimingRecord& record, const BenchResult& result) {
  if (!result.what_if.empty() || result.median_ms <= 0) return std::nullopt;
  const auto freed = std::ranges::find_if(record.results, [&](const BenchResult& other) {
    return other.what_if == conflict_free && other.kernel == result.kernel &&
           other.size == result.size && other.block == result.block &&
           other.parameters == result.parameters;
  });
  if (freed == record.results.end()) return std::nullopt;
  return 1 - freed->median_ms / result.median_ms;
}

const BenchResult* rival_of(const TimingRecord& record, const BenchResult& result) {
  if (result.subject == TimedKind::library || result.subject == TimedKind::limit) return nullptr;
  const BenchResult* best = nullptr;
  for (const BenchResult& other : record.results) {
    if (other.subject != TimedKind::library || other.size != result.size) continue;
    const RivalInfo* library = find_rival(other.kernel);
    if (library == nullptr || !same_task(*library, result) ||
        !same_choices(*library, other, result)) {
      continue;
    }
    if (best == nullptr || other.median_ms < best->median_ms) best = &other;
  }
  return best;
}

std::optional<double> ratio_to_rival(const TimingRecord& record, const BenchResult& result) {
  // A result that does less than the rival must not be called so many times as fast.
  const KernelInfo* kernel = kernel_of(result.kernel);
  if ((kernel != nullptr && kernel->parts_alone) || result.median_ms <= 0) return std::nullopt;
  const BenchResult* rival = rival_of(record, result);
  if (rival == nullptr) return std::nullopt;
  return rival->median_ms / result.median_ms;
}

}  // namespace warpscope
