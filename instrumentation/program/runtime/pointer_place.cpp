#include "instrumentation/program/runtime/pointer_place.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/code_map.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_source.hpp"
#include "instrumentation/program/runtime/call_text.hpp"

namespace warpscope {
namespace {

/// A variable that a line of the source allocates. An inlined function's calls have several addresses, and one place
/// in the source.
using Cause = std::tuple<std::string, std::uint32_t, std::string>;
struct Origins {
  std::map<std::uintptr_t, std::size_t> registered;           // host ranges, by begin
  std::map<const void*, std::vector<std::string>> arguments;  // of calls, by place
  std::map<Cause, int> causes;                                // their numbers
  std::map<std::pair<const void*, int>, int> of_calls;        // the same by place and argument
};
Origins& origins() {
  static auto* const all = new Origins;
  return *all;
}

std::uintptr_t address_number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// "d_in" of an argument of the call; empty: the text is not there or says nothing.
std::string written_argument(const HostCall& call, int argument) {
  return variable_of(argument_text(call, argument));
}

/// Under the lock of the runtime.
std::string written_name(const DeviceMemory::Allocation& allocation) {
  const AllocationCalls& calls = allocation.calls;
  if (calls.made == nullptr || calls.argument < 0) return {};
  return written_argument({calls.function, calls.made}, calls.argument);
}

int cause_of(const HostCall& call, int argument) {
  const auto [known, fresh] = origins().of_calls.try_emplace({call.place, argument}, -1);
  if (!fresh) return known->second;
  HostPlace place = host_place(call.place);
  Cause cause{std::move(place.file), place.line, written_argument(call, argument)};
  auto& causes = origins().causes;
  const auto number = static_cast<int>(causes.size());
  return known->second = causes.try_emplace(std::move(cause), number).first->second;
}

bool is_managed_variable(const void* pointer) {
  CodeMap* const code = CodeMap::of(pointer);
  const ProgramVariable* const variable = code != nullptr ? code->variable_at(pointer) : nullptr;
  return variable != nullptr && variable->section == "ws_managed";
}

std::size_t room_in(const std::byte* begin, std::size_t bytes, const void* pointer) {
  return bytes - static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - begin);
}

}  // namespace

std::string argument_text(const HostCall& call, int argument) {
  const auto [known, added] = origins().arguments.try_emplace(call.place);
  std::vector<std::string>& arguments = known->second;
  if (added) {
    if (CodeMap* const code = CodeMap::of(call.place)) {
      const auto& frames = code->frames(address_number(call.place));
      if (!frames.empty())
        arguments = arguments_of_call(program_source(frames.front().file).text, frames.front().line,
                                      call.function, frames.front().column);
    }
  }
  if (argument < 0 || static_cast<std::size_t>(argument) >= arguments.size()) return {};
  return arguments[static_cast<std::size_t>(argument)];
}

PointerPlace place_of_pointer(const void* pointer) {
  using Kind = PointerPlace::Kind;
  if (pointer == nullptr) return {.kind = Kind::null, .room = 0};
  const DeviceMemory& memory = DeviceMemory::the();
  if (memory.owns(pointer)) {
    const auto* const allocation = memory.find(pointer);
    if (allocation == nullptr || !allocation->holds(pointer))
      return {.kind = Kind::outside, .allocation = allocation, .room = 0};
    if (allocation->is_freed()) {
      return {.kind = Kind::freed,
              .allocation = allocation,
              .room = room_in(allocation->begin, allocation->bytes, pointer)};
    }
    Kind kind = Kind::device;
    if (allocation->kind == DeviceMemory::Kind::managed) kind = Kind::managed;
    if (allocation->kind == DeviceMemory::Kind::pinned) kind = Kind::pinned;
    return {.kind = kind,
            .allocation = allocation,
            .room = room_in(allocation->begin, allocation->bytes, pointer),
            .shadowed = true};
  }
  if (std::optional<SymbolPlace> symbol = find_symbol(pointer)) {
    const Kind kind = is_managed_variable(pointer) ? Kind::managed : Kind::symbol;
    const std::size_t room =
        room_in(static_cast<const std::byte*>(symbol->begin), symbol->bytes, pointer);
    return {.kind = kind, .symbol = std::move(symbol), .room = room};
  }
  // What is copied must end with the registration in which it begins, even if the next one follows at once. What
  // begins in none is pageable, even if it reaches into one. So an H100 answers.
  if (const RegisteredHost host = registered_host(pointer); host.bytes != 0)
    return {.kind = Kind::pinned, .room = room_in(host.begin, host.bytes, pointer)};
  return {.kind = Kind::host};
}

