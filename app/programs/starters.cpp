#include "app/programs/starters.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <system_error>
#include <vector>

#include "app/lesson/lesson_library.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/program/source/cuda_code.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_paste = std::size_t{1} << 20;  // bytes
constexpr std::size_t longest_stem = 60;
constexpr int most_copies = 999;

Starter starter(std::string_view id, std::string_view title, std::string_view summary,
                std::string_view file, std::string_view lesson) {
  return {id,
          title,
          summary,
          file.substr(file.rfind('/') + 1),
          embedded_text(file),
          embedded_text(lesson)};
}

/// Writes both or none; the lesson may be empty.
std::error_code write_both(const fs::path& program, std::string_view text,
                           std::string_view lesson) {
  const fs::path beside = lesson_beside(program);
  std::error_code error;
  // A lesson of somebody else's program would be taken for this one's.
  if (fs::exists(fs::symlink_status(beside, error))) {
    return std::make_error_code(std::errc::file_exists);
  }
  error = write_new_file(program, text);
  if (error || lesson.empty()) return error;
  error = write_new_file(beside, lesson);
  if (error) ::unlink(program.c_str());
  return error;
}

/// Under the first free name: STEM.cu, STEM_2.cu and so on.
Result<fs::path> write_program(const fs::path& folder, const std::string& stem,
                               std::string_view text, std::string_view lesson) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (int copy = 1; !error && copy <= most_copies; ++copy) {
    fs::path program = folder / (copy == 1 ? stem + ".cu" : fmt::format("{}_{}.cu", stem, copy));
    error = write_both(program, text, lesson);
    if (!error) return program;
    if (error == std::errc::file_exists) error.clear();
  }
  return Error{
      ErrorKind::failed,
      error ? say("{0}.cu cannot be written to {1} ({2}); choose another folder.", stem,
                  folder.string(), error.message())
            : say("{0}.cu cannot be written to {1} (it has too many of this name already); choose "
                  "another folder.",
                  stem, folder.string())};
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_empty_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

struct NumberedLine {
  std::uint64_t number = 0;
  std::string_view rest;
};

/// A line that begins as "12:" or "12 |".
std::optional<NumberedLine> numbered_line(std::string_view line) {
  constexpr std::size_t most_digits = 6;
  NumberedLine found;
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits == 0 || digits > most_digits) return {};
  for (const char digit : line.substr(0, digits)) {
    found.number = 10 * found.number + static_cast<std::uint64_t>(digit - '0');
  }
  line.remove_prefix(digits);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (line.empty() || (line.front() != ':' && line.front() != '|')) return {};
  found.rest = line.substr(1);
  return found;
}

/// Takes the numbers away if every line that is not empty has one, and they rise.
void strip_numbers(std::vector<std::string_view>& lines) {
  std::vector<std::string_view> stripped;
  std::uint64_t last = 0;
  for (const std::string_view line : lines) {
    if (is_empty_line(line)) {
      stripped.push_back(line);
      continue;
    }
    const std::optional<NumberedLine> numbered = numbered_line(line);
    if (!numbered || (!stripped.empty() && numbered->number <= last)) return;
    last = numbered->number;
    stripped.push_back(numbered->rest);
  }
  lines = std::move(stripped);
}

void strip_indentation(std::vector<std::string_view>& lines) {
  std::optional<std::string_view> common;
  for (const std::string_view line : lines) {
    if (is_empty_line(line)) continue;
    const std::string_view indentation = line.substr(0, line.find_first_not_of(" \t"));
    if (!common) common = indentation;
    const auto [end, other] = std::ranges::mismatch(*common, indentation);
    common = common->substr(0, static_cast<std::size_t>(end - common->begin()));
  }
  if (!common) return;
  for (std::string_view& line : lines) line.remove_prefix(std::min(line.size(), common->size()));
}

/// The name of the function that is declared from token i on; empty if it has none.
std::string declared_name(const CudaCode& code, std::size_t i) {
  while (i < code.size()) {
    if (const std::size_t after = code.after_attribute(i); after != i) {
      i = after;
    } else if (code.is_name(i) && code.word(i + 1) == "(") {
      return std::string(code.word(i));
    } else if (code.word(i) == ";" || code.word(i) == "{") {
      return {};
    } else {
      ++i;
    }
  }
  return {};
}

