// The program's own process: loads the shared object, calls its main() and tells what became of it, however it ends.

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <typeinfo>

#include "instrumentation/language/language.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/program/debug_info/source_names.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/process/program_child.hpp"
#include "instrumentation/program/process/program_guard.hpp"
#include "instrumentation/program/process/program_process.hpp"
#include "instrumentation/program/protocol/child_request.hpp"
#include "instrumentation/program/protocol/ending_sentence.hpp"
#include "instrumentation/program/protocol/log_telling.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace warpscope {
namespace {

using End = ProgramOutcome::End;
using Main = int(int, char**, char**);

/// Remembers what nobody caught; abort() follows, and its signal tells it.
void on_terminate() {
  ProgramProcess& process = *program_process;
  if (is_program_process() && !process.told_uncaught) {
    process.told_uncaught = true;
    const std::type_info* const type = abi::__cxa_current_exception_type();
    std::string name, text;
    if (type != nullptr) {
      int status = 0;
      char* const readable = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
      name = readable != nullptr ? readable : type->name();
      std::free(readable);
      try {
        throw;
      } catch (const std::bad_alloc&) {
        process.lacked_memory = process.request.options.memory_limit > 0;
      } catch (const std::exception& error) {
        text = error.what();
      } catch (...) {
        text.clear();
      }
    }
    tell_log(LogKind::uncaught, uncaught_sentence(name, text));
  }
  process.terminate();
}

/// The functions of the object that run at the end of a process: exit() would run them only after us.
void run_destructors_of(void* object) {
  link_map* map = nullptr;
  if (object == nullptr || ::dlinfo(object, RTLD_DI_LINKMAP, &map) != 0) return;
  using Function = void();
  Function** functions = nullptr;
  std::size_t bytes = 0;
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_FINI_ARRAY) {
      functions = reinterpret_cast<Function**>(map->l_addr + entry->d_un.d_ptr);
    }
    if (entry->d_tag == DT_FINI_ARRAYSZ) bytes = entry->d_un.d_val;
  }
  if (functions == nullptr) return;
  for (std::size_t k = bytes / sizeof(Function*); k > 0; --k) functions[k - 1]();
}

/// The last handler of exit(): registered before the program was loaded.
void on_exit_of_program(int status, void*) {
  static bool entered = false;
  if (!std::exchange(entered, true)) {
    ::on_exit(on_exit_of_program, nullptr);  // a destructor may call exit() itself
    run_destructors_of(program_process->object);
  }
  std::fflush(nullptr);
  if (is_program_process()) tell_exit(status, ExitWay::orderly);
  ::_exit(status);
}

/// quick_exit() tells no status; the parent learns it from the system.
void on_quick_exit() {
  if (is_program_process()) tell_exit(0, ExitWay::at_once);
}

void set_limits(const ProgramOptions& options) {
  rlimit none{};
  ::getrlimit(RLIMIT_CORE, &none);
  none.rlim_cur = 0;
  ::setrlimit(RLIMIT_CORE, &none);
#if defined(__SANITIZE_ADDRESS__)
  return;  // its shadow is larger than any limit
#endif
  if (options.memory_limit <= 0) return;
  // The guard watches what is in use. This limit is of what is asked for: twice as much, since every byte of device
  // memory has a shadow, and some for the machine itself.
  constexpr rlim_t own = rlim_t{1} << 30;
  rlimit data{};
  ::getrlimit(RLIMIT_DATA, &data);
  const rlim_t wanted = 2 * (static_cast<rlim_t>(options.memory_limit) << 20) + own;
  data.rlim_cur = std::min({data.rlim_cur, data.rlim_max, wanted});
  ::setrlimit(RLIMIT_DATA, &data);
}

/// If the machine runs out of memory, the program is what has to go.
void offer_to_be_killed() {
  std::FILE* const score = std::fopen("/proc/self/oom_score_adj", "we");
  if (score == nullptr) return;
  std::fputs("500", score);
  std::fclose(score);
}

void find_main_stack() {
  ProgramProcess& process = *program_process;
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t bytes = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return;
  ::pthread_attr_getstack(&attributes, &begin, &bytes);
  ::pthread_attr_destroy(&attributes);
  process.main_stack.begin = reinterpret_cast<std::uintptr_t>(begin);
  process.main_stack.end = process.main_stack.begin + bytes;
}

void find_locking_code() {
  const auto look = [](dl_phdr_info* info, std::size_t, void*) {
    ProgramProcess& process = *program_process;
    const std::string_view name = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    const bool locks = name.find("/libc.so") != std::string_view::npos ||
                       name.find("/ld-linux") != std::string_view::npos;
    for (int k = 0; locks && k < info->dlpi_phnum; ++k) {
      const auto& part = info->dlpi_phdr[k];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      if (process.locking_count == process.locking.size()) return 1;
      const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
      process.locking[process.locking_count++] = {begin, begin + part.p_memsz};
    }
    return 0;
  };
  ::dl_iterate_phdr(look, nullptr);
}

[[noreturn]] void end_unloaded(const Sentence& message) {
  std::fflush(nullptr);
  if (take_ending()) {
    tell_log(LogKind::not_loaded, message);
    tell_ending({.end = static_cast<std::int32_t>(End::not_loaded), .exit_status = EXIT_FAILURE});
  }
  ::_exit(EXIT_FAILURE);
}

