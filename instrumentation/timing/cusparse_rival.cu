#include "instrumentation/timing/library_rival.cuh"
#include "instrumentation/timing/shared_library.hpp"
#if __has_include(<cusparse.h>)
#include <cusparse.h>
#endif

namespace warpscope {

#if __has_include(<cusparse.h>)
namespace {

void check_cusparse(cusparseStatus_t status, const char* doing) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  const bool no_memory = status == CUSPARSE_STATUS_ALLOC_FAILED;
  throw DeviceError{no_memory ? cudaErrorMemoryAllocation : cudaErrorUnknown,
                    std::string(doing) + ": cuSPARSE says " + std::to_string(status)};
}

/// A batch of tridiagonal systems in device memory, one after another. x holds the right sides, and
/// after a call the solutions.
struct DeviceSystems {
  int equations = 0, count = 0;
  const float *lower = nullptr, *diagonal = nullptr, *upper = nullptr;
  float* x = nullptr;
};

/// The functions of cuSPARSE that are called, and a handle for them.
class Cusparse {
 public:
  [[nodiscard]] static Result<std::shared_ptr<Cusparse>> open() {
    const auto library = SharedLibrary::open(
        {"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so"},
        "Install cuSPARSE (package libcusparse-13-0, or libcusparse12) to compare with it.");
    if (!library) return library.error();
    auto cusparse = std::make_shared<Cusparse>();
    const SharedLibrary& in = library.value();
    const bool whole = in.find("cusparseCreate", cusparse->create_) &&
                       in.find("cusparseDestroy", cusparse->destroy_) &&
                       in.find("cusparseSetStream", cusparse->set_stream_) &&
                       in.find("cusparseSgtsv2StridedBatch_bufferSizeExt", cusparse->bytes_) &&
                       in.find("cusparseSgtsv2StridedBatch", cusparse->solve_);
    if (!whole) {
      return Error{ErrorKind::unavailable, "The cuSPARSE that was found has no gtsv2StridedBatch."};
    }
    check_cusparse(cusparse->create_(&cusparse->handle_), "starting cuSPARSE");
    check_cusparse(cusparse->set_stream_(cusparse->handle_, timing_stream()), "starting cuSPARSE");
    return cusparse;
  }
  Cusparse() = default;
  ~Cusparse() {
    if (handle_ != nullptr) destroy_(handle_);
  }
  Cusparse(const Cusparse&) = delete;
  Cusparse& operator=(const Cusparse&) = delete;

  [[nodiscard]] std::size_t scratch_bytes(const DeviceSystems& all) const {
    std::size_t bytes = 0;
    check_cusparse(bytes_(handle_, all.equations, all.lower, all.diagonal, all.upper, all.x,
                          all.count, all.equations, &bytes),
                   "asking cuSPARSE for its scratch memory");
    return bytes;
  }
  void solve(const DeviceSystems& all, void* scratch) {
    check_cusparse(solve_(handle_, all.equations, all.lower, all.diagonal, all.upper, all.x,
                          all.count, all.equations, scratch),
                   "running cuSPARSE");
  }

 private:
  cusparseHandle_t handle_ = nullptr;
  decltype(cusparseCreate)* create_ = nullptr;
  decltype(cusparseDestroy)* destroy_ = nullptr;
  decltype(cusparseSetStream)* set_stream_ = nullptr;
  decltype(cusparseSgtsv2StridedBatch_bufferSizeExt)* bytes_ = nullptr;
  decltype(cusparseSgtsv2StridedBatch)* solve_ = nullptr;
};

class SystemsSet {
 public:
  SystemsSet(const RivalInput& input, int equations, std::shared_ptr<Cusparse> cusparse)
      : cusparse_(std::move(cusparse)),
        lower_(upload_array<float>(input, 0)),
        diagonal_(upload_array<float>(input, 1)),
        upper_(upload_array<float>(input, 2)),
        right_side_(upload_array<float>(input, 3)),
        x_(device_array<float>(input.count)),
        all_{equations,           static_cast<int>(input.count / equations),
             lower_->as<float>(), diagonal_->as<float>(),
             upper_->as<float>(), x_->as<float>()} {}

  void prepare() { copy_on_stream(*x_, *right_side_); }
  [[nodiscard]] std::size_t scratch_bytes() const { return cusparse_->scratch_bytes(all_); }
  void call(const CudaMemory& scratch) { cusparse_->solve(all_, scratch.as<void>()); }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    append_array(all, all_.x, std::int64_t{all_.count} * all_.equations);
    return all;
  }

 private:
  std::shared_ptr<Cusparse> cusparse_;
  std::unique_ptr<CudaMemory> lower_, diagonal_, upper_, right_side_, x_;
  DeviceSystems all_;
};

}  // namespace

Result<std::unique_ptr<Rival>> make_cusparse_gtsv(const LibraryTask& task) {
  const auto cusparse = Cusparse::open();
  if (!cusparse) return cusparse.error();
  const int equations = std::atoi(task.request.parameters.at("equations").c_str());
  return std::unique_ptr<Rival>(
      std::make_unique<LibraryRival<SystemsSet>>(task, equations, cusparse.value()));
}

#else

Result<std::unique_ptr<Rival>> make_cusparse_gtsv(const LibraryTask&) {
  return Error{
      ErrorKind::unavailable,
      "This program was built without cuSPARSE's headers. Install libcusparse-dev and build "
      "it again."};
}

#endif

}  // namespace warpscope
