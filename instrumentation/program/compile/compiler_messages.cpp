#include "instrumentation/program/compile/compiler_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "instrumentation/program/compile/refused_names.hpp"

namespace warpscope {
namespace {

/// FILE:LINE:COLUMN or FILE:LINE.
struct MessagePlace {
  std::string file;
  int line = 0, column = 0;
};

std::optional<MessagePlace> read_place(std::string_view text) {
  MessagePlace place;
  std::array<int, 2> numbers{};
  std::size_t count = 0;
  while (count < 2) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) break;
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
    if (error != std::errc{} || stop != end) break;
    numbers[count++] = number;
    text = text.substr(0, colon);
  }
  if (count == 0 || text.empty()) return std::nullopt;
  place.file = text;
  place.line = count == 2 ? numbers[1] : numbers[0];
  place.column = count == 2 ? numbers[0] : 0;
  return place;
}

/// The text within the last pair of double quotes; the whole text if there is none.
std::string_view last_quoted(std::string_view text) {
  const std::size_t end = text.rfind('"');
  if (end == std::string_view::npos || end == 0) return text;
  const std::size_t begin = text.rfind('"', end - 1);
  return begin == std::string_view::npos ? text : text.substr(begin + 1, end - begin - 1);
}

/// A sentence: a capital and a full stop, and a string's escapes undone.
std::string as_sentence(std::string_view text) {
  std::string sentence;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    sentence += text[i];
  }
  if (!sentence.empty() && sentence.back() != '.') sentence += '.';
  // Not of names, such as cuBLAS or tex2D.
  const std::size_t word = sentence.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  if (word != std::string::npos && word > 0 && (sentence[word] == ' ' || sentence[word] == '\'')) {
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  }
  return sentence;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

class MessageReader {
 public:
  MessageReader(const UserSources& sources, const std::filesystem::path& headers)
      : sources_(sources), headers_(headers.string()) {}

  CompilerMessages run(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) read(line);
    finish();
    if (made_.unsupported) {
      // Other errors follow from what is not there.
      std::erase_if(made_.diagnostics,
                    [](const Diagnostic& each) { return !is_refusal(each.message); });
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] bool is_ours(const std::string& file) const {
    return !headers_.empty() && file.starts_with(headers_);
  }
  static bool is_refusal(std::string_view message) {
    return message.find(" not emulate") != std::string_view::npos;
  }

  void read(std::string_view line) {
    using Severity = Diagnostic::Severity;
    constexpr std::array kinds{
        std::pair{std::string_view(": fatal error: "), Severity::error},
        std::pair{std::string_view(": error: "), Severity::error},
        std::pair{std::string_view(": sorry, unimplemented: "), Severity::error},
        std::pair{std::string_view(": internal compiler error: "), Severity::error},
        std::pair{std::string_view(": Error: "), Severity::error},  // the assembler's
        std::pair{std::string_view(": warning: "), Severity::warning},
        std::pair{std::string_view(": note: "), Severity::note}};
    for (const auto& [word, severity] : kinds) {
      const std::size_t at = line.find(word);
      if (at == std::string_view::npos) continue;
      take(severity, line.substr(0, at), line.substr(at + word.size()));
      return;
    }
    read_trace(line);
  }

  /// What leads to the next message: "In file included from FILE:LINE:", "FILE:LINE:COLUMN:   required from here".
  void read_trace(std::string_view line) {
    constexpr std::string_view included = "In file included from ", from = "                 from ";
    const bool begins = line.starts_with(included), goes_on = line.starts_with(from);
    if (begins || goes_on) {
      if (current_) finish();
      line.remove_prefix(begins ? included.size() : from.size());
      while (line.ends_with(':') || line.ends_with(',')) line.remove_suffix(1);
      if (auto place = read_place(line)) includes_.push_back(std::move(*place));
      return;
    }
    const std::size_t required =
        std::min(line.find(":   required "), line.find(":   recursively required "));
    if (required != std::string_view::npos) {
      if (current_) finish();
      if (auto place = read_place(line.substr(0, required))) required_.push_back(std::move(*place));
    } else if (current_ && line.find(": In ") != std::string_view::npos) {
      finish();  // gcc: the next message is in another function
    }
  }

