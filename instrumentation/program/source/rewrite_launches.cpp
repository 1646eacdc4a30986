#include "instrumentation/program/source/rewrite_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "instrumentation/language/tr_noop.hpp"
#include "instrumentation/program/source/cuda_code.hpp"
#include "instrumentation/program/source/cuda_declarations.hpp"
#include "instrumentation/program/source/cuda_tokens.hpp"
#include "instrumentation/program/source/device_syntax.hpp"
#include "instrumentation/program/source/launch_syntax.hpp"

namespace warpscope {
namespace {

constexpr std::string_view lambda_begin = "[&](auto&&...ws_a){";
constexpr std::string_view lambda_end = "(static_cast<decltype(ws_a)&&>(ws_a)...);}";
// Asks which of a template's functions is meant, and calls none.
constexpr std::string_view finder_begin = "[&](auto&&...ws_a){return decltype(";
constexpr std::string_view finder_name = "ws_of_";
constexpr std::string_view shift_mark = " ::ws::by*";
constexpr std::string_view return_begin = "{::ws_left();";
constexpr std::string_view finder_end = "(static_cast<decltype(ws_a)&&>(ws_a)...)){};}";

/// Undefined, so that host code stays host code; what is the device's alone sees another name.
constexpr std::string_view architecture = "__CUDA_ARCH__";

/// What to write instead of an instruction of PTX.
std::string_view instead_of(std::string_view ptx) {
  struct Advice {
    std::string_view word, instead;
  };
  constexpr std::array table{
      Advice{"%laneid", "threadIdx.x % warpSize"},
      Advice{"%warpid", "threadIdx.x / warpSize"},
      Advice{"lanemask_lt", "(1u << lane) - 1"},
      Advice{"%clock", "clock64()"},
      Advice{"globaltimer", "clock64()"},
      Advice{"membar", "__threadfence()"},
      Advice{"fence", "__threadfence()"},
      Advice{"bar.sync", "__syncthreads()"},
      Advice{"bar.warp", "__syncwarp()"},
      Advice{"shfl", "__shfl_sync() and its relatives"},
      Advice{"vote", "__ballot_sync(), __any_sync() or __all_sync()"},
      Advice{"ld.global.nc", "__ldg()"},
      Advice{"prmt", "__byte_perm()"},
      Advice{"bfind", "__clz()"},
      Advice{"popc", "__popc()"},
      Advice{"brev", "__brev()"},
      Advice{"exit", "return"},
      Advice{"trap", "__trap()"},
      Advice{"nanosleep", "__nanosleep()"},
      Advice{"fma", "fmaf() or fma()"},
      Advice{"mad", "* and +"},
      Advice{"atom", "atomicAdd() and its relatives"},
      Advice{"red.", "atomicAdd() and its relatives"},
  };
  for (const Advice& advice : table) {
    if (ptx.find(advice.word) != std::string_view::npos) return advice.instead;
  }
  return {};
}

/// Whether an assembler's text is a GPU's: mov.u32 and %laneid are of no processor that this
/// program runs on.
bool reads_like_ptx(std::string_view text) {
  constexpr std::array words{".u16",      ".u32",     ".u64",           ".s16",    ".s32",
                             ".s64",      ".b16",     ".b32",           ".b64",    ".f16",
                             ".f32",      ".f64",     ".pred",          "%laneid", "%lanemask",
                             "%smid",     "%clock",   "%warpid",        "membar.", "bar.sync",
                             "fence.acq", "cp.async", "prefetch.global"};
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

class Rewriter {
 public:
  Rewriter(std::string_view text, std::string_view file, const KnownKernels& known)
      : text_(text), file_(file), tokens_(cuda_tokens(text)), code_(text, tokens_), read_(code_) {
    known_ = known;
    known_.add(read_.kernels());
    for (auto& [name, shape] : known_.shapes) {
      shape.overloaded = shape.overloaded || known_.functions.contains(name);
    }
    for (std::size_t at = text_.find('\n'); at != std::string_view::npos;
         at = text_.find('\n', at + 1)) {
      line_ends_.push_back(at);
    }
  }

  RewrittenSource run() {
    read_groups();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (code_.hidden(i)) continue;
      if (opens_launch(code_, i)) {
        launch(i);
      } else if (tokens_[i].kind == CudaToken::Kind::name) {
        name(i);
      } else if (tokens_[i].kind == CudaToken::Kind::directive) {
        condition(i);
      } else {
        shift(i);
      }
    }
    for (const KernelDefinition& kernel : read_.definitions()) {
      const auto known = known_.shapes.find(kernel.name);
      if (known == known_.shapes.end()) continue;
      const std::size_t behind = tokens_[kernel.last].end;
      if (known->second.overloaded) {
        if (!kernel.parameters) continue;
        insert(behind,
               fmt::format(" WS_OVERLOAD(void (*)({}), {})", *kernel.parameters, kernel.name));
      } else if (!known->second.is_template) {
        insert(behind, " WS_KERNEL(" + kernel.name + ")");
      }
    }
    for (const KernelFinder& finder : read_.finders()) {
      const KernelShape& shape = known_.shapes.at(finder.name);
      if (!shape.is_found()) continue;
      insert(tokens_[finder.last].end, " " + finder.text(shape.overloaded));
      if (finder.in_body) {
        insert(tokens_[finder.body].end, " WS_INSTANCE(" + finder.function() + ")");
      }
    }
    apply();
    made_.kernels = read_.kernels();
    made_.has_main = read_.has_main();
    made_.includes = code_.includes();
    std::ranges::stable_sort(made_.problems, {}, [](const Diagnostic& problem) {
      return std::pair(problem.line, problem.column);
    });
    return std::move(made_);
  }

 private:
  struct Edit {
    std::size_t at = 0, removed = 0;
    std::string text;  // of the same length as what it replaces, or with nothing to replace
  };

  [[nodiscard]] std::string_view word(std::size_t i) const { return code_.word(i); }

  void replace(std::size_t at, std::string by) {
    const std::size_t length = by.size();
    edits_.push_back({.at = at, .removed = length, .text = std::move(by)});
  }
  void insert(std::size_t at, std::string text) {
    edits_.push_back({.at = at, .text = std::move(text)});
  }
  /// Blanks bytes, but for ends of lines and what continues lines.
  void blank(std::size_t begin, std::size_t end) {
    std::string by(text_.substr(begin, end - begin));
    for (std::size_t i = 0; i < by.size(); ++i) {
      const bool continues = by[i] == '\\' && by.find_first_not_of(" \t\r", i + 1) != by.npos &&
                             by[by.find_first_not_of(" \t\r", i + 1)] == '\n';
      if (by[i] != '\n' && by[i] != '\r' && !continues) by[i] = ' ';
    }
    replace(begin, std::move(by));
  }

  [[nodiscard]] std::pair<int, int> place(std::size_t at) const {
    const auto line = std::ranges::lower_bound(line_ends_, at) - line_ends_.begin();
    const std::size_t begin = line == 0 ? 0 : line_ends_[static_cast<std::size_t>(line) - 1] + 1;
    return {static_cast<int>(line) + 1, static_cast<int>(at - begin) + 1};
  }
  void problem(std::size_t at, std::string message) {
    const auto [line, column] = place(at);
    std::size_t begin = at - static_cast<std::size_t>(column - 1);
    std::string_view source = text_.substr(begin, text_.find('\n', begin) - begin);
    if (source.ends_with('\r')) source.remove_suffix(1);
    made_.problems.push_back({.file = std::string(file_),
                              .line = line,
                              .column = column,
                              .message = std::move(message),
                              .source_line = std::string(source)});
  }

  /// <<< begins at token i.
  void launch(std::size_t i) {
    if (i > 0 && word(i - 1) == "operator") return;
    const std::optional<std::size_t> end = launch_end(code_, i);
    if (!end) {
      problem(
          tokens_[i].begin,
          tr_noop("The launch that begins with <<< has no >>> and arguments in parentheses: write "
                  "kernel<<<grid, block>>>(arguments)."));
      return;
    }
    if (read_.runs_on(i) == RunsOn::device) {
      problem(
          tokens_[i].begin,
          tr_noop(
              "A kernel that launches a kernel (dynamic parallelism) is not emulated: launch it "
              "from the host."));
      chevrons(tokens_[i].begin, "$$(");
      chevrons(*end, ")  ");
      return;
    }
    const std::size_t open = after_launch(code_, *end);
    const LaunchedName launched = launched_name(code_, i);
    const std::optional<int> arguments = count_arguments(code_, open);
    const bool lambda = launched.first && needs_lambda(launched, arguments);
    if (has_braced_argument(code_, open)) {
      const auto typed = typed_call(i, launched, lambda, arguments, open);
      if (!typed) {
        problem(tokens_[i].begin,
                tr_noop("This launch has an argument in braces, and does not say which parameter "
                        "it is for: "
                        "write its type before the braces, such as float2{1, 2}."));
        chevrons(tokens_[i].begin, "$$(");
        chevrons(*end, ")  ");
        return;
      }
      insert(tokens_[open].begin, *typed);
    } else if (lambda) {
      const bool finds = has_finder(launched, arguments);
      insert(tokens_[*launched.first].begin, std::string(finds ? finder_begin : lambda_begin));
      if (finds) insert(tokens_[launched.last].begin, std::string(finder_name));
      insert(tokens_[i - 1].end, std::string(finds ? finder_end : lambda_end));
    }
    chevrons(tokens_[i].begin, "/$(");
    chevrons(*end, ")  ");
  }
  /// Replaces three chevrons, between which there may be blanks.
  void chevrons(std::size_t at, std::string_view by) {
    for (const char letter : by) {
      while (text_[at] != '<' && text_[at] != '>') ++at;
      replace(at++, std::string(1, letter));
    }
  }

  /// What tells the launch at token i its kernel's parameters before it gets the arguments, since braces have no type of
  /// their own. Unset: it cannot be told.
  [[nodiscard]] std::optional<std::string> typed_call(std::size_t i, const LaunchedName& launched,
                                                      bool lambda, std::optional<int> arguments,
                                                      std::size_t open) const {
    const auto first = launched.first ? launched.first : launched_pointer(code_, i);
    if (!first) return std::nullopt;
    if (!lambda) return fmt::format(".of({})", code_.joined({*first, i}));
    if (!has_finder(launched, arguments)) return std::nullopt;
    return fmt::format(".of(decltype({}{}{}({})){{}})", code_.joined({*first, launched.last}),
                       finder_name, code_.joined({launched.last, i}),
                       code_.joined({open + 1, code_.close(open)}));
  }

  /// Whether the name alone does not say which function is meant, or with which arguments.
  [[nodiscard]] bool needs_lambda(const LaunchedName& launched,
                                  std::optional<int> arguments) const {
    const auto found = known_.shapes.find(launched.name);
    if (found == known_.shapes.end()) return false;
    const KernelShape& shape = found->second;
    if (shape.overloaded) return true;
    if (shape.has_defaults && arguments && *arguments < shape.parameters) return true;
    if (!shape.is_template) return false;
    if (!launched.template_arguments) return true;
    return *launched.template_arguments < shape.template_arguments + (shape.template_pack ? 1 : 0);
  }

  [[nodiscard]] bool has_finder(const LaunchedName& launched, std::optional<int> arguments) const {
    const KernelShape& shape = known_.shapes.at(launched.name);
    const bool by_default = shape.has_defaults && (!arguments || *arguments < shape.parameters);
    return shape.is_found() && !by_default;
  }

  /// using space::kernel; names its finder, too.
  void using_declaration(std::size_t i) {
    std::size_t last = i + 1;
    while (word(last) == "::" || word(last + 1) == "::") ++last;
    const auto found = known_.shapes.find(std::string(word(last)));
    if (word(last + 1) != ";" || last < i + 2 || found == known_.shapes.end()) return;
    if (!found->second.is_found()) return;
    const std::size_t begin = tokens_[i].begin, name = tokens_[last].begin;
    insert(tokens_[last + 1].end,
           fmt::format(" {}{}{};", text_.substr(begin, name - begin), finder_name, found->first));
  }

  void name(std::size_t i) {
    const std::string_view name = word(i);
    if (name == "__device__" || name == "__constant__" || name == "__managed__") {
      if (tokens_[i].directive == 0) device_variable(i);
    } else if (name == "__shared__") {
      specifier(i, is_dynamic_shared(code_, i) ? "__ws_dyns_" : "__shared__");
    } else if (name == "using") {
      using_declaration(i);
    } else if (name == "__cluster_dims__" && tokens_[i].directive == 0) {
      // Our header's macro is an error already.
      problem(
          tokens_[i].begin,
          tr_noop("Clusters of blocks (__cluster_dims__) are not emulated: launch blocks without "
                  "clusters, and use global memory between blocks."));
    } else if (name == architecture) {
      if (read_.runs_on(i) == RunsOn::device) replace(tokens_[i].begin, "__WS_DEVICE__");
    } else if (name == "asm" || name == "__asm__" || name == "__asm") {
      assembler(i);
    } else if (name == "return") {
      early_return(i);
    }
  }

  /// A `return` of the device that does not end its function is told to the machine: a barrier does not wait for who has
  /// left.
  void early_return(std::size_t i) {
    if (tokens_[i].directive != 0 || read_.runs_on(i) != RunsOn::device || word(i + 1) != ";") {
      return;
    }
    if (closes_function(i + 2)) return;
    insert(tokens_[i].begin, std::string(return_begin));
    insert(tokens_[i + 1].end, "}");
  }
  [[nodiscard]] bool closes_function(std::size_t i) const {
    while (i < tokens_.size() && tokens_[i].kind == CudaToken::Kind::directive) ++i;
    if (word(i) != "}" || code_.open(i) == CudaCode::none) return false;
    const std::size_t open = code_.open(i);
    if (open < 2 || word(open - 1) != ")") return false;
    const std::size_t parameters = code_.open(open - 1);
    if (parameters == CudaCode::none || parameters == 0) return false;
    constexpr std::array<std::string_view, 6> statements{"if",     "for",       "while",
                                                         "switch", "constexpr", "catch"};
    return std::ranges::find(statements, word(parameters - 1)) == statements.end();
  }

  /// "if" of "#  if defined(X)".
  [[nodiscard]] std::string_view directive_name(std::size_t i) const {
    std::string_view line = word(i);
    line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
    const auto end = std::ranges::find_if_not(line, [](char c) { return c >= 'a' && c <= 'z'; });
    return line.substr(0, static_cast<std::size_t>(end - line.begin()));
  }

  /// Whether the brace at i opens the body of a function, or of a statement in one, that is not the device's.
  [[nodiscard]] bool opens_host_code(std::size_t i) const {
    if (word(i) != "{" || i == 0 || word(i - 1) != ")" || read_.runs_on(i) != RunsOn::host) {
      return false;
    }
    for (std::size_t k = i; k-- > 0;) {
      const std::string_view each = word(k);
      const bool before = tokens_[k].kind == CudaToken::Kind::directive ||
                          tokens_[k].directive != 0 || each == ";" || each == "{" || each == "}";
      if (before) return true;
      if (each == "__device__" || each == "__global__") return false;
    }
    return true;
  }

  /// Finds the groups of #if to #endif outside of functions that hold functions of the device and none of the
  /// host: their conditions mean the device.
  void read_groups() {
    struct Group {
      std::vector<std::size_t> conditions;
      bool device = false, host = false;
    };
    device_group_.assign(tokens_.size(), false);
    std::vector<Group> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == CudaToken::Kind::directive) {
        const std::string_view name = directive_name(i);
        if (name.starts_with("if")) open.emplace_back();
        if (open.empty()) continue;
        if (name.starts_with("if") || name.starts_with("el")) open.back().conditions.push_back(i);
        if (name != "endif") continue;
        if (open.back().device && !open.back().host) {
          for (const std::size_t each : open.back().conditions) device_group_[each] = true;
        }
        open.pop_back();
      } else if (tokens_[i].directive == 0 && !open.empty()) {
        const std::string_view name = word(i);
        const bool device = name == "__device__" || name == "__global__";
        const bool host = name == "__host__" || opens_host_code(i);
        for (Group& group : open) {
          group.device |= device;
          group.host |= host;
        }
      }
    }
  }

