#include "instrumentation/program/build/build_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "instrumentation/process/user_folders.hpp"
#include "instrumentation/program/build/compile_flags.hpp"
#include "instrumentation/program/build/compiler_messages.hpp"
#include "instrumentation/program/build/link_program.hpp"
#include "instrumentation/program/build/program_cache.hpp"
#include "instrumentation/program/build/run_compiler.hpp"
#include "instrumentation/program/build/sha256.hpp"
#include "instrumentation/program/build/user_sources.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

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
};

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
    if (request_.files.empty()) return failed(Kind::io, "There is no file to compile: name one.");
    auto compiler = find_compiler();
    if (!compiler) return failed(Kind::no_compiler, compiler.error().message);
    compiler_ = std::move(compiler).value();
    auto sources = UserSources::read(request_);
    if (!sources) return failed(Kind::io, sources.error().message);
    sources_ = std::move(sources).value();
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
    const auto folder = cache->new_folder();
    if (!folder) return failed(Kind::io, folder.error().message);
    const WorkFolder work(folder.value());
    return make(cache.value(), key, work);
  }

  [[nodiscard]] std::string key() const {
    Sha256 hash;
    hash.add("1");  // of what is done to the files besides: a change here makes all entries old
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
    for (const std::string& flag : link_flags()) hash.add(flag);
    for (const auto& [path, source] : sources_.all()) {
      hash.add(path.string());
      hash.add(source.rewritten.text);
      for (const fs::path& included : source.included) hash.add(included.string());
    }
    return hash.hex();
  }

  BuildResult make(const ProgramCache& cache, const std::string& key, const WorkFolder& work) {
    if (const auto written = sources_.write(work.path()); !written) {
      return failed(Kind::io, written.error().message);
    }
    std::vector<CompiledFile> compiled = compile_all(work.path());
    BuildResult result;
    result.failure = joined(compiled);
    if (!result.failure.message.empty()) return result;
    std::vector<fs::path> objects;
    for (std::size_t k = 0; k < compiled.size(); ++k) objects.push_back(object(work.path(), k));
    BuiltProgram built{.object = work.path() / "program.so"};
    tell("linking");
    if (auto failure =
            link_program(compiler_, objects, built.object, work.path(), sources_, stop_)) {
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

  std::vector<CompiledFile> compile_all(const fs::path& folder) {
    constexpr std::size_t at_once = 2;
    std::vector<CompiledFile> compiled(request_.files.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> give_up = false;
    const auto work = [&] {
      for (std::size_t k = next++; k < compiled.size() && !give_up; k = next++) {
        compiled[k] = compile(k, folder);
        if (compiled[k].failure) give_up = true;
      }
    };
    {
      // Each compiler dies with the thread that started it, which therefore waits for it.
      std::vector<std::jthread> threads;
      while (threads.size() < std::min(at_once, compiled.size())) threads.emplace_back(work);
    }
    return compiled;
  }

  CompiledFile compile(std::size_t number, const fs::path& folder) {
    const UserSource& source = sources_.all().at(sources_.main_files()[number]);
    tell(fmt::format("compiling {}", fs::path(source.shown).filename().string()));
    const fs::path list = folder / fmt::format("{}.d", number);
    std::vector<std::string> arguments = compile_flags(compiler_, request_, source, headers_);
    // Debug information names the user's file even where no #line reaches.
    arguments.push_back(
        fmt::format("-fdebug-prefix-map={}=", UserSources::copy_of("/", folder).string()));
    arguments.insert(arguments.end(), {"-MD", "-MF", list.string(), "-c",
                                       UserSources::copy_of(source.original, folder).string(), "-o",
                                       object(folder, number).string()});
    CompiledFile compiled;
    const auto run = run_compiler_with_known_options(compiler_.path, std::move(arguments), stop_);
    if (!run) {
      compiled.failure = BuildFailure{Kind::io, run.error().message, {}};
    } else if (run->cancelled) {
      compiled.failure = BuildFailure{Kind::cancelled, "Compiling was cancelled.", {}};
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
    BuildFailure failure{.message = fmt::format("{} does not compile.", source.shown)};
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
      failure.message += run.code > 128
                             ? fmt::format(" The compiler was ended by signal {}.", run.code - 128)
                             : fmt::format(" The compiler says: {}",
                                           run.lines.empty() ? "nothing." : run.lines.back());
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
  fs::path headers_;
};

}  // namespace

BuildResult build_program(const BuildRequest& request, std::stop_token stop,
                          const std::function<void(const std::string&)>& progress) {
  return ProgramBuilder(request, std::move(stop), progress).build();
}

}  // namespace warpscope
