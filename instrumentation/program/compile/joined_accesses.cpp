#include "instrumentation/program/compile/joined_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "instrumentation/program/compile/function_joins.hpp"
#include "instrumentation/program/compile/module_text.hpp"
#include "instrumentation/program/compile/module_types.hpp"
#include "instrumentation/program/compile/ordered_blocks.hpp"

namespace warpscope {
namespace {

using Text = std::string_view;

class ModuleJoins {
 public:
  explicit ModuleJoins(Text text) : lines_(text_lines(text)) {}

  std::string run() {
    for (const Text line : lines_) types_.read(line);
    constexpr Text attributes = "attributes ";
    for (const Text line : lines_) {
      if (const auto variable = read_shared(line, types_)) shared_.push_back(*variable);
      if (!line.starts_with(attributes)) continue;
      const Text rest = line.substr(attributes.size());
      attributes_.emplace(rest.substr(0, rest.find(' ')), rest);
    }
    for (const Text line : lines_) {
      const Text group = attributes_of(line);
      const bool pure =
          group.find(" readnone ") != Text::npos || group.find(" memory(none) ") != Text::npos;
      if (pure && line.starts_with("de")) pure_.insert(name_of(line));  // declare or define
    }
    find_mentions();
    find_users();
    std::string out;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      if (!lines_[k].starts_with("define ")) {
        const bool shared = read_shared(lines_[k], types_).has_value();
        out += shared ? with_alignment(lines_[k], widest_joined) : std::string(lines_[k]);
        out.push_back('\n');
        continue;
      }
      const std::size_t end = end_of_function(k);
      const std::vector<Text> body(lines_.begin() + static_cast<std::ptrdiff_t>(k),
                                   lines_.begin() + static_cast<std::ptrdiff_t>(end));
      const std::vector<SharedVariable> used = used_in(name_of(lines_[k]));
      out += with_ordered_blocks(
          with_joined_accesses_of(body, {types_, used, pure_, is_kernel(lines_[k])}, joined_));
      k = end - 1;
    }
    declare_hooks(out);
    return out;
  }

 private:
  [[nodiscard]] std::size_t end_of_function(std::size_t begin) const {
    std::size_t end = begin;
    while (end < lines_.size() && lines_[end] != "}") ++end;
    return std::min(end + 1, lines_.size());
  }
  static Text name_of(Text definition) {
    const std::size_t at = definition.find('@');
    return at == Text::npos ? Text() : definition.substr(at, end_of_global(definition, at) - at);
  }

  /// A kernel keeps a function of its own, see __global__.
  [[nodiscard]] bool is_kernel(Text definition) const {
    return definition.find(" void @") != Text::npos &&
           attributes_of(definition).find(" noinline ") != Text::npos;
  }
  /// The group of attributes that a function's line names.
  [[nodiscard]] Text attributes_of(Text line) const {
    const std::size_t at = line.rfind(" #");
    if (at == Text::npos) return {};
    const Text group = line.substr(at + 1);
    const auto found = attributes_.find(group.substr(0, group.find_first_of(" {")));
    return found == attributes_.end() ? Text() : found->second;
  }

  void find_mentions() {
    std::set<Text> interesting;
    for (const SharedVariable& each : shared_) interesting.insert(each.name);
    for (const Text line : lines_) {
      if (line.starts_with("define ")) interesting.insert(name_of(line));
    }
    std::set<Text>* of = nullptr;
    for (const Text line : lines_) {
      if (line.starts_with("define ")) of = &mentions_[name_of(line)];
      if (line == "}") of = nullptr;
      if (of == nullptr || line.find('@') == Text::npos) continue;
      for_each_global(line, [&](Text name) {
        if (interesting.contains(name)) of->insert(name);
      });
    }
  }
  /// Functions that use shared memory, or call one that does.
  void find_users() {
    const auto uses = [&](const std::set<Text>& mentioned) {
      return std::ranges::any_of(mentioned, [&](Text name) {
        return users_.contains(name) ||
               std::ranges::find(shared_, name, &SharedVariable::name) != shared_.end();
      });
    };
    for (std::size_t before = users_.size() + 1; before != users_.size();) {
      before = users_.size();
      for (const auto& [function, mentioned] : mentions_) {
        if (!users_.contains(function) && uses(mentioned)) users_.insert(function);
      }
    }
  }
  /// The variables of a function and of those that it calls, in the order of the text.
  [[nodiscard]] std::vector<SharedVariable> used_in(Text function) const {
    if (!users_.contains(function)) return {};
    std::set<Text> reached{function};
    std::vector<Text> open{function};
    while (!open.empty()) {
      const auto found = mentions_.find(open.back());
      open.pop_back();
      if (found == mentions_.end()) continue;
      for (const Text name : found->second) {
        if (reached.insert(name).second) open.push_back(name);
      }
    }
    std::vector<SharedVariable> used;
    std::ranges::copy_if(shared_, std::back_inserter(used),
                         [&](const SharedVariable& each) { return reached.contains(each.name); });
    return used;
  }

  void declare_hooks(std::string& out) const {
    const bool typed = out.find("i8*") != std::string::npos;
    for (const Text hook :
         {"read2", "read4", "read8", "read16", "write2", "write4", "write8", "write16"}) {
      const std::string name = fmt::format(" void @__tsan_{}(", hook);
      if (out.find("call" + name) == std::string::npos ||
          out.find("declare" + name) != std::string::npos)
        continue;
      out += fmt::format("declare{}{})\n", name, typed ? "i8*" : "ptr");
    }
    if (out.find("@ws_atomic_of_warp(") == std::string::npos) return;
    out += fmt::format("declare void @ws_atomic_of_warp(i32, i32, {0}, {0}, {0})\n",
                       typed ? "i8*" : "ptr");
  }

  std::vector<Text> lines_;
  ModuleTypes types_;
  std::vector<SharedVariable> shared_;
  std::map<Text, std::set<Text>> mentions_;
  std::map<Text, Text> attributes_;  // of each group, "#7"
  std::set<Text> pure_, users_;
  std::uint64_t joined_ = 0;
};

}  // namespace

std::string with_joined_accesses(std::string_view optimised) {
  return ModuleJoins(optimised).run();
}

}  // namespace warpscope