  void take(Diagnostic::Severity severity, std::string_view where, std::string_view message) {
    Diagnostic told{.severity = severity, .message = std::string(message)};
    if (auto place = read_place(where)) {
      told.file = std::move(place->file);
      told.line = place->line;
      told.column = place->column;
    }
    if (severity == Diagnostic::Severity::note) {
      add_note(std::move(told));
      return;
    }
    finish();
    current_ = std::move(told);
  }

  void add_note(Diagnostic note) {
    if (!current_) return;
    const UserSource* const source = sources_.find(note.file);
    const bool leads = note.message.find("requested here") != std::string::npos ||
                       note.message.find("expanded from") != std::string::npos;
    if (leads && source != nullptr && note.message.find("requested here") != std::string::npos) {
      required_.push_back({note.file, note.line, note.column});
    }
    if (source == nullptr || note.line == 0) return;  // in a header
    if (note.message.find("ws::") != std::string::npos) return;
    notes_.push_back(std::move(note));
  }

  /// The user's place that led to an error in a header: where he asks for what the header instantiates, else where he
  /// includes it.
  [[nodiscard]] std::optional<MessagePlace> led_from(bool also_included) const {
    for (const MessagePlace& place : required_) {  // the innermost comes first
      if (sources_.find(place.file) != nullptr) return place;
    }
    for (const MessagePlace& place : includes_) {
      if (also_included && sources_.find(place.file) != nullptr) return place;
    }
    return std::nullopt;
  }

  void finish() {
    if (!current_) return;
    Diagnostic told = *std::exchange(current_, std::nullopt);
    std::vector<Diagnostic> notes = std::exchange(notes_, {});
    const bool ours = is_ours(told.file), header = sources_.find(told.file) == nullptr;
    if (header && !place_in_header(told, ours)) {
      forget_trace();
      return;
    }
    if (!header) add_origin(told, notes);
    forget_trace();
    told.message = translated(std::move(told.message), ours);
    if (!replace_by_problem(told)) complete(told);
    const auto same = [&](const Diagnostic& other) {
      return other.severity == told.severity && other.file == told.file &&
             other.line == told.line && (header || other.message == told.message);
    };
    if (std::ranges::any_of(made_.diagnostics, same)) return;
    const bool refusal = told.severity == Diagnostic::Severity::error && is_refusal(told.message);
    made_.unsupported = made_.unsupported || refusal;
    made_.diagnostics.push_back(told);
    if (refusal) return;
    for (Diagnostic& note : notes) {
      complete(note);
      tidy(note.message);
      if (note.file == told.file && note.line == told.line) continue;
      made_.diagnostics.push_back(std::move(note));
    }
  }

  void forget_trace() {
    includes_.clear();
    required_.clear();
  }

  /// False: the error follows from another one, and no line of the user's leads to it.
  bool place_in_header(Diagnostic& told, bool ours) const {
    const bool first = std::ranges::none_of(made_.diagnostics, [](const Diagnostic& each) {
      return each.severity == Diagnostic::Severity::error;
    });
    const bool refused = told.message.starts_with('"') || told.message.starts_with("#error");
    if (const auto place = led_from(first || refused)) {
      told.file = place->file;
      told.line = place->line;
      told.column = place->column;
      return true;
    }
    if (ours) {
      told.file.clear();
      told.line = told.column = 0;
    }
    return first;
  }

  /// gcc says before the error where a template was asked for, clang in a note behind it.
  void add_origin(const Diagnostic& told, std::vector<Diagnostic>& notes) const {
    if (required_.empty() || !notes.empty()) return;
    const auto origin = std::ranges::find_if(
        required_, [&](const MessagePlace& place) { return sources_.find(place.file) != nullptr; });
    if (origin == required_.end() || (origin->file == told.file && origin->line == told.line))
      return;
    notes.push_back({.severity = Diagnostic::Severity::note,
                     .file = origin->file,
                     .line = origin->line,
                     .column = origin->column,
                     .message = "required from here"});
  }

