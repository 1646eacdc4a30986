#include "instrumentation/program/machine/block_turns.hpp"

#include <algorithm>
#include <numeric>

namespace warpscope {
namespace {

constexpr std::int64_t most_listed = std::int64_t{1} << 20;
constexpr std::size_t most_wide = 1024;
constexpr int most_rests = 16;
constexpr std::int64_t most_between_passes = 64;
constexpr std::uint64_t long_turn = std::uint64_t{1} << 17;  // instructions of warps
constexpr std::uint64_t most_of_short_turn = 256;

}  // namespace

BlockTurns::BlockTurns(const ComparedRun& run, std::int64_t blocks, bool together)
    : order_(run.blocks), blocks_(blocks), together_(together), random_(run.seed) {
  taken_.resize(static_cast<std::size_t>(blocks));
  if (order_ != BlockOrder::shuffled) return;
  if (blocks <= most_listed) {
    shuffled_.resize(static_cast<std::size_t>(blocks));
    std::iota(shuffled_.begin(), shuffled_.end(), std::int64_t{0});
    // Not std::shuffle(), whose result is each library's own.
    for (std::size_t k = shuffled_.size(); k > 1; --k) {
      std::swap(shuffled_[k - 1], shuffled_[random_() % k]);
    }
    return;
  }
  const auto below = [&] {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(blocks));
  };
  do {
    factor_ = below();
  } while (std::gcd(factor_, blocks) != 1);
  shift_ = below();
}

std::int64_t BlockTurns::place(std::int64_t number) const {
  if (order_ == BlockOrder::reversed) return blocks_ - 1 - number;
  if (order_ != BlockOrder::shuffled) return number;
  if (!shuffled_.empty()) return shuffled_[static_cast<std::size_t>(number)];
  return (factor_ * number + shift_) %
         blocks_;  // a grid has fewer than 2^31 in a row, and few rows
}

std::int64_t BlockTurns::begin(std::int64_t block) {
  taken_[static_cast<std::size_t>(block)] = true;
  ++begun_;
  aside_.push_back({.block = block});
  return ask(aside_.size() - 1);
}

std::int64_t BlockTurns::begin_next() {
  while (taken_[static_cast<std::size_t>(place(position_))]) ++position_;
  return begin(place(position_));
}

std::int64_t BlockTurns::begin_lowest() {
  while (taken_[static_cast<std::size_t>(lowest_)]) ++lowest_;
  return begin(lowest_);
}

/// Those that have only waited are passed over for some time.
std::int64_t BlockTurns::ask_any() {
  for (std::size_t tries = aside_.size();; --tries) {
    const std::size_t chosen = random_() % aside_.size();
    if (tries == 0 || aside_[chosen].rests == 0) return ask(chosen);
    --aside_[chosen].rests;
  }
}

std::int64_t BlockTurns::begin_pass() {
  between_passes_ = pass_helped_ ? 1 : std::min(2 * between_passes_, most_between_passes);
  to_next_pass_ = between_passes_;
  pass_helped_ = false;
  pass_ = aside_.size();
  in_pass_ = true;
  return ask(--pass_);
}

std::optional<std::int64_t> BlockTurns::next() {
  if (order_ == BlockOrder::interleaved) {
    while (aside_.size() < width_ && can_begin()) begin_lowest();
    if (aside_.empty()) return std::nullopt;
    return ask_any();
  }
  // Those that came last wait for the ones before them, as a rule, and so in a reversed order all of them
  // end in one pass.
  if (pass_ > 0) return ask(--pass_);
  if (aside_.empty() && !can_begin()) return std::nullopt;
  const bool passes = !aside_.empty() && (to_next_pass_ <= 0 || !can_begin());
  if (passes) return begin_pass();
  --to_next_pass_;
  in_pass_ = false;
  return is_crowded() ? begin_lowest() : begin_next();
}

void BlockTurns::ended(Ending ending) {
  Aside& block = aside_[current_];
  const bool waits = ending == Ending::waiting;
  in_vain_ = waits ? in_vain_ + 1 : 0;
  block.waited = waits ? std::min(block.waited + 1, most_rests) : 0;
  block.rests = block.waited;
  if (in_vain_ > 4 * aside_.size()) {
    width_ = std::min(2 * width_, most_wide);
    in_vain_ = 0;
  }
  if (waits || ending == Ending::over) {
    if (!in_pass_ && is_crowded()) to_next_pass_ = 0;  // it does not help that more begin
    return;
  }
  if (ending == Ending::grid) {
    at_grid_.push_back(block.block);
  } else {
    ++finished_;
    pass_helped_ = pass_helped_ || in_pass_;
  }
  aside_.erase(aside_.begin() + static_cast<std::ptrdiff_t>(current_));
}

std::uint64_t BlockTurns::turn_length() {
  return order_ == BlockOrder::interleaved ? 1 + random_() % most_of_short_turn : long_turn;
}

void BlockTurns::release_grid() {
  for (auto block = at_grid_.rbegin(); block != at_grid_.rend(); ++block)
    aside_.push_back({.block = *block});
  at_grid_.clear();
  pass_ = aside_.size();
}

}  // namespace warpscope
