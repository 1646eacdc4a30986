#include "instrumentation/timing/curand.hpp"
#include "instrumentation/timing/library_rival.cuh"

namespace warpscope {
namespace {

void check_curand(int status, const char* doing) {
  constexpr int no_memory = 102;  // CURAND_STATUS_ALLOCATION_FAILED
  if (status == 0) return;
  throw DeviceError{status == no_memory ? cudaErrorMemoryAllocation : cudaErrorUnknown,
                    std::string(doing) + ": cuRAND says " + std::to_string(status)};
}

/// A generator, which is at its first number before each call.
class NumbersSet {
 public:
  NumbersSet(const RivalInput& input, const LibraryTask& task, const RivalInfo& rival)
      : sequence_(curand_sequence(rival, task.request, input)),
        out_(device_array<std::uint32_t>(sequence_.count + 1)) {
    auto made = CurandGenerator::on_device(sequence_, timing_stream());
    if (!made) throw DeviceError{cudaErrorUnknown, made.error().message};
    generator_ = std::make_unique<CurandGenerator>(std::move(made).value());
  }
  void prepare() { check_curand(generator_->restart(), "seeding cuRAND"); }
  [[nodiscard]] std::size_t scratch_bytes() const { return 1; }  // a generator has its own
  void call(const CudaMemory&) {
    // A recorded call would begin at the number that the generator has come to, again and again.
    cudaStreamCaptureStatus capture{};
    check(cudaStreamIsCapturing(timing_stream(), &capture), "asking the stream");
    if (capture != cudaStreamCaptureStatusNone) check_curand(-1, "recording");
    check_curand(generator_->draw(out_->as<void>()), "running cuRAND");
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    if (sequence_.of_words()) {
      append_array(all, out_->as<std::uint32_t>(), sequence_.count);
    } else {
      append_array(all, out_->as<float>(), sequence_.count);
    }
    return all;
  }

 private:
  CurandSequence sequence_;
  std::unique_ptr<CudaMemory> out_;
  std::unique_ptr<CurandGenerator> generator_;
};

}  // namespace

Result<std::unique_ptr<Rival>> make_curand(const LibraryTask& task) {
  const RivalInfo& rival = *find_rival(task.request.id);
  const CurandSequence sequence = curand_sequence(rival, task.request, task.inputs.front());
  const auto found = CurandGenerator::on_device(sequence, timing_stream());
  if (!found) return found.error();
  return std::unique_ptr<Rival>(std::make_unique<LibraryRival<NumbersSet>>(task, task, rival));
}

}  // namespace warpscope
