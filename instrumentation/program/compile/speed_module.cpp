#include "instrumentation/program/compile/speed_module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "instrumentation/program/debug_info/elf_symbols.hpp"

namespace warpscope {
namespace {

using Text = std::string_view;

bool is_name_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' ||
         c == '-';
}

/// A name of a function or variable in a line: "@main", "@\"a b\"".
struct GlobalName {
  std::size_t begin = 0, end = 0;  // with the @ and the quotes
  Text name;
};

/// The next one at or after `from`; what stands in quotes is no name.
std::optional<GlobalName> next_name(Text text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '"') {
      i = text.find('"', i + 1);
      if (i == Text::npos) return std::nullopt;
    } else if (text[i] == '@' && i + 1 < text.size()) {
      if (text[i + 1] == '"') {
        const std::size_t end = text.find('"', i + 2);
        if (end == Text::npos) return std::nullopt;
        return GlobalName{i, end + 1, text.substr(i + 2, end - i - 2)};
      }
      std::size_t end = i + 1;
      while (end < text.size() && is_name_letter(text[end])) ++end;
      if (end > i + 1) return GlobalName{i, end, text.substr(i + 1, end - i - 1)};
    }
  }
  return std::nullopt;
}

std::string as_global(Text name) { return fmt::format("@\"{}\"", name); }

/// A name is followed by its arguments: it is called there, or defined or declared.
bool is_called(Text line, const GlobalName& name) {
  return (name.end < line.size() && line[name.end] == '(') ||
         line.substr(0, name.begin).ends_with("blockaddress(");
}

/// The end of what opens at `open`; npos: the line ends before.
std::size_t closing_bracket(Text line, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < line.size(); ++i) {
    if (line[i] == '"') {
      i = line.find('"', i + 1);
      if (i == Text::npos) break;
    } else if (line[i] == '(') {
      ++depth;
    } else if (line[i] == ')' && --depth == 0) {
      return i;
    }
  }
  return Text::npos;
}

Text first_word(Text text) {
  return text.substr(0, std::min(text.find_first_of(" ("), text.size()));
}

bool is_one_of(Text word, std::initializer_list<Text> words) {
  return std::ranges::find(words, word) != words.end();
}
bool is_linkage(Text word) {
  return is_one_of(word,
                   {"private", "internal", "available_externally", "linkonce", "weak", "common",
                    "appending", "extern_weak", "linkonce_odr", "weak_odr", "external"});
}
bool is_visibility(Text word) {
  return is_one_of(word, {"dso_local", "dso_preemptable", "default", "hidden", "protected"});
}

/// What stands between the name of a variable and its type.
struct Header {
  Text linkage;                   // empty: as any that others see
  std::size_t after_linkage = 0;  // where visibility ends
  Text kind;                      // "global", "constant", "alias", "ifunc"
};
Header read_header(Text line, std::size_t from) {
  Header header{.linkage = {}, .after_linkage = from, .kind = {}};
  std::size_t at = from;
  while (at < line.size()) {
    const Text word = first_word(line.substr(at));
    if (is_one_of(word, {"global", "constant", "alias", "ifunc"})) {
      header.kind = word;
      break;
    }
    if (word.empty()) break;
    at += word.size();
    if (at < line.size() && line[at] == '(') {
      const std::size_t end = closing_bracket(line, at);
      if (end == Text::npos) break;
      at = end + 1;
    }
    while (at < line.size() && line[at] == ' ') ++at;
    if (is_linkage(word)) header.linkage = word;
    if (is_linkage(word) || is_visibility(word)) header.after_linkage = at;
  }
  return header;
}

void erase_all(std::string& text, Text what, Text instead = {}) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += instead.size()) {
    text.replace(at, what.size(), instead);
  }
}

/// Of a variable: ", !dbg !12" and ", comdat($f)" are gone.
void erase_field(std::string& line, Text field) {
  const std::size_t at = line.rfind(field);
  if (at == std::string::npos || line.find('"', at) != std::string::npos) return;
  std::size_t end = at + field.size();
  if (end < line.size() && line[end] == '(') {
    end = closing_bracket(line, end) + 1;
  } else {
    while (end < line.size() &&
           (line[end] == '!' || std::isdigit(static_cast<unsigned char>(line[end])) != 0))
      ++end;
  }
  line.erase(at, end - at);
}

bool is_of_device(Text variable) { return variable.find(", section \"ws_") != Text::npos; }
/// Of places in a function, which jump there: each variant needs its own.
bool is_of_labels(Text variable) { return variable.find(" blockaddress(") != Text::npos; }