  /// #if, #ifdef and #elif in code of the device, or around it.
  void condition(std::size_t i) {
    if (read_.runs_on(i) != RunsOn::device && !device_group_[i]) return;
    const std::string_view line = word(i);
    for (std::size_t at = line.find(architecture); at != std::string_view::npos;
         at = line.find(architecture, at + 1)) {
      replace(tokens_[i].begin + at, "__WS_DEVICE__");
    }
  }

  void device_variable(std::size_t i) {
    const DeviceVariable variable = declared_variable(code_, i);
    if (!variable.is_variable) return;
    const bool constant = word(i) == "__constant__", managed = word(i) == "__managed__";
    const bool in_function = read_.runs_on(i) != RunsOn::host;
    const bool placed = variable.is_template || variable.is_inline || in_function;
    const std::size_t at = tokens_[i].begin;
    if (variable.is_instantiation) {
      blank(at, tokens_[i].end);
      return;
    }
    if (managed && !placed) return;
    if (variable.folded) {
      // The compiler knows its value and never reads it, as on a GPU. One section cannot hold both
      // constants and variables.
      if (constant) blank(at, tokens_[i].end);
      return;
    }
    for (const std::size_t each : variable.consts) blank(tokens_[each].begin, tokens_[each].end);
    if (placed) {
      made_.placed.push_back({.name = variable.name,
                              .section = constant  ? "ws_constant"
                                         : managed ? "ws_managed"
                                                   : "ws_device",
                              .in_function = in_function});
      replace(at, constant ? "__ws_ctempl_" : managed ? "__ws_mtmpl_" : "__ws_gtpl_");
      return;
    }
    if (variable.is_extern) made_.declared_variables.insert(variable.name);
    const bool is_seen = !variable.has_linkage && variable.consts.empty();
    if (is_seen) made_.defined_variables.insert(variable.name);
    const bool keep_local =
        !variable.has_linkage && (!is_seen || known_.repeated_variables.contains(variable.name));
    if (constant) {
      specifier(i, keep_local ? "__ws_const__" : "__constant__");
    } else {
      specifier(i, keep_local ? "__ws_gst__" : "__ws_gvar_");
    }
  }