bool is_mapped(const void* begin, std::size_t bytes) {
  if (bytes == 0) return true;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = address_number(begin) / page * page;
  const std::uintptr_t last = (address_number(begin) + bytes - 1) / page * page;
  if (last < first || bytes > SIZE_MAX / 2) return false;  // over the end of the address space
  constexpr std::uintptr_t most_pages = std::uintptr_t{1} << 16U;
  std::vector<unsigned char> in_core(std::min((last - first) / page + 1, most_pages));
  for (std::uintptr_t at = first; at <= last; at += in_core.size() * page) {
    const std::uintptr_t part = std::min(last + page - at, in_core.size() * page);
    if (mincore(reinterpret_cast<void*>(at), part, in_core.data()) != 0) return false;
  }
  return true;
}

bool register_host(const void* begin, std::size_t bytes) {
  auto& registered = origins().registered;
  const auto next = registered.lower_bound(address_number(begin));
  const bool reaches_next = next != registered.end() && next->first - address_number(begin) < bytes;
  if (reaches_next || registered_host(begin).bytes != 0) return false;
  registered[address_number(begin)] = bytes;
  return true;
}

RegisteredHost registered_host(const void* address) {
  const auto& registered = origins().registered;
  const auto next = registered.upper_bound(address_number(address));
  if (next == registered.begin()) return {};
  const auto& [begin, bytes] = *std::prev(next);
  if (address_number(address) - begin >= bytes) return {};
  return {reinterpret_cast<std::byte*>(begin), bytes};
}

bool unregister_host(const void* begin) {
  return origins().registered.erase(address_number(begin)) == 1;
}

void remember_made(DeviceMemory::Allocation& allocation, const HostCall& call, int argument) {
  DeviceMemory::the().set_calls(allocation, {.function = call.function,
                                             .made = call.place,
                                             .argument = argument,
                                             .cause = cause_of(call, argument)});
}

void remember_freed(void* begin, const HostCall& call) {
  DeviceMemory::the().find(begin)->calls.freed = call.place;
}

void forget_origins() { origins().registered.clear(); }

Sentence freed_where(const DeviceMemory::Allocation& allocation) {
  if (allocation.of_graph && allocation.calls.freed == nullptr)
    return say("which only a launch of the graph that was captured with it allocates");
  const HostPlace place = host_place(allocation.calls.freed);
  if (place.line == 0) return say("which was freed before");
  const std::size_t slash = place.file.rfind('/');
  return say("which was freed at {0}:{1}",
             slash == std::string::npos ? place.file : place.file.substr(slash + 1), place.line);
}

std::string host_name_of(const void* address) {
  // The launch of a lane holds it already, maybe on another thread, which waits for this one.
  std::unique_lock lock(runtime_mutex(), std::defer_lock);
  if (!on_device()) lock.lock();
  const auto* const allocation = DeviceMemory::the().find(address);
  return allocation == nullptr ? std::string() : written_name(*allocation);
}

bool shares_its_call(const void* address) {
  std::unique_lock lock(runtime_mutex(), std::defer_lock);
  if (!on_device()) lock.lock();
  const auto* const allocation = DeviceMemory::the().find(address);
  if (allocation == nullptr) return false;
  const std::size_t others = allocation->is_freed() ? 0 : 1;
  return DeviceMemory::the().living_of_cause(allocation->calls.cause) > others;
}

Sentence name_in_call(const HostCall& call, int argument, const void* pointer,
                      const PointerPlace& place) {
  if (std::string written = written_argument(call, argument); !written.empty()) return written;
  if (place.symbol) return place.symbol->name;
  if (place.kind == PointerPlace::Kind::null) return say("a null pointer");
  if (place.allocation != nullptr) {
    std::string name = host_name_of(pointer);
    return name.empty() ? name_of_memory(place.allocation->begin) : Sentence(name);
  }
  return place.kind == PointerPlace::Kind::outside ? say("an unknown address of the device")
                                                   : say("an array of the host");
}

Sentence kind_of_memory(const PointerPlace& place) {
  using Kind = PointerPlace::Kind;
  switch (place.kind) {
    case Kind::null: return say("a null pointer");
    case Kind::host: return say("the host's memory");
    case Kind::pinned: return say("pinned memory of the host");
    case Kind::managed: return say("managed memory");
    case Kind::device: return say("device memory");
    case Kind::symbol: return say("a variable of the device");
    case Kind::freed: return say("freed memory");
    case Kind::outside: break;
  }
  return say("no memory of the program");
}

}  // namespace warpscope