/// Of a function, behind its parameters.
void erase_comdat(std::string& line) {
  constexpr Text comdat = " comdat";
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      i = line.find('"', i + 1);
      if (i == std::string::npos) return;
    } else if (line.compare(i, comdat.size(), comdat) == 0) {
      std::size_t end = i + comdat.size();
      if (end < line.size() && line[end] == '(') end = closing_bracket(line, end) + 1;
      line.erase(i, end - i);
      return;
    }
  }
}

template <class Visit>
void for_each_line(Text text, Visit&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// ", globals: !12" is gone.
void erase_member(std::string& node, Text member) {
  const std::size_t at = node.find(member);
  if (at == std::string::npos) return;
  std::size_t end = at + member.size();
  while (end < node.size() && std::isdigit(static_cast<unsigned char>(node[end])) != 0) ++end;
  node.erase(at, end - at);
}

/// Debug information tells lines only: types and variables are the first object's.
void only_lines(std::string& node) {
  if (node.find(" !DICompileUnit(") != std::string::npos) {
    erase_all(node, "emissionKind: FullDebug", "emissionKind: LineTablesOnly");
    for (const Text member : {Text(", enums: !"), Text(", retainedTypes: !"), Text(", globals: !"),
                              Text(", imports: !"), Text(", macros: !")}) {
      erase_member(node, member);
    }
  } else if (node.find(" !DISubprogram(") != std::string::npos) {
    erase_member(node, ", retainedNodes: !");
  } else if (node.find(" !DITemplateValueParameter(") != std::string::npos && next_name(node, 0)) {
    // A function is one.
    const std::size_t value = node.rfind(", value: ");
    if (value != std::string::npos) node.replace(value, std::string::npos, ", value: null)");
  }
}

/// Hooks are put where stores are, also where the first object has none.
std::string attributes_at_speed(Text line) {
  std::string group(line);
  erase_all(group, " disable_sanitizer_instrumentation ", " sanitize_thread ");
  return group;
}

}  // namespace

std::string SpeedModule::local_prefix(std::size_t number) {
  return fmt::format("{}{}.", local_alias_prefix, number);
}

std::string SpeedModule::counterpart(Text name, std::size_t number) {
  const std::string prefix = local_prefix(number);
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  return fmt::format("{}.at_speed.{}", name, number);
}

SpeedModule::SpeedModule(std::string text, std::size_t number)
    : text_(std::move(text)), number_(number) {
  read();
}

std::string SpeedModule::own_name(Text function) const { return counterpart(function, number_); }

void SpeedModule::read() {
  std::map<Text, Text> groups;
  std::string around;  // a function
  for_each_line(text_, [&](Text line) {
    if (line.empty()) return;
    if (line.starts_with("define ")) {
      const auto name = next_name(line, 0);
      const std::size_t end = name ? closing_bracket(line, name->end) : Text::npos;
      if (end == Text::npos) return;
      around = name->name;
      Function& function = functions_[around];
      function.header = line;
      const Text linkage = first_word(line.substr(Text("define ").size()));
      function.local = linkage == "internal" || linkage == "private";
      const std::size_t group = line.find('#', end);
      if (group != Text::npos) function.attributes = first_word(line.substr(group));
      read_names(line.substr(end), around);
    } else if (line[0] == '@') {
      read_global(line);
    } else if (line.starts_with("attributes #")) {
      groups[first_word(line.substr(line.find('#')))] = line;
    } else if (line[0] == '}') {
      around.clear();
    } else if (!around.empty()) {
      read_names(line, around);
    }
  });
  for (const auto& [name, function] : functions_) {
    if (!function.local) offered_[name] = own_name(name);
  }
  find_roots(groups);
}

void SpeedModule::read_global(Text line) {
  const auto name = next_name(line, 0);
  constexpr Text equals = " = ";
  if (!name || name->begin != 0 || line.compare(name->end, equals.size(), equals) != 0 ||
      name->name.starts_with("llvm.")) {
    return;
  }
  const Header header = read_header(line, name->end + equals.size());
  if (header.kind == "alias") {
    // Of a constructor.
    Function& function = functions_[std::string(name->name)];
    function.local = header.linkage == "internal" || header.linkage == "private";
    for (auto to = next_name(line, name->end); to; to = next_name(line, to->end))
      mentions_[std::string(name->name)].insert(to->name);
    return;
  }
  if (is_of_labels(line)) {
    data_[std::string(name->name)] = own_name(name->name);
  } else if (header.linkage == "internal" && (is_of_device(line) || header.kind == "global")) {
    data_[std::string(name->name)] = local_prefix(number_) + std::string(name->name);
  }
  read_names(line.substr(name->end), std::string(name->name));
}

void SpeedModule::read_names(Text line, const std::string& in) {
  for (auto name = next_name(line, 0); name; name = next_name(line, name->end)) {
    if (!is_called(line, *name)) addressed_.emplace(name->name);
    mentions_[in].insert(name->name);
  }
}

