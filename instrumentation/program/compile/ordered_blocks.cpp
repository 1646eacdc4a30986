#include "instrumentation/program/compile/ordered_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

using Text = std::string_view;

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// The end of what stands in quotes from `at` on.
std::size_t end_of_quotes(Text text, std::size_t at) {
  const std::size_t end = text.find('"', at + 1);
  return end == Text::npos ? text.size() : end + 1;
}

/// With "%n12" for "%12", and "n12:" for a label "12:" at the line's beginning.
std::string with_names_for_numbers(Text line) {
  std::string out;
  std::size_t at = 0;
  while (at < line.size() && is_decimal(line[at])) ++at;
  if (at > 0 && at < line.size() && line[at] == ':') out = "n";
  out += line.substr(0, at);
  while (at < line.size()) {
    if (line[at] == '"') {
      const std::size_t end = end_of_quotes(line, at);
      out += line.substr(at, end - at);
      at = end;
      continue;
    }
    out += line[at];
    if (line[at] == '%' && at + 1 < line.size() && is_decimal(line[at + 1])) out += 'n';
    ++at;
  }
  return out;
}

/// The parameters without names in "define void @f(i32 %0, i32 %1) … {".
std::size_t numbered_in(Text definition) {
  std::size_t count = 0;
  for (std::size_t at = 0; at + 1 < definition.size(); ++at) {
    if (definition[at] == '"') {
      at = end_of_quotes(definition, at) - 1;
    } else if (definition[at] == '%' && is_decimal(definition[at + 1])) {
      ++count;
    }
  }
  return count;
}

struct CodeBlock {
  std::string label;  // without the colon
  std::string text;   // with its lines' ends
  std::vector<std::size_t> next;
};

/// Calls found(name) for each "label %name".
template <typename Found>
void for_each_label(Text text, const Found& found) {
  constexpr Text word = "label %";
  for (std::size_t at = text.find(word); at != Text::npos; at = text.find(word, at)) {
    at += word.size();
    const std::size_t end = at < text.size() && text[at] == '"'
                                ? end_of_quotes(text, at)
                                : std::min(text.find_first_of(" ,\n]", at), text.size());
    found(text.substr(at, end - at));
    at = end;
  }
}

class TextOrder {
 public:
  explicit TextOrder(const std::vector<CodeBlock>& blocks) : blocks_(blocks) {}

  std::vector<std::size_t> run() {
    std::vector<std::size_t> all(blocks_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    region(all, 0);
    return order_;
  }

 private:
  struct Node {
    std::size_t number = 0, lowest = 0;
    bool seen = false, open = false;
  };

  /// Orders blocks of which `entry` is the first, as if nothing led back to it.
  void region(const std::vector<std::size_t>& members, std::size_t entry) {
    const std::vector<std::vector<std::size_t>> parts = components(members, entry);
    for (const std::vector<std::size_t>& part : parts) {
      if (part.size() == 1) {
        order_.push_back(part.front());
      } else {
        region(part, head_of(part, members));
      }
    }
  }

  /// The block of a loop that the others of the region lead to; the first of the text if there are several.
  [[nodiscard]] std::size_t head_of(const std::vector<std::size_t>& loop,
                                    const std::vector<std::size_t>& members) const {
    std::vector<bool> inside(blocks_.size(), false);
    for (const std::size_t block : loop) inside[block] = true;
    std::size_t head = blocks_.size();
    for (const std::size_t block : members) {
      if (inside[block]) continue;
      for (const std::size_t next : blocks_[block].next) {
        if (inside[next]) head = std::min(head, next);
      }
    }
    return head == blocks_.size() ? loop.front() : head;
  }

  /// Strongly connected parts, each behind those that lead to it; no way leads back to `entry`. After Tarjan, without
  /// recursion: functions have thousands of blocks.
  [[nodiscard]] std::vector<std::vector<std::size_t>> components(
      const std::vector<std::size_t>& members, std::size_t entry) const {
    std::vector<bool> inside(blocks_.size(), false);
    for (const std::size_t block : members) inside[block] = true;
    std::map<std::size_t, Node> nodes;
    std::vector<std::vector<std::size_t>> found;
    std::vector<std::size_t> open;
    std::size_t numbers = 0;
    struct Call {
      std::size_t block, next;
    };
    const auto visit = [&](std::size_t root) {
      std::vector<Call> calls;
      const auto enter = [&](std::size_t block) {
        nodes[block] = {numbers, numbers, true, true};
        ++numbers;
        open.push_back(block);
        calls.push_back({block, 0});
      };
      enter(root);
      while (!calls.empty()) {
        Call& call = calls.back();
        const std::size_t block = call.block;
        const std::vector<std::size_t>& next = blocks_[block].next;
        if (call.next < next.size()) {
          // The last one first: what is finished last stands first.
          const std::size_t to = next[next.size() - 1 - call.next++];
          if (!inside[to] || to == entry) continue;
          const Node there = nodes[to];
          if (!there.seen) {
            enter(to);
          } else if (there.open) {
            nodes[block].lowest = std::min(nodes[block].lowest, there.number);
          }
          continue;
        }
        calls.pop_back();
        const Node own = nodes[block];
        if (!calls.empty()) {
          Node& before = nodes[calls.back().block];
          before.lowest = std::min(before.lowest, own.lowest);
        }
        if (own.lowest != own.number) continue;
        std::vector<std::size_t> part;
        while (true) {
          const std::size_t top = open.back();
          open.pop_back();
          nodes[top].open = false;
          part.push_back(top);
          if (top == block) break;
        }
        std::ranges::sort(part);
        found.push_back(std::move(part));
      }
    };
    visit(entry);
    std::ranges::reverse(found);
    // What nothing leads to comes last.
    for (const std::size_t member : members) {
      if (!nodes[member].seen) visit(member);
    }
    return found;
  }

  const std::vector<CodeBlock>& blocks_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::string with_ordered_blocks(std::string_view function) {
  const std::size_t head = std::min(function.find('\n'), function.size() - 1) + 1;
  const Text definition = function.substr(0, head);
  std::vector<CodeBlock> blocks(1);
  std::map<std::string, std::size_t, std::less<>> known;
  const auto begin_block = [&](std::string label) {
    known.emplace(label, blocks.size() - 1);
    blocks.back().label = std::move(label);
  };
  begin_block(fmt::format("n{}", numbered_in(definition)));
  bool first = true;
  Text rest = function.substr(head);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string line = with_names_for_numbers(rest.substr(0, end));
    rest.remove_prefix(end);
    if (line.starts_with('}')) break;
    const bool label = !line.empty() && line.front() != ' ' && line.front() != '\n' &&
                       line.front() != ';' && line.find(':') != std::string::npos;
    if (label) {
      const std::size_t quotes = line.front() == '"' ? end_of_quotes(line, 0) : 0;
      std::string name = line.substr(0, line.find(':', quotes));
      if (!first) {
        blocks.emplace_back();
        begin_block(std::move(name));
      } else {
        known.clear();
        begin_block(std::move(name));
      }
    } else {
      blocks.back().text += line;
    }
    first = first && (line == "\n" || line.starts_with(';'));
  }
  for (CodeBlock& block : blocks) {
    for_each_label(block.text, [&](Text name) {
      const auto found = known.find(name);
      if (found != known.end()) block.next.push_back(found->second);
    });
  }
  std::string out = with_names_for_numbers(definition);
  for (const std::size_t k : TextOrder(blocks).run()) {
    out += blocks[k].label;
    out += ":\n";
    out += blocks[k].text;
  }
  out += "}\n";
  return out;
}

}  // namespace warpscope
