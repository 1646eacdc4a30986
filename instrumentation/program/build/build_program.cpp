#include "instrumentation/program/build/build_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "instrumentation/process/process.hpp"
#include "instrumentation/program/build/rewrite_launches.hpp"
#include "instrumentation/program/debug_info/elf_symbols.hpp"
#include "instrumentation/run/embedded.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// 128 bits that change with any byte: two FNV-1a hashes with different beginnings.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      first_ = (first_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
      second_ =
          (second_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL + 0x9e3779b97f4a7c15ULL;
    }
    first_ = (first_ ^ 0xff) * 0x100000001b3ULL;  // an end: "ab", "c" is not "a", "bc"
  }
  [[nodiscard]] std::string text() const { return fmt::format("{:016x}{:016x}", first_, second_); }

 private:
  std::uint64_t first_ = 0xcbf29ce484222325ULL, second_ = 0x84222325cbf29ce4ULL;
};

std::optional<std::string> read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
}

bool write_text(const fs::path& path, std::string_view text) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  return out.good();
}

fs::path cache_folder() {
  const char* const named = std::getenv("XDG_CACHE_HOME");
  if (named != nullptr && *named == '/') return fs::path(named) / "warpscope" / "programs";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache" / "warpscope" / "programs";
  return fs::temp_directory_path() / fmt::format("warpscope-programs-{}", getuid());
}

constexpr std::array header_prefixes{"instrumentation/program/include/",
                                     "instrumentation/program/abi/"};

/// Our CUDA headers, unpacked where a compiler finds them.
Result<fs::path> unpack_headers(const fs::path& cache) {
  Fingerprint print;
  for (const char* const prefix : header_prefixes) {
    for (const std::string_view path : embedded_paths(prefix)) {
      print.add(path);
      print.add(embedded_text(path));
    }
  }
  const fs::path folder = cache / ("warpscope-headers-" + print.text());
  std::error_code failed;
  if (fs::exists(folder, failed)) return folder;
  const fs::path fresh = cache / fmt::format("unpacking-{}", getpid());
  for (const std::string_view prefix : header_prefixes) {
    for (const std::string_view path : embedded_paths(prefix)) {
      if (!write_text(fresh / path.substr(prefix.size()), embedded_text(path))) {
        return Error{ErrorKind::failed,
                     fmt::format("{} cannot be written: is the disk full, or the "
                                 "folder not yours?",
                                 fresh.string())};
      }
    }
  }
  fs::rename(fresh, folder, failed);
  if (failed) fs::remove_all(fresh, failed);  // somebody else was faster
  return folder;
}

/// A file of the user's as it is compiled.
struct Source {
  fs::path original;  ///< absolute
  std::string shown;  ///< as the user named it, or the path that led to it
  RewrittenSource rewritten;
};

/// All files of a program, with those that they include, in the order in which they are met.
class SourceSet {
 public:
  explicit SourceSet(const BuildRequest& request) : request_(request) {}

  [[nodiscard]] std::optional<std::string> add(const fs::path& file) {
    std::error_code failed;
    const fs::path absolute = fs::weakly_canonical(fs::absolute(file, failed), failed);
    const auto text = read_text(absolute);
    if (!text || fs::is_directory(absolute, failed)) {
      return fmt::format("{} cannot be read: there is no such file, or it is not yours to read.",
                         file.string());
    }
    take(absolute, file.string(), *text);
    return std::nullopt;
  }
  [[nodiscard]] const std::map<fs::path, Source>& all() const { return all_; }
  [[nodiscard]] const Source* of(const fs::path& absolute) const {
    const auto found = all_.find(absolute);
    return found == all_.end() ? nullptr : &found->second;
  }

