#include "instrumentation/timing/processor_rivals.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <functional>
#include <new>

#include "instrumentation/language/message.hpp"
#include "instrumentation/timing/processor_blas.hpp"
#include "instrumentation/timing/processor_clock.hpp"
#include "instrumentation/timing/processor_curand.hpp"
#include "instrumentation/timing/processor_fftw.hpp"
#include "instrumentation/timing/processor_matrices.hpp"
#include "instrumentation/timing/processor_sparse.hpp"
#include "instrumentation/timing/processor_tasks.hpp"
#include "instrumentation/timing/rival_check.hpp"
#include "instrumentation/timing/rivals.hpp"

namespace warpscope {
namespace {

/// A task with several sets of data.
template <class Task>
class ProcessorRival final : public Rival {
 public:
  ProcessorRival(std::vector<Task> tasks, int threads) : tasks_(std::move(tasks)), team_(threads) {}
  [[nodiscard]] int sets() const override { return static_cast<int>(tasks_.size()); }
  void prepare(int set) override { tasks_[static_cast<std::size_t>(set)].prepare(); }
  void start(int set) override {
    note_run(set);
    tasks_[static_cast<std::size_t>(set)].run(team_);
  }
  [[nodiscard]] std::vector<double> output(int set) override {
    return tasks_[static_cast<std::size_t>(set)].output();
  }

