#include "instrumentation/program/runtime/copy_checks.hpp"

#include <set>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/runtime/call_text.hpp"

namespace warpscope {
namespace {

using PlaceKind = PointerPlace::Kind;

std::set<const void*>& allowed_symbols() {
  static auto* const all = new std::set<const void*>;
  return *all;
}

cudaError_t refuse_side(const CopySide& side, FindingKind kind, Sentence why,
                        cudaError_t error = cudaErrorInvalidValue) {
  report_host(kind, side.call.place, std::move(why));
  return error;
}

/// Whether the pointer may be used at all.
cudaError_t check_pointer(const CopySide& side, bool target) {
  const PointerPlace& place = side.place;
  const Sentence role = target ? say("destination") : say("source");
  const char* const function = side.call.function;
  switch (place.kind) {
    case PlaceKind::null:
      return refuse_side(side, FindingKind::wrong_call,
                         say("{0} is given {1} as its {2}, which is a null pointer: allocate it "
                             "first, and look at what the allocation returned",
                             function, side.name(), role));
    case PlaceKind::freed:
      if (side.captured && place.allocation->of_graph) return cudaSuccess;
      return refuse_side(side, FindingKind::use_after_free,
                         say("{0} is given {1}, {2}: use it before it is freed", function,
                             side.name(), freed_where(*place.allocation)));
    case PlaceKind::outside:
      return refuse_side(
          side, FindingKind::out_of_bounds,
          place.allocation != nullptr
              ? say("{0} is given {1} as its {2}, which lies outside of the {3} bytes "
                    "of its allocation",
                    function, side.name(), role, Grouped(place.allocation->bytes))
              : say("{0} is given {1} as its {2}, an address of the device where "
                    "nothing was allocated",
                    function, side.name(), role));
    case PlaceKind::symbol:
      if (side.symbol_named || allowed_symbols().count(place.symbol->begin) != 0)
        return cudaSuccess;
      return refuse_side(side, FindingKind::wrong_call,
                         say("{0} is given {1}, which is a variable of the device and no pointer: "
                             "use cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or ask "
                             "cudaGetSymbolAddress for its address",
                             function, side.name()));
    default: return cudaSuccess;
  }
}

cudaError_t check_range(const CopySide& side, const CopyBox& box, bool target) {
  const char* const function = side.call.function;
  const std::size_t pitch = target ? box.to_pitch : box.from_pitch;
  if (box.height > 1 && pitch < box.width) {
    return refuse_side(
        side, FindingKind::wrong_call,
        say("{0} is given {1}, whose rows are {2} bytes apart, for rows of {3} bytes: "
            "a pitch is at least the width",
            function, side.name(), Grouped(pitch), Grouped(box.width)),
        cudaErrorInvalidPitchValue);
  }
  const std::size_t slice = target ? box.to_slice : box.from_slice;
  std::size_t rows = 0, box_rows = 0;
  const bool overflows = __builtin_mul_overflow(pitch, box.height, &rows) ||
                         __builtin_mul_overflow(box.height, box.depth, &box_rows);
  if (box.depth > 1 && (overflows || slice < rows)) {
    return refuse_side(
        side, FindingKind::wrong_call,
        say("{0} is given {1}, whose slices are {2} apart, for {3} rows of {4} bytes "
            "each: the height of a slice is at least that of what is copied",
            function, side.name(), bytes_text(slice), Grouped(box.height), Grouped(pitch)));
  }
  const std::optional<std::size_t> bytes = reach(box, target);
  if (!bytes) {
    return refuse_side(side, FindingKind::out_of_bounds,
                       say("{0} is given {1} for {2} rows that are {3} apart, which is more than "
                           "there are addresses: did a size become negative?",
                           function, side.name(), Grouped(box.height), bytes_text(pitch)));
  }
  const Sentence range =
      box.height > 1 ? say("{0} with its pitch", bytes_text(*bytes)) : bytes_text(*bytes);
  const bool is_registered =
      side.place.kind == PlaceKind::pinned && side.place.allocation == nullptr;
  if (*bytes > side.place.room) {
    return refuse_side(
        side, FindingKind::out_of_bounds,
        is_registered ? say("{0} is given {1} for {2}, but only {3} are registered there: give "
                            "cudaHostRegister all that is copied at once",
                            function, side.name(), range, Grouped(side.place.room))
                      : say("{0} is given {1} for {2}, but only {3} are left there: is the size in "
                            "bytes, and "
                            "the same as where it was allocated?",
                            function, side.name(), range, Grouped(side.place.room)));
  }
  const bool no_room_known = side.place.kind == PlaceKind::host || is_registered;
  if (no_room_known && !is_mapped(side.pointer, *bytes)) {
    return refuse_side(
        side, FindingKind::foreign_memory,
        is_wrapped(*bytes)
            ? say("{0} is given {1} for {2}, which are no memory of the host: did the "
                  "size become negative?",
                  function, side.name(), range)
            : say("{0} is given {1} for {2}, which are no memory of the host: allocate "
                  "it first",
                  function, side.name(), range));
  }
  return cudaSuccess;
}

/// The kind that says what the two sides are.
cudaMemcpyKind right_kind(const CopySide& to, const CopySide& from) {
  const bool to_host = to.place.kind == PlaceKind::host;
  const bool from_host = from.place.kind == PlaceKind::host;
  if (to_host && from_host) return cudaMemcpyHostToHost;
  if (to_host) return cudaMemcpyDeviceToHost;
  return from_host ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

/// As the runtime of CUDA 13 was seen to do on an H200: with one address space, a side that is said to be the device's
/// must be reachable by the device; a side that is said to be the host's may be anything.
bool direction_fails(const CopySide& to, const CopySide& from, cudaMemcpyKind kind) {
  const bool to_host = to.place.kind == PlaceKind::host;
  const bool from_host = from.place.kind == PlaceKind::host;
  switch (kind) {
    case cudaMemcpyHostToDevice: return to_host;
    case cudaMemcpyDeviceToHost: return from_host;
    case cudaMemcpyDeviceToDevice: return to_host || from_host;
    case cudaMemcpyHostToHost:
      return (to_host && !from.place.host_reaches()) || (from_host && !to.place.host_reaches());
    default: return false;
  }
}

cudaError_t check_direction(const CopySide& to, const CopySide& from, cudaMemcpyKind kind) {
  if (!direction_fails(to, from, kind)) return cudaSuccess;
  const cudaMemcpyKind right = right_kind(to, from);
  const bool exchanged = (kind == cudaMemcpyHostToDevice && right == cudaMemcpyDeviceToHost) ||
                         (kind == cudaMemcpyDeviceToHost && right == cudaMemcpyHostToDevice);
  const std::string told = kind_name(kind), wanted = kind_name(right);
  const Sentence given = say("its destination {0} is {1} and its source {2} is {3}", to.name(),
                             kind_of_memory(to.place), from.name(), kind_of_memory(from.place));
  // Translators: the third field is "its destination … is … and its source … is …".
  report_host(
      FindingKind::wrong_call, to.call.place,
      exchanged ? say("{0} is told {1}, but {2}: say {3}, or exchange the two arrays",
                      to.call.function, told, given, wanted)
      : right == cudaMemcpyHostToHost
          ? say("{0} is told {1}, but {2}: say {3}, or pass an array of the device",
                to.call.function, told, given, wanted)
          : say("{0} is told {1}, but {2}: say {3}", to.call.function, told, given, wanted));
  return cudaErrorInvalidValue;
}

}  // namespace

std::string kind_name(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost: return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice: return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost: return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice: return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault: return "cudaMemcpyDefault";
  }
  return "direction " + std::to_string(static_cast<int>(kind));
}

std::optional<std::size_t> reach(const CopyBox& box, bool target) {
  std::size_t last_slice = 0, last_row = 0, bytes = 0;
  const std::size_t pitch = target ? box.to_pitch : box.from_pitch;
  const std::size_t slice = target ? box.to_slice : box.from_slice;
  if (__builtin_mul_overflow(box.depth - 1, slice, &last_slice) ||
      __builtin_mul_overflow(box.height - 1, pitch, &last_row) ||
      __builtin_add_overflow(last_slice, last_row, &bytes) ||
      __builtin_add_overflow(bytes, box.width, &bytes))
    return std::nullopt;
  return bytes;
}

void allow_symbol_pointer(const void* symbol) { allowed_symbols().insert(symbol); }

cudaError_t check_copy(const CopySide& to, const CopySide& from, const CopyBox& box,
                       cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    report_host(FindingKind::wrong_call, to.call.place,
                say("{0} is told {1}, which is no direction of CUDA's: say {2}", to.call.function,
                    kind_name(kind), kind_name(right_kind(to, from))));
    return cudaErrorInvalidMemcpyDirection;
  }
  if (const cudaError_t error = check_pointer(to, true)) return error;
  if (const cudaError_t error = check_pointer(from, false)) return error;
  if (const cudaError_t error = check_direction(to, from, kind)) return error;
  if (const cudaError_t error = check_range(to, box, true)) return error;
  return check_range(from, box, false);
}

cudaError_t check_set(const CopySide& to, const CopyBox& box) {
  if (const cudaError_t error = check_pointer(to, true)) return error;
  if (!to.place.device_reaches()) {
    return refuse_side(to, FindingKind::wrong_call,
                       say("{0} is given {1}, which is {2}: use memset() for the host's memory",
                           to.call.function, to.name(), kind_of_memory(to.place)));
  }
  return check_range(to, box, true);
}

}  // namespace warpscope
