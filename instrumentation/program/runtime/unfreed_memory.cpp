#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/call_text.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/stream_tasks.hpp"
#include "instrumentation/trace/printable.hpp"

// What the program allocated and never freed.

namespace warpscope {
namespace {

/// Living allocations of one variable in one line.
struct Unfreed {
  const DeviceAllocation* first = nullptr;
  std::size_t count = 0, bytes = 0;
};

const char* freeing_function(const DeviceAllocation& allocation) {
  if (allocation.kind == AllocationKind::pinned) return "cudaFreeHost";
  return std::string_view(allocation.calls.function).ends_with("Async") ? "cudaFreeAsync"
                                                                        : "cudaFree";
}

Sentence unfreed_sentence(const Unfreed& unfreed) {
  const DeviceAllocation& first = *unfreed.first;
  const Sentence name = name_of_memory(first.begin);
  std::string written = host_name_of(first.begin);
  const Sentence shown = written.empty() ? name : Sentence(std::move(written));
  const char* const freeing = freeing_function(first);
  if (unfreed.count == 1)
    return say(
        "{0} for {1}, allocated here, are never freed: call {2} when nothing uses them any more",
        bytes_text(unfreed.bytes), shown, freeing);
  return say(
      "{0} for {1}, allocated here in {2} calls, are never freed: call {3} for each when nothing "
      "uses it any more",
      bytes_text(unfreed.bytes), shown, Grouped(unfreed.count), freeing);
}

/// In the order of their first allocations.
std::vector<Unfreed> unfreed_memory() {
  std::vector<Unfreed> all;
  std::map<std::pair<int, const void*>, std::size_t> known;
  for (void* const begin : DeviceMemory::the().living()) {
    const auto* const allocation = std::as_const(DeviceMemory::the()).find(begin);
    // Memory of a graph's nodes comes and goes with its launches.
    if (allocation->heap || allocation->of_graph || allocation->calls.made == nullptr) continue;
    const int cause = allocation->calls.cause;
    const auto [at, fresh] =
        known.try_emplace({cause, cause < 0 ? allocation->calls.made : nullptr}, all.size());
    if (fresh) all.push_back({.first = allocation});
    Unfreed& unfreed = all[at->second];
    ++unfreed.count;
    unfreed.bytes += allocation->bytes;
  }
  return all;
}

}  // namespace

void note_unfreed_memory() {
  // A thread that ends the program in the middle of a call keeps its lock.
  const std::unique_lock lock(runtime_mutex(), std::try_to_lock);
  // After an error of a kernel no call frees anything, nor does one that was left behind a host function.
  if (!lock.owns_lock() || HostErrors::the().sticky() != 0 || !StreamTasks::the().all_done())
    return;
  std::vector<Unfreed> all = unfreed_memory();
  // A program that frees nothing leaves that to its end; but it should not go on taking memory in a loop.
  constexpr std::size_t in_a_loop = 10;
  if (!DeviceMemory::the().has_released()) {
    std::erase_if(all, [](const Unfreed& unfreed) { return unfreed.count < in_a_loop; });
  }
  Unfreed total;
  for (const Unfreed& unfreed : all) {
    total.count += unfreed.count;
    total.bytes += unfreed.bytes;
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    Sentence message = unfreed_sentence(all[k]);
    if (k == 0 && all.size() > 1)
      // Translators: the first field is "1,024 bytes for d_in, allocated here, are never freed: …".
      message = say("{0} (in all, {1} allocations with {2} are never freed)", message,
                    Grouped(total.count), bytes_text(total.bytes));
    note_host(all[k].first->calls.made, std::move(message), FindingKind::unfreed_memory);
  }
}

}  // namespace warpscope
