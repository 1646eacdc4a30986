#include "instrumentation/timing/limits.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/cuda_clock.hpp"
#include "instrumentation/timing/cuda_stream.hpp"
#include "instrumentation/timing/launch_graph.cuh"
#include "instrumentation/timing/limit_kernels.cuh"
#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/timing/subject_error.cuh"

namespace warpscope {
namespace {

/// Enqueues one way to do the task, with the buffers of one set.
using Candidate = std::function<void(cudaStream_t)>;

/// One set of buffers, filled with numbers that compress badly.
struct LimitSet {
  LimitSet(std::size_t read, std::size_t written) : from(read), to(written) {
    if (read > 0) limit_fill<<<1024, 256>>>(from.as<unsigned>(), read / sizeof(unsigned));
    check(cudaGetLastError(), "filling a buffer");
    to.clear();
    check(cudaDeviceSynchronize(), "filling a buffer");
  }
  CudaMemory from, to;
};

/// Several ways to do the same task; after tuning, the fastest.
class LimitSubject final : public Timeable {
 public:
  /// `candidates(set)`: the same candidates in the same order for every set.
  template <class Candidates>
  LimitSubject(int sets, std::size_t read, std::size_t written, const Candidates& candidates) {
    for (int i = 0; i < sets; ++i) {
      sets_.push_back(std::make_unique<LimitSet>(read, written));
      for (const Candidate& candidate : candidates(*sets_.back())) {
        graphs_.push_back(std::make_unique<LaunchGraph>(candidate));
      }
    }
    candidates_ = graphs_.size() / sets_.size();
  }

  [[nodiscard]] int sets() const override { return static_cast<int>(sets_.size()); }
  void start(int set) override {
    graphs_[static_cast<std::size_t>(set) * candidates_ + chosen_]->launch();
  }

  /// Chooses the fastest candidate. May throw TimingStopped.
  void tune(Clock& clock) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (chosen_ = 0; chosen_ < candidates_; ++chosen_) {
      std::vector<double> times;
      for (int run = 0; run < 7; ++run) times.push_back(clock.milliseconds(*this, run % sets()));
      const double median = quantile(times, 0.5);
      if (median < least) best = chosen_;
      least = std::min(least, median);
    }
    chosen_ = best;
  }

 private:
  std::vector<std::unique_ptr<LimitSet>> sets_;
  std::vector<std::unique_ptr<LaunchGraph>> graphs_;  // those of the first set first
  std::size_t candidates_ = 0, chosen_ = 0;
};

int processors() {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "counting processors");
  return count;
}

/// As many blocks as there is work for, and some that fill the device a few times.
std::vector<unsigned> grids(std::size_t tiles) {
  const auto all = static_cast<unsigned>(std::max<std::size_t>(tiles, 1));
  std::vector<unsigned> found{all};
  for (const int waves : {4, 8, 16, 32}) {
    const auto blocks = static_cast<unsigned>(waves * processors());
    if (blocks < all) found.push_back(blocks);
  }
  return found;
}

template <int Loads>
void add_reads(std::vector<Candidate>& candidates, const LimitSet& set, std::size_t vectors) {
  for (const unsigned grid : grids(vectors / (limit_threads * Loads))) {
    candidates.emplace_back([=, &set](cudaStream_t stream) {
      limit_read<Loads><<<grid, limit_threads, 0, stream>>>(set.from.as<const int4>(), vectors,
                                                            set.to.as<int>());
      check(cudaGetLastError(), "launching");
    });
  }
}

template <int Loads, bool Streaming>
void add_copies(std::vector<Candidate>& candidates, const LimitSet& set, std::size_t vectors) {
  for (const unsigned grid : grids(vectors / (limit_threads * Loads))) {
    candidates.emplace_back([=, &set](cudaStream_t stream) {
      limit_copy<Loads, Streaming><<<grid, limit_threads, 0, stream>>>(set.from.as<const int4>(),
                                                                       vectors, set.to.as<int4>());
      check(cudaGetLastError(), "launching");
    });
  }
}

template <int Chains>
void add_products(std::vector<Candidate>& candidates, const LimitSet& set, int blocks, int rounds) {
  candidates.emplace_back([=, &set](cudaStream_t stream) {
    limit_fp32<Chains><<<static_cast<unsigned>(blocks), limit_threads, 0, stream>>>(
        0.999F, 0.5F, rounds, set.to.as<float>());
    check(cudaGetLastError(), "launching");
  });
}