 private:
  static bool holds_device_code(const fs::path& file) {
    const std::string extension = file.extension().string();
    return extension != ".c" && extension != ".cpp" && extension != ".cc" && extension != ".cxx" &&
           extension != ".C";
  }
  KnownKernels take(const fs::path& file, const std::string& shown, const std::string& text) {
    if (const auto found = all_.find(file); found != all_.end())
      return found->second.rewritten.kernels;
    Source& source = all_[file];
    source.original = file;
    source.shown = shown;
    const KnownKernels nothing;
    const auto first = rewrite_launches(text, shown, nothing);
    KnownKernels known;
    for (const IncludedName& name : first.includes) {
      if (const auto found = resolve(name, file)) {
        if (const auto included = read_text(*found))
          known.add(take(*found, found->string(), *included));
      }
    }
    source.rewritten = rewrite_launches(text, shown, known);
    if (!holds_device_code(file)) source.rewritten.text = text;
    source.rewritten.kernels.add(known);
    return source.rewritten.kernels;
  }
  [[nodiscard]] std::optional<fs::path> resolve(const IncludedName& name,
                                                const fs::path& from) const {
    std::vector<fs::path> folders;
    if (name.quoted) folders.push_back(from.parent_path());
    for (const std::string& folder : request_.include_folders) folders.emplace_back(folder);
    for (const fs::path& folder : folders) {
      std::error_code failed;
      const fs::path at = fs::weakly_canonical(fs::absolute(folder / name.name, failed), failed);
      if (!failed && fs::is_regular_file(at, failed)) return at;
    }
    return std::nullopt;
  }

  const BuildRequest& request_;
  std::map<fs::path, Source> all_;
};

struct Spoken {
  int code = 0;
  bool cancelled = false;
  std::vector<std::string> lines;
};

