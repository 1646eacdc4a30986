#include "instrumentation/program/source/active_code.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "instrumentation/program/source/code_condition.hpp"
#include "instrumentation/program/source/cuda_code.hpp"
#include "instrumentation/program/source/cuda_tokens.hpp"

namespace warpscope {
namespace {

constexpr const char* defines_parameter = "defines";

using MaybeTruth = std::optional<bool>;  // nullopt: not known

/// A branch of a condition: from its directive to before the next one.
struct Branch {
  std::size_t begin = 0, end = 0;               // bytes between the directives
  std::uint32_t first_line = 0, last_line = 0;  // of the directives around
  std::size_t group = 0;
};

/// The names of headers that are CUDA's, also where a program quotes them.
bool is_header_of_cuda(std::string_view name) {
  constexpr std::array<std::string_view, 10> begins{"cuda",    "cub/", "curand",  "cooperative_",
                                                    "device_", "mma.", "thrust/", "vector_",
                                                    "sm_",     "math_"};
  return std::ranges::any_of(begins,
                             [&](std::string_view begin) { return name.starts_with(begin); });
}

class ActiveCode {
 public:
  ActiveCode(std::string_view text, const CompiledSo& compiled)
      : text_(text), compiled_(compiled), tokens_(cuda_tokens(text)), macros_(compiled.defines) {}

  std::string run() {
    find_branches();
    active_ = std::string(text_);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == CudaToken::Kind::directive) read(i);
    }
    return std::move(active_);
  }

 private:
  struct Open {
    bool outside = true;  // what holds the group is active, or may be
    bool sure_outside = true;
    MaybeTruth taken = false;  // whether one of its branches was
    std::size_t group = 0;
  };

