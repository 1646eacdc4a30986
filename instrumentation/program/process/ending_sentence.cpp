#include "instrumentation/program/process/ending_sentence.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::uintptr_t null_page = 4096;

struct SignalName {
  int number;
  std::string_view name;
};
constexpr std::array signal_names{
    SignalName{SIGHUP, "hangup"},
    SignalName{SIGINT, "interrupt"},
    SignalName{SIGQUIT, "quit"},
    SignalName{SIGILL, "illegal instruction"},
    SignalName{SIGTRAP, "trap"},
    SignalName{SIGABRT, "abort"},
    SignalName{SIGBUS, "bus error"},
    SignalName{SIGFPE, "arithmetic error"},
    SignalName{SIGKILL, "killed"},
    SignalName{SIGUSR1, "user's signal 1"},
    SignalName{SIGSEGV, "segmentation fault"},
    SignalName{SIGUSR2, "user's signal 2"},
    SignalName{SIGPIPE, "nobody reads its output"},
    SignalName{SIGALRM, "alarm clock"},
    SignalName{SIGTERM, "request to end"},
    SignalName{SIGXCPU, "limit of processor time"},
    SignalName{SIGXFSZ, "limit of a file's size"},
    SignalName{SIGVTALRM, "virtual alarm clock"},
    SignalName{SIGPROF, "profiling timer"},
    SignalName{SIGSYS, "forbidden system call"},
};

/// " at reduce.cu:41"; empty if nobody knows.
std::string at(std::string_view place) {
  return place.empty() ? std::string() : fmt::format(" {}", place);
}

std::string fault_sentence(const Crash& crash, std::string_view place) {
  const std::string_view verb = !crash.is_known_access ? "touched"
                                : crash.is_write       ? "wrote to"
                                                       : "read from";
  const std::string_view what = crash.address < null_page
                                    ? "a null pointer"
                                    : "memory that it does not have or may not use so";
  return fmt::format("The program {} address {:#x}, {}{}: {}.", verb, crash.address, what,
                     at(place), signal_text(crash.signal));
}

std::string readable_function(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && readable ? std::string(readable.get()) : symbol;
}

}  // namespace

std::string signal_text(int signal) {
  for (const SignalName& known : signal_names) {
    if (known.number == signal) return fmt::format("signal {} ({})", signal, known.name);
  }
  return fmt::format("signal {}", signal);
}

std::string crash_sentence(const Crash& crash, std::string_view place) {
  if (crash.stack_bytes > 0) {
    return fmt::format(
        "The program used more stack than the {} KiB that it has{}: a recursion that "
        "does not end, or a large array in a function.",
        crash.stack_bytes / 1024, at(place));
  }
  if (crash.is_fault) {
    switch (crash.signal) {
      case SIGSEGV:
      case SIGBUS: return fault_sentence(crash, place);
      case SIGFPE:
        return fmt::format(
            "The program divided a whole number by zero, or its result did not "
            "fit{}: {}.",
            at(place), signal_text(crash.signal));
      case SIGILL:
        return fmt::format(
            "The program came to an instruction that is none{}: {}. A function "
            "without a return value, or a trap, ends so.",
            at(place), signal_text(crash.signal));
      default: break;
    }
  }
  if (crash.signal == SIGABRT) {
    return fmt::format("The program called abort(){}.", at(place));
  }
  return fmt::format("The program was ended by {}{}.", signal_text(crash.signal), at(place));
}

std::string uncaught_sentence(std::string_view type, std::string_view text) {
  if (type.empty()) {
    return "The program called std::terminate(): a thread was not joined, or an exception left a "
           "function that may throw none.";
  }
  if (text.empty()) return fmt::format("The program threw {} and did not catch it.", type);
  return fmt::format("The program threw {} and did not catch it: {}.", type, quotable(text, 500));
}

std::string time_limit_sentence(double seconds, std::string_view place) {
  return fmt::format(
      "The program was stopped after {:g} s{}. Raise the time limit (--time-limit; in the window "
      "Ctrl+P), or launch fewer blocks or "
      "kernels, unless a loop there never ends.",
      seconds, at(place));
}

std::string memory_limit_sentence(std::int64_t mebibytes, std::string_view place) {
  return fmt::format("The program wanted more memory than its limit of {} MiB{}{}.", mebibytes,
                     place.empty() ? "" : "; it was", at(place));
}

std::string not_loaded_sentence(std::string_view dlerror_text) {
  constexpr std::string_view undefined = "undefined symbol: ";
  const std::size_t found = dlerror_text.find(undefined);
  if (found == std::string_view::npos) {
    return fmt::format("The program cannot be loaded: {}.", quotable(dlerror_text, 1000));
  }
  const std::string_view rest = dlerror_text.substr(found + undefined.size());
  const std::string symbol(rest.substr(0, rest.find_first_of(",\n ")));
  return fmt::format(
      "The program uses {}, but nothing defines it: add the file that does, or "
      "leave the use out.",
      quotable(readable_function(symbol), 300));
}

}  // namespace warpscope