/// Where the program and its libraries lie: the reader of the log looks there for lines.
void tell_modules() {
  const auto look = [](dl_phdr_info* info, std::size_t, void*) {
    const std::string path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    if (path.empty() || path.front() != '/') return 0;  // this binary, and the kernel's
    LoadedModule module{.base = info->dlpi_addr, .begin = UINT64_MAX, .end = 0};
    for (int k = 0; k < info->dlpi_phnum; ++k) {
      const auto& part = info->dlpi_phdr[k];
      if (part.p_type != PT_LOAD) continue;
      module.begin = std::min<std::uint64_t>(module.begin, info->dlpi_addr + part.p_vaddr);
      module.end =
          std::max<std::uint64_t>(module.end, info->dlpi_addr + part.p_vaddr + part.p_memsz);
    }
    tell_log(LogKind::module, path, module);
    return 0;
  };
  ::dl_iterate_phdr(look, nullptr);
}

/// main() of the object itself, not of a library that it needs; null if it has none.
Main* main_of(void* object) {
  void* const found = ::dlsym(object, "main");
  link_map* map = nullptr;
  Dl_info place{};
  if (found == nullptr || ::dlinfo(object, RTLD_DI_LINKMAP, &map) != 0 ||
      ::dladdr(found, &place) == 0 ||
      reinterpret_cast<std::uintptr_t>(place.dli_fbase) != map->l_addr) {
    return nullptr;
  }
  return reinterpret_cast<Main*>(found);
}

/// No handler stands around it: an exception that nobody catches ends the program as it would without us, and
/// pthread_exit() ends its thread.
[[noreturn]] void load_and_run() {
  ProgramProcess& process = *program_process;
  std::vector<char*> arguments;
  for (std::string& argument : process.request.arguments) arguments.push_back(argument.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  process.object = ::dlopen(process.request.object.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (process.object == nullptr) {
    const char* const reason = ::dlerror();
    end_unloaded(not_loaded_sentence(reason == nullptr ? "nobody knows why" : reason));
  }
  tell_modules();
  Main* const entry = main_of(process.object);
  if (entry == nullptr) {
    end_unloaded(say("The program has no function main(): add one that launches its kernels."));
  }
  std::exit(entry(count, arguments.data(), environ));
}

[[noreturn]] void become_program(ChildRequest request) {
  program_process = new ProgramProcess;
  ProgramProcess& process = *program_process;
  process.request = std::move(request);
  set_language(find_language(process.request.language).value_or(english));
  process.id = ::getpid();
  if (process.request.output_to_standard_error) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  if (process.request.output_by_lines) std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  if (!process.request.arguments.empty()) {
    ::prctl(PR_SET_NAME, process.request.arguments.front().c_str());
  }
  remember_folder_of_names();
  if (!process.request.folder.empty() && ::chdir(process.request.folder.c_str()) != 0) {
    end_unloaded(say("The program's folder {} cannot be entered.", process.request.folder));
  }
  find_main_stack();
  find_locking_code();
  offer_to_be_killed();
  set_limits(process.request.options);
  install_signal_handlers();
  process.terminate = std::set_terminate(on_terminate);
  ::on_exit(on_exit_of_program, nullptr);
  ::at_quick_exit(on_quick_exit);
  begin_program(process.request.options);
  process.began = std::chrono::steady_clock::now();
  start_time_limit(process.request.options.time_limit);
  load_and_run();
}

std::optional<int> descriptor_of(const std::string& word) {
  int value = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < 0) return std::nullopt;
  return value;
}

int refuse_child(std::string_view reason) {
  std::fprintf(stderr, "warpscope: The process for a program cannot begin: %s.\n",
               std::string(reason).c_str());
  return EXIT_FAILURE;
}

}  // namespace

std::optional<int> run_as_program_child(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front() != program_child_argument) return std::nullopt;
  std::array<int, 4> numbers{};  // of the descriptors: request, log, control, report
  if (arguments.size() != 2 + numbers.size())
    return refuse_child("it was not started by Warpscope");
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::optional<int> number = descriptor_of(arguments[2 + k]);
    if (!number) return refuse_child("it was not started by Warpscope");
    numbers[k] = *number;
  }
  const auto [asked, log, control, report] = numbers;
  auto request = read_request(asked);
  if (!request) return refuse_child("of its request, " + request.error().message);
  ::close(asked);
  const std::optional<int> code =
      guard_program(request.value(), {.control = control, .report = report});
  if (code) return code;
  // Only here: a process that forks has no log any more.
  if (!LogWriter::the().attach(log)) return refuse_child("there is no room for its log");
  ::close(log);
  become_program(std::move(request).value());
}

}  // namespace warpscope

// The program's own calls of _exit() and _Exit() come here (-Wl,--wrap).

extern "C" [[noreturn]] void __wrap__exit(int status) {
  if (warpscope::is_program_process()) {
    warpscope::tell_exit(status, warpscope::ExitWay::at_once);
  }
  ::_exit(status);
}

extern "C" [[noreturn]] void __wrap__Exit(int status) { __wrap__exit(status); }
