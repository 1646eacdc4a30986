#include "app/session/history.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {
namespace {

/// What the step is about, as it is now.
BesideStep same_of(const Beside& now, const BesideStep& step) {
  if (const auto* move = std::get_if<SliderMove>(&step))
    return SliderMove{now.sliders, move->place};
  if (std::holds_alternative<Following>(step)) return now.following;
  if (const auto* change = std::get_if<LookChange>(&step))
    return LookChange{change->option, change->option->chosen(now.look)};
  if (const auto* folded = std::get_if<FoldedBlocks>(&step)) {
    const auto known = now.folds.find(folded->file);
    return FoldedBlocks{folded->file,
                        known == now.folds.end() ? std::vector<int>() : known->second};
  }
  return now.panes;
}

}  // namespace

void History::change(Options next, std::uint32_t place) {
  if (next == present_) return;
  Options before = std::exchange(present_, std::move(next));
  future_.clear();
  if (!before.opened && before.request.kernel.empty()) return;
  past_.push_back({std::move(before), place});
  forget_oldest();
}

void History::forget_oldest() {
  std::vector<SubjectPtr> known;
  std::uint64_t sum = 0;
  // Counts what the options hold and those before them did not. False: that is too much.
  const auto fits = [&](const Options& options) {
    for (const SubjectPtr& subject :
         {options.opened, options.variant ? options.variant->opened : SubjectPtr()}) {
      const std::uint64_t bytes = subject ? subject->held_bytes() : 0;
      if (bytes == 0 || std::ranges::count(known, subject) > 0) continue;
      if (sum + bytes > most_held_bytes) return false;
      known.push_back(subject);
      sum += bytes;
    }
    return true;
  };
  static_cast<void>(fits(present_));
  for (std::vector<Moment>* way : {&past_, &future_}) {
    for (auto step = way->end(); step != way->begin();) {
      if (!fits((--step)->options)) step = way->erase(step);
    }
  }
  if (past_.size() > most_steps) past_.erase(past_.begin());
}

void History::vary(Variant variant) {
  present_.variant = std::move(variant);
  forget_oldest();
}

void History::move_slider(SliderMove from, bool goes_on) {
  std::string slider = from.sliders.chosen;
  const bool same =
      goes_on && moving_ && !past_.empty() && past_.back().beside && past_.back().moved == slider;
  moving_ = true;
  future_.clear();
  if (same) return;
  past_.push_back({.beside = std::move(from), .moved = std::move(slider)});
  forget_oldest();
}

void History::leave(BesideStep from) {
  moving_ = false;
  future_.clear();
  past_.push_back({.beside = std::move(from)});
  forget_oldest();
}

History::Step History::go(std::vector<Moment>& from, std::vector<Moment>& to, std::uint32_t place,
                          const Beside& now) {
  moving_ = false;
  if (from.empty()) return {place};
  Moment moment = std::move(from.back());
  from.pop_back();
  if (moment.beside) {
    Step step{.place = place, .beside = std::move(moment.beside)};
    moment.beside = same_of(now, *step.beside);
    to.push_back(std::move(moment));
    return step;
  }
  to.push_back({std::exchange(present_, std::move(moment.options)), place});
  return {moment.place};
}

void History::renew(const SubjectPtr& program) {
  const auto take = [&](Options& options) {
    if (options.opened && is_version_of(*options.opened, *program)) {
      options.opened = program;
    }
  };
  take(present_);
  for (Moment& moment : past_) take(moment.options);
  for (Moment& moment : future_) take(moment.options);
}

History::Step History::undo(std::uint32_t place, const Beside& now) {
  return go(past_, future_, place, now);
}
History::Step History::redo(std::uint32_t place, const Beside& now) {
  return go(future_, past_, place, now);
}

}  // namespace warpscope