 private:
  std::vector<Task> tasks_;
  ThreadTeam team_;
};

using Made = Result<std::unique_ptr<Rival>>;

bool has_all_threads(const RivalInfo& rival) { return rival.id.starts_with("cpu_threads_"); }

template <class Task, class... Arguments>
Made make(const RivalInfo& rival, const RivalRequest& request, Arguments... arguments) {
  std::vector<Task> tasks;
  for (int set = 0; set < std::max(1, request.sets); ++set) {
    const auto input = rival_input(rival, request, set);
    if (!input) return input.error();
    tasks.emplace_back(input.value(), arguments...);
  }
  const int threads = has_all_threads(rival) ? ThreadTeam::all_threads() : 1;
  return std::unique_ptr<Rival>(std::make_unique<ProcessorRival<Task>>(std::move(tasks), threads));
}

bool of_floats(const RivalInfo& rival, const RivalRequest& request) {
  return rival_choice(rival, "type", request.parameters) == "float";
}
int number_of(const RivalInfo& rival, const RivalRequest& request, std::string_view parameter) {
  return std::atoi(rival_choice(rival, parameter, request.parameters).c_str());
}

template <class T>
Made make_reduce_of(const RivalInfo& rival, const RivalRequest& request) {
  const std::string op = rival_choice(rival, "op", request.parameters);
  if (op == "min") return make<ProcessorReduce<T, Min<T>>>(rival, request);
  if (op == "max") return make<ProcessorReduce<T, Max<T>>>(rival, request);
  return make<ProcessorReduce<T, Add<T>>>(rival, request);
}
Made make_reduce(const RivalInfo& rival, const RivalRequest& request) {
  return of_floats(rival, request) ? make_reduce_of<float>(rival, request)
                                   : make_reduce_of<int>(rival, request);
}
Made make_scan(const RivalInfo& rival, const RivalRequest& request) {
  return of_floats(rival, request) ? make<ProcessorScan<float>>(rival, request)
                                   : make<ProcessorScan<int>>(rival, request);
}
Made make_histogram(const RivalInfo& rival, const RivalRequest& request) {
  return make<ProcessorHistogram>(rival, request, number_of(rival, request, "bins"));
}
Made make_product(const RivalInfo& rival, const RivalRequest& request) {
  if (rival.id == "cpu_openblas_matmul") {
    const auto blas = OpenBlas::open();
    if (!blas) return blas.error();
    return make<BlasProduct>(rival, request, blas.value(), request.size);
  }
  return make<ProcessorProduct>(rival, request, request.size);
}
Made make_transpose(const RivalInfo& rival, const RivalRequest& request) {
  return make<ProcessorTranspose>(rival, request, request.size);
}
Made make_thomas(const RivalInfo& rival, const RivalRequest& request) {
  return make<ProcessorThomas>(rival, request, number_of(rival, request, "equations"));
}
bool is_eigen(const RivalInfo& rival) { return rival.id.starts_with("cpu_eigen_"); }
/// A task with a sparse matrix, done by ourselves or by Eigen.
template <class Own, class Eigens>
Made make_sparse(const RivalInfo& rival, const RivalRequest& request) {
  const std::string rows = rival_choice(rival, "rows", request.parameters);
  if (!is_eigen(rival)) return make<Own>(rival, request, rows);
  if (has_eigen()) return make<Eigens>(rival, request, rows);
  return Error{ErrorKind::unavailable,
               tr("This program was built without Eigen. Install libeigen3-dev, remove the build "
                  "folder and build again to compare with it.")};
}
Made make_transform(const RivalInfo& rival, const RivalRequest& request) {
  const auto fftw = Fftw::open();
  if (!fftw) return fftw.error();
  const bool inverse = rival_choice(rival, "direction", request.parameters) == "inverse";
  return make<FftwTransforms>(rival, request, fftw.value(), rival_system(rival, request.parameters),
                              inverse);
}

Made make_numbers(const RivalInfo& rival, const RivalRequest& request) {
  std::vector<HostNumbers> tasks;
  for (int set = 0; set < std::max(1, request.sets); ++set) {
    const auto input = rival_input(rival, request, set);
    if (!input) return input.error();
    const CurandSequence sequence = curand_sequence(rival, request, input.value());
    const auto generator = CurandGenerator::on_processor(sequence);
    if (!generator) return generator.error();
    tasks.emplace_back(generator.value(), sequence);
  }
  return std::unique_ptr<Rival>(std::make_unique<ProcessorRival<HostNumbers>>(std::move(tasks), 1));
}

/// How the processor does each task.
struct ProcessorMaker {
  std::string_view task;
  Made (*make)(const RivalInfo& rival, const RivalRequest& request);
};
constexpr std::array processor_makers{
    ProcessorMaker{"reduce", make_reduce},
    ProcessorMaker{"scan", make_scan},
    ProcessorMaker{"histogram", make_histogram},
    ProcessorMaker{"sort_keys", make<ProcessorSortKeys>},
    ProcessorMaker{"sort_pairs", make<ProcessorSortPairs>},
    ProcessorMaker{"matmul", make_product},
    ProcessorMaker{"transpose", make_transpose},
    ProcessorMaker{"tridiagonal", make_thomas},
    ProcessorMaker{"spmv", make_sparse<ProcessorSpmv, EigenSpmv>},
    ProcessorMaker{"sptrsv", make_sparse<ProcessorSptrsv, EigenSptrsv>},
    ProcessorMaker{"fft", make_transform},
    ProcessorMaker{"philox", make_numbers},
    ProcessorMaker{"sensors", make_numbers}};

Made make_task(const RivalInfo& rival, const RivalRequest& request) {
  const auto maker = std::ranges::find(processor_makers, rival.task->id, &ProcessorMaker::task);
  assert(maker != processor_makers.end());
  return maker->make(rival, request);
}

/// Estimates how long one run will take, in milliseconds: measures sizes that grow fourfold until
/// it can tell.
Result<double> estimate(const RivalInfo& rival, RivalRequest request, double longest_ms) {
  constexpr double telling_ms = 20;
  const std::int64_t wanted = request.size;
  const std::int64_t system = rival_system(rival, request.parameters);
  request.sets = 1;
  request.size = system == 0 ? 64 : system;
  for (;; request.size *= 4) {
    if (request.size >= wanted) return 0.0;
    if (request.stop.stop_requested()) return Error{ErrorKind::failed, "cancelled"};
    const Made made = make_task(rival, request);
    if (!made) return made.error();
    ProcessorClock clock;
    double least = longest_ms;
    for (int run = 0; run < 2; ++run) {  // the first run also pays for touching its memory
      made.value()->prepare(0);
      least = std::min(least, clock.milliseconds(*made.value(), 0));
    }
    const double whole = least * growth(rival, request.size, wanted);
    if (least >= telling_ms || whole < longest_ms / 100) return whole;
  }
}

/// A system that lends more memory than it has kills programs that use it, so this is not tried.
Status check_memory(const RivalInfo& rival, const BenchResult& result, int sets) {
  constexpr double copies = 3;  // an input, an output and what lies between
  const double wanted = copies * sets * static_cast<double>(result.bytes);
  const double all =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (wanted <= all / 2) return Done{};
  return Error{ErrorKind::unavailable,
               tr("{0} needs up to {1:.1f} GB for {2} sets of data, which is more than half of "
                  "this computer's {3:.1f} GB.",
                  rival.title, wanted / 1e9, sets, all / 1e9)};
}

}  // namespace

double growth(const RivalInfo& rival, std::int64_t from, std::int64_t to) {
  const auto cost = [&](std::int64_t size) {
    return rival.task->growth(static_cast<double>(size));
  };
  return cost(to) / cost(from);
}

Result<MadeSubject> make_processor(const RivalRequest& request, double longest_ms) {
  const RivalInfo* rival = find_rival(request.id);
  if (rival == nullptr || rival->subject != TimedKind::processor) {
    return Error{ErrorKind::usage, tr("\"{}\" is nothing that the processor can do; "
                                      "expected is an id such as cpu_threads_scan.",
                                      request.id)};
  }
  auto result = rival_result(*rival, request.size, request.parameters);
  if (!result) return result.error();
  RivalRequest complete = request;
  complete.parameters = result->parameters;
  if (has_other_input(*rival, complete)) result->parameters["input"] = request.input;
  try {
    const Result<double> expected = estimate(*rival, complete, longest_ms);
    if (!expected) return expected.error();
    if (expected.value() > longest_ms) {
      return Error{ErrorKind::unavailable,
                   tr("One run would take about {0:.1f} s; more than {1:.1f} s is skipped.",
                      expected.value() / 1000, longest_ms / 1000)};
    }
    const Status fits = check_memory(*rival, result.value(), std::max(1, complete.sets));
    if (!fits) return fits.error();
    Made made = make_task(*rival, complete);
    if (!made) return made.error();
    auto check = check_of(*made.value(), *rival, complete, result.value());
    return MadeSubject{std::move(made).value(), std::move(result).value(), std::move(check)};
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::unavailable,
                 tr("This computer's memory does not hold what {0} needs for size {1}.",
                    rival->title, request.size)};
  }
}

}  // namespace warpscope
