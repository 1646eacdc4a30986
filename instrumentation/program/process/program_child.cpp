// The program's own process: loads the shared object, calls its main() and tells what became of it, however it ends.

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <typeinfo>

#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/process/ending_sentence.hpp"
#include "instrumentation/program/process/program_child.hpp"
#include "instrumentation/program/process/program_exchange.hpp"
#include "instrumentation/program/process/program_guard.hpp"
#include "instrumentation/program/program_run.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "instrumentation/trace/whole_file.hpp"

extern char** environ;

namespace warpscope {
namespace {

using Clock = std::chrono::steady_clock;
using End = ProgramOutcome::End;
using Main = int(int, char**, char**);

constexpr std::size_t handler_stack_bytes = std::size_t{1} << 20;
constexpr std::size_t finishing_stack_bytes = std::size_t{8} << 20;
constexpr std::uint64_t request_cap = std::uint64_t{256} << 20;
constexpr std::int64_t nanoseconds_per_try = 2'000'000;
constexpr int most_tries = 250;            // half a second
constexpr int most_tries_over_memory = 5;  // it grows meanwhile
constexpr std::uintptr_t stack_guard = 64 * 1024;

// Signals that end a program unless it wants something else. Each tells the outcome first.
constexpr std::array ending_signals{SIGHUP,  SIGINT,  SIGQUIT,   SIGILL,  SIGTRAP, SIGABRT, SIGBUS,
                                    SIGFPE,  SIGUSR1, SIGSEGV,   SIGUSR2, SIGPIPE, SIGALRM, SIGTERM,
                                    SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS};

struct Ending {
  End end = End::returned;
  int exit_status = 0;
  int signal = 0;
  std::string message;
};

struct AddressRange {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard]] bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
};

/// All that this process knows of itself. One program per process, so there is one; never deleted, since
/// the last destructors of the program may still end it.
struct ProgramProcess {
  ChildRequest request;
  ExchangeFolder folder;
  pid_t id = 0;
  pthread_t main_thread{};
  AddressRange main_stack;
  std::uint64_t main_stack_limit = 0;
  Clock::time_point began;
  timer_t timer{};
  bool has_timer = false;
  void* object = nullptr;
  std::array<AddressRange, 8> locking;  // code that may hold the lock of the heap
  std::size_t locking_count = 0;
  std::string uncaught;  // what std::terminate() found
  bool lacked_memory = false;
  std::terminate_handler terminate = nullptr;

  std::atomic<bool> finishing{false};
  std::atomic<pid_t> finisher{0};  // the thread

  // Of the ending that waits until the heap's lock is free.
  std::atomic<int> waiting_signal{0};
  std::atomic<bool> over_memory{false};
  std::atomic<int> tries{0};
};
ProgramProcess* program_process = nullptr;

pid_t thread_id() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

/// False in a process that the program has forked: it tells nothing.
bool is_program_process() {
  return program_process != nullptr && ::getpid() == program_process->id;
}

/// What the program's own limits would keep from being written.
void lift_limits() {
  for (const auto which : {RLIMIT_DATA, RLIMIT_AS, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_STACK}) {
    rlimit limit{};
    if (::getrlimit(which, &limit) != 0 || limit.rlim_cur == limit.rlim_max) continue;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(which, &limit);
  }
}

/// A thread that still runs would change what is written.
void hold_main_thread() {
  if (::pthread_equal(::pthread_self(), program_process->main_thread) != 0) return;
  ::pthread_kill(program_process->main_thread, limit_signal());
  constexpr timespec a_while{.tv_sec = 0, .tv_nsec = 20'000'000};
  ::nanosleep(&a_while, nullptr);
}

