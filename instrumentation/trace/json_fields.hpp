#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace warpscope {

/// A whole number that fits T. json.get<T>() would wrap or cut others, and of a large real number
/// not even that is defined. Throws the library's error of a wrong type.
template <class T, class Json>
[[nodiscard]] T whole_number(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto value = json.template get<std::uint64_t>();
    if (std::in_range<T>(value)) return static_cast<T>(value);
  } else if (json.is_number_integer()) {
    const auto value = json.template get<std::int64_t>();
    if (std::in_range<T>(value)) return static_cast<T>(value);
  }
  // No value is both: one of them throws.
  static_cast<void>(json.template get_ref<const typename Json::object_t&>());
  static_cast<void>(json.template get_ref<const typename Json::string_t&>());
  return {};
}
/// The same of an object's field that may be missing.
template <class T, class Json>
[[nodiscard]] T whole_number_or(const Json& object, const char* key, T otherwise) {
  const auto field = object.find(key);
  return field == object.end() ? otherwise : whole_number<T>(*field);
}

}  // namespace warpscope
