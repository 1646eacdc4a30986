#include "app/programs/setup_line.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "instrumentation/program/source/marked_comments.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

std::string_view without_blanks(std::string_view line) {
  constexpr std::string_view blanks = " \t\r\n";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

/// With their ends.
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// What a line says behind "// warpscope:"; nullopt: it is no such line.
std::optional<std::string_view> marked_text(std::string_view line) {
  constexpr std::string_view mark = "warpscope:";
  line = without_blanks(line);
  if (!line.starts_with("//")) return std::nullopt;
  line = without_blanks(line.substr(2));
  if (!line.starts_with(mark)) return std::nullopt;
  return without_blanks(line.substr(mark.size()));
}

/// Whether the declaration below may begin on this line, or go on on it.
bool belongs_to_declaration(std::string_view line) {
  line = without_blanks(line);
  if (line.empty() || line.starts_with("//") || line.starts_with("#")) return false;
  const char last = line.back();
  return last != ';' && last != '}' && last != '{' && last != '/';
}

}  // namespace

std::string with_setup_line(std::string_view source, std::uint32_t line, std::string_view setup) {
  const std::vector<std::string_view> lines = whole_lines(source);
  std::size_t first = std::min<std::size_t>(std::max(line, 1U) - 1, lines.size());
  while (first > 0 && belongs_to_declaration(lines[first - 1])) --first;
  std::size_t old = first;
  while (old > 0 && marked_text(lines[old - 1])) --old;
  const bool dos = !lines.empty() && lines.front().ends_with("\r\n");
  std::string indent;
  if (first < lines.size()) {
    indent = lines[first].substr(
        0, std::min(lines[first].find_first_not_of(" \t"), lines[first].size()));
  }
  std::string text;
  for (std::size_t k = 0; k < old; ++k) text += lines[k];
  for (std::size_t k = old; k < first; ++k) {
    if (expectation_in(marked_text(lines[k]).value_or(""))) text += lines[k];
  }
  if (!text.empty() && text.back() != '\n') text += dos ? "\r\n" : "\n";
  text += indent;
  text += "// warpscope: ";
  text += setup;
  text += dos ? "\r\n" : "\n";
  for (std::size_t k = first; k < lines.size(); ++k) text += lines[k];
  return text;
}

Status write_setup_line(const std::filesystem::path& file, std::uint32_t line,
                        std::string_view setup) {
  constexpr std::uint64_t largest = std::uint64_t{4} << 20U;
  const auto bytes = read_whole_file(file, largest);
  if (!bytes) return bytes.error();
  std::string_view source(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  constexpr std::string_view mark = "\xEF\xBB\xBF";  // some editors begin a file with it
  const bool marked = source.starts_with(mark);
  if (marked) source.remove_prefix(mark.size());
  const std::string text =
      (marked ? std::string(mark) : std::string()) + with_setup_line(source, line, setup);
  auto written = AtomicFile::open(file);
  if (!written) return written.error();
  if (Status put = written->write(std::as_bytes(std::span(text))); !put) return put;
  return written->commit();
}

}  // namespace warpscope
