#include "app/panes/multiprocessor/measured_words.hpp"

#include <cmath>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {}  // namespace

std::string measured_text(const DeviceRecord& record) {
  // Translators: a device and a date.
  return tr("measured: {0}, {1}", record.device.name, record.date.substr(0, 10));
}

std::string binary_text(double bytes) {
  constexpr int largest_unit = 4;
  int unit = 0;
  while (bytes >= 1024 && unit < largest_unit) {
    bytes /= 1024;
    ++unit;
  }
  const std::string number = short_text(std::round(bytes * 10) / 10, 6);
  switch (unit) {
    case 0: return tr("{} B", number);
    case 1: return tr("{} KiB", number);
    case 2: return tr("{} MiB", number);
    case 3: return tr("{} GiB", number);
    default: return tr("{} TiB", number);
  }
}

std::string figure_text(double value) {
  const int digits = value < 1 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fixed_text(value, digits);
}

std::string bandwidth_text(double gigabytes_per_second) {
  if (gigabytes_per_second >= 1000) return tr("{} TB/s", figure_text(gigabytes_per_second / 1000));
  return tr("{} GB/s", figure_text(gigabytes_per_second));
}

std::string_view operation_title(std::string_view id) {
  const DeviceOperation* known = find_device_operation(id);
  return known != nullptr ? tr(known->title) : id;
}

std::string_view operation_note(std::string_view id) {
  const DeviceOperation* known = find_device_operation(id);
  return known != nullptr ? tr(known->note) : std::string_view();
}

const LectureOperation* lecture_of(std::string_view operation) {
  const DeviceOperation* known = find_device_operation(operation);
  if (known == nullptr || known->lecture < 0) return nullptr;
  return &lecture_operations[static_cast<std::size_t>(known->lecture)];
}

std::string_view memory_kind(std::string_view id) {
  if (id == "shared") return tr_c("a memory", "shared");
  if (id == "constant") return tr_c("a memory", "constant");
  if (id == "texture") return tr_c("a memory", "texture");
  if (id == "local") return tr_c("a memory", "local");
  const bool global = id == "global" || id == "first_level" || id == "second_level";
  return global ? tr_c("a memory", "global") : id;
}

std::string_view memory_title(std::string_view id) {
  const bool word = id == "shared" || id == "global";
  return word ? memory_kind(id) : tr(device_memory_title(id));
}

OperationGroup group_of(std::string_view operation) {
  using enum OperationGroup;
  if (operation == "int_to_fp32" || operation == "fp32_to_int") return conversion;
  for (const auto& [beginning, group] :
       {std::pair<std::string_view, OperationGroup>{"fp32_", real_32},
        {"fp64_", real_64},
        {"half", real_16},
        {"int_", integer},
        {"shared_", memory},
        {"global_", memory},
        {"shuffle", warp},
        {"vote", warp},
        {"barrier", warp}}) {
    if (operation.starts_with(beginning)) return group;
  }
  return other;
}

std::string_view group_title(OperationGroup group) {
  switch (group) {
    case OperationGroup::real_32: return tr("Floating point, 32 bits");
    case OperationGroup::real_64: return tr("Floating point, 64 bits");
    case OperationGroup::real_16: return tr("Floating point, 16 bits");
    case OperationGroup::integer: return tr("Integer");
    case OperationGroup::conversion: return tr("Conversion");
    case OperationGroup::memory: return tr("Memory");
    case OperationGroup::warp: return tr("Warp and block");
    case OperationGroup::other: return tr("Others");
    case OperationGroup::count: break;
  }
  return "";
}

}  // namespace warpscope