std::unique_ptr<LimitSubject> reading(int sets, std::size_t bytes) {
  return std::make_unique<LimitSubject>(sets, bytes, sizeof(int), [bytes](const LimitSet& set) {
    std::vector<Candidate> candidates;
    add_reads<2>(candidates, set, bytes / sizeof(int4));
    add_reads<4>(candidates, set, bytes / sizeof(int4));
    add_reads<8>(candidates, set, bytes / sizeof(int4));
    return candidates;
  });
}

std::unique_ptr<LimitSubject> copying(int sets, std::size_t bytes) {
  return std::make_unique<LimitSubject>(sets, bytes, bytes, [bytes](const LimitSet& set) {
    std::vector<Candidate> candidates;
    add_copies<1, false>(candidates, set, bytes / sizeof(int4));
    add_copies<2, false>(candidates, set, bytes / sizeof(int4));
    add_copies<4, false>(candidates, set, bytes / sizeof(int4));
    add_copies<2, true>(candidates, set, bytes / sizeof(int4));
    add_copies<4, true>(candidates, set, bytes / sizeof(int4));
    return candidates;
  });
}

std::unique_ptr<LimitSubject> driver_copying(int sets, std::size_t bytes) {
  return std::make_unique<LimitSubject>(sets, bytes, bytes, [bytes](const LimitSet& set) {
    return std::vector<Candidate>{[bytes, &set](cudaStream_t stream) {
      check(cudaMemcpyAsync(set.to.as<void>(), set.from.as<void>(), bytes, cudaMemcpyDeviceToDevice,
                            stream),
            "copying");
    }};
  });
}

/// Needs only registers, so one set is enough.
std::unique_ptr<LimitSubject> multiplying(int blocks, std::int64_t products_of_a_thread) {
  return std::make_unique<LimitSubject>(1, 0, sizeof(float), [=](const LimitSet& set) {
    const auto rounds = [&](int chains) {
      return static_cast<int>(products_of_a_thread / (chains * limit_unrolled));
    };
    std::vector<Candidate> candidates;
    add_products<4>(candidates, set, blocks, rounds(4));
    add_products<8>(candidates, set, blocks, rounds(8));
    add_products<16>(candidates, set, blocks, rounds(16));
    return candidates;
  });
}

std::unique_ptr<LimitSubject> launching() {
  return std::make_unique<LimitSubject>(1, 0, 0, [](const LimitSet&) {
    return std::vector<Candidate>{[](cudaStream_t stream) {
      limit_launch<<<1, 32, 0, stream>>>();
      check(cudaGetLastError(), "launching");
    }};
  });
}

/// Also fills in the result's size, block, bytes and operations.
std::unique_ptr<LimitSubject> make_subject(const RivalRequest& request, BenchResult& result) {
  constexpr std::int64_t words_of_a_vector = 4;
  const std::int64_t words =
      std::max<std::int64_t>(1, request.size / words_of_a_vector) * words_of_a_vector;
  const auto bytes = static_cast<std::uint64_t>(words) * sizeof(int);
  const int sets = std::max(1, request.sets);
  result.size = words;
  result.block = limit_threads;
  if (request.id == "limit_read") {
    result.bytes = bytes;
    return reading(sets, bytes);
  }
  if (request.id == "limit_copy" || request.id == "limit_memcpy") {
    result.bytes = 2 * bytes;
    return request.id == "limit_copy" ? copying(sets, bytes) : driver_copying(sets, bytes);
  }
  result.size = 0;
  if (request.id == "limit_launch") return launching();
  constexpr int blocks_of_a_processor = 8;  // 2,048 threads: all that it holds
  constexpr std::int64_t products_of_a_thread = std::int64_t{1} << 16;
  const int blocks = blocks_of_a_processor * processors();
  result.operations = 2 * static_cast<std::uint64_t>(products_of_a_thread) * limit_threads * blocks;
  return multiplying(blocks, products_of_a_thread);
}

}  // namespace

Result<MadeSubject> make_limit(const RivalRequest& request) {
  const RivalInfo* info = find_rival(request.id);
  if (info == nullptr || info->subject != TimedKind::limit) {
    return Error{ErrorKind::usage, "There is no limit \"" + request.id + "\"."};
  }
  BenchResult result{.kernel = request.id, .subject = TimedKind::limit};
  try {
    auto subject = make_subject(request, result);
    auto clock = make_cuda_clock();
    // Most likely the memory is full; if the device is lost, the next subject says so.
    if (!clock) return Error{ErrorKind::unavailable, clock.error().message};
    subject->tune(*clock.value());
    return MadeSubject{.timeable = std::move(subject), .result = std::move(result)};
  } catch (const DeviceError& error) {
    return subject_error(request.id, error);
  } catch (const TimingStopped& stopped) {
    return subject_error(request.id, DeviceError{cudaErrorUnknown, stopped.why});
  }
}

}  // namespace warpscope
