#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope {

// Numbers as the current language writes them in a sentence or beside an axis: 1,024 and 0.5 in English,
// 1 024 (with U+202F, a narrow space at which no line breaks) and 0,5 in Russian. Its catalogue has the
// marks. Thousands are set apart from four digits on. Not for what C++, a file or the command line reads.

/// "1,024".
[[nodiscard]] std::string whole_text(std::int64_t number);
/// So many digits behind the point: "1,379.5".
[[nodiscard]] std::string fixed_text(double number, int digits);
/// At most so many digits in all, without zeros at the end: "0.5", "1,000".
[[nodiscard]] std::string short_text(double number, int digits);
/// A number that C++ has written: "-1379.5" becomes "-1,379.5". Leaves an exponent as it is.
[[nodiscard]] std::string number_text(std::string_view written);

}  // namespace warpscope
