#include "instrumentation/program/compile/link_program.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "instrumentation/language/message.hpp"
#include "instrumentation/program/compile/compile_flags.hpp"
#include "instrumentation/program/compile/refused_names.hpp"
#include "instrumentation/program/compile/run_compiler.hpp"
#include "instrumentation/program/compile/speed_module.hpp"
#include "instrumentation/program/debug_info/elf_symbols.hpp"
#include "instrumentation/program/protocol/machine_binary.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// What a launch may have of shared memory, and so the reach of its dynamic part.
constexpr int dynamic_shared_bytes = 232448;

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

/// Whether the program's process offers the symbol to what it loads: the machine does, or a library that we use, too.
bool is_offered(const std::string& name) {
  static const std::vector<std::string> hooks = [] {
    auto found = defined_for_others(machine_binary());
    return found ? std::move(found).value() : std::vector<std::string>();
  }();
  // Without a machine nothing can run, and whoever runs it says so.
  if (hooks.empty()) return true;
  return std::ranges::binary_search(hooks, name) || ::dlsym(RTLD_DEFAULT, name.c_str()) != nullptr;
}

std::string jump_to(const std::string& function) {
#if defined(__aarch64__)
  return "b " + function;
#else
  return "jmp " + function + "@PLT";
#endif
}

class ProgramLinker {
 public:
  ProgramLinker(const Compiler& compiler, const std::vector<fs::path>& objects,
                const std::vector<fs::path>& objects_at_speed, fs::path shared_object,
                fs::path folder, const UserSources& sources, const std::stop_token& stop)
      : compiler_(compiler),
        objects_(objects),
        objects_at_speed_(objects_at_speed),
        shared_object_(std::move(shared_object)),
        folder_(std::move(folder)),
        sources_(sources),
        stop_(stop) {}

  std::optional<BuildFailure> run() {
    if (auto failure = write_glue()) return failure;
    auto linked = run_compiler(compiler_.path, arguments(), folder_, stop_);
    if (!linked) return io(linked.error().message);
    if (linked->cancelled)
      return BuildFailure{BuildFailure::Kind::cancelled, tr("Linking was cancelled."), {}};
    if (linked->code != 0) return not_linked(linked->lines);
    const auto wanted = undefined_symbols(shared_object_, false);
    if (!wanted) return io(wanted.error().message);
    std::vector<std::string> missing;
    std::ranges::copy_if(wanted.value(), std::back_inserter(missing),
                         [](const std::string& name) { return !is_offered(name); });
    if (!missing.empty()) return undefined(missing);
    const auto functions = exported_functions(shared_object_);
    if (functions && std::ranges::find(functions.value(), "main") == functions->end()) {
      return BuildFailure{
          BuildFailure::Kind::compile_error,
          tr("The program has no main(): add the file that has it, or write one that "
             "launches the kernel."),
          {}};
    }
    return std::nullopt;
  }

 private:
  static BuildFailure io(std::string message) {
    return {.kind = BuildFailure::Kind::io, .message = std::move(message)};
  }
  [[nodiscard]] fs::path assembler() const { return folder_ / "glue.s"; }

  /// What the objects want and do not have.
  [[nodiscard]] std::set<std::string> wanted(bool only_thread_local) const {
    std::set<std::string> names;
    for (const fs::path& object : objects_) {
      const auto found = undefined_symbols(object, only_thread_local);
      if (found) names.insert(found->begin(), found->end());  // else an object without symbols
    }
    std::erase_if(names, [](const std::string& name) { return name.starts_with("ws_"); });
    return names;
  }