void write_result(const Ending& ending) {
  ProgramProcess& process = *program_process;
  ProgramOutcome outcome = program_outcome_so_far();
  outcome.end = ending.end;
  outcome.exit_status = ending.exit_status;
  outcome.signal = ending.signal;
  if (!ending.message.empty()) outcome.message = ending.message;
  outcome.seconds = std::chrono::duration<double>(Clock::now() - process.began).count();
  // The outcome first: it counts even if the trace cannot be written.
  write_exchange_file(process.folder.outcome(), outcome_text(outcome));
  if (const std::optional<Trace> trace = take_program_trace()) {
    const std::vector<std::byte> bytes = encode_trace(*trace);
    write_exchange_file(process.folder.trace(),
                        {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
}

/// Writes outcome and trace, once. A second thread that ends the program meanwhile waits for the end.
void finish(const Ending& ending) {
  ProgramProcess& process = *program_process;
  if (process.finishing.exchange(true)) {
    if (process.finisher == thread_id()) return;
    while (true) ::pause();
  }
  process.finisher = thread_id();
  write_exchange_file(process.folder.finishing(), {});
  if (process.has_timer) ::timer_delete(process.timer);
  lift_limits();
  hold_main_thread();
  try {
    write_result(ending);
  } catch (...) {
    // Without memory: the parent tells what is missing.
  }
}

/// finish() with a stack that is large enough, wherever the program stands.
void finish_on_large_stack(const Ending& ending) {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  pthread_attr_t attributes;
  pthread_t writer{};
  const auto write = [](void* given) -> void* {
    finish(*static_cast<const Ending*>(given));
    return nullptr;
  };
  if (!program_process->main_stack.holds(here) && ::pthread_attr_init(&attributes) == 0) {
    ::pthread_attr_setstacksize(&attributes, finishing_stack_bytes);
    if (::pthread_create(&writer, &attributes, write, const_cast<Ending*>(&ending)) == 0) {
      ::pthread_join(writer, nullptr);
      return;
    }
  }
  finish(ending);
}

std::uintptr_t instruction_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#else
  return static_cast<std::uintptr_t>(machine.pc);
#endif
}

std::uintptr_t stack_pointer_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RSP]);
#else
  return static_cast<std::uintptr_t>(machine.sp);
#endif
}

/// True if the interrupted code may hold the lock of the heap, or that of a stream: then nothing may be allocated or
/// flushed.
bool may_hold_lock(const void* context) {
  const std::uintptr_t at = instruction_of(context);
  const std::span known(program_process->locking.data(), program_process->locking_count);
  if (std::ranges::none_of(known, [&](const AddressRange& range) { return range.holds(at); })) {
    return false;
  }
#if defined(__x86_64__)
  // A system call that sleeps, such as read(), holds no lock of the heap. It begins again after
  // the handler, so the instruction is the call itself; futex() alone is where locks wait.
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  const auto* const code = reinterpret_cast<const unsigned char*>(at);
  const auto is_call = [](const unsigned char* bytes) {
    return bytes[0] == 0x0f && bytes[1] == 0x05;
  };
  if (is_call(code) && registers[REG_RAX] != SYS_futex) return false;
  if (is_call(code - 2) && registers[REG_RAX] == -EINTR) return false;
#endif
  return true;
}

/// Ends the process by a signal, as it would have ended without us.
void end_by(int signal) {
  ::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
}

bool is_fault(int signal, const siginfo_t* info) {
  return info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
                               signal == SIGILL || signal == SIGTRAP);
}

/// Bytes of the stack that ran over; 0 if the fault is another one.
std::uint64_t overrun_stack(std::uintptr_t address, std::uintptr_t stack_pointer) {
  const ProgramProcess& process = *program_process;
  const std::uintptr_t lowest = process.main_stack.end - process.main_stack_limit;
  constexpr std::uintptr_t largest_frame = std::uintptr_t{64} << 20;
  const bool below_main = address < lowest + stack_guard && address + largest_frame > lowest;
  const bool near_pointer =
      address + stack_guard > stack_pointer && address < stack_pointer + stack_guard;
  const bool pointer_is_below =
      stack_pointer < lowest + stack_guard && stack_pointer + largest_frame > lowest;
  return below_main && (near_pointer || pointer_is_below) ? process.main_stack_limit : 0;
}

