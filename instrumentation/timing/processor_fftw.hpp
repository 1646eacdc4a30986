#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "instrumentation/timing/processor_tasks.hpp"
#include "instrumentation/timing/shared_library.hpp"

namespace warpscope {

/// The functions of FFTW that are called, for floats.
class Fftw {
 public:
  using Number = std::array<float, 2>;  ///< as FFTW's fftwf_complex: real and imaginary part
  struct PlanOfFftw;                    ///< opaque
  using Plan = std::shared_ptr<PlanOfFftw>;

  /// ErrorKind::unavailable if it is not installed.
  [[nodiscard]] static Result<Fftw> open();
  /// An array that begins where FFTW's vector instructions want it to.
  [[nodiscard]] std::shared_ptr<Number[]> numbers(std::size_t count) const;
  /// Tries what is fastest for signals of so many numbers; overwrites both arrays.
  [[nodiscard]] Plan plan(int points, bool inverse, Number* in, Number* out) const;
  /// Any thread may. `in` and `out` are any signals of arrays like those of the plan.
  void execute(const Plan& plan, Number* in, Number* out) const { execute_(plan.get(), in, out); }

 private:
  // As fftw3.h declares them.
  using PlanSignal = PlanOfFftw*(int n, Number* in, Number* out, int sign, unsigned flags);
  using Execute = void(PlanOfFftw* plan, Number* in, Number* out);
  using Destroy = void(PlanOfFftw* plan);
  using Allocate = void*(std::size_t bytes);
  using Free = void(void* memory);
  PlanSignal* plan_ = nullptr;
  Execute* execute_ = nullptr;
  Destroy* destroy_ = nullptr;
  Allocate* allocate_ = nullptr;
  Free* free_ = nullptr;
};

/// Transforms of signals, one after another: a task, as processor_tasks.hpp says. Each thread
/// transforms whole signals.
class FftwTransforms {
 public:
  FftwTransforms(const RivalInput& input, const Fftw& fftw, std::int64_t points, bool inverse)
      : fftw_(fftw),
        points_(points),
        count_(static_cast<std::size_t>(input.count)),
        in_(fftw_.numbers(count_)),
        out_(fftw_.numbers(count_)),
        plan_(fftw_.plan(static_cast<int>(points), inverse, in_.get(), out_.get())) {
    const std::vector<float> re = whole_array<float>(input, 0), im = whole_array<float>(input, 1);
    for (std::size_t i = 0; i < count_; ++i) in_[i] = {re[i], im[i]};
  }
  void prepare() {}
  void run(ThreadTeam& team) {
    team.run([&](int member) {
      const Share mine = share_of(static_cast<std::int64_t>(count_) / points_, member, team.size());
      for (std::int64_t first = mine.first * points_; first < mine.last * points_;
           first += points_) {
        fftw_.execute(plan_, in_.get() + first, out_.get() + first);
      }
    });
  }
  /// The real parts, then the imaginary ones.
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    for (const std::size_t part : {0U, 1U}) {
      for (std::size_t i = 0; i < count_; ++i) all.push_back(static_cast<double>(out_[i][part]));
    }
    return all;
  }

 private:
  Fftw fftw_;
  std::int64_t points_;
  std::size_t count_;
  std::shared_ptr<Fftw::Number[]> in_, out_;
  Fftw::Plan plan_;
};

}  // namespace warpscope
