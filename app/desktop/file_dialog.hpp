#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// Files of one kind, as a dialog lets the user choose among kinds.
struct FileKind {
  std::string name;                   ///< "Programs", in the user's language
  std::vector<std::string> patterns;  ///< such as "*.cu"
};

/// What a dialog asks the user.
struct FileQuestion {
  bool saves = false;  ///< for a file to be written, else for one to open
  std::string title;
  std::filesystem::path folder;  ///< in which it starts; empty: where the desktop likes
  std::string name;              ///< that a file to be written might have
  std::vector<FileKind> kinds;   ///< the first one is chosen; empty: all files
};

/// How the question ended.
struct FileAnswer {
  enum class Kind : std::uint8_t {
    chosen,
    cancelled,
    no_dialog,  ///< none could be shown: ask by other means
    refused,    ///< the dialog's answer makes no sense, see `problem`
  };
  Kind kind = Kind::cancelled;
  std::filesystem::path
      file{};  ///< if chosen: absolute; one to be written may replace what is there
  Sentence problem{};
};

/// The dialog in which a desktop lets its user choose a file. It shows beside the window, which goes on meanwhile. One
/// question at a time.
class FileDialog {
 public:
  FileDialog() = default;
  FileDialog(const FileDialog&) = delete;
  FileDialog& operator=(const FileDialog&) = delete;
  virtual ~FileDialog() = default;

  /// Whether it is worth asking: false where no dialog is known to be, or wanted.
  [[nodiscard]] virtual bool is_there() const = 0;
  /// Shows the dialog; one that is open is closed.
  virtual void ask(const FileQuestion& question) = 0;
  /// Whether a question waits for its answer, or for the answer to be taken.
  [[nodiscard]] virtual bool asks() const = 0;
  /// The answer, once.
  [[nodiscard]] virtual std::optional<FileAnswer> take() = 0;
  /// Closes the dialog; there is no answer.
  virtual void close() = 0;
};

}  // namespace warpscope