  /// Puts `by`, which is as long, for the word at i. C++ wants alignas before it, nvcc takes it behind.
  void specifier(std::size_t i, std::string_view by) {
    const bool aligned =
        word(i + 1) == "alignas" && word(i + 2) == "(" && !code_.is_other(i + 1, i);
    const std::size_t last = aligned ? code_.close(i + 2) : CudaCode::none;
    if (last != CudaCode::none) {
      const std::size_t begin = tokens_[i + 1].begin;
      replace(tokens_[i].begin,
              fmt::format("{}{}{}", text_.substr(begin, tokens_[last].end - begin),
                          text_.substr(tokens_[i].end, begin - tokens_[i].end), by));
    } else if (by != word(i)) {
      replace(tokens_[i].begin, std::string(by));
    }
  }

  /// A shift in code of the device, by what is no plain number, gets its count marked.
  void shift(std::size_t i) {
    const bool left = code_.is_run(i, '<', 2);
    if (!left && !code_.is_run(i, '>', 2)) return;
    if (tokens_[i].directive != 0 || read_.runs_on(i) != RunsOn::device || i == 0) return;
    if (!ends_operand(i - 1) || !begins_operand(i + 1)) return;
    if (tokens_[i + 1].kind == CudaToken::Kind::number && !continues_product(i + 2)) return;
    // Two templates' ends look the same.
    for (std::size_t k = i; !left && k-- > 0;) {
      const std::string_view each = word(k);
      if (each == ";" || each == "{" || each == "}") break;
      if (each == "<") return;
    }
    insert(tokens_[i].end, std::string(shift_mark));
  }
  [[nodiscard]] bool ends_operand(std::size_t i) const {
    const CudaToken::Kind kind = tokens_[i].kind;
    if (kind == CudaToken::Kind::name) return word(i) != "operator" && word(i) != "return";
    return kind == CudaToken::Kind::number || word(i) == ")" || word(i) == "]";
  }
  [[nodiscard]] bool begins_operand(std::size_t i) const {
    if (i >= tokens_.size() || tokens_[i].directive != 0) return false;
    const CudaToken::Kind kind = tokens_[i].kind;
    if (kind == CudaToken::Kind::name || kind == CudaToken::Kind::number) return true;
    constexpr std::array<std::string_view, 7> prefixes{"(", "-", "~", "+", "!", "*", "::"};
    return std::ranges::find(prefixes, word(i)) != prefixes.end();
  }
  [[nodiscard]] bool continues_product(std::size_t i) const {
    constexpr std::array<std::string_view, 5> operators{"+", "-", "*", "/", "%"};
    return std::ranges::find(operators, word(i)) != operators.end();
  }