SpeedModule::Names SpeedModule::reached(const std::set<std::string>& needed) const {
  Names found = roots_;
  std::vector<std::string> open(roots_.begin(), roots_.end());
  for (const auto& [name, at_speed] : offered_) {
    if (needed.contains(name) && found.insert(name).second) open.push_back(name);
  }
  while (!open.empty()) {
    const auto from = mentions_.find(open.back());
    open.pop_back();
    if (from == mentions_.end()) continue;
    for (const Text name : from->second) {
      if (found.emplace(name).second) open.emplace_back(name);
    }
  }
  return found;
}

void SpeedModule::add_needed(std::set<std::string>& needed) const {
  for (const std::string& name : reached(needed)) {
    if (!functions_.contains(name) && !name.starts_with("llvm.")) needed.insert(name);
  }
}

/// What the host's side gives to a launch.
void SpeedModule::find_roots(const std::map<Text, Text>& attribute_groups) {
  for (const auto& [name, function] : functions_) {
    if (!addressed_.contains(name) || function.header.empty()) continue;
    const auto group = attribute_groups.find(function.attributes);
    // A kernel keeps a function of its own, see __global__.
    const bool kernel =
        group != attribute_groups.end() && group->second.find(" noinline ") != Text::npos;
    const bool thunk = name.starts_with("_ZN2ws12launch_frameI") ||
                       name.starts_with("_ZN2ws13deduced_frameI") ||
                       name.starts_with("_ZN2ws10registeredI");
    if (kernel || thunk) roots_.insert(name);
  }
}

bool SpeedModule::is_needed(const std::set<std::string>& needed) const {
  return has_kernels() || std::ranges::any_of(offered_, [&](const auto& each) {
           return needed.contains(each.first);
         });
}

/// One pass over the text.
struct SpeedModule::Edit {
  const SpeedModule& module;
  const std::map<std::string, std::string>& offered;
  const std::set<std::string>& needed;
  Names reached;
  bool skips = false;  // a function that nothing at speed calls
  std::string out{};
  std::set<std::string> declared{};  // under the first object's names

  /// What a called function is called at speed; nullopt: as ever.
  [[nodiscard]] std::optional<std::string> at_speed(Text name) const {
    if (module.functions_.contains(name)) return module.own_name(name);
    const auto other = offered.find(std::string(name));
    if (other != offered.end()) return other->second;
    return std::nullopt;
  }
  /// What a variable, or a function whose address is taken, is called in the first object.
  [[nodiscard]] std::optional<std::string> in_first(Text name) {
    if (const auto data = module.data_.find(name); data != module.data_.end()) {
      return data->second;
    }
    const auto function = module.functions_.find(name);
    if (function == module.functions_.end()) return std::nullopt;
    if (function->second.header.empty()) return module.own_name(name);  // an alias
    declared.emplace(name);
    return first_name(function->first, function->second);
  }
  [[nodiscard]] std::string first_name(const std::string& name, const Function& function) const {
    return function.local ? local_prefix(module.number_) + name : name;
  }

  void renamed(Text line) {
    std::size_t from = 0;
    for (auto name = next_name(line, 0); name; name = next_name(line, name->end)) {
      const auto to = is_called(line, *name) ? at_speed(name->name) : in_first(name->name);
      if (!to) continue;
      out += line.substr(from, name->begin - from);
      out += as_global(*to);
      from = name->end;
    }
    out += line.substr(from);
    out += '\n';
  }

  void global(Text line) {
    const auto name = next_name(line, 0);
    constexpr Text equals = " = ";
    if (!name || name->begin != 0 || name->name.starts_with("llvm.")) return;
    if (!reached.contains(name->name)) return;
    const std::size_t begin = name->end + equals.size();
    const Header header = read_header(line, begin);
    std::string edited(line);
    erase_field(edited, ", !dbg ");
    if (header.kind == "alias") {
      out += as_global(module.own_name(name->name)) + " = ";
      out += is_seen(name->name) ? "hidden " : "internal ";
      aliased(Text(edited).substr(header.after_linkage));
      return;
    }
    if (is_of_labels(line)) {
      edited.replace(begin, header.after_linkage - begin, "internal ");
      erase_field(edited, ", comdat");
    } else if (module.data_.contains(name->name)) {
      // The first object always keeps a variable of the device. What else it drops is defined here.
      edited.replace(begin, header.after_linkage - begin,
                     is_of_device(line) ? "available_externally hidden " : "linkonce hidden ");
    } else if (header.linkage.empty()) {
      edited.insert(begin, "available_externally ");
      erase_field(edited, ", comdat");
    }
    renamed(edited);
  }

