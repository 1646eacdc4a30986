#include "instrumentation/program/bare/bare_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/program/bare/bare_guess.hpp"
#include "instrumentation/program/source/cuda_tokens.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using ArgumentKind = BareArgument::Kind;

std::string literal_of(std::string_view text) {
  std::string literal = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') literal += '\\';
    literal += letter;
  }
  return literal + '"';
}

std::string_view contents_name(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::ones: return "ones";
    case ArgumentKind::ramp: return "ramp";
    case ArgumentKind::random: return "random";
    case ArgumentKind::shuffled: return "shuffled";
    case ArgumentKind::letters: return "letters";
    default: return "zero";
  }
}

std::string dim3_text(const Dim3& extent) {
  return fmt::format("dim3({}, {}, {})", extent.x, extent.y, extent.z);
}

std::string line_of(std::string_view text, int number) {
  for (int line = 1; line < number; ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  std::string_view found = text.substr(0, text.find('\n'));
  if (found.ends_with('\r')) found.remove_suffix(1);
  return std::string(found);
}

/// A kernel, where it is, and what has been said of it.
struct FoundKernel {
  BareKernel kernel;
  const UserSource* source = nullptr;  // that defines it
  fs::path launched_in;                // the .cu file that compiles it
  std::optional<BareSetup> given;
  bool by_request = false;
};

class BareBuilder {
 public:
  BareBuilder(const UserSources& sources, const BuildRequest& request)
      : sources_(sources), request_(request) {}

  BareProgram make() {
    for (const auto& [path, source] : sources_.all()) {
      if (!source.rewritten.has_main) continue;
      if (!request_.setups.empty()) {
        fail(
            tr("{} has a main() that launches its kernels, so a setup says nothing: "
               "leave it out.",
               source.shown));
      }
      return std::move(made_);
    }
    find_kernels();
    if (kernels_.empty()) return std::move(made_);
    read_names();
    read_setups();
    if (!made_.failure) choose_and_launch();
    if (made_.failure) made_.launches.clear();
    return std::move(made_);
  }

 private:
  void fail(std::string message) {
    if (made_.failure) return;
    made_.failure = BuildFailure{.message = std::move(message)};
  }

  void fail_at(const UserSource& source, int line, std::string message) {
    fail(tr("{} has no main(), and it is not clear how to launch its kernels.",
            main_source().shown));
    made_.failure->diagnostics.push_back(diagnostic(source, line, std::move(message)));
  }

  [[nodiscard]] const UserSource& main_source() const {
    return sources_.all().at(sources_.main_files().front());
  }

  static Diagnostic diagnostic(const UserSource& source, int line, std::string message) {
    return {.file = source.shown,
            .line = line,
            .message = std::move(message),
            .source_line = line_of(source.text, line)};
  }

  void find_kernels() {
    for (const fs::path& file : sources_.main_files()) {
      if (file.extension() == ".cu") find_kernels_of(sources_.all().at(file), file);
    }
    if (!kernels_.empty()) return;
    // A file that only includes its kernels.
    const auto& files = sources_.main_files();
    const auto cuda =
        std::ranges::find_if(files, [](const fs::path& file) { return file.extension() == ".cu"; });
    if (cuda == files.end()) return;
    for (const auto& [path, source] : sources_.all()) {
      if (std::ranges::find(files, path) == files.end()) find_kernels_of(source, *cuda);
    }
  }

  void find_kernels_of(const UserSource& source, const fs::path& launched_in) {
    const auto tokens = cuda_tokens(source.text);
    const CudaCode code(source.text, tokens);
    BareKernels found = find_bare_kernels(source.text, code);
    for (const int line : found.stray_lines) stray_.emplace_back(&source, line);
    for (BareKernel& kernel : found.kernels) {
      kernels_.push_back({std::move(kernel), &source, launched_in, {}, false});
    }
  }

  void read_names() {
    for (const std::string& define : request_.defines) names_.define(define);
    const auto add = [&](const UserSource& source) {
      const auto tokens = cuda_tokens(source.text);
      names_.add_file(CudaCode(source.text, tokens));
    };
    for (const fs::path& file : sources_.main_files()) add(sources_.all().at(file));
    for (const auto& [path, source] : sources_.all()) {
      if (std::ranges::find(sources_.main_files(), path) == sources_.main_files().end())
        add(source);
    }
  }

  void read_setups() {
    for (const auto& [source, line] : stray_) {
      fail_at(*source, line,
              tr("This line stands above no kernel: move it to the line before the kernel's "
                 "\"template\" or \"__global__\"."));
    }
    for (FoundKernel& each : kernels_) {
      if (each.kernel.setup_line == 0) continue;
      auto setup = parse_bare_setup(each.kernel.setup);
      if (setup && !setup->kernel.empty() && setup->kernel != each.kernel.name) {
        setup =
            usage_error(tr("It names the kernel {0}, but it stands above {1}: leave the "
                           "name out, or move the line.",
                           setup->kernel, each.kernel.name));
      }
      if (setup) {
        if (Status checked = check_bare_setup(setup.value(), each.kernel); !checked) {
          setup = checked.error();
        }
      }
      if (!setup) {
        fail_at(*each.source, each.kernel.setup_line, setup.error().message);
      } else {
        each.given = std::move(setup).value();
        each.given->kernel.clear();
      }
    }
    for (const std::string& text : request_.setups) read_requested(text);
  }

  void read_requested(const std::string& text) {
    auto setup = parse_bare_setup(text);
    if (!setup) {
      fail(tr("The setup \"{0}\": {1}", text, setup.error().message));
      return;
    }
    const bool only_one = kernels_.size() == 1;
    const auto meant = std::ranges::find_if(kernels_, [&](const FoundKernel& each) {
      return setup->kernel.empty() ? only_one : each.kernel.name == setup->kernel;
    });
    if (meant == kernels_.end()) {
      std::string known;
      for (const FoundKernel& each : kernels_)
        known += (known.empty() ? "" : ", ") + each.kernel.name;
      fail(setup->kernel.empty()
               ? tr("The setup \"{0}\" does not say which kernel it is for: begin it with "
                    "\"kernel {1}\". There are {2}.",
                    text, kernels_.front().kernel.name, known)
               : tr("There is no kernel {0}. There are {1}.", setup->kernel, known));
      return;
    }
    if (Status checked = check_bare_setup(setup.value(), meant->kernel); !checked) {
      fail(tr("The setup \"{0}\": {1}", text, checked.error().message));
      return;
    }
    meant->given = std::move(setup).value();
    meant->given->kernel.clear();
    meant->by_request = true;
  }

  void choose_and_launch() {
    const auto has = [&](auto member) { return std::ranges::any_of(kernels_, member); };
    const bool any_given = has([](const FoundKernel& each) { return each.given.has_value(); });
    std::vector<Diagnostic> refused;
    std::map<fs::path, std::vector<std::string>> functions;  // of each file
    std::vector<std::string> order;
    for (const FoundKernel& each : kernels_) {
      if (any_given && !each.given) continue;
      auto setup = full_setup(each);
      if (!setup) {
        refused.push_back(diagnostic(
            *each.source,
            each.given && each.kernel.setup_line > 0 ? each.kernel.setup_line : each.kernel.line,
            fmt::format(
                "{} {}", setup.error().message,
                each.given ? "" : tr("A line above the kernel says it: \"// warpscope: …\"."))));
        if (each.given) break;
        continue;
      }
      launch(each, setup.value());
    }
    const bool given_refused = any_given && !refused.empty();
    if (made_.launches.empty() || given_refused) {
      const std::string& file = main_source().shown;
      fail(kernels_.size() == 1
               ? tr("{0} has no main(), and there is no guess of how to launch {1}.", file,
                    kernels_.front().kernel.name)
               : tr("{} has no main(), and there is no guess of how to launch its kernels.", file));
      made_.failure->diagnostics = std::move(refused);
      return;
    }
    for (Diagnostic& each : refused) {
      each.severity = Diagnostic::Severity::warning;
      each.message = tr("This kernel is not launched. {}", each.message);
      made_.warnings.push_back(std::move(each));
    }
    add_main();
  }

  static bool is_all_given(const FoundKernel& found, const BareSetup& setup) {
    if (!found.given) return false;
    const BareSetup& given = *found.given;
    return given.grid && given.block && given.shared_bytes == setup.shared_bytes &&
           std::ranges::all_of(setup.arguments, [&](const BareArgument& each) {
             const BareArgument* const said = given.find(each.name);
             return said != nullptr && (each.count == said->count || each.count == 0);
           });
  }

  [[nodiscard]] Result<BareSetup> full_setup(const FoundKernel& found) const {
    if (!found.kernel.problem.empty()) {
      return usage_error(tr("{0} cannot be launched without a main(): {1}.", found.kernel.name,
                            found.kernel.problem));
    }
    return guess_bare_setup(found.kernel, names_, found.given.value_or(BareSetup{}));
  }

  void launch(const FoundKernel& found, const BareSetup& setup) {
    const std::string function = fmt::format("ws_bare_launch_{}", made_.launches.size());
    std::string& text = made_.additions[found.launched_in];
    if (text.empty()) text = "\n#include \"warpscope_bare.h\"\n";
    text += bare_launch_function(found.kernel, setup, function, found.source->original.string());
    made_.launches.push_back({.kernel = found.kernel.name,
                              .file = found.source->shown,
                              .line = found.kernel.line,
                              .setup = bare_setup_text(setup),
                              .guessed = !is_all_given(found, setup)});
  }

  /// In the first file, calling the launches of all.
  void add_main() {
    std::string text;
    for (std::size_t k = 0; k < made_.launches.size(); ++k) {
      text += fmt::format("extern \"C\" int ws_bare_launch_{}();\n", k);
    }
    text += "int main() {\n  int failed = 0;\n";
    for (std::size_t k = 0; k < made_.launches.size(); ++k) {
      text += fmt::format("  failed |= ws_bare_launch_{}();\n", k);
    }
    text += "  return failed;\n}\n";
    made_.additions.begin()->second += text;
  }

  const UserSources& sources_;
  const BuildRequest& request_;
  BareNames names_;
  std::vector<FoundKernel> kernels_;
  std::vector<std::pair<const UserSource*, int>> stray_;  // lines above no kernel
  BareProgram made_;
};

}  // namespace

