#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/timing/device_operations.hpp"
#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

// Words of what was measured of a device, in the current language.

/// "measured: NVIDIA H200, 2026-11-24".
[[nodiscard]] std::string measured_text(const DeviceRecord& record);
/// "4 KiB", "60 MiB", "1.5 GiB"; at most one digit behind the point.
[[nodiscard]] std::string binary_text(double bytes);
/// Three digits: "0.253", "4.48", "32.0", "657".
[[nodiscard]] std::string figure_text(double value);
/// "4,503 GB/s", "32.9 TB/s", of 10^9 and 10^12 bytes.
[[nodiscard]] std::string bandwidth_text(double gigabytes_per_second);

/// Its title; the id itself if it is unknown.
[[nodiscard]] std::string_view operation_title(std::string_view id);
/// What a reader must know of it. May be empty.
[[nodiscard]] std::string_view operation_note(std::string_view id);
/// The row of table 6.1 that the operation belongs to; nullptr: none.
[[nodiscard]] const LectureOperation* lecture_of(std::string_view operation);
[[nodiscard]] std::string_view memory_title(std::string_view id);
/// What it is a part of: "global" of "global, in the L1 cache". An adjective.
[[nodiscard]] std::string_view memory_kind(std::string_view id);

/// Kinds of operations, in the order in which device_operations() lists them.
enum class OperationGroup : std::uint8_t {
  real_32,
  real_64,
  real_16,
  integer,
  conversion,
  memory,
  warp,
  other,  ///< of a newer record
  count,
};
[[nodiscard]] OperationGroup group_of(std::string_view operation);
[[nodiscard]] std::string_view group_title(OperationGroup group);

}  // namespace warpscope
