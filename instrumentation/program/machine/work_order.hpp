#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/machine/footprint.hpp"
#include "instrumentation/program/machine/stream_teller.hpp"
#include "instrumentation/trace/operation.hpp"

namespace warpscope {

/// How much of the work of each stream has ended before something: by stream, in the order of their first use.
using WorkClock = std::vector<std::uint64_t>;

/// One piece of work in a stream: a launch, a copy, a memset, a launch of a graph.
struct WorkTicket {
  std::size_t stream = 0;
  std::uint64_t number = 0;     ///< in its stream, from 1
  WorkClock clock;              ///< what it comes behind, and itself
  const void* place = nullptr;  ///< the call's return address
  const char* function = "";    ///< as CUDA names it
  std::int32_t told = -1;       ///< its number among the calls that StreamTeller tells; -1: none
};

/// The host's call that waits; without a function: it is none of its own.
struct WaitingCall {
  const void* place = nullptr;
  const char* function = "";
};

/// Which work of the program's streams and of its host has an order, by a clock for each stream, for each event (which the
/// runtime keeps) and for the host; and which memory it uses. Two uses of one byte, one of which writes, that nothing orders
/// are a race. Rules: CUDA C++ Programming Guide, "Asynchronous Concurrent Execution" and "Default Stream".
///
/// All threads of the host are taken as one, and a host function of a stream as part of it from its beginning: how they
/// wait for one another nobody sees, so a race is missed rather than made up. A launch's memory is what its checked blocks
/// use. Volatile and atomic loads and stores order what they like, and are left out; one of the host's counts as a wait. What is kept is bounded: of work that
/// the host has not waited for, the last most_pending pieces.
///
/// From any thread.
class WorkOrder {
 public:
  static WorkOrder& the();

  // What the runtime says. A stream is a key; that of the legacy stream is told apart by `legacy`.
  struct Stream {
    std::uintptr_t key = 0;
    bool legacy = false, blocking = true;
    std::string name{};  ///< as the program calls it; empty: not known
  };
  /// Work begins in a stream: behind what is there, what the host knows to have ended and, of blocking streams, the legacy one
  /// (and the other way round).
  [[nodiscard]] WorkTicket begin(const Stream& stream, const void* place, const char* function,
                                 StreamCallKind kind = StreamCallKind::work);
  /// The piece in whose Scope this thread is launches a kernel.
  void launches(int number, const std::string& kernel);
  /// A stream waits for an event that has this clock.
  void stream_waits(const Stream& stream, const WorkClock& event);
  void host_waits(const WorkClock& clock, const WaitingCall& call = {});
  void host_waits(const Stream& stream, const WaitingCall& call);
  void host_waits_for_all(const WaitingCall& call = {});

  // What is done: the piece of work whose turn it is uses memory.
  class Scope {
   public:
    explicit Scope(const WorkTicket& ticket);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const WorkTicket* outer_;
  };
  /// Of the piece in whose Scope this thread is; without one nothing. `what`: "the launch of fill"; else the call's name.
  void use(UsedBytes use, Sentence what = {});
  /// Whether launches are to say what they use: there is more than the legacy stream and the device's own memory.
  [[nodiscard]] bool wants_launches() const { return (several_ || host_memory_) && !off_; }
  void has_host_memory() { host_memory_ = true; }
  /// Host code uses memory that is the device's, too.
  void host_uses(const void* address, std::size_t bytes, Operation operation, const void* at) {
    if (pending_ != 0) check_host(address, bytes, operation, at);
  }
  /// cudaDeviceReset: streams, events and memory end.
  void reset();
  /// By an atomic or volatile access to such memory a running kernel may have told the host that it is done with
  /// something: nobody knows with what, so the host is taken to have waited for everything.
  void host_is_told() {
    if (pending_ != 0) host_waits_for_all();
  }
  /// The memory is freed: what comes to lie there is something else.
  void forget(const void* begin, std::size_t bytes);

  static constexpr std::size_t most_streams = 256;  ///< with more, nothing is looked at any more
  static constexpr std::size_t most_pending = 128;

 private:
  struct Known {
    std::size_t number = 0;
    bool legacy = false, blocking = true;
    WorkClock clock;
  };
  struct Pending {
    WorkTicket ticket;
    Sentence what;
    UsedBytes use;
  };
  struct Clash {
    ByteRange bytes;
    bool writes = false, other_writes = false;
  };
  [[nodiscard]] Known* known(const Stream& stream);
  /// The host has waited, and knew that before.
  void host_knows(const WorkClock& before, const WaitingCall& call);
  void forget_what_ended();
  void check_host(const void* address, std::size_t bytes, Operation operation, const void* at);
  /// Host code uses memory: its number among the calls that are told.
  [[nodiscard]] std::int32_t tell_host_use(const void* at);
  void tell_clash(std::int32_t call, bool writes, std::int32_t other, bool other_writes,
                  const ByteRange& bytes);
  [[nodiscard]] static std::optional<Clash> clash_of(const UsedBytes& use, const UsedBytes& other);

  std::mutex mutex_;
  std::map<std::uintptr_t, Known> streams_;
  WorkClock host_;
  StreamTeller teller_;
  std::deque<Pending> work_;  // that the host has not waited for
  std::atomic<std::size_t> pending_ = 0;
  std::atomic<std::uint64_t> revision_ = 1;  // of work_
  std::atomic<bool> several_ = false, host_memory_ = false, off_ = false;
};

}  // namespace warpscope