  void assembler(std::size_t i) {
    const std::optional<AssemblerText> found = assembler_text(code_, i);
    if (!found || found->text.find_first_not_of(" \t\n") == std::string::npos) return;
    const RunsOn where = read_.runs_on(i);
    if (where != RunsOn::device && !reads_like_ptx(found->text)) return;
    const std::string_view instead = instead_of(found->text);
    problem(tokens_[i].begin,
            fmt::format("Inline PTX is not emulated ({}): {}.", first_instruction(found->text),
                        instead.empty() ? "write it in CUDA C++"
                                        : fmt::format("write {} instead", instead)));
    blank(tokens_[i].end, tokens_[found->last].end);
    replace(tokens_[i].begin, "$$" + std::string(word(i).substr(2)));
  }
  static std::string first_instruction(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n{"), text.size()));
    const std::size_t end = text.find_first_of(";\n");
    std::string instruction(text.substr(0, std::min<std::size_t>(end, 60)));
    while (!instruction.empty() && (instruction.back() == ' ' || instruction.back() == '\t')) {
      instruction.pop_back();
    }
    return instruction;
  }

  void apply() {
    std::ranges::stable_sort(edits_, {},
                             [](const Edit& edit) { return std::pair(edit.at, edit.removed > 0); });
    made_.changed = !edits_.empty();
    made_.text.reserve(text_.size() + 64 * edits_.size());
    std::size_t copied = 0;
    for (const Edit& edit : edits_) {
      if (edit.at < copied) continue;  // inside of what is blanked
      made_.text += text_.substr(copied, edit.at - copied);
      made_.text += edit.text;
      copied = edit.at + edit.removed;
      if (edit.removed == 0) {
        const auto [line, column] = place(edit.at);
        made_.inserted.push_back(
            {.line = line, .column = column, .length = static_cast<int>(edit.text.size())});
      }
    }
    made_.text += text_.substr(copied);
  }

  std::string_view text_, file_;
  std::vector<CudaToken> tokens_;
  CudaCode code_;
  CudaDeclarations read_;
  KnownKernels known_;
  std::vector<std::size_t> line_ends_;
  std::vector<bool> device_group_;  // by token: a condition that means the device
  std::vector<Edit> edits_;
  RewrittenSource made_;
};

}  // namespace

