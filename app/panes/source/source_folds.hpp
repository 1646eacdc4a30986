#pragma once

#include <span>
#include <vector>

#include "app/panes/source/source_layout.hpp"

namespace warpscope {

/// A block of code in braces that reaches over several lines. Lines are counted from 0.
struct SourceBlock {
  int head = 0;  ///< the line that names it; stays in sight
  int end = 0;   ///< one past the last line that goes out of sight
  bool inside =
      false;  ///< of a function, such as a loop's, or a function's own; else of a namespace or a type
  friend bool operator==(const SourceBlock&, const SourceBlock&) = default;
};
/// The blocks of a file, outer ones before those inside. Braces in comments, strings and preprocessor lines
/// do not count; where they do not match, what is left open has no block.
[[nodiscard]] std::vector<SourceBlock> blocks_of(std::span<const SourceLine> lines);

/// Which blocks of a file are folded, and what that leaves in sight.
class SourceFolds {
 public:
  SourceFolds() = default;
  explicit SourceFolds(std::span<const SourceLine> lines);

  [[nodiscard]] const std::vector<SourceBlock>& blocks() const { return blocks_; }
  /// The lines in sight.
  [[nodiscard]] const std::vector<int>& rows() const { return rows_; }
  /// The row, from 0, of a line; of one out of sight, its block's. 0 if there is no line at all.
  [[nodiscard]] int row_of(int line) const;
  /// The line of a row, or of the one nearest to it; 0 if there is none.
  [[nodiscard]] int line_at(int row) const;
  /// The block that a line names; nullptr: none.
  [[nodiscard]] const SourceBlock* headed_by(int line) const;
  /// The same if it is folded.
  [[nodiscard]] const SourceBlock* folded_at(int line) const;

  /// The lines that name what is folded.
  [[nodiscard]] std::vector<int> heads() const;
  /// Folds the blocks that these lines name, and no other.
  void fold_only(std::span<const int> heads);

  /// Folds the innermost block that holds this line or begins with it, or opens it. Returns whether there is one.
  bool toggle(int line);
  /// Folds the block that this line names, if there is one.
  void fold(int head);
  /// Folds all functions, and blocks inside of them, that do not hold this line; those that do are opened.
  void fold_others(int line);
  void unfold();
  /// Opens what hides this line.
  void reveal(int line);

 private:
  void list_rows();

  std::vector<SourceBlock> blocks_;
  std::vector<bool> folded_;
  std::vector<int> rows_;
  int lines_ = 0;
};

}  // namespace warpscope
