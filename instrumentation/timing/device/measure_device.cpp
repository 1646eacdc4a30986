#include "instrumentation/timing/device/measure_device.hpp"

#include "instrumentation/language/message.hpp"
#include "instrumentation/run/run.hpp"
#ifdef WARPSCOPE_CUDA
#include "instrumentation/timing/device/measure_sections.hpp"
#endif

namespace warpscope {

Result<DeviceRecord> measure_device(std::span<const DeviceSection> sections,
                                    const std::function<void(DeviceSection)>& begins,
                                    const std::stop_token& stop) {
  const CudaStatus& cuda = cuda_status();
  if (!cuda.usable) {
    return Error{
        ErrorKind::unavailable,
        tr("{} Measuring the device needs a GPU; recorded figures lie in assets/measurements.",
           tr(std::string_view(cuda.problem)))};
  }
#ifdef WARPSCOPE_CUDA
  auto record = measure_sections(sections, begins, stop);
  if (!record) return record.error();
  record->device.name = cuda.device;
  record->device.compute = cuda.compute;
  record->device.driver = cuda.driver;
  record->device.runtime = cuda.runtime;
  return record;
#else
  static_cast<void>(sections);
  static_cast<void>(begins);
  static_cast<void>(stop);
  return Error{ErrorKind::unavailable, cuda.problem};
#endif
}

}  // namespace warpscope