/// A name as a file has it: letters that are no ASCII could be anything there.
std::string stem_of(const std::string& kernel) {
  std::string stem;
  for (const char letter : kernel.substr(0, longest_stem)) {
    const bool plain = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
                       (letter >= 'a' && letter <= 'z') || letter == '_';
    if (plain) stem += letter;
  }
  return stem.empty() ? "kernel" : stem;
}

bool may_write(const fs::path& folder) {
  return !folder.empty() && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

std::string first_kernel(std::string_view text) {
  const std::vector<CudaToken> tokens = cuda_tokens(text);
  const CudaCode code(text, tokens);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.word(i) != "__global__" || code.hidden(i) || code.token(i).directive != 0) continue;
    if (std::string name = declared_name(code, i + 1); !name.empty()) return name;
  }
  return {};
}

std::span<const Starter> starters() {
  static const std::array list{
      starter("vector_add", tr_noop("Vector addition"),
              tr_noop("A whole CUDA program, with a thread per element."),
              "assets/starters/vector_add.cu", "assets/starters/vector_add.lesson.yaml"),
      starter("reduction", tr_noop("Reduction"),
              tr_noop("A sum in shared memory, whose bank conflicts you mend with a new loop."),
              "assets/starters/reduction.cu", "assets/starters/reduction.lesson.yaml"),
      starter(
          "transpose", tr_noop("Tiled transpose"),
          tr_noop("A tile in shared memory, whose columns you free of conflicts with one word."),
          "assets/starters/transpose.cu", "assets/starters/transpose.lesson.yaml"),
      starter("histogram", tr_noop("Histogram"),
              tr_noop("Atomics in global memory, then in shared memory."),
              "assets/starters/histogram.cu", "assets/starters/histogram.lesson.yaml"),
      starter("kernel", tr_noop("A kernel alone"),
              tr_noop("No main: a line above the kernel says which arrays it gets."),
              "assets/starters/kernel.cu", "assets/starters/kernel.lesson.yaml"),
  };
  return list;
}

const Starter* find_starter(std::string_view id) {
  const auto found = std::ranges::find(starters(), id, &Starter::id);
  return found == starters().end() ? nullptr : &*found;
}

fs::path default_program_folder() {
  // A user's program does not belong among our own sources.
  const auto is_ours = [](const fs::path& folder) {
    std::error_code unknown;
    for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
      if (fs::exists(at / "kernels/families.hpp", unknown)) return true;
    }
    return false;
  };
  std::error_code error;
  fs::path here = fs::current_path(error);
  if (!error && may_write(here) && !is_ours(here)) return here;
  fs::path documents = user_documents_folder(), home = user_home_folder();
  if (may_write(documents)) return documents;
  return home.empty() ? here : home;  // in vain, with a sentence that says why
}

Result<fs::path> new_program(const fs::path& folder, const Starter& starter) {
  return write_program(folder, std::string(starter.id), starter.text, starter.lesson);
}

std::string tidy_paste(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::string unix_text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool before_feed = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!before_feed) unix_text += text[i] == '\r' ? '\n' : text[i];
  }
  std::vector<std::string_view> lines = lines_of(unix_text);
  strip_numbers(lines);
  strip_indentation(lines);
  std::string tidy;
  for (const std::string_view line : lines) tidy.append(line) += '\n';
  return tidy;
}

Result<fs::path> paste_program(const fs::path& folder, std::string_view text) {
  if (text.size() > largest_paste) {
    return usage_error(say("The pasted text has more than 1 MiB, which no kernel has; copy less."));
  }
  if (text.find('\0') != std::string_view::npos) {
    return usage_error(say("The pasted data is no text; copy a kernel as text."));
  }
  const std::string tidy = tidy_paste(text);
  const std::string kernel = first_kernel(tidy);
  if (kernel.empty()) {
    return usage_error(
        say("The pasted text has no kernel: copy a whole function that begins with __global__."));
  }
  return write_program(folder, stem_of(kernel), tidy, {});
}

}  // namespace warpscope