std::string bare_launch_function(const BareKernel& kernel, const BareSetup& setup,
                                 const std::string& function, const std::string& file) {
  std::string text;
  // Whatever is said of this code is said of the kernel's own line.
  const auto add = [&](const std::string& line) {
    text += fmt::format("#line {} {}\n{}\n", kernel.line, literal_of(file), line);
  };
  const std::string open = kernel.space.empty() ? "" : "namespace " + kernel.space + " { ";
  add(fmt::format("{}extern \"C\" int {}() {{", open, function));
  std::string template_arguments;
  for (const BareTemplateParameter& parameter : kernel.template_parameters) {
    const BareArgument* const argument = setup.find(parameter.name);
    if (argument == nullptr) break;  // it has a default
    add(parameter.type.empty() ? fmt::format("  using {} = {};", parameter.name, argument->value)
                               : fmt::format("  constexpr {} {} = {};", parameter.type,
                                             parameter.name, argument->value));
    template_arguments += (template_arguments.empty() ? "" : ", ") + parameter.name;
  }
  std::string filled, arguments, printed;
  int seed = 0;
  for (const BareParameter& parameter : kernel.parameters) {
    const BareArgument& argument = *setup.find(parameter.name);
    if (!arguments.empty()) arguments += ", ";
    if (parameter.is_pointer) {
      const std::string& element = parameter.element == "void" ? argument.type : parameter.element;
      add(fmt::format("  ws_bare::buffer<{}> ws_{}(\"{}\", {}, {}, {});", element, parameter.name,
                      parameter.name, !parameter.is_const, argument.count, argument.halo));
      filled += fmt::format(" && ws_{}.fill(ws_bare::contents::{}, {}, {}, {})", parameter.name,
                            contents_name(argument.kind), argument.step, argument.below, seed++);
      if (!parameter.is_const) printed += fmt::format(" && ws_{}.print_changed()", parameter.name);
      arguments += fmt::format("ws_{}.data()", parameter.name);
    } else if (argument.kind == ArgumentKind::value) {
      arguments += fmt::format("ws_bare::number<{}>({})", parameter.element, argument.value);
    } else {
      arguments += parameter.element + "{}";
    }
  }
  if (!filled.empty()) add(fmt::format("  if (!(true{})) return 1;", filled));
  add(fmt::format("  {}{}<<<{}, {}, {}>>>({});", kernel.name,
                  template_arguments.empty() ? "" : "<" + template_arguments + ">",
                  dim3_text(setup.grid.value_or(Dim3{})), dim3_text(setup.block.value_or(Dim3{})),
                  setup.shared_bytes.value_or(0), arguments));
  add(fmt::format("  if (!ws_bare::finished(\"{}\")) return 1;", kernel.name));
  add(fmt::format("  return true{} ? 0 : 1;", printed));
  add(kernel.space.empty() ? "}" : "} }");
  return text;
}

BareProgram make_bare_program(const UserSources& sources, const BuildRequest& request) {
  return BareBuilder(sources, request).make();
}

}  // namespace warpscope
