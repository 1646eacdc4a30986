#include "instrumentation/timing/device_operations.hpp"

#include <algorithm>

#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {
namespace {

enum LectureRow { none = -1, real_32, real_64, integer_add, integer_shift, integer_product, root };

constexpr std::array all_operations{
    DeviceOperation{"fp32_add", tr_noop("add, 32-bit real"), "", real_32},
    DeviceOperation{"fp32_multiply", tr_noop("multiply, 32-bit real"), "", real_32},
    DeviceOperation{"fp32_multiply_add", tr_noop("multiply-add, 32-bit real"), "", real_32},
    DeviceOperation{"fp32_divide", tr_noop("divide, 32-bit real"),
                    tr_noop("as IEEE 754 rounds it")},
    DeviceOperation{"fp32_divide_fast", tr_noop("divide, 32-bit real, fast"), "__fdividef"},
    DeviceOperation{"fp32_square_root", tr_noop("square root"), tr_noop("as IEEE 754 rounds it")},
    DeviceOperation{"fp32_reciprocal_square_root", tr_noop("reciprocal square root"),
                    "rsqrt.approx", root},
    DeviceOperation{"fp32_sine", tr_noop("sine"), tr_noop("sinf, of small angles")},
    DeviceOperation{"fp32_sine_fast", tr_noop("sine, fast"), "__sinf"},
    DeviceOperation{"fp32_exp_fast", tr_noop("exponential, fast"), "__expf"},
    DeviceOperation{"fp32_log_fast", tr_noop("logarithm, fast"), "__logf"},
    DeviceOperation{"fp64_add", tr_noop("add, 64-bit real"), "", real_64},
    DeviceOperation{"fp64_multiply", tr_noop("multiply, 64-bit real"), "", real_64},
    DeviceOperation{"fp64_multiply_add", tr_noop("multiply-add, 64-bit real"), "", real_64},
    DeviceOperation{"fp64_divide", tr_noop("divide, 64-bit real"),
                    tr_noop("as IEEE 754 rounds it")},
    DeviceOperation{"half2_multiply_add", tr_noop("multiply-add, two 16-bit reals"), "__hfma2"},
    DeviceOperation{"int_add", tr_noop("add, integer"),
                    tr_noop("the compiler spreads them over two pipes"), integer_add},
    DeviceOperation{"int_bitwise", tr_noop("bitwise, three operands"), "LOP3", integer_add},
    DeviceOperation{"int_shift", tr_noop("shift"), tr_noop("by a number known at run time"),
                    integer_shift},
    DeviceOperation{"int_compare", tr_noop("compare and select"), tr_noop("two instructions"),
                    integer_shift},
    DeviceOperation{"int_min", tr_noop("minimum or maximum, integer"), ""},
    DeviceOperation{"int_multiply", tr_noop("multiply, integer"), "", integer_product},
    DeviceOperation{"int_multiply_add", tr_noop("multiply-add, integer"), "", integer_product},
    DeviceOperation{"int_divide", tr_noop("divide, integer"),
                    tr_noop("by a divisor known at run time")},
    DeviceOperation{"int_remainder", tr_noop("remainder, integer"), tr_noop("with one addition")},
    DeviceOperation{"int_count_bits", tr_noop("count of bits"), "__popc"},
    DeviceOperation{"int_to_fp32", tr_noop("integer to 32-bit real"), ""},
    DeviceOperation{"fp32_to_int", tr_noop("32-bit real to integer"), ""},
    DeviceOperation{"shared_load", tr_noop("shared load"), tr_noop("without conflicts")},
    DeviceOperation{"shared_load_2", tr_noop("shared load, two lanes a bank"), ""},
    DeviceOperation{"shared_load_32", tr_noop("shared load, 32 lanes a bank"), ""},
    DeviceOperation{"shared_atomic_add", tr_noop("shared atomic add"),
                    tr_noop("each lane at its own bank")},
    DeviceOperation{"shared_atomic_add_one_word", tr_noop("shared atomic add, one word"),
                    tr_noop("all lanes at it")},
    DeviceOperation{"global_atomic_add", tr_noop("global atomic add"),
                    tr_noop("each thread at its own word")},
    DeviceOperation{"shuffle", tr_noop("shuffle"), "__shfl_xor_sync"},
    DeviceOperation{"vote", tr_noop("vote"), tr_noop("__ballot_sync, with its comparison")},
    DeviceOperation{"barrier", tr_noop("barrier"), tr_noop("of a block of 256 threads")},
};

static_assert(std::ranges::equal(all_operations, device_operation_ids, {}, &DeviceOperation::id));

constexpr std::array all_memories{
    MeasuredMemory{"shared", "shared"},
    MeasuredMemory{"constant", tr_noop("constant, one word for all lanes")},
    MeasuredMemory{"first_level", tr_noop("global, in the L1 cache")},
    MeasuredMemory{"texture", tr_noop("texture, in the L1 cache")},
    MeasuredMemory{"local", tr_noop("local, in the L1 cache")},
    MeasuredMemory{"second_level", tr_noop("global, in the L2 cache")},
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
