#include "app/measure/bench_child.hpp"

#include <thread>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/process/process.hpp"

namespace warpscope {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds least_pause{50};  // between news
// The exit code of a process that a signal ended is this plus the signal's number.
constexpr int by_signal = 128;

/// The words without the leading "warpscope: ", with a full stop.
std::string sentence(std::string words) {
  constexpr std::string_view name = "warpscope: ";
  if (words.starts_with(name)) words.erase(0, name.size());
  if (!words.empty() && !words.ends_with('.')) words += '.';
  return words;
}

/// How bench ended, without a full stop; `timing` is empty before it has begun.
Sentence ended_text(int code, const Sentence& timing) {
  const int signal = code - by_signal;
  if (timing.empty()) {
    return code > by_signal ? say("bench was ended by signal {}", signal)
           : code == 0      ? say("bench ended without saying that it is done")
                            : say("bench ended with exit code {}", code);
  }
  return code > by_signal ? say("bench was ended by signal {0} while timing {1}", signal, timing)
         : code == 0 ? say("bench ended without saying that it is done while timing {}", timing)
                     : say("bench ended with exit code {0} while timing {1}", code, timing);
}

Sentence why(int code, const BenchLog& log, const std::string& words) {
  if (!log.record().ended.empty())
    return say("The measurement ended early: {}", log.record().ended);
  // If it has not begun, its own words say everything.
  if (log.total() == 0 && code < by_signal && !words.empty()) return words;
  const Sentence text = ended_text(code, said_work(log.what()));
  return words.empty() ? say("{}.", text) : say("{0}: {1}", text, words);
}

/// Asks the child to end, and kills it if that takes too long.
class Ending {
 public:
  Ending(Process& process, const BenchStop& stop, milliseconds patience)
      : process_(process), stop_(stop), patience_(patience) {}

  void look() {
    if (stop_.at_once.stop_requested()) return process_.kill();
    if (!stop_.asked.stop_requested()) return;
    if (!std::exchange(told_, true)) {
      deadline_ = Clock::now() + patience_;
      process_.terminate();
    } else if (Clock::now() >= deadline_) {
      process_.kill();
    }
  }
  [[nodiscard]] bool asked() const {
    return stop_.asked.stop_requested() || stop_.at_once.stop_requested();
  }

 private:
  Process& process_;
  const BenchStop& stop_;
  milliseconds patience_;
  bool told_ = false;
  Clock::time_point deadline_;
};

}  // namespace

BenchOutcome run_bench(const BenchChild& child, const std::function<void(const BenchLog&)>& news,
                       const BenchStop& stop) {
  BenchOutcome outcome;
  auto started = Process::start(child.program, child.arguments, Process::Output::lines);
  if (!started) {
    outcome.why = started.error().for_window();
    return outcome;
  }
  Process& process = *started.value();
  process.end_input();
  Ending ending(process, stop, child.patience);
  bool untold = false;
  Clock::time_point told;
  while (!process.silent() || !process.ended()) {
    ending.look();
    if (process.silent()) std::this_thread::sleep_for(least_pause);  // it closed its output
    const auto line = process.read_line(least_pause);
    if (line) untold |= outcome.log.add(*line);
    if (!untold || Clock::now() - told < least_pause) continue;
    news(outcome.log);
    told = Clock::now();
    untold = false;
  }
  const int code = process.wait();
  if (code == 0 && outcome.log.ended() && outcome.log.record().ended.empty()) {
    outcome.end = BenchEnd::finished;
  } else if (ending.asked()) {
    outcome.end = BenchEnd::cancelled;
  } else {
    outcome.why = why(code, outcome.log, sentence(process.last_words()));
  }
  return outcome;
}

}  // namespace warpscope