Ending crash_ending(int signal, const siginfo_t* info, const void* context) {
  ProgramProcess& process = *program_process;
  Ending ending{.end = End::crashed, .signal = signal};
  const std::uintptr_t instruction = instruction_of(context);
  const std::string place = describe_place(reinterpret_cast<const void*>(instruction));
  if (signal == SIGABRT && process.lacked_memory) {
    ending.end = End::memory_limit;
    ending.message = memory_limit_sentence(process.request.options.memory_limit, place);
    return ending;
  }
  if (signal == SIGABRT && !process.uncaught.empty()) {
    ending.message = process.uncaught;
    return ending;
  }
  Crash crash{.signal = signal, .is_fault = is_fault(signal, info), .place = place};
  if (crash.is_fault) {
    crash.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (signal == SIGSEGV) {
      crash.stack_bytes = overrun_stack(crash.address, stack_pointer_of(context));
#if defined(__x86_64__)
      const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
      crash.is_known_access = info->si_code != SI_KERNEL;
      crash.is_write = (registers[REG_ERR] & 2) != 0;
#endif
    }
  }
  ending.message = crash_sentence(crash);
  return ending;
}

Ending limit_ending(const void* context) {
  const ProgramProcess& process = *program_process;
  const ProgramOptions& options = process.request.options;
  const std::string place = describe_place(reinterpret_cast<const void*>(instruction_of(context)));
  if (process.over_memory) {
    return {.end = End::memory_limit,
            .message = memory_limit_sentence(options.memory_limit, place)};
  }
  return {.end = End::time_limit, .message = time_limit_sentence(options.time_limit, place)};
}

/// Lets the limit's signal come again soon.
void try_again_soon() {
  ProgramProcess& process = *program_process;
  const itimerspec soon{.it_interval = {},
                        .it_value = {.tv_sec = 0, .tv_nsec = nanoseconds_per_try}};
  if (process.has_timer) ::timer_settime(process.timer, 0, &soon, nullptr);
}

/// True if the interrupted code has to go on first. Gives up after half a second.
bool has_to_wait(const void* context) {
  if (!program_process->has_timer || !may_hold_lock(context)) return false;
  const int most = program_process->over_memory ? most_tries_over_memory : most_tries;
  if (++program_process->tries > most) return false;
  try_again_soon();
  return true;
}

void on_limit(int, siginfo_t* info, void* context) {
  if (!is_program_process()) return;
  ProgramProcess& process = *program_process;
  if (process.finishing) {
    if (process.finisher == thread_id()) return;
    while (true) ::pause();
  }
  if (info->si_code == SI_QUEUE && info->si_value.sival_int == memory_mark) {
    process.over_memory = true;
  }
  if (has_to_wait(context)) return;
  const int signal = process.waiting_signal;
  const bool may_flush = !may_hold_lock(context);
  finish(signal != 0 ? crash_ending(signal, info, context) : limit_ending(context));
  if (may_flush) std::fflush(nullptr);
  if (signal != 0) end_by(signal);
  ::_exit(EXIT_FAILURE);
}

void on_ending_signal(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const bool fault = is_fault(signal, info);
  if (!is_program_process()) {
    ::signal(signal, SIG_DFL);
    if (!fault) end_by(signal);
    return;  // a fault comes again
  }
  if (fault && handle_device_fault(signal, info, context)) {
    errno = error;
    return;
  }
  ProgramProcess& process = *program_process;
  if (process.finishing && process.finisher == thread_id()) {
    end_by(signal);  // writing has failed
    return;
  }
  const bool from_outside = !fault && signal != SIGABRT;
  if (from_outside && has_to_wait(context)) {
    process.waiting_signal = signal;
    return;
  }
  const bool may_flush = from_outside && !may_hold_lock(context);
  finish(crash_ending(signal, info, context));
  if (may_flush) std::fflush(nullptr);
  end_by(signal);
}

