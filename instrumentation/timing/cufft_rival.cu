#include "instrumentation/timing/library_rival.cuh"
#include "instrumentation/timing/rivals.hpp"
#include "instrumentation/timing/shared_library.hpp"
#if __has_include(<cufft.h>)
#include <cufft.h>
#endif

namespace warpscope {

#if __has_include(<cufft.h>)
namespace {

void check_cufft(cufftResult status, const char* doing) {
  if (status == CUFFT_SUCCESS) return;
  const bool no_memory = status == CUFFT_ALLOC_FAILED;
  throw DeviceError{no_memory ? cudaErrorMemoryAllocation : cudaErrorUnknown,
                    std::string(doing) + ": cuFFT says " + std::to_string(status)};
}

/// The functions of cuFFT that are called.
struct Cufft {
  decltype(cufftPlan1d)* plan = nullptr;
  decltype(cufftDestroy)* destroy = nullptr;
  decltype(cufftSetStream)* set_stream = nullptr;
  decltype(cufftExecC2C)* execute = nullptr;

  [[nodiscard]] static Result<Cufft> open() {
    const auto library = SharedLibrary::open(
        {"libcufft.so.12", "libcufft.so.11", "libcufft.so"},
        "Install cuFFT (package libcufft-13-0, or libcufft11) to compare with it.");
    if (!library) return library.error();
    const SharedLibrary& in = library.value();
    Cufft cufft;
    const bool whole =
        in.find("cufftPlan1d", cufft.plan) && in.find("cufftDestroy", cufft.destroy) &&
        in.find("cufftSetStream", cufft.set_stream) && in.find("cufftExecC2C", cufft.execute);
    if (whole) return cufft;
    return Error{ErrorKind::unavailable, "The cuFFT that was found has no cufftExecC2C."};
  }
};

/// Signals of `points` complex numbers, one after another; cuFFT wants both parts side by side.
class SignalsSet {
 public:
  SignalsSet(const RivalInput& input, std::int64_t points, int direction, const Cufft& cufft)
      : cufft_(cufft),
        count_(input.count),
        direction_(direction),
        in_(upload_array<float>(side_by_side(input))),
        out_(device_array<float>(2 * count_)) {
    check_cufft(
        cufft_.plan(&plan_, static_cast<int>(points), CUFFT_C2C, static_cast<int>(count_ / points)),
        "planning with cuFFT");
    check_cufft(cufft_.set_stream(plan_, timing_stream()), "starting cuFFT");
  }
  ~SignalsSet() { cufft_.destroy(plan_); }
  SignalsSet(const SignalsSet&) = delete;
  SignalsSet& operator=(const SignalsSet&) = delete;

  void prepare() {}
  [[nodiscard]] std::size_t scratch_bytes() const { return 1; }  // a plan has its own
  void call(const CudaMemory&) {
    check_cufft(
        cufft_.execute(plan_, in_->as<cufftComplex>(), out_->as<cufftComplex>(), direction_),
        "running cuFFT");
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> both;
    append_array(both, out_->as<float>(), 2 * count_);
    std::vector<double> apart(both.size());
    const std::size_t count = both.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
      apart[i] = both[2 * i];
      apart[count + i] = both[2 * i + 1];
    }
    return apart;
  }

 private:
  static RivalInput side_by_side(const RivalInput& input) {
    RivalInput both{.arrays = {{}}, .count = 2 * input.count};
    for (std::size_t i = 0; i < input.arrays[0].size(); ++i) {
      both.arrays[0].push_back(input.arrays[0][i]);
      both.arrays[0].push_back(input.arrays[1][i]);
    }
    return both;
  }

  Cufft cufft_;
  std::int64_t count_;
  int direction_;
  std::unique_ptr<CudaMemory> in_, out_;
  cufftHandle plan_ = 0;
};

}  // namespace

Result<std::unique_ptr<Rival>> make_cufft_c2c(const LibraryTask& task) {
  const auto cufft = Cufft::open();
  if (!cufft) return cufft.error();
  const auto& parameters = task.request.parameters;
  const std::int64_t points = std::atoll(parameters.at("points").c_str());
  const int direction = parameters.at("direction") == "inverse" ? CUFFT_INVERSE : CUFFT_FORWARD;
  return std::unique_ptr<Rival>(
      std::make_unique<LibraryRival<SignalsSet>>(task, points, direction, cufft.value()));
}

#else

Result<std::unique_ptr<Rival>> make_cufft_c2c(const LibraryTask&) {
  return Error{
      ErrorKind::unavailable,
      "This program was built without cuFFT's headers. Install libcufft-dev and build it again."};
}

#endif

}  // namespace warpscope
