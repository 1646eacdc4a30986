#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/timing/processor_tasks.hpp"
#include "instrumentation/timing/shared_library.hpp"

namespace warpscope {

/// The function of OpenBLAS that is called. Its threads are its own, as many as there are cores.
class OpenBlas {
 public:
  /// ErrorKind::unavailable if it is not installed.
  [[nodiscard]] static Result<OpenBlas> open();
  /// C = A B, square, row by row.
  void multiply(const float* a, const float* b, float* c, std::int64_t side) const;

 private:
  /// cblas_sgemm() as the reference BLAS declares it; its enumerations are ints.
  using Sgemm = void(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                     const float* a, int lda, const float* b, int ldb, float beta, float* c,
                     int ldc);
  Sgemm* sgemm_ = nullptr;
};

/// A task, as processor_tasks.hpp says.
class BlasProduct {
 public:
  BlasProduct(const RivalInput& input, const OpenBlas& blas, std::int64_t side)
      : blas_(blas),
        side_(side),
        a_(whole_array<float>(input, 0)),
        b_(whole_array<float>(input, 1)),
        c_(a_.size()) {}
  void prepare() {}
  void run(ThreadTeam&) { blas_.multiply(a_.data(), b_.data(), c_.data(), side_); }
  [[nodiscard]] std::vector<double> output() const { return {c_.begin(), c_.end()}; }

 private:
  OpenBlas blas_;
  std::int64_t side_;
  std::vector<float> a_, b_, c_;
};

}  // namespace warpscope
