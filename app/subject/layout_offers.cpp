#include "app/subject/layout_offers.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

constexpr std::size_t few_accesses = 500;  // of a trace: half a millisecond for a layout

}  // namespace

LayoutOffers::Effect LayoutOffers::effect_of(const Relayout& relayout) const {
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find(effects_, relayout, &std::pair<Relayout, Effect>::first);
  if (known != effects_.end()) return known->second;
  const auto compute = [trace = trace_, model = model_, stop = stop_.get_token(),
                        relayout]() -> std::optional<RelayoutEffect> {
    const auto effect = guarded("lay out " + relayout.array,
                                [&] { return relayout_effect(*trace, relayout, model, stop); });
    return effect ? std::optional(effect.value()) : std::nullopt;
  };
  Question question(compute);
  Effect answer = question.get_future().share();
  effects_.emplace_back(relayout, answer);
  if (trace_->accesses.size() <= few_accesses) {
    question();
    return answer;
  }
  waiting_.push_back(std::move(question));
  if (working_) return answer;
  try {
    // One that has stopped working needs nothing more of this: to wait for its end takes no time.
    worker_ = std::async(std::launch::async, [this] { work(); });
    working_ = true;
  } catch (const std::system_error&) {  // no more threads: then it is done here
    waiting_.back()();
    waiting_.pop_back();
  }
  return answer;
}

void LayoutOffers::work() const {
  while (true) {
    Question question;
    {
      const std::lock_guard lock(mutex_);
      working_ = !waiting_.empty();
      if (!working_) return;
      question = std::move(waiting_.back());
      waiting_.pop_back();
    }
    question();
  }
}

std::optional<std::vector<OfferedFix>> LayoutOffers::find(std::uint32_t access, bool wait) const {
  const std::vector<BankFix> fixes = bank_fixes(*trace_, trace_->accesses[access], model_);
  return best_fixes(fixes, [&](const Relayout& relayout) {
    const Effect effect = effect_of(relayout);
    const bool ready =
        wait || effect.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    return KnownEffect{ready, ready ? effect.get() : std::nullopt};
  });
}

std::optional<std::vector<OfferedFix>> LayoutOffers::at(std::uint32_t access) const {
  return find(access, false);
}

std::vector<OfferedFix> LayoutOffers::wait_for(std::uint32_t access) const {
  return *find(access, true);
}

}  // namespace warpscope
