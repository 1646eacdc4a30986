#include "app/panes/source/source_folds.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace warpscope {
namespace {

constexpr int least_hidden = 2;  // lines: folding fewer gains nothing

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool goes_on_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether a statement that begins with this word holds functions.
bool holds_functions(std::string_view word) {
  constexpr auto words = std::to_array<std::string_view>(
      {"namespace", "struct", "class", "union", "enum", "extern", "inline namespace"});
  return std::ranges::find(words, word) != words.end();
}

/// Reads a file brace by brace.
class BlockReader {
 public:
  explicit BlockReader(std::span<const SourceLine> lines) : lines_(lines) {}

  std::vector<SourceBlock> read() {
    bool goes_on = false;  // a preprocessor line, with a backslash
    for (line_ = 0; line_ < static_cast<int>(lines_.size()); ++line_) {
      const SourceLine& line = lines_[static_cast<std::size_t>(line_)];
      const bool directive =
          goes_on || (!line.tokens.empty() && line.text[line.tokens.front().first] == '#');
      goes_on = directive && line.text.ends_with('\\');
      if (directive) continue;
      for (const Token& token : line.tokens) {
        if (token.kind == TokenKind::comment || token.kind == TokenKind::string) continue;
        read_code(line, token);
      }
    }
    std::ranges::sort(blocks_, [](const SourceBlock& a, const SourceBlock& b) {
      return a.head != b.head ? a.head < b.head : a.end > b.end;
    });
    // Of several that one line names, the outermost.
    const auto same =
        std::unique(blocks_.begin(), blocks_.end(),
                    [](const SourceBlock& a, const SourceBlock& b) { return a.head == b.head; });
    blocks_.erase(same, blocks_.end());
    return std::move(blocks_);
  }

 private:
  /// What a statement is known by so far.
  struct Statement {
    int first = -1;  // line; negative: it has not begun
    int named = -1;  // line of its first bracket
    int brackets = 0;
    bool holds_functions = false;
  };
  struct Open {
    Statement statement;  // of the block
    int line = 0;
    bool inside = false;
  };

  void read_code(const SourceLine& line, const Token& token) {
    const std::string_view text = line.text_of(token);
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == ' ') continue;
      if (c == '{') {
        open();
      } else if (c == '}') {
        close(line, token.first + i);
      } else if (c == ';' && now_.brackets == 0) {
        now_ = {};
      } else {
        i = begin_or_go_on(text, i);
      }
    }
  }

  /// Returns the last byte that belongs to what is there.
  std::size_t begin_or_go_on(std::string_view text, std::size_t at) {
    if (now_.first < 0) now_.first = line_;
    if (text[at] == '(') {
      if (now_.named < 0) now_.named = line_;
      ++now_.brackets;
    }
    if (text[at] == ')') now_.brackets = std::max(0, now_.brackets - 1);
    if (!begins_name(text[at])) return at;
    std::size_t end = at;
    while (end < text.size() && goes_on_name(text[end])) ++end;
    if (now_.named < 0 && holds_functions(text.substr(at, end - at))) now_.holds_functions = true;
    return end - 1;
  }

  void open() {
    if (now_.first < 0) now_.first = line_;
    const bool within = !open_.empty() && open_.back().inside;
    const bool inside = within || now_.named >= 0 || !now_.holds_functions;
    open_.push_back({now_, line_, inside});
    now_ = {};
  }

  void close(const SourceLine& line, std::size_t at) {
    now_ = {};
    if (open_.empty()) return;
    const Open opened = open_.back();
    open_.pop_back();
    // A lambda, or braces in brackets: the statement goes on.
    if (opened.statement.brackets > 0) now_ = opened.statement;
    const int head = opened.statement.named >= 0 ? opened.statement.named : opened.statement.first;
    const std::string_view text = line.text;
    const bool alone = text.find_first_not_of(" \t") == at && ends_line(text.substr(at + 1));
    const int end = alone ? line_ + 1 : line_;
    if (end - head - 1 >= least_hidden) blocks_.push_back({head, end, opened.inside});
  }

  /// Whether nothing of weight stands behind a brace.
  static bool ends_line(std::string_view rest) {
    const std::size_t first = rest.find_first_not_of(" \t;,)");
    return first == std::string_view::npos || rest.substr(first).starts_with("//");
  }

  std::span<const SourceLine> lines_;
  std::vector<SourceBlock> blocks_;
  std::vector<Open> open_;
  Statement now_;
  int line_ = 0;
};

