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
  bool c1060_of_24_bits = false;  ///< the C1060 multiplies 24 bits in these cycles, not 32
};
inline constexpr std::array lecture_operations{
    LectureOperation{"32-bit real: add, multiply, multiply-add", 4, 1},
    LectureOperation{"64-bit real: add, multiply, multiply-add", 32, 2},
    LectureOperation{"32-bit integer: add, logical", 4, 1},
    LectureOperation{"32-bit integer: shift, compare", 4, 2},
    LectureOperation{"32-bit integer: multiply, multiply-add", 4, 2, true},
    LectureOperation{"32-bit real: reciprocal, reciprocal square root", 16, 8},
};

/// An operation that `bench --device` measures.
struct DeviceOperation {
  std::string_view id;     ///< as in OperationFigure::operation
  std::string_view title;  ///< "add, 32-bit real"
  std::string_view note;   ///< what a reader must know of it; mostly empty
  int lecture = -1;        ///< its row of lecture_operations; -1: none
};
/// Their ids, in the order in which they are shown.
inline constexpr auto device_operation_ids =
    std::to_array<std::string_view>({"fp32_add",
                                     "fp32_multiply",
                                     "fp32_multiply_add",
                                     "fp32_divide",
                                     "fp32_divide_fast",
                                     "fp32_square_root",
                                     "fp32_reciprocal_square_root",
                                     "fp32_sine",
                                     "fp32_sine_fast",
                                     "fp32_exp_fast",
                                     "fp32_log_fast",
                                     "fp64_add",
                                     "fp64_multiply",
                                     "fp64_multiply_add",
                                     "fp64_divide",
                                     "half2_multiply_add",
                                     "int_add",
                                     "int_bitwise",
                                     "int_shift",
                                     "int_compare",
                                     "int_min",
                                     "int_multiply",
                                     "int_multiply_add",
                                     "int_divide",
                                     "int_remainder",
                                     "int_count_bits",
                                     "int_to_fp32",
                                     "fp32_to_int",
                                     "shared_load",
                                     "shared_load_2",
                                     "shared_load_32",
                                     "shared_atomic_add",
                                     "shared_atomic_add_one_word",
                                     "global_atomic_add",
                                     "shuffle",
                                     "vote",
                                     "barrier"});
/// In the order of device_operation_ids.
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