void KnownKernels::add(const std::string& name, const KernelShape& shape) {
  const auto [known, is_new] = shapes.try_emplace(name, shape);
  if (is_new) return;
  KernelShape& first = known->second;
  if (first.is_template != shape.is_template || first.parameter_types != shape.parameter_types ||
      shape.overloaded) {
    first.overloaded = true;
    first.is_template = first.is_template || shape.is_template;
  }
  first.has_defaults = first.has_defaults || shape.has_defaults;
  first.has_finder = first.has_finder && shape.has_finder;
  first.template_arguments = std::min(first.template_arguments, shape.template_arguments);
}

void KnownKernels::add(const KnownKernels& others) {
  for (const auto& [name, shape] : others.shapes) add(name, shape);
  functions.insert(others.functions.begin(), others.functions.end());
  repeated_variables.insert(others.repeated_variables.begin(), others.repeated_variables.end());
}

int RewrittenSource::original_column(int line, int column) const {
  int moved = 0;
  for (const InsertedText& each : inserted) {
    if (each.line != line || column < each.column + moved) continue;
    if (column < each.column + moved + each.length) return each.column;
    moved += each.length;
  }
  return column - moved;
}

RewrittenSource rewrite_launches(std::string_view text, std::string_view file,
                                 const KnownKernels& known) {
  return Rewriter(text, file, known).run();
}

const std::vector<std::string>& rewritten_macros() {
  constexpr const char* kernel =
      "WS_KERNEL(name)=[[maybe_unused]] static const int ws_registered_##name = "
      "::ws::register_kernel(&name);";
  constexpr const char* overload =
      "WS_OVERLOAD(type, name)=[[maybe_unused]] static const int "
      "WS_JOIN(ws_registered_, __COUNTER__) = ::ws::register_kernel(static_cast<type>(&name));";
  static const std::vector<std::string> macros{
      "__ws_const__=static __constant__",
      "__ws_gst__=static __ws_gvar_",
      kernel,
      "WS_INSTANCE(...)=static_cast<void>(::ws::kernel_instance<__VA_ARGS__>::is_known);",
      "WS_JOINED(a, b)=a##b",
      "WS_JOIN(a, b)=WS_JOINED(a, b)",
      overload,
  };
  return macros;
}

}  // namespace warpscope