  [[nodiscard]] std::string_view word(std::size_t i) const {
    return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  [[nodiscard]] std::uint32_t line_at(std::size_t byte) {
    for (; counted_ < byte; ++counted_) line_ += text_[counted_] == '\n' ? 1U : 0U;
    return line_;
  }

  /// Pairs the directives, and finds which branches hold a line that ran.
  void find_branches() {
    std::vector<std::size_t> open;
    std::size_t groups = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind != CudaToken::Kind::directive) continue;
      const auto [name, rest] = split_directive(word(i));
      const bool begins = name.starts_with("if"), next = name.starts_with("el"),
                 ends = name == "endif";
      const std::uint32_t line = line_at(tokens_[i].begin);
      std::size_t group = groups;
      if ((next || ends) && !open.empty()) {
        Branch& before = branches_[open.back()];
        before.end = tokens_[i].begin;
        before.last_line = line;
        group = before.group;
        open.pop_back();
      } else if (next || ends) {
        continue;
      }
      if (begins) ++groups;
      if (!begins && !next) continue;
      open.push_back(branches_.size());
      branch_at_[i] = branches_.size();
      branches_.push_back({.begin = tokens_[i].end,
                           .end = text_.size(),
                           .first_line = line_at(tokens_[i].end),
                           .last_line = std::numeric_limits<std::uint32_t>::max(),
                           .group = group});
    }
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      const auto inside = compiled_.lines_that_ran.upper_bound(branches_[b].first_line);
      if (inside == compiled_.lines_that_ran.end() || *inside >= branches_[b].last_line) continue;
      groups_that_ran_.insert(branches_[b].group);
      ran_.insert(b);
    }
  }

  void read(std::size_t i) {
    const auto [name, rest] = split_directive(word(i));
    if (name.starts_with("if")) {
      begin_group(
          i, name == "if" ? condition_holds(rest, macros_) : is_defined(rest, name == "ifdef"));
    } else if (name.starts_with("el") && !open_.empty()) {
      MaybeTruth holds = true;
      if (name == "elif") holds = condition_holds(rest, macros_);
      if (name == "elifdef" || name == "elifndef") holds = is_defined(rest, name == "elifdef");
      next_branch(i, holds);
    } else if (name == "endif" && !open_.empty()) {
      leave_out_ = !open_.back().outside;
      sure_ = open_.back().sure_outside;
      open_.pop_back();
    } else if (!leave_out_ && name == "define") {
      define(i);
    } else if (!leave_out_ && name == "undef") {
      macros_.remove(leading_name(rest));
    } else if (!leave_out_ && name == "include") {
      const std::size_t end = rest.empty() ? std::string_view::npos : rest.find('"', 1);
      if (!rest.starts_with('"') || end == std::string_view::npos) return;
      if (!is_header_of_cuda(rest.substr(1, end - 1))) macros_.read_unknown_header();
    }
  }

  void begin_group(std::size_t i, MaybeTruth holds) {
    open_.push_back({.outside = !leave_out_, .sure_outside = sure_, .taken = false});
    next_branch(i, holds);
  }
  void next_branch(std::size_t i, MaybeTruth holds) {
    Open& group = open_.back();
    const auto found = branch_at_.find(i);
    if (found == branch_at_.end()) return;
    const Branch& branch = branches_[found->second];
    if (groups_that_ran_.contains(branch.group)) {
      holds = ran_.contains(found->second);
    } else if (group.taken && *group.taken) {
      holds = false;
    } else if (!group.taken && holds.value_or(true)) {
      holds.reset();
    }
    if (!holds) {
      if (group.taken && !*group.taken) group.taken.reset();
    } else if (*holds) {
      group.taken = true;
    }
    leave_out_ = !group.outside || !holds.value_or(true);
    sure_ = group.sure_outside && holds.has_value();
    if (!leave_out_) return;
    for (std::size_t at = branch.begin; at < branch.end; ++at) {
      if (active_[at] != '\n') active_[at] = ' ';
    }
  }

  [[nodiscard]] MaybeTruth is_defined(std::string_view text, bool wanted) const {
    const std::string name = leading_name(text);
    if (name.empty()) return std::nullopt;
    const MaybeTruth is = macros_.defined(name);
    return is ? MaybeTruth(*is == wanted) : std::nullopt;
  }
  /// "#define NAME body": the tokens behind it are of its line.
  void define(std::size_t i) {
    const std::uint32_t number = tokens_[i].directive;
    const auto is_of_it = [&](std::size_t k) {
      return k < tokens_.size() && tokens_[k].directive == number &&
             tokens_[k].kind != CudaToken::Kind::directive;
    };
    if (!is_of_it(i + 1)) return;
    const std::string name(word(i + 1));
    std::size_t last = i + 1;
    while (is_of_it(last + 1)) ++last;
    const bool with_arguments =
        is_of_it(i + 2) && word(i + 2) == "(" && tokens_[i + 2].begin == tokens_[i + 1].end;
    if (with_arguments || !sure_) return macros_.set(name, std::nullopt);
    const std::size_t begin = tokens_[i + 1].end;
    macros_.set(name, std::string(text_.substr(begin, tokens_[last].end - begin)));
  }

  std::string_view text_;
  const CompiledSo& compiled_;
  std::vector<CudaToken> tokens_;
  CodeMacros macros_;
  std::string active_;
  std::vector<Branch> branches_;
  std::map<std::size_t, std::size_t> branch_at_;  // by the token of its directive
  std::set<std::size_t> groups_that_ran_, ran_;   // the latter: branches
  std::vector<Open> open_;
  bool leave_out_ = false, sure_ = true;  // at the present place
  std::size_t counted_ = 0;               // bytes up to which line_ counts
  std::uint32_t line_ = 1;
};

}  // namespace

void note_defines(Trace& trace, const std::vector<std::string>& defines) {
  std::string text;
  for (const std::string& define : defines) text += (text.empty() ? "" : " ") + define;
  if (!text.empty()) trace.header.parameters[defines_parameter] = text;
}

std::vector<std::string> defines_of(const Trace& trace) {
  std::vector<std::string> defines;
  const auto found = trace.header.parameters.find(defines_parameter);
  if (found == trace.header.parameters.end()) return defines;
  std::istringstream words(found->second);
  for (std::string word; words >> word;) defines.push_back(word);
  return defines;
}

std::string active_code(std::string_view text, const CompiledSo& compiled) {
  if (text.find('#') == std::string_view::npos) return std::string(text);
  return ActiveCode(text, compiled).run();
}

}  // namespace warpscope
