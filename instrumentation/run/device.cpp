#include "instrumentation/run/device.hpp"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/kernel_title.hpp"

#ifdef WARPSCOPE_CUDA
#include "instrumentation/run/cuda_run.hpp"
#endif

namespace warpscope {
namespace {

#ifndef WARPSCOPE_CUDA
/// The device of a build without CUDA.
class NoDevice final : public Device {
 public:
  [[nodiscard]] const CudaStatus& status() const override { return status_; }
  [[nodiscard]] std::pair<Trace, Outcome> trace(const Plan&, const Setup&, TraceHeader, int,
                                                std::stop_token) override {
    throw DeviceFault{status_.problem, true};
  }

 private:
  CudaStatus status_{
      .problem =
          tr_noop("This Warpscope was built without CUDA; ./run.sh --cuda builds it with CUDA.")};
};

Device& cuda_device() {
  static NoDevice none;
  return none;
}
#endif

std::atomic<Device*> instead = nullptr;
std::atomic<bool> lost = false;  // after some errors a process can no longer use its GPU

Error failed(const Plan& plan, const DeviceFault& fault) {
  const std::string& gpu = device().status().device;
  return {
      ErrorKind::failed,
      fault.for_good ? tr("{0} failed on {1} while {2}. The GPU cannot be used until Warpscope is "
                          "started again; the "
                          "emulator goes on.",
                          plan.kernel->id, gpu, fault.what)
                     : tr("{0} failed on {1} while {2}. Try a smaller size, or --machine emulator.",
                          plan.kernel->id, gpu, fault.what),
      // Translators: {1} is a GPU, {2} what CUDA says of it, in English.
      fault.for_good
          ? say("{0} failed on {1}: {2}. The GPU cannot be used until Warpscope is started again; "
                "the emulator goes on.",
                said_title(*plan.kernel), gpu, fault.what)
          : say("{0} failed on {1}: {2}. Try a smaller size, or the emulator.",
                said_title(*plan.kernel), gpu, fault.what)};
}

Error gpu_lost() {
  return {
      ErrorKind::unavailable,
      tr("The GPU failed in an earlier run and cannot be used until Warpscope is started again. "
         "--machine emulator still works."),
      say("The GPU failed in an earlier run and cannot be used until Warpscope is started again. "
          "The emulator still works.")};
}

}  // namespace

Device& device() {
  Device* const other = instead;
  return other != nullptr ? *other : cuda_device();
}

bool device_lost() { return lost; }

Result<std::pair<Trace, Outcome>> run_traced(const Plan& plan, const Setup& setup,
                                             TraceHeader header, int traced_block,
                                             std::stop_token stop) {
  const CudaStatus& status = device().status();
  if (!status.usable) {
    return Error{
        ErrorKind::unavailable,
        tr("{} --machine emulator works everywhere.", tr(std::string_view(status.problem))),
        // Translators: a sentence about this machine's GPU comes first.
        status.built ? say("{} The emulator works everywhere.", status.problem)
                     : say("This Warpscope was built without CUDA. The emulator works "
                           "everywhere.")};
  }
  if (lost) return gpu_lost();
  try {
    return device().trace(plan, setup, std::move(header), traced_block, std::move(stop));
  } catch (const DeviceFault& fault) {
    if (fault.for_good) lost = true;
    return failed(plan, fault);
  }
}

DeviceScope::DeviceScope(Device& device) {
  instead = &device;
  lost = false;
}

DeviceScope::~DeviceScope() {
  instead = nullptr;
  lost = false;
}

}  // namespace warpscope
