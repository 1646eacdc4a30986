#include "app/panes/multiprocessor/measured_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

struct RussianOperation {
  std::string_view id, title, note{};
};
constexpr std::array russian_operations{
    RussianOperation{"fp32_add", "сложение, 32 бита"},
    RussianOperation{"fp32_multiply", "умножение, 32 бита"},
    RussianOperation{"fp32_multiply_add", "умножение со сложением, 32 бита"},
    RussianOperation{"fp32_divide", "деление, 32 бита", "с округлением по IEEE 754"},
    RussianOperation{"fp32_divide_fast", "быстрое деление, 32 бита"},
    RussianOperation{"fp32_square_root", "квадратный корень", "с округлением по IEEE 754"},
    RussianOperation{"fp32_reciprocal_square_root", "обратный квадратный корень"},
    RussianOperation{"fp32_sine", "синус", "sinf, небольшие углы"},
    RussianOperation{"fp32_sine_fast", "быстрый синус"},
    RussianOperation{"fp32_exp_fast", "быстрая экспонента"},
    RussianOperation{"fp32_log_fast", "быстрый логарифм"},
    RussianOperation{"fp64_add", "сложение, 64 бита"},
    RussianOperation{"fp64_multiply", "умножение, 64 бита"},
    RussianOperation{"fp64_multiply_add", "умножение со сложением, 64 бита"},
    RussianOperation{"fp64_divide", "деление, 64 бита", "с округлением по IEEE 754"},
    RussianOperation{"half2_multiply_add", "умножение со сложением, две по 16 бит"},
    RussianOperation{"int_add", "сложение целых", "компилятор делит их между двумя конвейерами"},
    RussianOperation{"int_bitwise", "побитовая, три операнда"},
    RussianOperation{"int_shift", "сдвиг", "на число, известное при выполнении"},
    RussianOperation{"int_compare", "сравнение и выбор", "две инструкции"},
    RussianOperation{"int_min", "минимум или максимум целых"},
    RussianOperation{"int_multiply", "умножение целых"},
    RussianOperation{"int_multiply_add", "умножение со сложением целых"},
    RussianOperation{"int_divide", "деление целых", "на число, известное при выполнении"},
    RussianOperation{"int_remainder", "остаток от деления", "с одним сложением"},
    RussianOperation{"int_count_bits", "число единичных битов"},
    RussianOperation{"int_to_fp32", "целое в вещественное"},
    RussianOperation{"fp32_to_int", "вещественное в целое"},
    RussianOperation{"shared_load", "чтение разделяемой", "без конфликтов"},
    RussianOperation{"shared_load_2", "чтение разделяемой, по 2 нити на банк"},
    RussianOperation{"shared_load_32", "чтение разделяемой, 32 нити на банк"},
    RussianOperation{"shared_atomic_add", "атомарное сложение, разделяемая",
                     "каждая нить у своего банка"},
    RussianOperation{"shared_atomic_add_one_word", "атомарное сложение, все нити в одно слово",
                     "слово разделяемой памяти"},
    RussianOperation{"global_atomic_add", "атомарное сложение, глобальная",
                     "каждая нить у своего слова"},
    RussianOperation{"shuffle", "обмен регистрами"},
    RussianOperation{"vote", "голосование", "__ballot_sync вместе со сравнением"},
    RussianOperation{"barrier", "барьер", "блока из 256 нитей"},
};

constexpr std::array russian_memories{
    std::pair<std::string_view, std::string_view>{"shared", "разделяемая"},
    std::pair<std::string_view, std::string_view>{"constant", "константная, одно слово"},
    std::pair<std::string_view, std::string_view>{"first_level", "глобальная, в кэше L1"},
    std::pair<std::string_view, std::string_view>{"texture", "текстурная, в кэше L1"},
    std::pair<std::string_view, std::string_view>{"local", "локальная, в кэше L1"},
    std::pair<std::string_view, std::string_view>{"second_level", "глобальная, в кэше L2"},
    std::pair<std::string_view, std::string_view>{"global", "глобальная"},
};

const RussianOperation* russian_operation(std::string_view id) {
  const auto* found = std::ranges::find(russian_operations, id, &RussianOperation::id);
  return found == russian_operations.end() ? nullptr : found;
}

}  // namespace

std::string measured_text(const DeviceRecord& record, bool russian) {
  return fmt::format("{}: {}, {}", russian ? "измерено" : "measured", record.device.name,
                     record.date.substr(0, 10));
}

std::string binary_text(double bytes, bool russian) {
  constexpr std::array english{"B", "KiB", "MiB", "GiB", "TiB"};
  constexpr std::array other{"Б", "КиБ", "МиБ", "ГиБ", "ТиБ"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < english.size()) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", short_text(std::round(bytes * 10) / 10, 6, russian),
                     russian ? other[unit] : english[unit]);
}

std::string figure_text(double value, bool russian) {
  const int digits = value < 1 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fixed_text(value, digits, russian);
}

std::string bandwidth_text(double gigabytes_per_second, bool russian) {
  const bool tera = gigabytes_per_second >= 1000;
  const double value = tera ? gigabytes_per_second / 1000 : gigabytes_per_second;
  return fmt::format("{} {}", figure_text(value, russian),
                     russian ? (tera ? "ТБ/с" : "ГБ/с") : (tera ? "TB/s" : "GB/s"));
}

std::string_view operation_title(std::string_view id, bool russian) {
  if (russian) {
    if (const RussianOperation* found = russian_operation(id)) return found->title;
  }
  const DeviceOperation* known = find_device_operation(id);
  return known != nullptr ? known->title : id;
}

std::string_view operation_note(std::string_view id, bool russian) {
  if (russian) {
    const RussianOperation* found = russian_operation(id);
    if (found != nullptr && !found->note.empty()) return found->note;
  }
  const DeviceOperation* known = find_device_operation(id);
  return known != nullptr ? known->note : std::string_view();
}

const LectureOperation* lecture_of(std::string_view operation) {
  const DeviceOperation* known = find_device_operation(operation);
  if (known == nullptr || known->lecture < 0) return nullptr;
  return &lecture_operations[static_cast<std::size_t>(known->lecture)];
}

std::string_view memory_title(std::string_view id, bool russian) {
  if (russian) {
    for (const auto& [memory, title] : russian_memories) {
      if (memory == id) return title;
    }
  }
  return device_memory_title(id);
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

std::string_view group_title(OperationGroup group, bool russian) {
  switch (group) {
    case OperationGroup::real_32:
      return russian ? "Вещественные 32-битные" : "Floating point, 32 bits";
    case OperationGroup::real_64:
      return russian ? "Вещественные 64-битные" : "Floating point, 64 bits";
    case OperationGroup::real_16:
      return russian ? "Вещественные 16-битные" : "Floating point, 16 bits";
    case OperationGroup::integer: return russian ? "Целые" : "Integer";
    case OperationGroup::conversion: return russian ? "Преобразования" : "Conversion";
    case OperationGroup::memory: return russian ? "Память" : "Memory";
    case OperationGroup::warp: return russian ? "Варп и блок" : "Warp and block";
    case OperationGroup::other: return russian ? "Прочие" : "Others";
    case OperationGroup::count: break;
  }
  return "";
}

}  // namespace warpscope