  /// The rewriter has said at this place what is wrong.
  bool replace_by_problem(Diagnostic& told) const {
    const UserSource* const source = sources_.find(told.file);
    if (source == nullptr || told.severity != Diagnostic::Severity::error) return false;
    for (const Diagnostic& problem : source->rewritten.problems) {
      if (problem.line != told.line) continue;
      told = problem;
      told.file = source->shown;
      return true;
    }
    return false;
  }

  /// The user's own name, column and text of the place.
  void complete(Diagnostic& told) const {
    const UserSource* const source = sources_.find(told.file);
    if (source == nullptr) return;
    told.file = source->shown;
    if (told.column > 0) {
      told.column = source->rewritten.original_column(told.line, told.column);
    }
    std::string_view text = source->text;
    for (int line = 1; line < told.line && !text.empty(); ++line) {
      const std::size_t end = text.find('\n');
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('\r')) text.remove_suffix(1);
    told.source_line = text;
  }

  [[nodiscard]] static std::string translated(std::string message, bool ours) {
    constexpr std::string_view unavailable = " is unavailable: ";
    if (message.starts_with("static_assert failed") ||
        message.starts_with("static assertion failed")) {
      const std::size_t colon = message.find(": ");
      const std::string_view text = message.find('"') != std::string::npos ? last_quoted(message)
                                    : colon == std::string::npos
                                        ? std::string_view(message)
                                        : std::string_view(message).substr(colon + 2);
      if (ours || is_refusal(text)) return as_sentence(text);
    } else if (message.starts_with("#error ")) {
      message.erase(0, 7);
      if (ours) return as_sentence(last_quoted(message));
    } else if (ours && message.starts_with('"')) {
      return as_sentence(last_quoted(message));
    } else if (const std::size_t at = message.find(unavailable);
               at != std::string::npos && is_refusal(message)) {
      return as_sentence(std::string_view(message).substr(at + unavailable.size()));
    }
    if (const auto refused = refusal_of(message)) return *refused;
    tidy(message);
    return message;
  }

  /// Our own names in a message.
  static void tidy(std::string& message) {
    const auto has = [&](std::string_view word) { return message.find(word) != std::string::npos; };
    if (has("launch_call") && (has("operator/") || has("binary expression") || has("overloaded"))) {
      message =
          "what stands before <<< is no kernel, or which of several kernels is not certain: give "
          "template arguments";
    } else if (has("'$'") || (has("launcher") && has("function"))) {
      message =
          "between <<< and >>> stand the grid and the block (dim3 or int), then the bytes of "
          "shared "
          "memory and the stream, if any";
    }
    replace_all(message, "CUstream_st*", "cudaStream_t");
    replace_all(message, "CUstream_st *", "cudaStream_t");
    replace_all(message, "ws_of_", "");
    replace_all(message, "__ws_gvar_", "__device__");
    replace_all(message, "__ws_gst__", "__device__");
    replace_all(message, "__ws_gtpl_", "__device__");
    replace_all(message, "__ws_ctempl_", "__constant__");
    replace_all(message, "__ws_mtmpl_", "__managed__");
    replace_all(message, "__ws_const__", "__constant__");
    replace_all(message, "__ws_dyns_", "__shared__");
    replace_all(message, "__WS_DEVICE__", "__CUDA_ARCH__");
  }

  const UserSources& sources_;
  std::string headers_;
  CompilerMessages made_;
  std::optional<Diagnostic> current_;
  std::vector<Diagnostic> notes_;
  std::vector<MessagePlace> includes_, required_;
};

}  // namespace

CompilerMessages read_compiler_messages(const std::vector<std::string>& lines,
                                        const UserSources& sources,
                                        const std::filesystem::path& headers) {
  return MessageReader(sources, headers).run(lines);
}

}  // namespace warpscope