  /// All names are functions' at speed.
  void aliased(Text line) {
    std::size_t from = 0;
    for (auto name = next_name(line, 0); name; name = next_name(line, name->end)) {
      out += line.substr(from, name->begin - from);
      out += as_global(at_speed(name->name).value_or(std::string(name->name)));
      from = name->end;
    }
    out += line.substr(from);
    out += '\n';
  }

  /// Of a function: others may use its name, since they call it, or since the first object has none of that name
  /// after all. See link_program().
  [[nodiscard]] bool is_seen(Text name) const {
    return module.addressed_.contains(name) ||
           (module.offered_.contains(std::string(name)) && needed.contains(std::string(name)));
  }

  void define(Text line) {
    const auto name = next_name(line, 0);
    const std::size_t end = name ? closing_bracket(line, name->end) : Text::npos;
    if (end == Text::npos) return;
    skips = !reached.contains(name->name);
    if (skips) return;
    out += is_seen(name->name) ? "define hidden " : "define internal ";
    std::size_t begin = Text("define ").size();
    for (Text word = first_word(line.substr(begin)); is_linkage(word) || is_visibility(word);
         word = first_word(line.substr(begin))) {
      begin += word.size() + 1;
    }
    std::string rest(line.substr(end));
    erase_comdat(rest);
    out += line.substr(begin, name->begin - begin);
    out += as_global(module.own_name(name->name));
    out += line.substr(name->end, end - name->end);
    renamed(rest);
  }

  /// "declare" of a function whose text is at hand.
  void declare(Text header, Text from_name, const std::string& to) {
    const bool defined = header.starts_with("define ");
    const auto name = next_name(header, 0);
    const std::size_t end = closing_bracket(header, name->end);
    std::size_t begin = Text(defined ? "define " : "declare ").size();
    for (Text word = first_word(header.substr(begin));
         defined && (is_linkage(word) || is_visibility(word));
         word = first_word(header.substr(begin))) {
      begin += word.size() + 1;
    }
    if (name->name != from_name) return;
    out += "declare ";
    if (to.starts_with(local_alias_prefix)) out += "hidden ";
    out += header.substr(begin, name->begin - begin);
    out += as_global(to);
    out += header.substr(name->end, end + 1 - name->end);
    out += '\n';
  }

  void line(Text line) {
    if (skips) {
      skips = !line.starts_with("}");
    } else if (line.empty()) {
      out += '\n';
    } else if (line[0] == '@') {
      global(line);
    } else if (line.starts_with("define ")) {
      define(line);
    } else if (line.starts_with("declare ")) {
      out += line;
      out += '\n';
      const auto name = next_name(line, 0);
      if (!name) return;
      if (const auto other = offered.find(std::string(name->name)); other != offered.end()) {
        declare(line, name->name, other->second);
      }
    } else if (line.starts_with("attributes #")) {
      out += attributes_at_speed(line);
      out += '\n';
    } else if (line[0] == '!') {
      std::string node(line);
      only_lines(node);
      renamed(node);
    } else if (line.starts_with("module asm ") || line.starts_with("  call void @llvm.dbg.") ||
               line.starts_with("    #dbg_") || line.starts_with("  call void @ws_left(")) {
      // The first object has it: assembly, what variables are called, and who returns early.
    } else if (line[0] == '$' || line[0] == ';') {
      out += line;
      out += '\n';
    } else {
      renamed(line);
    }
  }
};

std::string SpeedModule::text_at_speed(const std::map<std::string, std::string>& offered,
                                       const std::set<std::string>& needed) const {
  Edit edit{.module = *this, .offered = offered, .needed = needed, .reached = reached(needed)};
  edit.out.reserve(text_.size() + text_.size() / 8);
  for_each_line(text_, [&](Text line) { edit.line(line); });
  for (const std::string& name : edit.declared) {
    const Function& function = functions_.find(name)->second;
    edit.declare(function.header, name, edit.first_name(name, function));
  }
  // Pairs of addresses: of a function, and of what runs at speed in its place.
  const auto assembly = [&](const std::string& text) {
    edit.out += fmt::format("module asm \"{}\"\n", text);
  };
  assembly(fmt::format(R"(.pushsection {},\22aw\22)", at_speed_section));
  assembly(".balign 8");
  for (const std::string& name : roots_) {
    const std::string first = edit.first_name(name, functions_.find(name)->second);
    if (first != name) assembly(fmt::format(R"(.hidden \22{}\22)", first));
    assembly(fmt::format(R"(.weak \22{}\22)", first));
    assembly(fmt::format(R"(.quad \22{}\22, \22{}\22)", first, own_name(name)));
  }
  assembly(".popsection");
  return std::move(edit.out);
}

}  // namespace warpscope
