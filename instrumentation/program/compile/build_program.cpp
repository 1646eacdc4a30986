#include "instrumentation/program/compile/build_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "instrumentation/executor/worker.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/program/bare/bare_program.hpp"
#include "instrumentation/program/compile/compile_flags.hpp"
#include "instrumentation/program/compile/compiler_messages.hpp"
#include "instrumentation/program/compile/device_facts.hpp"
#include "instrumentation/program/compile/joined_accesses.hpp"
#include "instrumentation/program/compile/link_program.hpp"
#include "instrumentation/program/compile/program_cache.hpp"
#include "instrumentation/program/compile/result_marks.hpp"
#include "instrumentation/program/compile/run_compiler.hpp"
#include "instrumentation/program/compile/sha256.hpp"
#include "instrumentation/program/compile/speed_module.hpp"
#include "instrumentation/program/compile/whole_copies.hpp"
#include "instrumentation/program/debug_info/elf_symbols.hpp"
#include "instrumentation/program/source/user_sources.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_module = std::uint64_t{256} << 20U;  // bytes of LLVM's text

/// The files that a compiler's list for make names, but for those in `folders`.
std::vector<fs::path> read_dependencies(const fs::path& list,
                                        const std::vector<fs::path>& folders) {
  constexpr std::uint64_t largest = std::uint64_t{16} << 20U;
  const auto read = read_text_file(list, largest);
  if (!read) return {};
  const std::string& text = read.value();
  std::set<fs::path> found;
  std::string name;
  const auto end_of_name = [&] {
    const bool ours = std::ranges::any_of(
        folders, [&](const fs::path& folder) { return name.starts_with(folder.string()); });
    if (!name.empty() && name.back() != ':' && !ours) found.insert(fs::absolute(name));
    name.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (letter == '\\' && (next == ' ' || next == '#' || next == '\\')) {
      name += next;
      ++i;
    } else if (letter == ' ' || letter == '\n' || letter == '\\') {
      end_of_name();
    } else {
      name += letter;
    }
  }
  end_of_name();
  return {found.begin(), found.end()};
}

/// One file's way to an object.
struct CompiledFile {
  std::optional<BuildFailure> failure;
  std::vector<Diagnostic> diagnostics;
  std::vector<fs::path> others;  // what it was made from besides the user's files and our headers
  bool in_two_steps = false;
  std::optional<SpeedModule> module;  // if it has code at speed
};

/// Runs jobs, two at a time, until one says false.
void run_jobs(const std::vector<std::function<bool()>>& jobs) {
  constexpr std::size_t at_once = 2;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> give_up = false;
  // A turn is a whole job: each compiler dies with the thread that started it, which therefore waits for it.
  const auto turn = [&](const std::stop_token&) {
    const std::size_t k = next++;
    if (k >= jobs.size() || give_up) return NextTurn::none();
    if (!jobs[k]()) give_up = true;
    return NextTurn::at_once();
  };
  std::vector<Worker> workers;
  while (workers.size() < std::min(at_once, jobs.size())) workers.emplace_back(turn);
  for (Worker& worker : workers) worker.join();
}

class ProgramBuilder {
 public:
  ProgramBuilder(const BuildRequest& request, std::stop_token stop,
                 const std::function<void(const std::string&)>& progress)
      : request_(request), stop_(std::move(stop)), progress_(progress) {}

