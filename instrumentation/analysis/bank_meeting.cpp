#include "instrumentation/analysis/bank_meeting.hpp"

#include <algorithm>
#include <bit>

namespace warpscope {

BankMeeting busiest_bank(BankModel model, const SharedRequest& request) {
  if (request.mask == 0) return {};
  const auto passes = passes_of_banks(model, request);
  BankMeeting meeting;
  meeting.bank = static_cast<int>(std::ranges::max_element(passes) - passes.begin());
  std::uint32_t lanes = 0;
  for (const BankDelivery& delivery : bank_deliveries(model, request)) {
    if (delivery.bank != meeting.bank) continue;
    lanes |= delivery.lanes;
    meeting.words.push_back(delivery.address);
  }
  meeting.lanes = std::popcount(lanes);
  std::ranges::sort(meeting.words);
  meeting.words.erase(std::unique(meeting.words.begin(), meeting.words.end()), meeting.words.end());
  return meeting;
}

}  // namespace warpscope
