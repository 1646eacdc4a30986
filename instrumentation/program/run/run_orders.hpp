#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/run/order_difference.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "instrumentation/program/run/working_copy.hpp"

namespace warpscope {

/// What one of several runs of a program does otherwise than the others.
struct OrderSetting {
  BlockOrder blocks = BlockOrder::in_order;
  std::optional<std::uint64_t> warps{};  ///< seed of their order; unset: in order
  std::uint64_t seed = 0;                ///< of `blocks`
  std::uint8_t unset = 0;                ///< each byte of memory that nobody has written
};
/// "blocks reversed", "warps shuffled", "unset memory 0xff"; "the usual order".
[[nodiscard]] Sentence order_text(const OrderSetting& setting);
/// `orders` other orders, then other contents of unset memory.
[[nodiscard]] std::vector<OrderSetting> settings_to_compare(int orders);

/// The first memory, and the first element of it, that a run leaves otherwise after a launch than the run in order.
struct MemoryDifference {
  int launch = 0;  ///< ProgramLaunch::number
  std::string kernel;
  std::string name;  ///< of the memory; empty: `allocation` is its number
  std::uint64_t allocation = 0;
  ContentsDifference contents;
  std::array<std::optional<LastWriter>, 2> writers;  ///< of the element: in order, and in this run
};

/// One run, held against the one in order.
struct OrderedRun {
  OrderSetting setting;
  Likeness likeness = Likeness::same;
  bool stopped =
      false;  ///< it came to a limit that it might have kept in the usual order: not judged
  double seconds = 0;
  Sentence why;  ///< what differs; empty: nothing
  std::optional<MemoryDifference> memory;
  std::optional<OutputDifference> output;
  std::optional<FileDifference> file;
};

struct OrdersReport {
  Sentence trouble;    ///< why there are no runs, or no more of them; else empty
  Sentence by_itself;  ///< what differs between two runs in the usual order; empty: nothing
  std::vector<OrderedRun> runs;  ///< as settings_to_compare()
  bool cancelled = false;
  /// An order, or what unset memory holds, changes the result.
  [[nodiscard]] bool changes() const;
};

using ProgramStarter = std::function<Result<ProgramRun>(const BuiltProgram&, const ProgramRequest&,
                                                        const ProgramOutput&, std::stop_token)>;

/// Runs a built program twice in the usual order, then in others, each time with all blocks checked, in a copy of its
/// working folder, and with an empty input; compares what memory holds after each launch, what it prints, the files that it
/// leaves and how it ends. `stage` is told what is done, "run 3 of 8: blocks reversed".
[[nodiscard]] Result<OrdersReport> run_orders(const BuiltProgram& program,
                                              const ProgramRequest& request, int orders,
                                              WorkingCopy& folder, const ProgramStarter& start,
                                              const std::function<void(const std::string&)>& stage,
                                              const std::stop_token& stop);

}  // namespace warpscope
