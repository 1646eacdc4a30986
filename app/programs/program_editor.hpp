#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The text of a program of the user's own while it is written in the window: a new one, or that of a file. A text that
/// was left unsaved is there again when its file, or a new program, is opened the next time.
class ProgramEditor {
 public:
  static constexpr std::size_t largest = std::size_t{1}
                                         << 18;  ///< bytes; more is for an editor of its own

  ProgramEditor();

  /// A new program: what was written and never run; else `offered`, if it holds a kernel; else an example.
  void begin(std::string_view offered);
  /// The text of a file, as it is now. Fails with a sentence if it cannot be read, is no text, or is too large.
  Status open(const std::filesystem::path& file);
  /// The new program has become this file; the next begin() is another one.
  Status becomes(const std::filesystem::path& file);

  /// Empty: a new program, which has none yet.
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  /// With line feeds only. May be changed.
  [[nodiscard]] std::string& text() { return draft().text; }
  [[nodiscard]] const std::string& text() const { return draft().text; }
  /// Whether the file lacks what was typed. A new program lacks everything.
  [[nodiscard]] bool changed() const { return text() != draft().saved; }
  /// Whether the text is the example, which nobody has touched.
  [[nodiscard]] bool is_example() const;
  /// Rises whenever the text was replaced by other means than typing.
  [[nodiscard]] int generation() const { return generation_; }

  /// Whether somebody else has changed or removed the file since it was read or written here. Reads it.
  [[nodiscard]] bool changed_elsewhere() const;
  /// Writes the text into its file. Fails, too, if that was changed elsewhere, unless `over`.
  Status save(bool over = false);
  /// Takes the text of the file; what was typed is kept for take_back().
  Status take_file();
  [[nodiscard]] bool can_take_back() const { return draft().replaced.has_value(); }
  /// The text before take_file(); once more, that of the file.
  void take_back();
  /// The example in place of the text, likewise.
  void take_example();

  /// Texts that are in no file, by the file that they are for; empty: for none. What was not touched is none.
  [[nodiscard]] std::map<std::filesystem::path, std::string> unsaved() const;
  /// Brings such a text back; it is not opened.
  void restore(const std::filesystem::path& file, std::string text);

 private:
  struct Draft {
    std::string text;
    std::string saved;  // as the file was when it was last read or written here
    bool carriage_returns = false;
    bool read = false;  // `saved` is known
    std::optional<std::string> replaced;
  };
  [[nodiscard]] Draft& draft() { return drafts_[file_]; }
  [[nodiscard]] const Draft& draft() const { return drafts_.at(file_); }

  std::map<std::filesystem::path, Draft> drafts_;  // that of a new program is always there
  std::filesystem::path file_;
  int generation_ = 0;
};

}  // namespace warpscope
