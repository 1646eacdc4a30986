#include "app/files/csv_field.hpp"

namespace warpscope {

std::string csv_field(std::string_view field) {
  // A spreadsheet would take a text that begins with one of these for a formula, and run it.
  constexpr std::string_view formula_starts = "=+-@\t\r";
  const bool formula = !field.empty() && formula_starts.find(field.front()) != formula_starts.npos;
  std::string text = (formula ? "'" : "") + std::string(field);
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

}  // namespace warpscope