  /// Functions whose address code at speed takes although the objects beside it had no use for them: their names,
  /// and those of the counterparts.
  [[nodiscard]] std::map<std::string, std::string> left_out() const {
    std::set<std::string> defined;
    for (const auto* const objects : {&objects_, &objects_at_speed_}) {
      for (const fs::path& object : *objects) {
        const auto found = defined_for_others(object);
        if (found) defined.insert(found->begin(), found->end());
      }
    }
    std::map<std::string, std::string> names;
    for (const fs::path& object : objects_at_speed_) {
      const auto undefined = undefined_symbols(object, false);
      if (!undefined) continue;
      for (const std::string& name : undefined.value()) {
        if (defined.contains(name)) continue;
        for (std::size_t k = 0; k < objects_.size(); ++k) {
          const std::string counterpart = SpeedModule::counterpart(name, k);
          if (defined.contains(counterpart)) names.emplace(name, counterpart);
        }
      }
    }
    return names;
  }

  /// Every `extern __shared__` array begins at one place, whatever its name and type. And old C calls the runtime
  /// without declaring it: then no header leads to our functions.
  [[nodiscard]] std::optional<BuildFailure> write_glue() const {
    const std::set<std::string> names = wanted(true);
    std::ofstream out(assembler());
    for (const std::string& name : wanted(false)) {
      if (!name.starts_with("cuda") || !is_offered("ws_" + name)) continue;
      out << fmt::format(".text\n.globl {0}\n.hidden {0}\n.type {0}, %function\n{0}: {1}\n", name,
                         jump_to("ws_" + name));
    }
    for (const auto& [name, function] : left_out()) {
      out << fmt::format(
          ".text\n.globl \"{0}\"\n.hidden \"{0}\"\n.type \"{0}\", %function\n\"{0}\": {1}\n", name,
          jump_to('"' + function + '"'));
    }
    out << ".section .note.GNU-stack,\"\",%progbits\n";
    if (!names.empty()) out << ".section .tbss,\"awT\",%nobits\n.balign 1024\n";
    for (const std::string& name : names) {
      out << fmt::format(".globl \"{0}\"\n.type \"{0}\", %object\n\"{0}\":\n", name);
    }
    if (!names.empty()) out << ".zero " << dynamic_shared_bytes << '\n';
    out.close();
    if (!out)
      return io(fmt::format("{} cannot be written: is the disk full?", assembler().string()));
    return std::nullopt;
  }

  [[nodiscard]] fs::path placement() const { return folder_ / "placed.ld"; }

  /// Variables that gcc has put into no section of the device's. It gives each a section of its own, whose name ends as
  /// its symbol.
  [[nodiscard]] bool place_variables() const {
    if (compiler_.kind == Compiler::Kind::clang) return false;
    std::map<std::string, std::set<std::string>> patterns;
    for (const auto& [path, source] : sources_.all()) {
      for (const PlacedVariable& variable : source.rewritten.placed) {
        std::set<std::string>& of_section = patterns[variable.section];
        const std::string name = fmt::format("{}{}", variable.name.size(), variable.name);
        if (variable.in_function) {
          of_section.insert(fmt::format("_ZZ*E{}*", name));
        } else {
          of_section.insert({variable.name, fmt::format("_ZN*{}E", name)});  // inline
          for (const char* const before : {"", "L", "N*"})
            of_section.insert(fmt::format("_Z{}{}I*", before, name));
        }
      }
    }
    if (patterns.empty()) return false;
    std::ofstream out(placement());
    out << "SECTIONS {\n";
    for (const auto& [section, names] : patterns) {
      out << fmt::format("{0} : {{ *({0})", section);
      for (const std::string& name : names) {
        out << fmt::format(" *(.data.{0} .bss.{0} .data.rel.{0} .data.rel.local.{0})", name);
      }
      out << " }\n";
    }
    out << "} INSERT AFTER .data;\n";
    return true;
  }

  [[nodiscard]] std::vector<std::string> arguments() const {
    std::vector<std::string> all = link_flags();
    if (place_variables()) all.push_back("-Wl,-T," + placement().string());
    all.insert(all.end(), {"-o", shared_object_.string()});
    for (const fs::path& object : objects_) all.push_back(object.string());
    for (const fs::path& object : objects_at_speed_) all.push_back(object.string());
    all.insert(all.end(), {"-x", "assembler", assembler().string(), "-lm", "-lpthread"});
    return all;
  }

