#include "app/session/typed_line.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "instrumentation/language/characters.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

std::optional<std::uint64_t> typed_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) return ~std::uint64_t{0};
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Whether a path ends with this one, in whole names.
bool ends_with_path(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

std::uint64_t lines_of(const SourceFile& file) {
  const auto ends = static_cast<std::uint64_t>(std::ranges::count(file.text, '\n'));
  return ends + (file.text.empty() || file.text.ends_with('\n') ? 0 : 1);
}

std::string names_of_files(std::span<const SourceFile> files) {
  constexpr std::size_t most = 8;
  std::string names;
  for (const SourceFile& file : files.first(std::min(files.size(), most))) {
    names += (names.empty() ? "" : ", ") + printable(file.name);
  }
  return files.size() > most ? names + ", …" : names;
}

}  // namespace

std::optional<Result<TypedLine>> parse_line(std::span<const SourceFile> files, std::size_t present,
                                            bool plain, std::string_view text) {
  text = without_outer_blanks(text);
  std::string_view name, number = text;
  constexpr std::string_view word = "line";
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos) {
    name = without_outer_blanks(text.substr(0, colon));
    number = text.substr(colon + 1);
  } else if (text.starts_with(word)) {
    number = text.substr(word.size());
  } else if (!plain || !typed_number(text)) {
    return std::nullopt;
  }
  TypedLine place{.file = present};
  if (!name.empty()) {
    const auto found = std::ranges::find_if(
        files, [&](const SourceFile& file) { return ends_with_path(file.name, name); });
    if (found == files.end()) {
      return Error{ErrorKind::usage, say("There is no file '{0}' here. There is: {1}.",
                                         printable(name), names_of_files(files))};
    }
    place.file = static_cast<std::size_t>(found - files.begin());
  }
  if (place.file >= files.size()) {
    return Error{ErrorKind::usage, say("There is no source here, so it has no lines to go to.")};
  }
  const std::uint64_t lines = lines_of(files[place.file]);
  const auto line = typed_number(without_outer_blanks(number));
  if (!line || *line == 0 || *line > lines) {
    return Error{ErrorKind::usage, say("'{0}' is no line of {1}: type a number from 1 to {2}.",
                                       printable(without_outer_blanks(number)),
                                       printable(files[place.file].name), lines)};
  }
  place.line = static_cast<std::uint32_t>(*line);
  return place;
}

}  // namespace warpscope
