#include "instrumentation/program/runtime/host_errors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/machine/simt.hpp"
#include "instrumentation/program/machine/work_order.hpp"
#include "instrumentation/program/runtime/stream_tasks.hpp"

namespace warpscope {
namespace {

struct ErrorWords {
  int error;
  const char* name;
  const char* text;
};

// CUDA's own, in rising order.
constexpr std::array error_words = {
    ErrorWords{0, "cudaSuccess", "no error"},
    ErrorWords{1, "cudaErrorInvalidValue", "invalid argument"},
    ErrorWords{2, "cudaErrorMemoryAllocation", "out of memory"},
    ErrorWords{3, "cudaErrorInitializationError", "initialization error"},
    ErrorWords{4, "cudaErrorCudartUnloading", "driver shutting down"},
    ErrorWords{5, "cudaErrorProfilerDisabled",
               "profiler disabled while using external profiling tool"},
    ErrorWords{6, "cudaErrorProfilerNotInitialized",
               "profiler not initialized: call cudaProfilerInitialize()"},
    ErrorWords{7, "cudaErrorProfilerAlreadyStarted", "profiler already started"},
    ErrorWords{8, "cudaErrorProfilerAlreadyStopped", "profiler already stopped"},
    ErrorWords{9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    ErrorWords{12, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    ErrorWords{13, "cudaErrorInvalidSymbol", "invalid device symbol"},
    ErrorWords{16, "cudaErrorInvalidHostPointer", "invalid host pointer"},
    ErrorWords{17, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    ErrorWords{18, "cudaErrorInvalidTexture", "invalid texture reference"},
    ErrorWords{19, "cudaErrorInvalidTextureBinding", "texture is not bound to a pointer"},
    ErrorWords{20, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"},
    ErrorWords{21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    ErrorWords{22, "cudaErrorAddressOfConstant", "invalid address of constant"},
    ErrorWords{23, "cudaErrorTextureFetchFailed", "fetch from texture failed"},
    ErrorWords{24, "cudaErrorTextureNotBound", "cannot fetch from a texture that is not bound"},
    ErrorWords{25, "cudaErrorSynchronizationError", "incorrect use of __syncthreads()"},
    ErrorWords{26, "cudaErrorInvalidFilterSetting",
               "linear filtering not supported for non-float type"},
    ErrorWords{27, "cudaErrorInvalidNormSetting",
               "read as normalized float not supported for data type"},
    ErrorWords{28, "cudaErrorMixedDeviceExecution",
               "device emulation mode and device execution mode cannot be mixed"},
    ErrorWords{31, "cudaErrorNotYetImplemented", "feature not yet implemented"},
    ErrorWords{32, "cudaErrorMemoryValueTooLarge",
               "memory size or pointer value too large to fit in 32 bit"},
    ErrorWords{34, "cudaErrorStubLibrary", "CUDA driver is a stub library"},
    ErrorWords{35, "cudaErrorInsufficientDriver",
               "CUDA driver version is insufficient for CUDA runtime version"},
    ErrorWords{36, "cudaErrorCallRequiresNewerDriver",
               "API call is not supported in the installed CUDA driver"},
    ErrorWords{37, "cudaErrorInvalidSurface", "invalid surface reference"},
    ErrorWords{43, "cudaErrorDuplicateVariableName",
               "duplicate global variable looked up by string name"},
    ErrorWords{44, "cudaErrorDuplicateTextureName", "duplicate texture looked up by string name"},
    ErrorWords{45, "cudaErrorDuplicateSurfaceName", "duplicate surface looked up by string name"},
    ErrorWords{46, "cudaErrorDevicesUnavailable",
               "CUDA-capable device(s) is/are busy or unavailable"},
    ErrorWords{49, "cudaErrorIncompatibleDriverContext", "incompatible driver context"},
    ErrorWords{52, "cudaErrorMissingConfiguration", "__global__ function call is not configured"},
    ErrorWords{53, "cudaErrorPriorLaunchFailure", "unspecified launch failure in prior launch"},
    ErrorWords{65, "cudaErrorLaunchMaxDepthExceeded",
               "launch would exceed maximum depth of nested launches"},
    ErrorWords{66, "cudaErrorLaunchFileScopedTex",
               "launch failed because kernel uses unsupported, file-scoped textures (texture "
               "objects are supported)"},
    ErrorWords{67, "cudaErrorLaunchFileScopedSurf",
               "launch failed because kernel uses unsupported, file-scoped surfaces (surface "
               "objects are supported)"},
    ErrorWords{68, "cudaErrorSyncDepthExceeded",
               "cudaDeviceSynchronize failed because caller's grid depth exceeds "
               "cudaLimitDevRuntimeSyncDepth"},
    ErrorWords{69, "cudaErrorLaunchPendingCountExceeded",
               "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"},
    ErrorWords{98, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    ErrorWords{100, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    ErrorWords{101, "cudaErrorInvalidDevice", "invalid device ordinal"},
    ErrorWords{102, "cudaErrorDeviceNotLicensed", "device doesn't have valid Grid license"},
    ErrorWords{103, "cudaErrorSoftwareValidityNotEstablished", "integrity checks failed"},
    ErrorWords{127, "cudaErrorStartupFailure", "startup failure in cuda runtime"},
    ErrorWords{200, "cudaErrorInvalidKernelImage", "device kernel image is invalid"},
    ErrorWords{201, "cudaErrorDeviceUninitialized", "invalid device context"},
    ErrorWords{205, "cudaErrorMapBufferObjectFailed", "mapping of buffer object failed"},
    ErrorWords{206, "cudaErrorUnmapBufferObjectFailed", "unmapping of buffer object failed"},
    ErrorWords{207, "cudaErrorArrayIsMapped", "array is mapped"},
    ErrorWords{208, "cudaErrorAlreadyMapped", "resource already mapped"},
    ErrorWords{209, "cudaErrorNoKernelImageForDevice",
               "no kernel image is available for execution on the device"},
    ErrorWords{210, "cudaErrorAlreadyAcquired", "resource already acquired"},
    ErrorWords{211, "cudaErrorNotMapped", "resource not mapped"},
    ErrorWords{212, "cudaErrorNotMappedAsArray", "resource not mapped as array"},
    ErrorWords{213, "cudaErrorNotMappedAsPointer", "resource not mapped as pointer"},
    ErrorWords{214, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered"},
    ErrorWords{215, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"},
    ErrorWords{216, "cudaErrorDeviceAlreadyInUse",
               "exclusive-thread device already in use by a different thread"},
    ErrorWords{217, "cudaErrorPeerAccessUnsupported",
               "peer access is not supported between these two devices"},
    ErrorWords{218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"},
    ErrorWords{219, "cudaErrorInvalidGraphicsContext", "invalid OpenGL or DirectX context"},
    ErrorWords{220, "cudaErrorNvlinkUncorrectable",
               "uncorrectable NVLink error detected during the execution"},
    ErrorWords{221, "cudaErrorJitCompilerNotFound", "PTX JIT compiler library not found"},
    ErrorWords{222, "cudaErrorUnsupportedPtxVersion",
               "the provided PTX was compiled with an unsupported toolchain."},
    ErrorWords{223, "cudaErrorJitCompilationDisabled", "PTX JIT compilation was disabled"},
    ErrorWords{224, "cudaErrorUnsupportedExecAffinity",
               "the provided execution affinity is not supported"},
    ErrorWords{225, "cudaErrorUnsupportedDevSideSync",
               "the provided PTX contains unsupported call to cudaDeviceSynchronize"},
    ErrorWords{226, "cudaErrorContained",
               "Invalid access of peer GPU memory over nvlink or a hardware error"},
    ErrorWords{300, "cudaErrorInvalidSource", "device kernel image is invalid"},
    ErrorWords{301, "cudaErrorFileNotFound", "file not found"},
    ErrorWords{302, "cudaErrorSharedObjectSymbolNotFound", "shared object symbol not found"},
    ErrorWords{303, "cudaErrorSharedObjectInitFailed", "shared object initialization failed"},
    ErrorWords{304, "cudaErrorOperatingSystem",
               "OS call failed or operation not supported on this OS"},
    ErrorWords{400, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    ErrorWords{401, "cudaErrorIllegalState",
               "the operation cannot be performed in the present state"},
    ErrorWords{402, "cudaErrorLossyQuery", "attempted introspection would be semantically lossy"},
    ErrorWords{500, "cudaErrorSymbolNotFound", "named symbol not found"},
    ErrorWords{600, "cudaErrorNotReady", "device not ready"},
    ErrorWords{700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    ErrorWords{701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    ErrorWords{702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    ErrorWords{703, "cudaErrorLaunchIncompatibleTexturing",
               "launch uses incompatible texturing mode"},
    ErrorWords{704, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    ErrorWords{705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"},
    ErrorWords{708, "cudaErrorSetOnActiveProcess",
               "cannot set while device is active in this process"},
    ErrorWords{709, "cudaErrorContextIsDestroyed", "context is destroyed"},
    ErrorWords{710, "cudaErrorAssert", "device-side assert triggered"},
    ErrorWords{711, "cudaErrorTooManyPeers", "peer mapping resources exhausted"},
    ErrorWords{712, "cudaErrorHostMemoryAlreadyRegistered",
               "part or all of the requested memory range is already mapped"},
    ErrorWords{713, "cudaErrorHostMemoryNotRegistered",
               "pointer does not correspond to a registered memory region"},
    ErrorWords{714, "cudaErrorHardwareStackError", "hardware stack error"},
    ErrorWords{715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered"},
    ErrorWords{716, "cudaErrorMisalignedAddress", "misaligned address"},
    ErrorWords{717, "cudaErrorInvalidAddressSpace",
               "operation not supported on global/shared address space"},
    ErrorWords{718, "cudaErrorInvalidPc", "invalid program counter"},
    ErrorWords{719, "cudaErrorLaunchFailure", "unspecified launch failure"},
    ErrorWords{720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    ErrorWords{721, "cudaErrorTensorMemoryLeak", "tensor memory not completely freed"},
    ErrorWords{800, "cudaErrorNotPermitted", "operation not permitted"},
    ErrorWords{801, "cudaErrorNotSupported", "operation not supported"},
    ErrorWords{802, "cudaErrorSystemNotReady", "system not yet initialized"},
    ErrorWords{803, "cudaErrorSystemDriverMismatch",
               "system has unsupported display driver / cuda driver combination"},
    ErrorWords{804, "cudaErrorCompatNotSupportedOnDevice",
               "forward compatibility was attempted on non supported HW"},
    ErrorWords{805, "cudaErrorMpsConnectionFailed",
               "MPS client failed to connect to the MPS control daemon or the MPS server"},
    ErrorWords{806, "cudaErrorMpsRpcFailure",
               "the remote procedural call between the MPS server and the MPS client failed"},
    ErrorWords{807, "cudaErrorMpsServerNotReady",
               "MPS server is not ready to accept new MPS client requests"},
    ErrorWords{808, "cudaErrorMpsMaxClientsReached",
               "the hardware resources required to create MPS client have been exhausted"},
    ErrorWords{809, "cudaErrorMpsMaxConnectionsReached",
               "the hardware resources required to support device connections have been exhausted"},
    ErrorWords{810, "cudaErrorMpsClientTerminated",
               "the MPS client has been terminated by the server"},
    ErrorWords{811, "cudaErrorCdpNotSupported",
               "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does "
               "not support it"},
    ErrorWords{812, "cudaErrorCdpVersionMismatch",
               "unsupported interaction between different versions of CUDA Dynamic Parallelism"},
    ErrorWords{900, "cudaErrorStreamCaptureUnsupported",
               "operation not permitted when stream is capturing"},
    ErrorWords{901, "cudaErrorStreamCaptureInvalidated",
               "operation failed due to a previous error during capture"},
    ErrorWords{902, "cudaErrorStreamCaptureMerge",
               "operation would result in a merge of separate capture sequences"},
    ErrorWords{903, "cudaErrorStreamCaptureUnmatched",
               "capture was not ended in the same stream as it began"},
    ErrorWords{904, "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work"},
    ErrorWords{905, "cudaErrorStreamCaptureIsolation",
               "dependency created on uncaptured work in another stream"},
    ErrorWords{906, "cudaErrorStreamCaptureImplicit",
               "operation would make the legacy stream depend on a capturing blocking stream"},
    ErrorWords{907, "cudaErrorCapturedEvent",
               "operation not permitted on an event last recorded in a capturing stream"},
    ErrorWords{908, "cudaErrorStreamCaptureWrongThread",
               "attempt to terminate a thread-local capture sequence from another thread"},
    ErrorWords{909, "cudaErrorTimeout", "wait operation timed out"},
    ErrorWords{910, "cudaErrorGraphExecUpdateFailure",
               "the graph update was not performed because it included changes which violated "
               "constraints specific to instantiated graph update"},
    ErrorWords{911, "cudaErrorExternalDevice",
               "an async error has occured in external entity outside of CUDA"},
    ErrorWords{912, "cudaErrorInvalidClusterSize",
               "a kernel launch error has occurred due to cluster misconfiguration"},
    ErrorWords{
        913, "cudaErrorFunctionNotLoaded",
        "the function handle is not loaded when calling an API that requires a loaded function"},
    ErrorWords{914, "cudaErrorInvalidResourceType",
               "one or more resources passed in are not valid resource types for the operation"},
    ErrorWords{915, "cudaErrorInvalidResourceConfiguration",
               "one or more resources are insufficient or non-applicable for the operation"},
    ErrorWords{999, "cudaErrorUnknown", "unknown error"},
};

const ErrorWords* find_words(int error) {
  const auto* const found =
      std::lower_bound(error_words.begin(), error_words.end(), error,
                       [](const ErrorWords& words, int wanted) { return words.error < wanted; });
  return found != error_words.end() && found->error == error ? found : nullptr;
}

// cudaGetLastError() tells of the thread that asks.
thread_local int last_error = 0;

thread_local bool in_host_function = false;

/// Calls that a program makes on its way out, whether or not it looked at an error.
bool cleans_up(std::string_view function) {
  return function.find("Free") != std::string_view::npos ||
         function.find("Destroy") != std::string_view::npos || function == "cudaDeviceReset" ||
         function == "cudaHostUnregister" || function == "cudaProfilerStop";
}

void tell_asked_for_words(cudaError_t error) {
  if (error == cudaSuccess || on_device()) return;
  const std::lock_guard lock(runtime_mutex());
  HostErrors::the().asked_for_words(error);
}

}  // namespace

const char* error_name(int error) {
  const ErrorWords* const words = find_words(error);
  return words != nullptr ? words->name : "unrecognized error code";
}

const char* error_text(int error) {
  const ErrorWords* const words = find_words(error);
  return words != nullptr ? words->text : "unrecognized error code";
}

HostErrors& HostErrors::the() {
  static auto* const errors = new HostErrors;  // a program's own destructors may still use it
  return *errors;
}

std::recursive_mutex& runtime_mutex() {
  static auto* const mutex = new std::recursive_mutex;
  return *mutex;
}

void refuse_on_device(const HostCall& call) {
  if (!on_device()) return;
  report_in_lane(
      FindingKind::wrong_call, call.place,
      say("asks for {}() in a kernel, which is not emulated: call it from the host's code",
          call.function),
      cudaErrorLaunchFailure);
  // It leaves the lane's stack as it is: no string may be alive there.
  Simt::here().abort_launch();
}

void mark_host_function(bool runs) { in_host_function = runs; }
bool is_host_function() { return in_host_function; }

bool refused_in_host_function(const HostCall& call) {
  if (!in_host_function) return false;
  const std::lock_guard lock(runtime_mutex());
  report_host(FindingKind::wrong_call, call.place,
              say("{} is called in a host function of a stream, where CUDA allows no calls of its "
                  "own: let it tell a thread of the host, which makes the call",
                  call.function));
  HostErrors::the().failed_call(call, cudaErrorNotPermitted);
  return true;
}

void unsupported_at(const void* place, const Sentence& what, const Sentence& instead) {
  if (on_device()) {
    report_in_lane(FindingKind::wrong_call, place,
                   say("asks for {0}, which is not emulated: {1}", what, instead),
                   cudaErrorLaunchFailure);
    Simt::here().abort_launch();
  }
  report_host(FindingKind::wrong_call, place, say("{0} is not emulated: {1}", what, instead));
  StreamTasks::the().abandon();
  std::exit(EXIT_FAILURE);
}

void HostErrors::keep(Failure failure) {
  const Cause cause{failure.place, failure.error, failure.launch};
  const auto [known, fresh] = of_cause_.try_emplace(cause, failures_.size());
  if (fresh) return failures_.push_back(std::move(failure));
  Failure& before = failures_[known->second];
  failure.ignored = before.ignored && !before.asked;
  failure.poisoning = failure.poisoning || (before.poisoning && !before.asked);
  before = std::move(failure);
}

void HostErrors::failed_call(const HostCall& call, int error) {
  went_on(call, false);
  last_error = error;
  keep({.error = error, .function = call.function, .place = call.place});
}

void HostErrors::failed_launch(Sentence what, const void* place, int error, bool poisons) {
  last_error = error;
  if (poisons) sticky_ = error;
  keep({.error = error,
        .what = std::move(what),
        .place = place,
        .launch = true,
        .poisoning = poisons});
}

void HostErrors::repeat(bool waits) {
  last_error = sticky_;
  WorkOrder::the().host_waits_for_all();  // the host is told that the device has stopped
  for (Failure& failure : failures_) {
    if (failure.poisoning && waits) failure.asked = true;
  }
}

void HostErrors::went_on(const HostCall& call, bool succeeded) {
  for (Failure& failure : failures_) {
    if (failure.launch || failure.asked) continue;
    if (succeeded && failure.function == std::string_view(call.function))
      failure.asked = true;  // tried again: it knows
    else if (!cleans_up(call.function))
      failure.ignored = true;
  }
}

int HostErrors::ask(bool forget) {
  const int error = sticky_ != 0 ? sticky_ : last_error;
  if (sticky_ != 0) WorkOrder::the().host_waits_for_all();
  for (Failure& failure : failures_) failure.asked = true;
  if (forget) last_error = 0;
  return error;
}

void HostErrors::asked_for_words(int error) {
  for (Failure& failure : failures_) {
    // A launch's own error is not to be had but from cudaGetLastError, unless every call returns it.
    if (failure.error == error && (!failure.launch || failure.poisoning)) failure.asked = true;
  }
}

void HostErrors::report_unchecked() {
  std::vector<const void*> told;  // one sentence a line, however often it ran
  for (Failure& failure : failures_) {
    if (std::exchange(failure.asked, true)) continue;
    if (!failure.launch && !failure.ignored) continue;
    if (std::find(told.begin(), told.end(), failure.place) != told.end()) continue;
    told.push_back(failure.place);
    const char *const name = error_name(failure.error), *const text = error_text(failure.error);
    report_host(
        FindingKind::unchecked_error, failure.place,
        failure.launch
            ? say("{0} failed with {1} ({2}), and the program never asked: call "
                  "cudaGetLastError() after a launch",
                  failure.what, name, text)
            : say("{0} returned {1} ({2}), and the program went on without asking: compare its "
                  "result with cudaSuccess",
                  std::string(failure.function), name, text));
  }
}

void report_unchecked_errors() {
  // A thread that ends the program in the middle of a call keeps its lock.
  const std::unique_lock lock(runtime_mutex(), std::try_to_lock);
  HostErrors::the().report_unchecked();
}

}  // namespace warpscope

extern "C" {

void ws_unsupported(const char* what, const char* instead) {
  warpscope::unsupported_at(__builtin_return_address(0), warpscope::say(what),
                            warpscope::say(instead));
}

cudaError_t cudaGetLastError(void) {
  warpscope::refuse_on_device({"cudaGetLastError", __builtin_return_address(0)});
  const std::lock_guard lock(warpscope::runtime_mutex());
  return static_cast<cudaError_t>(warpscope::HostErrors::the().ask(true));
}

cudaError_t cudaPeekAtLastError(void) {
  warpscope::refuse_on_device({"cudaPeekAtLastError", __builtin_return_address(0)});
  const std::lock_guard lock(warpscope::runtime_mutex());
  return static_cast<cudaError_t>(warpscope::HostErrors::the().ask(false));
}

const char* cudaGetErrorName(cudaError_t error) {
  warpscope::tell_asked_for_words(error);
  return warpscope::error_name(error);
}

const char* cudaGetErrorString(cudaError_t error) {
  warpscope::tell_asked_for_words(error);
  return warpscope::error_text(error);
}
}
