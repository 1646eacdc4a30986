#include "instrumentation/timing/device_operations.hpp"

#include <algorithm>

namespace warpscope {
namespace {

enum LectureRow { none = -1, real_32, real_64, integer_add, integer_shift, integer_product, root };

constexpr std::array all_operations{
    DeviceOperation{"fp32_add", "add, 32-bit real", "", real_32},
    DeviceOperation{"fp32_multiply", "multiply, 32-bit real", "", real_32},
    DeviceOperation{"fp32_multiply_add", "multiply-add, 32-bit real", "", real_32},
    DeviceOperation{"fp32_divide", "divide, 32-bit real", "as IEEE 754 rounds it"},
    DeviceOperation{"fp32_divide_fast", "divide, 32-bit real, fast", "__fdividef"},
    DeviceOperation{"fp32_square_root", "square root", "as IEEE 754 rounds it"},
    DeviceOperation{"fp32_reciprocal_square_root", "reciprocal square root", "rsqrt.approx", root},
    DeviceOperation{"fp32_sine", "sine", "sinf, of small angles"},
    DeviceOperation{"fp32_sine_fast", "sine, fast", "__sinf"},
    DeviceOperation{"fp32_exp_fast", "exponential, fast", "__expf"},
    DeviceOperation{"fp32_log_fast", "logarithm, fast", "__logf"},
    DeviceOperation{"fp64_add", "add, 64-bit real", "", real_64},
    DeviceOperation{"fp64_multiply", "multiply, 64-bit real", "", real_64},
    DeviceOperation{"fp64_multiply_add", "multiply-add, 64-bit real", "", real_64},
    DeviceOperation{"fp64_divide", "divide, 64-bit real", "as IEEE 754 rounds it"},
    DeviceOperation{"half2_multiply_add", "multiply-add, two 16-bit reals", "__hfma2"},
    DeviceOperation{"int_add", "add, integer", "the compiler spreads them over two pipes",
                    integer_add},
    DeviceOperation{"int_bitwise", "bitwise, three operands", "LOP3", integer_add},
    DeviceOperation{"int_shift", "shift", "by a number known at run time", integer_shift},
    DeviceOperation{"int_compare", "compare and select", "two instructions", integer_shift},
    DeviceOperation{"int_min", "minimum or maximum, integer", ""},
    DeviceOperation{"int_multiply", "multiply, integer", "", integer_product},
    DeviceOperation{"int_multiply_add", "multiply-add, integer", "", integer_product},
    DeviceOperation{"int_divide", "divide, integer", "by a divisor known at run time"},
    DeviceOperation{"int_remainder", "remainder, integer", "with one addition"},
    DeviceOperation{"int_count_bits", "count of bits", "__popc"},
    DeviceOperation{"int_to_fp32", "integer to 32-bit real", ""},
    DeviceOperation{"fp32_to_int", "32-bit real to integer", ""},
    DeviceOperation{"shared_load", "shared load", "without conflicts"},
    DeviceOperation{"shared_load_2", "shared load, two lanes a bank", ""},
    DeviceOperation{"shared_load_32", "shared load, 32 lanes a bank", ""},
    DeviceOperation{"shared_atomic_add", "shared atomic add", "each lane at its own bank"},
    DeviceOperation{"shared_atomic_add_one_word", "shared atomic add, one word", "all lanes at it"},
    DeviceOperation{"global_atomic_add", "global atomic add", "each thread at its own word"},
    DeviceOperation{"shuffle", "shuffle", "__shfl_xor_sync"},
    DeviceOperation{"vote", "vote", "__ballot_sync, with its comparison"},
    DeviceOperation{"barrier", "barrier", "of a block of 256 threads"},
};

static_assert(std::ranges::equal(all_operations, device_operation_ids, {}, &DeviceOperation::id));

constexpr std::array all_memories{
    MeasuredMemory{"shared", "shared"},
    MeasuredMemory{"constant", "constant, one word for all lanes"},
    MeasuredMemory{"first_level", "global, in the L1 cache"},
    MeasuredMemory{"texture", "texture, in the L1 cache"},
    MeasuredMemory{"local", "local, in the L1 cache"},
    MeasuredMemory{"second_level", "global, in the L2 cache"},
    MeasuredMemory{"global", "global"},
};

}  // namespace

std::span<const DeviceOperation> device_operations() { return all_operations; }

const DeviceOperation* find_device_operation(std::string_view id) {
  const auto* found = std::ranges::find(all_operations, id, &DeviceOperation::id);
  return found == all_operations.end() ? nullptr : found;
}

std::span<const MeasuredMemory> device_memories() { return all_memories; }

std::string_view device_memory_title(std::string_view id) {
  const auto* found = std::ranges::find(all_memories, id, &MeasuredMemory::id);
  return found == all_memories.end() ? id : found->title;
}

}  // namespace warpscope
