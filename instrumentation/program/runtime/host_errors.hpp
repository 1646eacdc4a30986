#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/runtime/cuda_api.hpp"

namespace warpscope {

/// A call of the program into the runtime while it is served.
struct HostCall {
  const char* function = "";    ///< as CUDA names it
  const void* place = nullptr;  ///< the return address, in the program
};

/// The errors of a program: the last one of each of its threads, the one that poisoned the device, and
/// which of them the program asked about.
class HostErrors {
 public:
  static HostErrors& the();

  /// The error that every call returns since a kernel failed; 0: none.
  [[nodiscard]] int sticky() const { return sticky_; }
  /// A call failed, and its result says so.
  void failed_call(const HostCall& call, int error);
  /// A launch failed, and only a question will tell. `what` is the subject of a sentence: "the launch of scale".
  void failed_launch(Sentence what, const void* place, int error, bool poisons);
  /// A call returned the sticky error.
  void repeat(bool waits);
  /// Another call was made; `succeeded` clears a failed call of the same function, which was tried again.
  void went_on(const HostCall& call, bool succeeded);
  /// cudaGetLastError and cudaPeekAtLastError.
  int ask(bool forget);
  /// The program wants an error in words: it knows of it.
  void asked_for_words(int error);
  void reset() { sticky_ = 0; }
  /// A call that would have changed memory of the device was refused: what lies there says nothing any more.
  void left_work_out() { left_work_out_ = true; }
  [[nodiscard]] bool work_was_left_out() const { return left_work_out_; }
  void report_unchecked();

 private:
  /// Of all that failed at one place in one way: what is known of the last is true of those before, too, or they have
  /// been asked about.
  struct Failure {
    int error = 0;
    Sentence what;              // of a launch: "the launch of scale"
    std::string_view function;  // of a call: "cudaMalloc"
    const void* place = nullptr;
    bool launch = false;   // nothing returned the error yet
    bool asked = false;    // or may have been: a result says nothing about who looks at it
    bool ignored = false;  // the program went on as if nothing had happened
    bool poisoning = false;
  };
  using Cause =
      std::tuple<const void*, int, bool>;  // its place, its error, whether it is a launch's
  void keep(Failure failure);
  std::vector<Failure> failures_;
  std::map<Cause, std::size_t> of_cause_;  // into failures_
  int sticky_ = 0;
  bool left_work_out_ = false;
};

/// One call at a time: programs may have several threads. Recursive, since a call may end the program, whose destructors
/// make others.
[[nodiscard]] std::recursive_mutex& runtime_mutex();
/// What is not emulated: reports "WHAT is not emulated: INSTEAD" at the call's place and ends the launch that runs, else
/// the program, with exit status 1.
[[noreturn]] void unsupported_at(const void* place, const Sentence& what, const Sentence& instead);
/// The same if a kernel makes the call.
void refuse_on_device(const HostCall& call);

/// The calling thread begins or ends a function that cudaLaunchHostFunc or cudaStreamAddCallback was given.
void mark_host_function(bool runs);
[[nodiscard]] bool is_host_function();
/// True, after a report, if such a function makes the call: CUDA gives cudaErrorNotPermitted there.
[[nodiscard]] bool refused_in_host_function(const HostCall& call);

enum class Asks : std::uint8_t {
  device,          ///< a poisoned device refuses the call
  wait,            ///< the same, and what the call waits for may poison it: the program is told
  device_at_last,  ///< the same, but `body` is called to check what the call is given
  nothing          ///< the call is answered all the same
};

/// Serves a call: `body` does it and returns its error.
template <class Body>
cudaError_t serve(const HostCall& call, Body&& body, Asks asks = Asks::device) {
  refuse_on_device(call);
  if (refused_in_host_function(call)) return cudaErrorNotPermitted;
  const std::lock_guard lock(runtime_mutex());
  HostErrors& errors = HostErrors::the();
  const auto repeat = [&] {
    errors.repeat(asks == Asks::wait);
    return static_cast<cudaError_t>(errors.sticky());
  };
  if (asks != Asks::nothing && errors.sticky() != 0) {
    if (asks == Asks::device_at_last) static_cast<void>(body());
    return repeat();
  }
  const cudaError_t error = body();
  if (asks == Asks::wait && errors.sticky() != 0) return repeat();
  if (error != cudaSuccess && error != cudaErrorNotReady)
    errors.failed_call(call, error);
  else
    errors.went_on(call, true);
  return error;
}

}  // namespace warpscope
