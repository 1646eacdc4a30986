#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace warpscope {

/// Threads that stay alive, so that a run of some microseconds pays for waking them, not for
/// creating them. Only one thread at a time may call run; it is a member of the team itself.
/// They are what is measured, and so none of an Executor.
class ThreadTeam {
 public:
  explicit ThreadTeam(int size);  ///< at least 1, which is the caller alone
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// As many as this machine runs at once.
  [[nodiscard]] static int all_threads();

  [[nodiscard]] int size() const { return static_cast<int>(threads_.size()) + 1; }
  /// Calls work(0) … work(size() - 1) side by side, and returns when all are done. It must not
  /// throw.
  void run(const std::function<void(int member)>& work);

 private:
  void serve(int member);

  const std::function<void(int)>* work_ = nullptr;  ///< nullptr: go home
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<int> working_ = 0;
  std::vector<std::thread> threads_;
};

/// The part [first, last) of `count` things that one member does. Parts differ by one at most.
struct Share {
  std::int64_t first = 0, last = 0;
};
[[nodiscard]] constexpr Share share_of(std::int64_t count, int member, int members) {
  const std::int64_t each = count / members;
  const std::int64_t more = count % members;
  const auto start = [&](std::int64_t m) { return m * each + (m < more ? m : more); };
  return {start(member), start(member + 1)};
}

}  // namespace warpscope
