#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "instrumentation/analysis/bank_fix.hpp"
#include "instrumentation/executor/worker.hpp"

namespace warpscope {

/// The layouts of shared arrays that would make a trace's accesses cheaper. What one does to the
/// whole run is computed once, when it is first asked for: by one worker, the newest question first. May
/// be asked from several threads.
class LayoutOffers {
 public:
  LayoutOffers(std::shared_ptr<const Trace> trace, BankModel model)
      : trace_(std::move(trace)), model_(model) {}
  ~LayoutOffers() { stop_.request_stop(); }
  LayoutOffers(const LayoutOffers&) = delete;
  LayoutOffers& operator=(const LayoutOffers&) = delete;

  /// At most one padding and one exclusive or, the better one first. nullopt while it is worked
  /// out, which takes a second for millions of accesses.
  [[nodiscard]] std::optional<std::vector<OfferedFix>> at(std::uint32_t access) const;
  /// The same, but waits; what nobody has begun it works out itself.
  [[nodiscard]] std::vector<OfferedFix> wait_for(std::uint32_t access) const;
  /// What these layouts do to the run together. `wait`: works it out if nobody has.
  [[nodiscard]] KnownEffect effect(const Layouts& layouts, bool wait) const;

 private:
  using Effect = std::shared_future<std::optional<RelayoutEffect>>;

  [[nodiscard]] std::optional<std::vector<OfferedFix>> find(std::uint32_t access, bool wait) const;
  /// Asks for the work if nobody has. `wait`: returns when it is done.
  [[nodiscard]] Effect effect_of(const Layouts& layouts, bool wait) const;
  /// Puts a question. Under the lock.
  [[nodiscard]] Effect ask(const Layouts& layouts) const;
  /// False if there can be no worker. Under the lock.
  [[nodiscard]] bool begin_work() const;
  /// Answers the newest question.
  [[nodiscard]] NextTurn turn() const;

  std::shared_ptr<const Trace> trace_;
  BankModel model_;
  std::stop_source stop_;
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<Layouts, Effect>> effects_;
  using Question = std::packaged_task<std::optional<RelayoutEffect>()>;
  mutable std::vector<std::pair<Layouts, Question>> waiting_;  // the newest last
  mutable bool working_ = false;
  mutable Worker worker_;  // last: it uses the rest
};

}  // namespace warpscope