  BuildResult build() {
    const auto begin = std::chrono::steady_clock::now();
    BuildResult result = find_or_make();
    if (result.program) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      result.program->seconds = spent.count();
    }
    return result;
  }

 private:
  using Kind = BuildFailure::Kind;

  static BuildResult failed(Kind kind, std::string message) {
    BuildResult result;
    result.failure = {.kind = kind, .message = std::move(message)};
    return result;
  }

  BuildResult find_or_make() {
    if (request_.files.empty())
      return failed(Kind::io, tr("There is no file to compile: name one."));
    auto compiler = find_compiler();
    if (!compiler) return failed(Kind::no_compiler, compiler.error().message);
    compiler_ = std::move(compiler).value();
    if (request_.as_compiled && compiler_.kind != Compiler::Kind::clang) {
      return failed(Kind::unsupported,
                    tr("Only clang shows what a compiler for GPUs makes of a kernel, and this is "
                       "g++: install clang, or let WARPSCOPE_CXX name it."));
    }
    auto sources = UserSources::read(request_);
    if (!sources) return failed(Kind::io, sources.error().message);
    sources_ = std::move(sources).value();
    bare_ = make_bare_program(sources_, request_);
    if (bare_.failure) {
      BuildResult result;
      result.failure = *bare_.failure;
      return result;
    }
    for (const auto& [file, code] : bare_.additions) sources_.append(file, code);
    const fs::path own = user_cache_folder();
    const auto cache = ProgramCache::open(own.empty() ? own : own / "programs");
    if (!cache) return failed(Kind::io, cache.error().message);
    auto headers = cache->headers();
    if (!headers) return failed(Kind::io, headers.error().message);
    headers_ = std::move(headers).value();
    const std::string key = this->key();
    if (auto found = cache->find(key)) {
      BuildResult result;
      result.program = std::move(*found);
      return result;
    }
    const auto work = cache->new_folder();
    if (!work) return failed(Kind::io, work.error().message);
    return make(cache.value(), key, work.value());
  }

  [[nodiscard]] std::string key() const {
    Sha256 hash;
    hash.add("6");  // of what is done to the files besides: a change here makes all entries old
    hash.add(compiler_.path.string());
    hash.add(compiler_.version);
    hash.add(ProgramCache::headers_hash());
    for (const fs::path& file : sources_.main_files()) {
      hash.add(file.string());
      for (const std::string& flag :
           compile_flags(compiler_, request_, sources_.all().at(file), headers_)) {
        hash.add(flag);
      }
    }
    for (const std::string& flag : object_at_speed_flags()) hash.add(flag);
    if (request_.as_compiled) {
      for (const auto& flags :
           {optimised_module_flags(compiler_, request_), optimised_object_flags()}) {
        for (const std::string& flag : flags) hash.add(flag);
      }
    }
    for (const std::string& flag : link_flags()) hash.add(flag);
    for (const BareLaunch& launch : bare_.launches) {
      hash.add(launch.setup);
      hash.add(launch.guessed ? "guessed" : "given");
    }
    for (const auto& [path, source] : sources_.all()) {
      hash.add(path.string());
      hash.add(source.rewritten.text);
      for (const fs::path& included : source.included) hash.add(included.string());
    }
    return hash.hex();
  }

  BuildResult make(const ProgramCache& cache, const std::string& key, const TemporaryFolder& work) {
    if (const auto written = sources_.write(work.path()); !written) {
      return failed(Kind::io, written.error().message);
    }
    std::vector<CompiledFile> compiled = compile_all(work.path());
    BuildResult result;
    result.failure = joined(compiled);
    if (!result.failure.message.empty()) return result;
    std::vector<fs::path> objects;
    for (std::size_t k = 0; k < compiled.size(); ++k) objects.push_back(object(work.path(), k));
    BuiltProgram built{.object = work.path() / "program.so",
                       .warnings = bare_.warnings,
                       .bare_launches = bare_.launches};
    tell("linking");
    const std::vector<fs::path> fast = objects_at_speed(work.path(), compiled.size());
    auto failure =
        link_program(compiler_, objects, fast, built.object, work.path(), sources_, stop_);
    if (failure && !fast.empty() && failure->kind != Kind::cancelled) {
      failure = link_program(compiler_, objects, {}, built.object, work.path(), sources_, stop_);
    }
    if (failure) {
      result.failure = std::move(*failure);
      return result;
    }
    std::set<fs::path> others;
    for (CompiledFile& each : compiled) {
      others.insert(each.others.begin(), each.others.end());
      std::ranges::move(each.diagnostics, std::back_inserter(built.warnings));
    }
    for (const auto& [path, source] : sources_.all()) {
      built.sources.push_back(path);
      others.erase(path);
    }
    auto kept = cache.keep(key, work, std::move(built), {others.begin(), others.end()});
    if (!kept) return failed(Kind::io, kept.error().message);
    result.program = std::move(kept).value();
    return result;
  }

  static fs::path object(const fs::path& folder, std::size_t number) {
    return folder / fmt::format("{}.o", number);
  }

  static fs::path object_at_speed(const fs::path& folder, std::size_t number) {
    return folder / fmt::format("{}.speed.o", number);
  }

  std::vector<CompiledFile> compile_all(const fs::path& folder) {
    std::vector<CompiledFile> compiled(request_.files.size());
    std::vector<std::function<bool()>> jobs;
    for (std::size_t k = 0; k < compiled.size(); ++k) {
      jobs.emplace_back([&, k] {
        compiled[k] =
            goes_in_two_steps(compiler_, source_of(k)) ? translate(k, folder) : compile(k, folder);
        return !compiled[k].failure.has_value();
      });
    }
    run_jobs(jobs);
    if (!joined(compiled).message.empty()) return compiled;

    std::map<std::string, std::string> offered;
    std::set<std::string> needed;
    for (const CompiledFile& each : compiled) {
      if (each.module) offered.insert(each.module->offered().begin(), each.module->offered().end());
    }
    for (std::size_t before = 1; before != needed.size();) {
      before = needed.size();
      for (const CompiledFile& each : compiled) {
        if (each.module) each.module->add_needed(needed);
      }
    }
    jobs.clear();
    for (std::size_t k = 0; k < compiled.size(); ++k) {
      if (!compiled[k].in_two_steps) continue;
      jobs.emplace_back([&, k] {
        make_object(k, folder, compiled[k]);
        return !compiled[k].failure.has_value();
      });
    }
    for (std::size_t k = 0; k < compiled.size(); ++k) {
      if (!compiled[k].module || !compiled[k].module->is_needed(needed)) continue;
      jobs.emplace_back([&, k] {
        make_object_at_speed(k, folder, compiled[k].module->text_at_speed(offered, needed));
        return true;
      });
    }
    run_jobs(jobs);
    return compiled;
  }

  [[nodiscard]] const UserSource& source_of(std::size_t number) const {
    return sources_.all().at(sources_.main_files()[number]);
  }
  static fs::path text_of_module(const fs::path& folder, std::size_t number) {
    return folder / fmt::format("{}.ll", number);
  }

  CompiledFile compile(std::size_t number, const fs::path& folder) {
    std::vector<std::string> flags =
        compile_flags(compiler_, request_, source_of(number), headers_);
    flags.emplace_back("-c");
    return compile(number, folder, std::move(flags), object(folder, number));
  }

  /// The first of two steps.
  CompiledFile translate(std::size_t number, const fs::path& folder) {
    const fs::path text = text_of_module(folder, number);
    CompiledFile compiled = compile(
        number, folder, module_flags(compiler_, request_, source_of(number), headers_), text);
    if (compiled.failure) return compiled;
    auto read = read_text_file(text, largest_module);
    if (!read) return compile(number, folder);
    std::string watched = with_results_to_leave_out(with_whole_copies(read.value()));
    if (request_.as_compiled) watched = with_facts_of_devices(watched, compiler_.major);
    if (!replace_text(text, watched)) return compile(number, folder);
    compiled.in_two_steps = true;
    if (has_code_at_speed(request_)) compiled.module.emplace(std::move(read).value(), number);
    return compiled;
  }

  static bool replace_text(const fs::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    return static_cast<bool>(out);
  }

  /// The second step, to the object that compile() makes.
  void make_object(std::size_t number, const fs::path& folder, CompiledFile& compiled) {
    if (request_.as_compiled) {
      if (!optimise(number, folder)) {
        compiled.failure =
            BuildFailure{Kind::compile_error,
                         tr("{} cannot be optimised as for a GPU.", source_of(number).shown),
                         {}};
      }
      return;
    }
    std::vector<std::string> arguments = watched_object_flags(compiler_, request_);
    arguments.insert(arguments.end(), {text_of_module(folder, number).string(), "-o",
                                       object(folder, number).string()});
    const auto run =
        run_compiler_with_known_options(compiler_.path, std::move(arguments), folder, stop_);
    if (run && !run->cancelled && run->code == 0) return;
    // What is wrong now, such as assembly, has a place in the source only in a single step.
    auto module = std::move(compiled.module);
    compiled = compile(number, folder);
    compiled.module = std::move(module);
  }

  /// The second step of a program as compiled.
  bool optimise(std::size_t number, const fs::path& folder) {
    const fs::path text = text_of_module(folder, number);
    const fs::path optimised = folder / fmt::format("{}.optimised.ll", number);
    const auto done = [&](std::vector<std::string> arguments, const fs::path& from,
                          const fs::path& to) {
      arguments.insert(arguments.end(), {from.string(), "-o", to.string()});
      const auto run =
          run_compiler_with_known_options(compiler_.path, std::move(arguments), folder, stop_);
      return run && !run->cancelled && run->code == 0;
    };
    if (!done(optimised_module_flags(compiler_, request_), text, optimised)) return false;
    const auto read = read_text_file(optimised, largest_module);
    return read && replace_text(optimised, with_joined_accesses(read.value())) &&
           done(optimised_object_flags(), optimised, object(folder, number));
  }

  /// Whatever goes wrong: the program works without it.
  void make_object_at_speed(std::size_t number, const fs::path& folder, const std::string& text) {
    const fs::path path = folder / fmt::format("{}.speed.ll", number);
    if (!replace_text(path, text)) return;
    std::vector<std::string> arguments = object_at_speed_flags();
    arguments.insert(arguments.end(),
                     {path.string(), "-o", object_at_speed(folder, number).string()});
    static_cast<void>(run_compiler(compiler_.path, arguments, folder, stop_));
  }

  /// Those that were made; empty if one that others need is missing. They know the local variables of the first objects.
  static std::vector<fs::path> objects_at_speed(const fs::path& folder, std::size_t count) {
    std::vector<fs::path> made;
    for (std::size_t k = 0; k < count; ++k) {
      const fs::path path = object_at_speed(folder, k);
      std::error_code failed;
      if (!fs::is_regular_file(path, failed)) continue;
      const std::string prefix = SpeedModule::local_prefix(k);
      const auto wanted = symbols_with_prefix(path, prefix);
      if (!wanted || !add_local_aliases(object(folder, k), prefix, wanted.value())) return {};
      made.push_back(path);
    }
    return made;
  }

  CompiledFile compile(std::size_t number, const fs::path& folder,
                       std::vector<std::string> arguments, const fs::path& output) {
    const UserSource& source = source_of(number);
    tell(fmt::format("compiling {}", fs::path(source.shown).filename().string()));
    const fs::path list = folder / fmt::format("{}.d", number);
    // Debug information names the user's file even where no #line reaches.
    arguments.push_back(
        fmt::format("-fdebug-prefix-map={}=", UserSources::copy_of("/", folder).string()));
    arguments.insert(arguments.end(), {"-MD", "-MF", list.string(),
                                       UserSources::copy_of(source.original, folder).string(), "-o",
                                       output.string()});
    CompiledFile compiled;
    const auto run =
        run_compiler_with_known_options(compiler_.path, std::move(arguments), folder, stop_);
    if (!run) {
      compiled.failure = BuildFailure{Kind::io, run.error().message, {}};
    } else if (run->cancelled) {
      compiled.failure = BuildFailure{Kind::cancelled, tr("Compiling was cancelled."), {}};
    } else {
      CompilerMessages messages = read_compiler_messages(run->lines, sources_, headers_);
      compiled.diagnostics = std::move(messages.diagnostics);
      if (run->code != 0) {
        compiled.failure =
            not_compiled(source, run.value(), compiled.diagnostics, messages.unsupported);
      }
      compiled.others = read_dependencies(list, {folder, headers_});
    }
    return compiled;
  }

  static BuildFailure not_compiled(const UserSource& source, const CompilerRun& run,
                                   const std::vector<Diagnostic>& diagnostics, bool unsupported) {
    BuildFailure failure{.message = tr("{} does not compile.", source.shown)};
    const auto is_error = [](const Diagnostic& each) {
      return each.severity == Diagnostic::Severity::error;
    };
    if (unsupported) {
      failure.kind = Kind::unsupported;
      failure.message =
          std::ranges::find_if(diagnostics, [&](const Diagnostic& each) {
            return is_error(each) && each.message.find(" not emulate") != std::string::npos;
          })->message;
    } else if (std::ranges::none_of(diagnostics, is_error)) {
      const std::string said = run.lines.empty() ? std::string() : run.lines.back();
      failure.message =
          run.code > 128 ? tr("{0} does not compile. The compiler was ended by signal {1}.",
                              source.shown, run.code - 128)
          : said.empty() ? tr("{} does not compile. The compiler says nothing.", source.shown)
                         : tr("{0} does not compile. The compiler says: {1}", source.shown, said);
    }
    return failure;
  }

  /// All files' failures as one; without a message if there is none.
  static BuildFailure joined(const std::vector<CompiledFile>& compiled) {
    BuildFailure all;
    for (const CompiledFile& each : compiled) {
      if (!each.failure) continue;
      if (all.message.empty() || each.failure->kind == Kind::cancelled) {
        all.kind = each.failure->kind;
        all.message = each.failure->message;
      }
      all.diagnostics.insert(all.diagnostics.end(), each.diagnostics.begin(),
                             each.diagnostics.end());
    }
    return all;
  }

  void tell(const std::string& stage) {
    const std::lock_guard lock(telling_);
    if (progress_) progress_(stage);
  }

  const BuildRequest& request_;
  std::stop_token stop_;
  const std::function<void(const std::string&)>& progress_;
  std::mutex telling_;
  Compiler compiler_;
  UserSources sources_;
  BareProgram bare_;
  fs::path headers_;
};

}  // namespace

BuildResult build_program(const BuildRequest& request, std::stop_token stop,
                          const std::function<void(const std::string&)>& progress) {
  return ProgramBuilder(request, std::move(stop), progress).build();
}

}  // namespace warpscope
