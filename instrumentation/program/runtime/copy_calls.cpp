#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/call_text.hpp"
#include "instrumentation/program/runtime/copy_checks.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/modelled_time.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"
#include "instrumentation/program/runtime/streams.hpp"

// cudaMemcpy, cudaMemset and their relatives.

namespace warpscope {
namespace {

std::byte* at(const void* begin, std::size_t offset) {
  return const_cast<std::byte*>(static_cast<const std::byte*>(begin)) + offset;
}

/// Calls `row` with the offsets in both sides of every row of the box.
template <class Row>
void for_each_row(const CopyBox& box, Row&& row) {
  for (std::size_t slice = 0; slice < box.depth; ++slice) {
    for (std::size_t line = 0; line < box.height; ++line) {
      row(slice * box.to_slice + line * box.to_pitch,
          slice * box.from_slice + line * box.from_pitch);
    }
  }
}

/// Bytes of a copy's source that nothing has written.
struct Unwritten {
  std::size_t bytes = 0;
  std::size_t first = 0;  ///< its offset in the source, if there is one
};

Unwritten unwritten_of(const CopySide& from, const CopyBox& box) {
  Unwritten found;
  if (from.place.kind != PointerPlace::Kind::device || !from.place.shadowed) return found;
  // Padding between members is shorter than what a member may be aligned to.
  constexpr std::ptrdiff_t most_padding = 15;
  const auto* const allocation = std::as_const(DeviceMemory::the()).find(from.pointer);
  const bool padded = allocation != nullptr && allocation->padded;
  for_each_row(box, [&](std::size_t, std::size_t offset) {
    const std::uint8_t* const row = DeviceMemory::shadow(at(from.pointer, offset));
    const std::uint8_t* const end = row + box.width;
    const std::uint8_t* gap = row;
    while ((gap = static_cast<const std::uint8_t*>(
                std::memchr(gap, 0, static_cast<std::size_t>(end - gap)))) != nullptr) {
      const void* const written = std::memchr(gap, 1, static_cast<std::size_t>(end - gap));
      const std::uint8_t* const behind =
          written != nullptr ? static_cast<const std::uint8_t*>(written) : end;
      if (!padded || behind - gap > most_padding) {
        if (found.bytes == 0) found.first = offset + static_cast<std::size_t>(gap - row);
        found.bytes += static_cast<std::size_t>(behind - gap);
      }
      gap = behind;
    }
  });
  return found;
}

/// What the host gets has been written by somebody.
void check_written(const CopySide& to, const CopySide& from, const CopyBox& box) {
  if (!to.place.host_reaches()) return;
  const Unwritten unwritten = unwritten_of(from, box);
  if (unwritten.bytes == 0) return;
  const Grouped all(box.bytes());
  report_host(
      FindingKind::uninitialised_read, to.call.place,
      unwritten.bytes < box.bytes()
          ? say("{0} copies {1} bytes of {2}, of which nothing has written {3}, the first of "
                "them byte {4}: no kernel, copy or cudaMemset has been there",
                to.call.function, all, from.name(), Grouped(unwritten.bytes),
                Grouped(unwritten.first))
          : say("{0} copies {1} bytes of {2} that nothing has written: no kernel, copy or "
                "cudaMemset has been there",
                to.call.function, all, from.name()));
}

void tell_copy(const CopySide& to, const CopySide& from, const CopyBox& box) {
  const Grouped bytes(box.bytes());
  if (to.place.kind == PointerPlace::Kind::host)
    tell_host(say("copy out: {0} bytes of {1}", bytes, from.name()));
  else if (from.place.kind == PointerPlace::Kind::host)
    tell_host(say("copy in: {0} bytes to {1}", bytes, to.name()));
  else
    tell_host(say("copy: {0} bytes of {1} to {2}", bytes, from.name(), to.name()));
}

/// What of the device's memory one side of a copy uses.
std::vector<ByteRange> ranges_of(const CopySide& side, const CopyBox& box, bool target) {
  constexpr std::size_t most_rows = 16'384;  // with more, nothing is said of the order
  std::vector<ByteRange> ranges;
  if (!DeviceMemory::the().owns(side.pointer) || box.height * box.depth > most_rows) return ranges;
  for_each_row(box, [&](std::size_t to_offset, std::size_t from_offset) {
    const auto begin =
        reinterpret_cast<std::uintptr_t>(at(side.pointer, target ? to_offset : from_offset));
    if (!ranges.empty() && ranges.back().end == begin) {
      ranges.back().end += box.width;
    } else {
      ranges.push_back({begin, begin + box.width});
    }
  });
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  return ranges;
}

/// Whether a call is given how many bytes to copy, and nothing else of the shape.
bool gives_bytes_alone(const HostCall& call) {
  const std::string_view name = call.function;
  return name == "cudaMemcpy" || name == "cudaMemcpyAsync";
}

/// The argument of these that holds the bytes.
constexpr int bytes_argument = 2;

/// The allocation that a side begins with, if it was asked for as so many bytes.
const DeviceAllocation* whole_array(const CopySide& side) {
  const DeviceAllocation* const found = side.place.allocation;
  const bool whole = found != nullptr && found->begin == side.pointer && found->pitch == 0 &&
                     found->calls.made != nullptr && found->calls.argument >= 0;
  return whole ? found : nullptr;
}

std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
  return text;
}

/// "float" of "n * sizeof(float)"; empty: there is no sizeof, or more than one.
std::string measured_by(const std::string& text) {
  constexpr std::string_view word = "sizeof(";
  const std::size_t at = text.find(word), begin = at + word.size();
  const std::size_t end = text.find(')', begin);
  if (at == std::string::npos || end == std::string::npos ||
      text.find(word, begin) != std::string::npos)
    return {};
  return text.substr(begin, end - begin);
}

std::string size_written_for(const DeviceAllocation& array) {
  const AllocationCalls& calls = array.calls;
  return argument_text({calls.function, calls.made}, calls.argument + 1);
}

/// Whether the array was allocated as so many elements: "n" of "n * sizeof(float)".
bool is_count_of(const DeviceAllocation& array, const std::string& count) {
  const std::string size = without_spaces(size_written_for(array));
  const std::string unit = "sizeof(" + without_spaces(measured_by(size_written_for(array))) + ")";
  const std::string number = without_spaces(count);
  return size == number + "*" + unit || size == unit + "*" + number;
}

/// A copy of as many bytes as the array has elements, or as a pointer to it has. A shorter copy is usual and right; so
/// both the numbers and the program's text must say that a size was forgotten.
void note_short_copy(const CopySide& to, const CopySide& from, std::size_t bytes) {
  for (const CopySide* const side : {&to, &from}) {
    const DeviceAllocation* const array = whole_array(*side);
    if (array == nullptr || bytes >= array->bytes) continue;
    const std::string written = argument_text(to.call, bytes_argument);
    if (written.empty()) return;
    const std::string element = measured_by(size_written_for(*array));
    const std::string measured = measured_by(written);
    const std::string name = side->name().english();
    if (measured == name && written.find('*') == std::string::npos && bytes == sizeof(void*)) {
      note_host(to.call.place,
                say("{0} copies {1}, the size of the pointer {2}, which has {3}: give it the bytes "
                    "of the array",
                    to.call.function, bytes_text(bytes), name, bytes_text(array->bytes)));
      return;
    }
    if (!element.empty() && array->bytes % bytes == 0 && is_count_of(*array, written)) {
      note_host(to.call.place,
                say("{0} copies {1}, but {2} has {3}: is {4} the number of elements? Write {4} * "
                    "sizeof({5})",
                    to.call.function, bytes_text(bytes), name, bytes_text(array->bytes), written,
                    element));
      return;
    }
  }
}

cudaError_t do_copy(const CopySide& to, const CopySide& from, const CopyBox& box) {
  check_written(to, from, box);
  DeviceMemory& memory = DeviceMemory::the();
  for_each_row(box, [&](std::size_t to_offset, std::size_t from_offset) {
    void* const target = at(to.pointer, to_offset);
    const void* const source = at(from.pointer, from_offset);
    std::memmove(target, source, box.width);
    if (!to.place.shadowed) return;
    if (from.place.shadowed)
      memory.copy_written(target, source, box.width);
    else
      memory.mark_written(target, box.width);
  });
  WorkOrder::the().use(
      {.reads = ranges_of(from, box, false), .writes = ranges_of(to, box, true), .updates = {}});
  const bool on_device =
      to.place.kind != PointerPlace::Kind::host && to.place.kind != PointerPlace::Kind::pinned &&
      from.place.kind != PointerPlace::Kind::host && from.place.kind != PointerPlace::Kind::pinned;
  if (on_device)
    ModelledTime::the().work_on_device(box.bytes());
  else
    ModelledTime::the().copy_to_or_from_host(box.bytes());
  tell_copy(to, from, box);
  return cudaSuccess;
}

/// Where a copy is done. Unset: in the legacy stream, and the host waits for it.
using CopyStream = std::optional<cudaStream_t>;

bool is_pageable(const CopySide& side) { return side.place.kind == PointerPlace::Kind::host; }

/// As a GPU's driver does: what is pageable is read when the copy is asked for, even if the copy comes later.
std::shared_ptr<std::vector<std::byte>> staged(const CopySide& from, const CopyBox& box) {
  const auto* const begin = static_cast<const std::byte*>(from.pointer);
  return std::make_shared<std::vector<std::byte>>(begin, begin + *reach(box, false));
}

/// Checks and does a copy in its stream. `to_argument`, `from_argument`: which arguments of the call they are.
/// `symbol`: the call names the variable of the device that it copies.
cudaError_t copy(const HostCall& call, void* to, int to_argument, const void* from,
                 int from_argument, const CopyBox& box, cudaMemcpyKind kind,
                 CopyStream stream = std::nullopt, bool symbol = false) {
  auto* const in = stream.value_or(nullptr);
  if (const cudaError_t error = enter_stream(call, in)) return error;
  if (box.empty()) return cudaSuccess;
  const bool captured = is_capturing(in);
  const auto side = [=](const void* pointer, int argument, bool later) {
    return CopySide{call, pointer, argument, place_of_pointer(pointer), symbol, later};
  };
  const CopySide first_to = side(to, to_argument, captured);
  const CopySide first_from = side(from, from_argument, captured);
  if (const cudaError_t error = check_copy(first_to, first_from, box, kind)) return error;
  if (gives_bytes_alone(call)) note_short_copy(first_to, first_from, box.bytes());
  if (HostErrors& errors = HostErrors::the(); errors.sticky() != 0) {
    if (all_launches_ran_through() && !errors.work_was_left_out())
      check_written(first_to, first_from, box);
    if (first_to.place.kind == PointerPlace::Kind::device) errors.left_work_out();
    return static_cast<cudaError_t>(errors.sticky());
  }
  const bool waits = stream ? is_pageable(first_to)
                            : first_to.place.host_reaches() || first_from.place.host_reaches();
  if (!captured && !waits && is_pageable(first_from) && keeps_work(in)) {
    return do_in_stream(call, in, [=, memory = staged(first_from, box)] {
      CopySide source = first_from;
      source.pointer = memory->data();
      const CopySide target = side(to, to_argument, false);
      if (const cudaError_t error = check_copy(target, source, box, kind)) return error;
      return do_copy(target, source, box);
    });
  }
  return do_in_stream(
      call, in,
      [=] {
        // A copy may run later, when its memory may be gone.
        const CopySide target = side(to, to_argument, false);
        const CopySide source = side(from, from_argument, false);
        if (const cudaError_t error = check_copy(target, source, box, kind)) return error;
        return do_copy(target, source, box);
      },
      waits ? HostWaits::yes : HostWaits::no);
}

/// SIZE_MAX: it overflows.
std::size_t slice_of(const cudaPitchedPtr& side) {
  std::size_t bytes = 0;
  return __builtin_mul_overflow(side.pitch, side.ysize, &bytes) ? SIZE_MAX : bytes;
}

/// Whether so many bytes, rows and slices can have addresses.
bool is_addressable(const cudaPitchedPtr& side, const cudaExtent& extent) {
  std::size_t slices = 0, rows = 0;
  return !__builtin_mul_overflow(extent.depth - 1, slice_of(side), &slices) &&
         !__builtin_mul_overflow(extent.height - 1, side.pitch, &rows) &&
         !__builtin_add_overflow(slices, rows, &rows) &&
         !__builtin_add_overflow(rows, extent.width, &rows) && rows <= SIZE_MAX / 2;
}

cudaError_t copy_3d(const HostCall& call, const cudaMemcpy3DParms* parameters,
                    CopyStream stream = std::nullopt) {
  if (parameters == nullptr) return cudaErrorInvalidValue;
  const cudaMemcpy3DParms& p = *parameters;
  if (p.srcArray != nullptr || p.dstArray != nullptr)
    unsupported_at(call.place, say("a copy of CUDA arrays"),
                   say("use linear memory of cudaMalloc3D"));
  for (const auto* const side : {&p.dstPtr, &p.srcPtr}) {
    const cudaPos& position = side == &p.dstPtr ? p.dstPos : p.srcPos;
    if (!is_addressable(*side, {position.x, position.y + 1, position.z + 1})) {
      report_host(FindingKind::wrong_call, call.place,
                  say("{0} is given a position of ({1}, {2}, {3}) in rows of {4}, which no address "
                      "reaches: did a size become negative?",
                      call.function, static_cast<std::int64_t>(position.x),
                      static_cast<std::int64_t>(position.y), static_cast<std::int64_t>(position.z),
                      bytes_text(side->pitch)));
      return cudaErrorInvalidValue;
    }
  }
  const auto begin = [&](const cudaPitchedPtr& side, const cudaPos& position) -> void* {
    if (side.ptr == nullptr) return nullptr;
    return at(side.ptr, position.z * slice_of(side) + position.y * side.pitch + position.x);
  };
  const CopyBox box{.width = p.extent.width,
                    .height = p.extent.height,
                    .depth = p.extent.depth,
                    .to_pitch = p.dstPtr.pitch,
                    .to_slice = slice_of(p.dstPtr),
                    .from_pitch = p.srcPtr.pitch,
                    .from_slice = slice_of(p.srcPtr)};
  return copy(call, begin(p.dstPtr, p.dstPos), -1, begin(p.srcPtr, p.srcPos), -1, box, p.kind,
              stream);
}

CopyBox line(std::size_t bytes) {
  return {.width = bytes,
          .height = 1,
          .depth = 1,
          .to_pitch = bytes,
          .to_slice = bytes,
          .from_pitch = bytes,
          .from_slice = bytes};
}

CopyBox rows(std::size_t to_pitch, std::size_t from_pitch, std::size_t width, std::size_t height) {
  return {.width = width,
          .height = height,
          .depth = 1,
          .to_pitch = to_pitch,
          .to_slice = 0,
          .from_pitch = from_pitch,
          .from_slice = 0};
}

CopyBox slices(const cudaPitchedPtr& pitched, const cudaExtent& extent) {
  CopyBox box = rows(pitched.pitch, pitched.pitch, extent.width, extent.height);
  box.depth = extent.depth;
  box.to_slice = box.from_slice = slice_of(pitched);
  return box;
}

cudaError_t set(const HostCall& call, void* pointer, int value, const CopyBox& box,
                CopyStream asynchronous = std::nullopt) {
  auto* const stream = asynchronous.value_or(nullptr);
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  if (box.empty()) return cudaSuccess;
  const CopySide first{call, pointer, 0, place_of_pointer(pointer), false, is_capturing(stream)};
  if (const cudaError_t error = check_set(first, box)) return error;
  if (HostErrors& errors = HostErrors::the(); errors.sticky() != 0) {
    errors.left_work_out();
    return static_cast<cudaError_t>(errors.sticky());
  }
  const bool waits = !asynchronous && first.place.host_reaches();
  const auto work = [=] {
    const CopySide target{call, pointer, 0, place_of_pointer(pointer)};
    if (const cudaError_t error = check_set(target, box)) return error;
    for_each_row(box, [&](std::size_t offset, std::size_t) {
      std::memset(at(pointer, offset), value, box.width);
      if (target.place.shadowed) DeviceMemory::the().mark_written(at(pointer, offset), box.width);
    });
    WorkOrder::the().use({.reads = {}, .writes = ranges_of(target, box, true), .updates = {}});
    ModelledTime::the().work_on_device(box.bytes());
    tell_host(
        say("set: {0} bytes of {1} to {2}", Grouped(box.bytes()), target.name(), value & 0xff));
    return cudaSuccess;
  };
  return do_in_stream(call, stream, work, waits ? HostWaits::yes : HostWaits::no);
}

/// The memory of a symbol, `offset` bytes in; null after a report.
void* symbol_memory(const HostCall& call, int argument, const void* symbol, std::size_t bytes,
                    std::size_t offset, cudaError_t& error) {
  const PointerPlace place = place_of_pointer(symbol);
  const Sentence name = name_in_call(call, argument, symbol, place);
  const auto refuse = [&](cudaError_t with, FindingKind kind, Sentence why) -> void* {
    error = with;
    report_host(kind, call.place, std::move(why));
    return nullptr;
  };
  if (!place.symbol || place.symbol->begin != symbol) {
    const bool pointer = place.kind != PointerPlace::Kind::host;
    return refuse(cudaErrorInvalidSymbol, FindingKind::wrong_call,
                  pointer ? say("{0} is given {1}, which is {2} and no __device__ or __constant__ "
                                "variable: use cudaMemcpy for memory of a pointer",
                                call.function, name, kind_of_memory(place))
                          : say("{0} is given {1}, which is {2} and no __device__ or __constant__ "
                                "variable: pass the variable itself, without & and not as text",
                                call.function, name, kind_of_memory(place)));
  }
  if (offset > place.symbol->bytes || bytes > place.symbol->bytes - offset) {
    return refuse(
        cudaErrorInvalidValue, FindingKind::out_of_bounds,
        say("{0} is given {1}, which has {2} bytes, for {3} bytes from byte {4} on: copy no "
            "more than it holds",
            call.function, name, Grouped(place.symbol->bytes), Grouped(bytes), Grouped(offset)));
  }
  return at(place.symbol->begin, offset);
}

/// What a copy of a symbol is called after it was found: memory of the device.
cudaError_t copy_symbol(const HostCall& call, bool to_symbol, const void* symbol, const void* other,
                        std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                        CopyStream stream = std::nullopt) {
  const cudaMemcpyKind usual = to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  if (kind != usual && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    report_host(FindingKind::wrong_call, call.place,
                say("{0} is told {1}: say {2}, or nothing", call.function, kind_name(kind),
                    kind_name(usual)));
    return cudaErrorInvalidMemcpyDirection;
  }
  if (bytes == 0) return cudaSuccess;
  cudaError_t error = cudaSuccess;
  void* const memory = symbol_memory(call, to_symbol ? 0 : 1, symbol, bytes, offset, error);
  if (memory == nullptr) return error;
  if (to_symbol) return copy(call, memory, 0, other, 1, line(bytes), kind, stream, true);
  return copy(call, const_cast<void*>(other), 0, memory, 1, line(bytes), kind, stream, true);
}

/// Serves a call that a poisoned device refuses only after a look at what it is given.
template <class Body>
cudaError_t serve_checked(const HostCall& call, Body&& body) {
  return serve(call, std::forward<Body>(body), Asks::device_at_last);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const HostCall call{"cudaMemcpy", __builtin_return_address(0)};
  return serve_checked(call, [&] { return copy(call, to, 0, from, 1, line(bytes), kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  const HostCall call{"cudaMemcpyAsync", __builtin_return_address(0)};
  return serve_checked(call, [&] { return copy(call, to, 0, from, 1, line(bytes), kind, stream); });
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t bytes) {
  const HostCall call{"cudaMemcpyPeer", __builtin_return_address(0)};
  return serve_checked(call, [&] {
    if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
    return copy(call, to, 0, from, 2, line(bytes), cudaMemcpyDeviceToDevice);
  });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream) {
  const HostCall call{"cudaMemcpyPeerAsync", __builtin_return_address(0)};
  return serve_checked(call, [&] {
    if (to_device != 0 || from_device != 0) return cudaErrorInvalidDevice;
    return copy(call, to, 0, from, 2, line(bytes), cudaMemcpyDeviceToDevice, stream);
  });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  const HostCall call{"cudaMemcpy2D", __builtin_return_address(0)};
  return serve_checked(call, [&] {
    return copy(call, to, 0, from, 2, rows(to_pitch, from_pitch, width, height), kind);
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  const HostCall call{"cudaMemcpy2DAsync", __builtin_return_address(0)};
  return serve_checked(call, [&] {
    return copy(call, to, 0, from, 2, rows(to_pitch, from_pitch, width, height), kind, stream);
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  const HostCall call{"cudaMemcpy3D", __builtin_return_address(0)};
  return serve_checked(call, [&] { return copy_3d(call, parameters); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  const HostCall call{"cudaMemcpy3DAsync", __builtin_return_address(0)};
  return serve_checked(call, [&] { return copy_3d(call, parameters, stream); });
}

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  const HostCall call{"cudaMemset", __builtin_return_address(0)};
  return serve_checked(call, [&] { return set(call, pointer, value, line(bytes)); });
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  const HostCall call{"cudaMemsetAsync", __builtin_return_address(0)};
  return serve_checked(call, [&] { return set(call, pointer, value, line(bytes), stream); });
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  const HostCall call{"cudaMemset2D", __builtin_return_address(0)};
  return serve_checked(
      call, [&] { return set(call, pointer, value, rows(pitch, pitch, width, height)); });
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  const HostCall call{"cudaMemset2DAsync", __builtin_return_address(0)};
  return serve_checked(
      call, [&] { return set(call, pointer, value, rows(pitch, pitch, width, height), stream); });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  const HostCall call{"cudaMemset3D", __builtin_return_address(0)};
  return serve_checked(call,
                       [&] { return set(call, pitched.ptr, value, slices(pitched, extent)); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent,
                              cudaStream_t stream) {
  const HostCall call{"cudaMemset3DAsync", __builtin_return_address(0)};
  return serve_checked(
      call, [&] { return set(call, pitched.ptr, value, slices(pitched, extent), stream); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  const HostCall call{"cudaMemcpyToSymbol", __builtin_return_address(0)};
  return serve_checked(call,
                       [&] { return copy_symbol(call, true, symbol, from, bytes, offset, kind); });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  const HostCall call{"cudaMemcpyToSymbolAsync", __builtin_return_address(0)};
  return serve_checked(
      call, [&] { return copy_symbol(call, true, symbol, from, bytes, offset, kind, stream); });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  const HostCall call{"cudaMemcpyFromSymbol", __builtin_return_address(0)};
  return serve_checked(call,
                       [&] { return copy_symbol(call, false, symbol, to, bytes, offset, kind); });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  const HostCall call{"cudaMemcpyFromSymbolAsync", __builtin_return_address(0)};
  return serve_checked(
      call, [&] { return copy_symbol(call, false, symbol, to, bytes, offset, kind, stream); });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  const HostCall call{"cudaGetSymbolAddress", __builtin_return_address(0)};
  return serve(call, [&] {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    cudaError_t error = cudaSuccess;
    *pointer = symbol_memory(call, 1, symbol, 0, 0, error);
    if (*pointer != nullptr) allow_symbol_pointer(symbol);
    return error;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  const HostCall call{"cudaGetSymbolSize", __builtin_return_address(0)};
  return serve(call, [&] {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    cudaError_t error = cudaSuccess;
    if (symbol_memory(call, 1, symbol, 0, 0, error) != nullptr)
      *bytes = place_of_pointer(symbol).symbol->bytes;
    return error;
  });
}
}

}  // namespace warpscope
