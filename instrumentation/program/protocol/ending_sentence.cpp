#include "instrumentation/program/protocol/ending_sentence.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "instrumentation/language/say.hpp"
#include "instrumentation/language/tr_noop.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::uintptr_t null_page = 4096;

struct SignalName {
  int number;
  std::string_view name;
};
constexpr std::array signal_names{
    SignalName{SIGHUP, tr_noop("hangup")},
    SignalName{SIGINT, tr_noop("interrupt")},
    SignalName{SIGQUIT, tr_noop("quit")},
    SignalName{SIGILL, tr_noop("illegal instruction")},
    SignalName{SIGTRAP, tr_noop("trap")},
    SignalName{SIGABRT, tr_noop("abort")},
    SignalName{SIGBUS, tr_noop("bus error")},
    SignalName{SIGFPE, tr_noop("arithmetic error")},
    SignalName{SIGKILL, tr_noop("killed")},
    SignalName{SIGUSR1, tr_noop("user's signal 1")},
    SignalName{SIGSEGV, tr_noop("segmentation fault")},
    SignalName{SIGUSR2, tr_noop("user's signal 2")},
    SignalName{SIGPIPE, tr_noop("nobody reads its output")},
    SignalName{SIGALRM, tr_noop("alarm clock")},
    SignalName{SIGTERM, tr_noop("request to end")},
    SignalName{SIGXCPU, tr_noop("limit of processor time")},
    SignalName{SIGXFSZ, tr_noop("limit of a file's size")},
    SignalName{SIGVTALRM, tr_noop("virtual alarm clock")},
    SignalName{SIGPROF, tr_noop("profiling timer")},
    SignalName{SIGSYS, tr_noop("forbidden system call")},
};

/// " at reduce.cu:41"; empty if nobody knows.
Sentence at(const Sentence& place) { return place.empty() ? Sentence() : say(" {}", place); }

Sentence fault_sentence(const Crash& crash, const Sentence& place) {
  const Sentence where = at(place), signal = signal_text(crash.signal);
  const bool null = crash.address < null_page;
  if (!crash.is_known_access) {
    return null ? say("The program touched address {0:#x}, a null pointer{1}: {2}.", crash.address,
                      where, signal)
                : say("The program touched address {0:#x}, memory that it does not have or may not "
                      "use "
                      "so{1}: {2}.",
                      crash.address, where, signal);
  }
  if (crash.is_write) {
    return null
               ? say("The program wrote to address {0:#x}, a null pointer{1}: {2}.", crash.address,
                     where, signal)
               : say("The program wrote to address {0:#x}, memory that it does not have or may not "
                     "use so{1}: {2}.",
                     crash.address, where, signal);
  }
  return null ? say("The program read from address {0:#x}, a null pointer{1}: {2}.", crash.address,
                    where, signal)
              : say("The program read from address {0:#x}, memory that it does not have or may not "
                    "use "
                    "so{1}: {2}.",
                    crash.address, where, signal);
}

std::string readable_function(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && readable ? std::string(readable.get()) : symbol;
}

}  // namespace

Sentence signal_text(int signal) {
  for (const SignalName& known : signal_names) {
    if (known.number == signal) return say("signal {0} ({1})", signal, say(known.name));
  }
  return say("signal {}", signal);
}

Sentence crash_sentence(const Crash& crash, const Sentence& place) {
  if (crash.stack_bytes > 0) {
    return say(
        "The program used more stack than the {0} KiB that it has{1}: a recursion that "
        "does not end, or a large array in a function.",
        crash.stack_bytes / 1024, at(place));
  }
  if (crash.is_fault) {
    switch (crash.signal) {
      case SIGSEGV:
      case SIGBUS: return fault_sentence(crash, place);
      case SIGFPE:
        return say(
            "The program divided a whole number by zero, or its result did not "
            "fit{0}: {1}.",
            at(place), signal_text(crash.signal));
      case SIGILL:
        return say(
            "The program came to an instruction that is none{0}: {1}. A function "
            "without a return value, or a trap, ends so.",
            at(place), signal_text(crash.signal));
      default: break;
    }
  }
  if (crash.signal == SIGABRT) {
    return say("The program called abort(){}.", at(place));
  }
  return say("The program was ended by {0}{1}.", signal_text(crash.signal), at(place));
}

Sentence uncaught_sentence(std::string_view type, std::string_view text) {
  if (type.empty()) {
    return say(
        "The program called std::terminate(): a thread was not joined, or an exception left a "
        "function that may throw none.");
  }
  if (text.empty()) return say("The program threw {} and did not catch it.", type);
  return say("The program threw {0} and did not catch it: {1}.", type, quotable(text, 500));
}

Sentence time_limit_sentence(double seconds, const Sentence& place) {
  return say(
      "The program was stopped after {0:g} s{1}. Raise the time limit, or launch fewer blocks or "
      "kernels, unless a loop there never ends.",
      seconds, at(place));
}

Sentence memory_limit_sentence(std::int64_t mebibytes, const Sentence& place) {
  return place.empty()
             ? say("The program wanted more memory than its limit of {} MiB.", mebibytes)
             : say("The program wanted more memory than its limit of {0} MiB; it was {1}.",
                   mebibytes, place);
}

Sentence not_loaded_sentence(std::string_view dlerror_text) {
  constexpr std::string_view undefined = "undefined symbol: ";
  const std::size_t found = dlerror_text.find(undefined);
  if (found == std::string_view::npos) {
    return say("The program cannot be loaded: {}.", quotable(dlerror_text, 1000));
  }
  const std::string_view rest = dlerror_text.substr(found + undefined.size());
  const std::string symbol(rest.substr(0, rest.find_first_of(",\n ")));
  return say(
      "The program uses {}, but nothing defines it: add the file that does, or "
      "leave the use out.",
      quotable(readable_function(symbol), 300));
}

}  // namespace warpscope
