#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope {

/// The bank that decides what a request to shared memory takes.
struct BankMeeting {
  int bank = -1;                     ///< negative: no lane is active
  int lanes = 0;                     ///< that want something of it
  std::vector<std::uint32_t> words;  ///< what they want of it: byte addresses, each once, ascending
};
/// The bank that has most passes to deliver in, of several the first. By the rules of bank_deliveries().
[[nodiscard]] BankMeeting busiest_bank(BankModel model, const SharedRequest& request);

}  // namespace warpscope