bool holds(const SourceBlock& block, int line) { return line >= block.head && line < block.end; }

}  // namespace

std::vector<SourceBlock> blocks_of(std::span<const SourceLine> lines) {
  return BlockReader(lines).read();
}

SourceFolds::SourceFolds(std::span<const SourceLine> lines)
    : blocks_(blocks_of(lines)),
      folded_(blocks_.size(), false),
      lines_(static_cast<int>(lines.size())) {
  list_rows();
}

void SourceFolds::list_rows() {
  rows_.clear();
  std::size_t next = 0;
  for (int line = 0; line < lines_;) {
    rows_.push_back(line);
    while (next < blocks_.size() && blocks_[next].head < line) ++next;
    const bool folded = next < blocks_.size() && blocks_[next].head == line && folded_[next];
    line = folded ? blocks_[next].end : line + 1;
  }
}

int SourceFolds::row_of(int line) const {
  const auto after = std::ranges::upper_bound(rows_, line);
  return after == rows_.begin() ? 0 : static_cast<int>(after - rows_.begin()) - 1;
}

int SourceFolds::line_at(int row) const {
  if (rows_.empty()) return 0;
  const int last = static_cast<int>(rows_.size()) - 1;
  return rows_[static_cast<std::size_t>(std::clamp(row, 0, last))];
}

const SourceBlock* SourceFolds::headed_by(int line) const {
  const auto found = std::ranges::lower_bound(blocks_, line, {}, &SourceBlock::head);
  return found == blocks_.end() || found->head != line ? nullptr : &*found;
}

const SourceBlock* SourceFolds::folded_at(int line) const {
  const SourceBlock* block = headed_by(line);
  return block != nullptr && folded_[static_cast<std::size_t>(block - blocks_.data())] ? block
                                                                                       : nullptr;
}

bool SourceFolds::toggle(int line) {
  // What hides the line is opened; else the innermost block is folded.
  const int seen = line_at(row_of(line));
  for (std::size_t i = blocks_.size(); i-- > 0;) {
    if (!holds(blocks_[i], seen)) continue;
    folded_[i] = !folded_[i];
    list_rows();
    return true;
  }
  return false;
}

void SourceFolds::fold(int head) {
  const SourceBlock* block = headed_by(head);
  if (block == nullptr) return;
  folded_[static_cast<std::size_t>(block - blocks_.data())] = true;
  list_rows();
}

void SourceFolds::fold_others(int line) {
  int folded_end = 0;  // of the last block that was folded; those inside of it are left open
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const SourceBlock& block = blocks_[i];
    folded_[i] = block.inside && block.head >= folded_end && !holds(block, line);
    if (folded_[i]) folded_end = block.end;
  }
  list_rows();
}

std::vector<int> SourceFolds::heads() const {
  std::vector<int> heads;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (folded_[k]) heads.push_back(blocks_[k].head);
  }
  return heads;
}

void SourceFolds::fold_only(std::span<const int> heads) {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    folded_[k] = std::ranges::find(heads, blocks_[k].head) != heads.end();
  }
  list_rows();
}

void SourceFolds::unfold() {
  folded_.assign(blocks_.size(), false);
  list_rows();
}

void SourceFolds::reveal(int line) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (holds(blocks_[i], line) && line != blocks_[i].head) folded_[i] = false;
  }
  list_rows();
}

}  // namespace warpscope