/// Remembers what nobody caught; abort() follows, and its signal tells it.
void on_terminate() {
  ProgramProcess& process = *program_process;
  if (is_program_process() && process.uncaught.empty()) {
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
    process.uncaught = uncaught_sentence(name, text);
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
  if (is_program_process()) finish_on_large_stack({.exit_status = status & 0xff});
  ::_exit(status);
}

/// quick_exit() tells no status; the parent learns it from the system.
void on_quick_exit() {
  if (is_program_process()) finish_on_large_stack({});
}

void install_handlers() {
  // Never given back: signals come until the end.
  void* const stack = ::mmap(nullptr, handler_stack_bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack != MAP_FAILED) {
    const stack_t alternate{.ss_sp = stack, .ss_flags = 0, .ss_size = handler_stack_bytes};
    ::sigaltstack(&alternate, nullptr);
  }
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = on_ending_signal;
  for (const int signal : ending_signals) ::sigaction(signal, &action, nullptr);
  action.sa_flags |= SA_RESTART;
  action.sa_sigaction = on_limit;
  ::sigaction(limit_signal(), &action, nullptr);
  program_process->terminate = std::set_terminate(on_terminate);
  ::on_exit(on_exit_of_program, nullptr);
  ::at_quick_exit(on_quick_exit);
}

void start_timer(double seconds) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = limit_signal();
  ProgramProcess& process = *program_process;
  process.has_timer = ::timer_create(CLOCK_MONOTONIC, &event, &process.timer) == 0;
  if (!process.has_timer || seconds <= 0) return;
  const double whole = std::min(std::floor(seconds), 1e9);
  itimerspec once{};
  once.it_value.tv_sec = static_cast<time_t>(whole);
  once.it_value.tv_nsec = static_cast<long>(std::min((seconds - whole) * 1e9, 999'999'999.0));
  if (once.it_value.tv_sec == 0 && once.it_value.tv_nsec == 0) once.it_value.tv_nsec = 1;
  ::timer_settime(process.timer, 0, &once, nullptr);
}

void set_limits(const ProgramOptions& options) {
  rlimit none{};
  ::getrlimit(RLIMIT_CORE, &none);
  none.rlim_cur = 0;
  ::setrlimit(RLIMIT_CORE, &none);
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
  process.main_stack_limit = bytes;
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

[[noreturn]] void end_unloaded(std::string message) {
  std::fflush(nullptr);
  finish({.end = End::not_loaded, .exit_status = EXIT_FAILURE, .message = std::move(message)});
  ::_exit(EXIT_FAILURE);
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

/// Lets no exception through: one that nobody catches ends the program, as without us.
[[noreturn]] void load_and_run() noexcept {
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
  Main* const entry = main_of(process.object);
  if (entry == nullptr) {
    end_unloaded("The program has no function main(): add one that launches its kernels.");
  }
  std::exit(entry(count, arguments.data(), environ));
}

[[noreturn]] void become_program(ChildRequest request, ExchangeFolder folder) {
  program_process = new ProgramProcess;
  ProgramProcess& process = *program_process;
  process.request = std::move(request);
  process.folder = std::move(folder);
  process.id = ::getpid();
  process.main_thread = ::pthread_self();
  if (process.request.output_to_standard_error) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  if (!process.request.arguments.empty()) {
    ::prctl(PR_SET_NAME, process.request.arguments.front().c_str());
  }
  find_main_stack();
  find_locking_code();
  offer_to_be_killed();
  set_limits(process.request.options);
  install_handlers();
  begin_program(process.request.options);
  process.began = Clock::now();
  start_timer(process.request.options.time_limit);
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
  if (arguments.size() != 4) return refuse_child("it was not started by Warpscope");
  ExchangeFolder folder{arguments[1]};
  const std::optional<int> control = descriptor_of(arguments[2]);
  const std::optional<int> report = descriptor_of(arguments[3]);
  if (!control || !report) return refuse_child("it was not started by Warpscope");
  const auto text = read_text_file(folder.request(), request_cap);
  if (!text) return refuse_child(text.error().message);
  auto request = parse_request(text.value());
  if (!request) return refuse_child("of its request, " + request.error().message);
  const std::optional<int> code =
      guard_program(request.value(), folder, {.control = *control, .report = *report});
  if (code) return code;
  become_program(std::move(request).value(), std::move(folder));
}

}  // namespace warpscope

// The program's own calls of _exit() and _Exit() come here (-Wl,--wrap).

extern "C" [[noreturn]] void __wrap__exit(int status) {
  if (warpscope::is_program_process()) {
    warpscope::finish_on_large_stack({.exit_status = status & 0xff});
  }
  ::_exit(status);
}

extern "C" [[noreturn]] void __wrap__Exit(int status) { __wrap__exit(status); }