/// Runs a compiler to its end, or until it is not wanted any more.
Result<Spoken> run_tool(const fs::path& program, const std::vector<std::string>& arguments,
                        const std::stop_token& stop) {
  std::vector<std::string> all{"-c", "exec \"$0\" \"$@\" 2>&1", program.string()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  auto started = Process::start("/bin/sh", all, Process::Output::lines);
  if (!started) return started.error();
  Process& process = *started.value();
  Spoken spoken;
  while (!process.silent()) {
    if (stop.stop_requested()) {
      process.kill();
      spoken.cancelled = true;
      break;
    }
    if (auto line = process.read_line(std::chrono::milliseconds(50))) {
      if (spoken.lines.size() < 10000) spoken.lines.push_back(std::move(*line));
    }
  }
  spoken.code = process.wait();
  return spoken;
}

class Builder {
 public:
  Builder(const BuildRequest& request, std::stop_token stop,
          const std::function<void(const std::string&)>& progress)
      : request_(request), stop_(std::move(stop)), progress_(progress), sources_(request) {}

  BuildResult build() {
    const auto begin = std::chrono::steady_clock::now();
    auto compiler = find_compiler();
    if (!compiler) return failed(BuildFailure::Kind::no_compiler, compiler.error().message);
    compiler_ = std::move(compiler).value();
    const fs::path cache = cache_folder();
    auto headers = unpack_headers(cache);
    if (!headers) return failed(BuildFailure::Kind::io, headers.error().message);
    headers_ = headers.value();
    for (const fs::path& file : request_.files) {
      if (auto problem = sources_.add(file)) return failed(BuildFailure::Kind::io, *problem);
    }
    const fs::path object = cache / (key() + ".so");
    BuildResult result;
    BuiltProgram& built = result.program.emplace();
    built.object = object;
    for (const auto& [path, source] : sources_.all()) built.sources.push_back(path);
    std::error_code ignored;
    if (fs::exists(object, ignored)) {
      fs::last_write_time(object, fs::file_time_type::clock::now(), ignored);
      built.from_cache = true;
      return result;
    }
    work_ = cache / fmt::format("work-{}-{}", getpid(), key());
    const auto cleaned =
        std::unique_ptr<fs::path, void (*)(fs::path*)>(&work_, [](fs::path* folder) {
          std::error_code failed;
          fs::remove_all(*folder, failed);
        });
    if (auto failure = compile_all(object)) return std::move(*failure);
    shrink(cache, object);
    built.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    built.warnings = std::move(warnings_);
    return result;
  }

 private:
  static BuildResult failed(BuildFailure::Kind kind, std::string message) {
    BuildResult result;
    result.failure.kind = kind;
    result.failure.message = std::move(message);
    return result;
  }

  [[nodiscard]] std::string key() const {
    Fingerprint print;
    print.add(compiler_.path.string());
    print.add(compiler_.version);
    print.add(headers_.string());
    print.add(request_.standard);
    print.add(fmt::format("{} 3", request_.optimise));
    for (const std::string& folder : request_.include_folders) print.add("-I" + folder);
    for (const std::string& define : request_.defines) print.add("-D" + define);
    for (const fs::path& file : request_.files) print.add(file.string());
    for (const auto& [path, source] : sources_.all()) {
      print.add(path.string());
      print.add(source.rewritten.text);
    }
    return print.text();
  }

  [[nodiscard]] fs::path mirrored(const fs::path& original) const {
    return work_ / "src" / original.relative_path();
  }

  std::optional<BuildResult> compile_all(const fs::path& object) {
    for (const auto& [path, source] : sources_.all()) {
      const std::string text =
          fmt::format("#line 1 \"{}\"\n{}", path.string(), source.rewritten.text);
      if (!write_text(mirrored(path), text)) {
        return failed(
            BuildFailure::Kind::io,
            fmt::format("{} cannot be written: is the disk full, or the folder not yours?",
                        mirrored(path).string()));
      }
    }
    std::vector<std::string> objects;
    for (const fs::path& file : request_.files) {
      progress_(fmt::format("compiling {}", file.filename().string()));
      const fs::path out = work_ / fmt::format("{}.o", objects.size());
      if (auto failure = compile(file, out)) return failure;
      objects.push_back(out.string());
    }
    progress_("linking");
    return link(objects, object);
  }

  std::optional<BuildResult> compile(const fs::path& file, const fs::path& out) {
    std::error_code ignored;
    const fs::path original = fs::weakly_canonical(fs::absolute(file, ignored), ignored);
    const std::string extension = file.extension().string();
    const bool cuda = extension == ".cu", c = extension == ".c";
    std::vector<std::string> arguments{
        "-x",
        c ? "c" : "c++",
        c ? "-std=gnu99"
          : "-std=gnu++" + request_.standard.substr(std::min<std::size_t>(
                               request_.standard.find("++") + 2, request_.standard.size())),
        "-g",
        fmt::format("-O{}", request_.optimise),
        "-fPIC",
        "-w",
        "-fsanitize=thread",
        "-fno-strict-aliasing",
        "-fwrapv",
        "-fno-color-diagnostics",
        "-ferror-limit=20"};
    if (compiler_.kind == Compiler::Kind::clang) {
      for (const char* const flag :
           {"-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-strict-return",
            "-fno-caret-diagnostics", "-mllvm", "-tsan-instrument-read-before-write=1", "-mllvm",
            "-disable-block-placement", "-mllvm", "-simplifycfg-hoist-common=false", "-mllvm",
            "-simplifycfg-sink-common=false"}) {
        arguments.emplace_back(flag);
      }
    } else {
      for (std::string& argument : arguments) {
        if (argument == "-fno-color-diagnostics") argument = "-fdiagnostics-color=never";
        if (argument == "-ferror-limit=20") argument = "-fmax-errors=20";
      }
      for (const char* const flag :
           {"-fno-tree-vectorize", "-fno-reorder-blocks", "-fno-reorder-blocks-and-partition",
            "-fno-crossjumping", "-fno-code-hoisting", "-fno-tree-tail-merge",
            "-fno-diagnostics-show-caret"}) {
        arguments.emplace_back(flag);
      }
    }
    if (!c) {
      for (const std::string& macro : rewritten_macros()) arguments.push_back("-D" + macro);
    }
    if (cuda) {
      arguments.emplace_back("-D__CUDACC__");
      arguments.emplace_back("-D__NVCC__");
    }
    for (const std::string& define : request_.defines) arguments.push_back("-D" + define);
    arguments.push_back("-I" + headers_.string());
    for (const std::string& folder : request_.include_folders) {
      const fs::path absolute = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
      arguments.push_back("-I" + mirrored(absolute).string());
      arguments.push_back("-I" + absolute.string());
    }
    arguments.emplace_back("-iquote");
    arguments.push_back(original.parent_path().string());
    if (cuda) {
      arguments.emplace_back("-include");
      arguments.emplace_back("cuda_runtime.h");
    }
    arguments.insert(arguments.end(), {"-c", mirrored(original).string(), "-o", out.string()});
    auto spoken = run_tool(compiler_.path, arguments, stop_);
    if (!spoken) return failed(BuildFailure::Kind::io, spoken.error().message);
    if (spoken->cancelled) return failed(BuildFailure::Kind::cancelled, "Compiling was cancelled.");
    std::vector<Diagnostic> found = read_messages(spoken->lines);
    if (spoken->code == 0) {
      warnings_.insert(warnings_.end(), found.begin(), found.end());
      return std::nullopt;
    }
    BuildResult result = failed(BuildFailure::Kind::compile_error,
                                fmt::format("{} does not compile.", file.string()));
    const auto refused = std::ranges::find_if(found, [](const Diagnostic& d) {
      return d.message.find("is not emulated") != std::string::npos;
    });
    if (refused != found.end()) {
      result.failure.kind = BuildFailure::Kind::unsupported;
      result.failure.message = refused->message;
    } else if (found.empty() && !spoken->lines.empty()) {
      result.failure.message += " The compiler says: " + spoken->lines.front();
    }
    result.failure.diagnostics = std::move(found);
    return result;
  }

  /// "FILE:LINE:COLUMN: error: MESSAGE"
  [[nodiscard]] std::vector<Diagnostic> read_messages(const std::vector<std::string>& lines) const {
    std::vector<Diagnostic> found;
    for (const std::string& line : lines) {
      static constexpr std::array kinds{
          std::pair{std::string_view(": fatal error: "), Diagnostic::Severity::error},
          std::pair{std::string_view(": error: "), Diagnostic::Severity::error},
          std::pair{std::string_view(": warning: "), Diagnostic::Severity::warning},
          std::pair{std::string_view(": note: "), Diagnostic::Severity::note}};
      for (const auto& [text, severity] : kinds) {
        const std::size_t at = line.find(text);
        if (at == std::string::npos) continue;
        Diagnostic message{.severity = severity, .message = line.substr(at + text.size())};
        std::string place = line.substr(0, at);
        for (int* const number : {&message.column, &message.line}) {
          const std::size_t colon = place.rfind(':');
          if (colon == std::string::npos) break;
          std::from_chars(place.data() + colon + 1, place.data() + place.size(), *number);
          place.resize(colon);
        }
        message.file = place;
        complete(message);
        if (message.severity == Diagnostic::Severity::note && message.file.empty()) break;
        found.push_back(std::move(message));
        break;
      }
    }
    return found;
  }

  /// The user's own name, column and text of the place.
  void complete(Diagnostic& message) const {
    std::error_code ignored;
    const Source* const source = sources_.of(fs::weakly_canonical(message.file, ignored));
    if (source == nullptr) return;
    message.file = source->shown;
    message.column = source->rewritten.original_column(message.line, message.column);
    const auto text = read_text(source->original);
    if (!text) return;
    std::size_t begin = 0;
    for (int line = 1; line < message.line && begin != std::string::npos; ++line) {
      begin = text->find('\n', begin);
      if (begin != std::string::npos) ++begin;
    }
    if (begin == std::string::npos) return;
    message.source_line =
        text->substr(begin, std::min(text->find('\n', begin), text->size()) - begin);
  }

  std::optional<BuildResult> link(std::vector<std::string> objects, const fs::path& object) {
    // Every `extern __shared__` array begins at one place.
    std::set<std::string> dynamic;
    for (const std::string& one : objects) {
      const auto wanted = undefined_symbols(one, true);
      if (!wanted) continue;
      for (const std::string& name : wanted.value()) {
        if (!name.starts_with("ws_")) dynamic.insert(name);
      }
    }
    std::string text =
        ".section .note.GNU-stack,\"\",%progbits\n.section .tbss,\"awT\",%nobits\n.balign 1024\n";
    for (const std::string& name : dynamic) {
      text += fmt::format(".globl \"{0}\"\n.type \"{0}\", %object\n\"{0}\":\n", name);
    }
    if (!dynamic.empty()) text += ".zero 232448\n";
    const fs::path assembler = work_ / "shared.s";
    if (!write_text(assembler, text)) {
      return failed(BuildFailure::Kind::io,
                    fmt::format("{} cannot be written.", assembler.string()));
    }
    const fs::path fresh = work_ / "program.so";
    std::vector<std::string> arguments{"-shared", "-Wl,-Bsymbolic", "-Wl,--no-undefined-version",
                                       "-o", fresh.string()};
    for (const char* const name : {"memcpy", "memmove", "memset", "malloc", "free", "calloc",
                                   "realloc", "_exit", "_Exit", "__assert_fail"}) {
      arguments.push_back(fmt::format("-Wl,--wrap={}", name));
    }
    arguments.insert(arguments.end(), objects.begin(), objects.end());
    arguments.insert(arguments.end(), {"-x", "assembler", assembler.string(), "-lm", "-lpthread"});
    auto spoken = run_tool(compiler_.path, arguments, stop_);
    if (!spoken) return failed(BuildFailure::Kind::io, spoken.error().message);
    if (spoken->cancelled) return failed(BuildFailure::Kind::cancelled, "Linking was cancelled.");
    if (spoken->code != 0) {
      return failed(BuildFailure::Kind::compile_error,
                    "The program does not link: " + (spoken->lines.empty()
                                                         ? std::string("the linker gave no reason.")
                                                         : spoken->lines.front()));
    }
    std::error_code bad;
    fs::rename(fresh, object, bad);
    if (bad) {
      return failed(BuildFailure::Kind::io, fmt::format("{} cannot be written.", object.string()));
    }
    return std::nullopt;
  }

  /// Keeps the cache within its bounds: who was used least recently goes.
  static void shrink(const fs::path& cache, const fs::path& kept) {
    constexpr std::uintmax_t most_bytes = std::uintmax_t{512} << 20;
    constexpr std::size_t most_entries = 200;
    struct Entry {
      fs::file_time_type used;
      fs::path path;
      std::uintmax_t bytes = 0;
    };
    std::vector<Entry> entries;
    std::error_code failed;
    for (const auto& file : fs::directory_iterator(cache, failed)) {
      if (file.path().extension() != ".so" || file.path() == kept) continue;
      entries.push_back({file.last_write_time(failed), file.path(), file.file_size(failed)});
    }
    std::ranges::sort(entries, std::greater{}, &Entry::used);
    std::uintmax_t bytes = fs::file_size(kept, failed);
    for (std::size_t k = 0; k < entries.size(); ++k) {
      bytes += entries[k].bytes;
      if (k + 1 >= most_entries || bytes > most_bytes) fs::remove(entries[k].path, failed);
    }
  }

  const BuildRequest& request_;
  std::stop_token stop_;
  const std::function<void(const std::string&)>& progress_;
  SourceSet sources_;
  Compiler compiler_;
  fs::path headers_, work_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace

BuildResult build_program(const BuildRequest& request, std::stop_token stop,
                          const std::function<void(const std::string&)>& progress) {
  return Builder(request, std::move(stop), progress).build();
}

}  // namespace warpscope
