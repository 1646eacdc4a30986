#pragma once

#include <array>
#include <span>
#include <string_view>

#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// A row of table 6.1 of lecture C (chapter 6): how many cycles of a multiprocessor an operation of a
/// warp takes. Tesla C870 and C1060 have compute capability 1.x, Tesla C2050 has 2.0.
struct LectureOperation {
  std::string_view title;  ///< in English
  int c1060 = 0, c2050 = 0;
};
inline constexpr std::array lecture_operations{
    LectureOperation{"32-bit real: add, multiply, multiply-add", 4, 1},
    LectureOperation{"64-bit real: add, multiply, multiply-add", 32, 2},
    LectureOperation{"32-bit integer: add, logical", 4, 1},
    LectureOperation{"32-bit integer: shift, compare", 4, 2},
    LectureOperation{"32-bit integer: multiply, multiply-add", 4, 2},  // of 24 bits on the C1060
    LectureOperation{"32-bit real: reciprocal, reciprocal square root", 16, 8},
};

/// An operation that `bench --device` measures.
struct DeviceOperation {
  std::string_view id;     ///< as in OperationFigure::operation
  std::string_view title;  ///< "add, 32-bit real"
  std::string_view note;   ///< what a reader must know of it; mostly empty
  int lecture = -1;        ///< its row of lecture_operations; -1: none
};
/// In the order in which they are shown.
[[nodiscard]] std::span<const DeviceOperation> device_operations();
/// nullptr: unknown, as one of a newer record may be.
[[nodiscard]] const DeviceOperation* find_device_operation(std::string_view id);

/// A memory of LatencyFigure and MemoryFigure.
struct MeasuredMemory {
  std::string_view id;
  std::string_view title;
};
[[nodiscard]] std::span<const MeasuredMemory> device_memories();
/// The id itself if it is unknown.
[[nodiscard]] std::string_view device_memory_title(std::string_view id);

}  // namespace warpscope
