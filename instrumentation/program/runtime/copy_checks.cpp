#include "instrumentation/program/runtime/copy_checks.hpp"

#include <set>
#include <utility>

#include "instrumentation/program/runtime/call_text.hpp"

namespace warpscope {
namespace {

using PlaceKind = PointerPlace::Kind;

std::set<const void*>& allowed_symbols() {
  static auto* const all = new std::set<const void*>;
  return *all;
}

cudaError_t refuse_side(const CopySide& side, FindingKind kind, const std::string& why,
                        cudaError_t error = cudaErrorInvalidValue) {
  report_host(kind, side.call.place,
              std::string(side.call.function) + " is given " + side.name() + why);
  return error;
}

/// Whether the pointer may be used at all.
cudaError_t check_pointer(const CopySide& side, const char* role) {
  const PointerPlace& place = side.place;
  switch (place.kind) {
    case PlaceKind::null:
      return refuse_side(side, FindingKind::wrong_call,
                         std::string(" as its ") + role +
                             ", which is a null pointer: allocate it first, and look at what the "
                             "allocation returned");
    case PlaceKind::freed:
      if (side.captured && place.allocation->of_graph) return cudaSuccess;
      return refuse_side(side, FindingKind::use_after_free,
                         freed_where(*place.allocation) + ": use it before it is freed");
    case PlaceKind::outside:
      return refuse_side(side, FindingKind::out_of_bounds,
                         place.allocation != nullptr
                             ? " as its " + std::string(role) + ", which lies outside of the " +
                                   grouped_in_english(place.allocation->bytes) +
                                   " bytes of its allocation"
                             : " as its " + std::string(role) +
                                   ", an address of the device where nothing was allocated");
    case PlaceKind::symbol:
      if (side.symbol_named || allowed_symbols().count(place.symbol->begin) != 0)
        return cudaSuccess;
      return refuse_side(side, FindingKind::wrong_call,
                         ", which is a variable of the device and no pointer: use "
                         "cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or ask "
                         "cudaGetSymbolAddress for its address");
    default: return cudaSuccess;
  }
}

cudaError_t check_range(const CopySide& side, const CopyBox& box, bool target) {
  const std::size_t pitch = target ? box.to_pitch : box.from_pitch;
  if (box.height > 1 && pitch < box.width) {
    return refuse_side(side, FindingKind::wrong_call,
                       ", whose rows are " + grouped_in_english(pitch) +
                           " bytes apart, for rows of " + grouped_in_english(box.width) +
                           " bytes: a pitch is at least the width",
                       cudaErrorInvalidPitchValue);
  }
  const std::size_t slice = target ? box.to_slice : box.from_slice;
  std::size_t rows = 0, box_rows = 0;
  const bool overflows = __builtin_mul_overflow(pitch, box.height, &rows) ||
                         __builtin_mul_overflow(box.height, box.depth, &box_rows);
  if (box.depth > 1 && (overflows || slice < rows)) {
    return refuse_side(side, FindingKind::wrong_call,
                       ", whose slices are " + bytes_text(slice) + " apart, for " +
                           grouped_in_english(box.height) + " rows of " +
                           grouped_in_english(pitch) +
                           " bytes each: the height of a slice is at least that of what is copied");
  }
  const std::optional<std::size_t> bytes = reach(box, target);
  if (!bytes) {
    return refuse_side(side, FindingKind::out_of_bounds,
                       " for " + grouped_in_english(box.height) + " rows that are " +
                           bytes_text(pitch) +
                           " apart, which is more than there are addresses: did a size become "
                           "negative?");
  }
  const std::string range =
      " for " + bytes_text(*bytes) + (box.height > 1 ? " with its pitch" : "");
  const bool is_registered =
      side.place.kind == PlaceKind::pinned && side.place.allocation == nullptr;
  if (*bytes > side.place.room) {
    return refuse_side(
        side, FindingKind::out_of_bounds,
        range + ", but only " + grouped_in_english(side.place.room) +
            (is_registered ? " are registered there: give cudaHostRegister all that is copied at "
                             "once"
                           : " are left there: is the size in bytes, and the same as where it was "
                             "allocated?"));
  }
  const bool no_room_known = side.place.kind == PlaceKind::host || is_registered;
  if (no_room_known && !is_mapped(side.pointer, *bytes)) {
    return refuse_side(
        side, FindingKind::foreign_memory,
        range + ", which are no memory of the host: " +
            (is_wrapped(*bytes) ? "did the size become negative?" : "allocate it first"));
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
  std::string message = std::string(to.call.function) + " is told " + kind_name(kind) +
                        ", but its destination " + to.name() + " is " + kind_of_memory(to.place) +
                        " and its source " + from.name() + " is " + kind_of_memory(from.place);
  message += ": say " + kind_name(right);
  if ((kind == cudaMemcpyHostToDevice && right == cudaMemcpyDeviceToHost) ||
      (kind == cudaMemcpyDeviceToHost && right == cudaMemcpyHostToDevice))
    message += ", or exchange the two arrays";
  else if (right == cudaMemcpyHostToHost)
    message += ", or pass an array of the device";
  report_host(FindingKind::wrong_call, to.call.place, std::move(message));
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
                std::string(to.call.function) + " is told " + kind_name(kind) +
                    ", which is no direction of CUDA's: say " + kind_name(right_kind(to, from)));
    return cudaErrorInvalidMemcpyDirection;
  }
  if (const cudaError_t error = check_pointer(to, "destination")) return error;
  if (const cudaError_t error = check_pointer(from, "source")) return error;
  if (const cudaError_t error = check_direction(to, from, kind)) return error;
  if (const cudaError_t error = check_range(to, box, true)) return error;
  return check_range(from, box, false);
}

cudaError_t check_set(const CopySide& to, const CopyBox& box) {
  if (const cudaError_t error = check_pointer(to, "destination")) return error;
  if (!to.place.device_reaches()) {
    return refuse_side(to, FindingKind::wrong_call,
                       std::string(", which is ") + kind_of_memory(to.place) +
                           ": use memset() for the host's memory");
  }
  return check_range(to, box, true);
}

}  // namespace warpscope
