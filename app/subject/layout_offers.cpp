#include "app/subject/layout_offers.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "instrumentation/trace/guarded.hpp"

namespace warpscope {
namespace {

constexpr std::size_t few_accesses = 500;  // of a trace: half a millisecond for a layout

}  // namespace

LayoutOffers::Effect LayoutOffers::ask(const Layouts& layouts) const {
  Question question([trace = trace_, model = model_, stop = stop_.get_token(),
                     layouts]() -> std::optional<RelayoutEffect> {
    const auto effect = guarded("lay out " + text(layouts),
                                [&] { return relayout_effect(*trace, layouts, model, stop); });
    return effect ? std::optional(effect.value()) : std::nullopt;
  });
  Effect answer = question.get_future().share();
  effects_.emplace_back(layouts, answer);
  waiting_.emplace_back(layouts, std::move(question));
  return answer;
}

LayoutOffers::Effect LayoutOffers::effect_of(const Layouts& layouts, bool wait) const {
  std::unique_lock lock(mutex_);
  const auto known = std::ranges::find(effects_, layouts, &std::pair<Layouts, Effect>::first);
  const bool is_new = known == effects_.end();
  Effect answer = is_new ? ask(layouts) : known->second;
  const bool is_long = trace_->accesses.size() > few_accesses;
  if (!wait && (!is_new || (is_long && begin_work()))) return answer;
  const auto waiting = std::ranges::find(waiting_, layouts, &std::pair<Layouts, Question>::first);
  if (waiting == waiting_.end()) return answer;  // somebody has begun it
  Question question = std::move(waiting->second);
  waiting_.erase(waiting);
  lock.unlock();
  question();
  return answer;
}

bool LayoutOffers::begin_work() const {
  if (working_) return true;
  try {
    // One that has stopped working needs nothing more of this: to wait for its end takes no time.
    worker_ = Worker([this](const std::stop_token&) { return turn(); });
    working_ = true;
  } catch (const std::system_error&) {  // no more threads
  }
  return working_;
}

NextTurn LayoutOffers::turn() const {
  Question question;
  {
    const std::lock_guard lock(mutex_);
    working_ = !waiting_.empty();
    if (!working_) return NextTurn::none();
    question = std::move(waiting_.back().second);
    waiting_.pop_back();
  }
  question();
  return NextTurn::at_once();
}

KnownEffect LayoutOffers::effect(const Layouts& layouts, bool wait) const {
  const Effect answer = effect_of(layouts, wait);
  const bool ready = wait || answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  return {ready, ready ? answer.get() : std::nullopt};
}

std::optional<std::vector<OfferedFix>> LayoutOffers::find(std::uint32_t access, bool wait) const {
  const std::vector<BankFix> fixes = bank_fixes(*trace_, trace_->accesses[access], model_);
  return best_fixes(fixes, [&](const Relayout& relayout) { return effect({relayout}, wait); });
}

std::optional<std::vector<OfferedFix>> LayoutOffers::at(std::uint32_t access) const {
  return find(access, false);
}

std::vector<OfferedFix> LayoutOffers::wait_for(std::uint32_t access) const {
  return *find(access, true);
}

}  // namespace warpscope