  /// "ld: /home/u/a.cu:12: undefined reference to …": the user's place.
  [[nodiscard]] Diagnostic diagnostic(std::string_view line, std::string message) const {
    Diagnostic told{.message = std::move(message)};
    for (const auto& [path, source] : sources_.all()) {
      const std::string prefix = path.string() + ":";
      const std::size_t at = line.find(prefix);
      if (at == std::string_view::npos) continue;
      const char* const end = line.data() + line.size();
      if (std::from_chars(line.data() + at + prefix.size(), end, told.line).ec != std::errc{})
        continue;
      told.file = source.shown;
      std::string_view text = source.text;
      for (int k = 1; k < told.line && !text.empty(); ++k) {
        const std::size_t next = text.find('\n');
        text.remove_prefix(next == std::string_view::npos ? text.size() : next + 1);
      }
      told.source_line = text.substr(0, text.find('\n'));
      return told;
    }
    return told;
  }

  /// The linker's own complaint, most often of two definitions.
  [[nodiscard]] BuildFailure not_linked(const std::vector<std::string>& lines) const {
    BuildFailure failure{.message = tr("The program does not link.")};
    constexpr std::string_view several = "multiple definition of `";
    for (const std::string& line : lines) {
      const std::size_t at = line.find(several);
      if (at == std::string::npos) continue;
      const std::size_t begin = at + several.size(), end = line.find('\'', begin);
      failure.diagnostics.push_back(
          diagnostic(std::string_view(line).substr(0, at),
                     tr("{} is defined more than once", line.substr(begin, end - begin))));
    }
    if (failure.diagnostics.empty() && !lines.empty()) {
      failure.message = tr("The program does not link. The linker says: {}", lines.front());
    }
    return failure;
  }

  /// Links once more, only to hear where the names are used.
  [[nodiscard]] BuildFailure undefined(const std::vector<std::string>& missing) const {
    std::vector<std::string> all = arguments();
    all.insert(all.end(),
               {"-Wl,-z,defs", "-Wl,--no-demangle", "-o", (folder_ / "undefined.so").string()});
    const auto linked = run_compiler(compiler_.path, all, folder_, stop_);
    BuildFailure failure{.kind = BuildFailure::Kind::compile_error};
    for (const std::string& name : missing) {
      const auto refused = refusal_of_name(name.starts_with("ws_cuda") ? name.substr(3) : name);
      if (refused) failure.kind = BuildFailure::Kind::unsupported;
      const std::string sentence = refused.value_or(
          name.starts_with("ws_")
              ? tr("{} is not emulated.", name.substr(3))
              : tr("{} is used, but no file of the program defines it.", demangled(name)));
      Diagnostic told{.message = sentence};
      const std::string used = fmt::format("undefined reference to `{}'", name);
      for (const std::string& line : linked ? linked->lines : std::vector<std::string>{}) {
        const std::size_t at = line.find(used);
        if (at == std::string::npos) continue;
        told = diagnostic(std::string_view(line).substr(0, at), sentence);
        if (told.line > 0) break;
      }
      failure.diagnostics.push_back(std::move(told));
    }
    failure.message = failure.diagnostics.front().message;
    return failure;
  }

  const Compiler& compiler_;
  const std::vector<fs::path>&objects_, &objects_at_speed_;
  fs::path shared_object_, folder_;
  const UserSources& sources_;
  const std::stop_token& stop_;
};

}  // namespace

std::optional<BuildFailure> link_program(const Compiler& compiler,
                                         const std::vector<fs::path>& objects,
                                         const std::vector<fs::path>& objects_at_speed,
                                         const fs::path& shared_object, const fs::path& folder,
                                         const UserSources& sources, const std::stop_token& stop) {
  return ProgramLinker(compiler, objects, objects_at_speed, shared_object, folder, sources, stop)
      .run();
}

}  // namespace warpscope
