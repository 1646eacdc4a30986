#pragma once

#include <string>
#include <vector>

namespace warpscope {

/// Which blocks of a file are folded: the lines that name them, from 0.
struct FoldedBlocks {
  std::string file;
  std::vector<int> heads;
  friend bool operator==(const FoldedBlocks&, const FoldedBlocks&) = default;
};

/// How the user reads the source. What keys ask for is counted: the view does what was added since it
/// looked last.
struct SourceReading {
  bool searching = false;   ///< for `text`, in all files
  std::string text{};       ///< empty: nothing is found
  bool match_case = false;  ///< else small and capital letters are alike
  int turns = 0;            ///< so many matches further on; less: back
  int columns = 0;          ///< so many columns further to the right; less: to the left
  int folds = 0;            ///< of the block at the line that is looked at: folded, or opened again
  int folds_of_others = 0;  ///< of all blocks but those that hold the line
  int unfolds = 0;          ///< of everything
  FoldedBlocks put_back{};  ///< by undo and redo
  int put_backs = 0;        ///< so often
};

}  // namespace warpscope
