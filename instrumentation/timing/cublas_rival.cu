#include "instrumentation/timing/library_rival.cuh"
#include "instrumentation/timing/shared_library.hpp"
#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#endif

namespace warpscope {

#if __has_include(<cublas_v2.h>)
namespace {

void check_cublas(cublasStatus_t status, const char* doing) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw DeviceError{cudaErrorUnknown,
                    std::string(doing) + ": cuBLAS says " + std::to_string(status)};
}

/// The functions of cuBLAS that are called, and a handle for them.
class Cublas {
 public:
  [[nodiscard]] static Result<std::shared_ptr<Cublas>> open() {
    const auto library = SharedLibrary::open(
        {"libcublas.so.13", "libcublas.so.12", "libcublas.so"},
        "Install cuBLAS (package libcublas-13-0, or libcublas12) to compare with it.");
    if (!library) return library.error();
    auto cublas = std::make_shared<Cublas>();
    const SharedLibrary& in = library.value();
    const bool whole = in.find("cublasCreate_v2", cublas->create_) &&
                       in.find("cublasDestroy_v2", cublas->destroy_) &&
                       in.find("cublasSetStream_v2", cublas->set_stream_) &&
                       in.find("cublasSetMathMode", cublas->set_math_mode_) &&
                       in.find("cublasSetWorkspace_v2", cublas->set_workspace_) &&
                       in.find("cublasSgemm_v2", cublas->sgemm_);
    if (!whole) return Error{ErrorKind::unavailable, "The cuBLAS that was found has no SGEMM."};
    check_cublas(cublas->create_(&cublas->handle_), "starting cuBLAS");
    check_cublas(cublas->set_stream_(cublas->handle_, timing_stream()), "starting cuBLAS");
    // For FP32 matrices that means FP32 throughout; TF32 would have to be asked for.
    check_cublas(cublas->set_math_mode_(cublas->handle_, CUBLAS_DEFAULT_MATH), "starting cuBLAS");
    return cublas;
  }
  Cublas() = default;
  ~Cublas() {
    if (handle_ != nullptr) destroy_(handle_);
  }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  /// C = A B, row by row. cuBLAS counts column by column, which makes it C' = B' A'.
  void multiply(const float* a, const float* b, float* c, int n, const CudaMemory& scratch) {
    const float one = 1, zero = 0;
    // Otherwise cuBLAS would allocate some in every run of a graph.
    check_cublas(set_workspace_(handle_, scratch.as<void>(), scratch.bytes()), "running cuBLAS");
    check_cublas(sgemm_(handle_, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n),
                 "running cuBLAS");
  }

 private:
  cublasHandle_t handle_ = nullptr;
  decltype(cublasCreate_v2)* create_ = nullptr;
  decltype(cublasDestroy_v2)* destroy_ = nullptr;
  decltype(cublasSetStream_v2)* set_stream_ = nullptr;
  decltype(cublasSetMathMode)* set_math_mode_ = nullptr;
  decltype(cublasSetWorkspace_v2)* set_workspace_ = nullptr;
  decltype(cublasSgemm_v2)* sgemm_ = nullptr;
};

class ProductSet {
 public:
  ProductSet(const RivalInput& input, std::int64_t side, std::shared_ptr<Cublas> cublas)
      : side_(static_cast<int>(side)),
        cublas_(std::move(cublas)),
        a_(upload_array<float>(input, 0)),
        b_(upload_array<float>(input, 1)),
        c_(device_array<float>(input.count)) {}

  void prepare() {}
  /// As much as cuBLAS takes by itself on the largest devices.
  [[nodiscard]] std::size_t scratch_bytes() const { return std::size_t{32} << 20U; }
  void call(const CudaMemory& scratch) {
    cublas_->multiply(a_->as<float>(), b_->as<float>(), c_->as<float>(), side_, scratch);
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, c_->as<float>(), std::int64_t{side_} * side_);
    return all;
  }

 private:
  int side_;
  std::shared_ptr<Cublas> cublas_;
  std::unique_ptr<CudaMemory> a_, b_, c_;
};

}  // namespace

Result<std::unique_ptr<Rival>> make_cublas_sgemm(const LibraryTask& task) {
  const auto cublas = Cublas::open();
  if (!cublas) return cublas.error();
  return std::unique_ptr<Rival>(
      std::make_unique<LibraryRival<ProductSet>>(task, task.request.size, cublas.value()));
}

#else

Result<std::unique_ptr<Rival>> make_cublas_sgemm(const LibraryTask&) {
  return Error{
      ErrorKind::unavailable,
      "This program was built without cuBLAS's headers. Install libcublas-dev and build it "
      "again."};
}

#endif

}  // namespace warpscope
