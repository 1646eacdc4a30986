#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "instrumentation/block/vocabulary.hpp"
#include "instrumentation/timing/processor_sort.hpp"
#include "instrumentation/timing/rival_input.hpp"
#include "instrumentation/timing/thread_team.hpp"

namespace warpscope {

// Tasks of a processor, with a team of one or of all threads. Each is a class with
//   explicit X(const RivalInput&, …)           one set of data
//   void prepare()                             puts back what run changes; not timed
//   void run(ThreadTeam&)                      timed
//   std::vector<double> output() const         of the last run

template <class T>
[[nodiscard]] std::span<const T> share_in(const std::vector<T>& all, Share share) {
  return std::span(all).subspan(static_cast<std::size_t>(share.first),
                                static_cast<std::size_t>(share.last - share.first));
}

/// Folds halves, so that sums of floats keep their precision; in the leaves many partial results,
/// so that additions need not wait for one another. `all` must not be empty.
template <class T, class Op>
[[nodiscard]] T fold(std::span<const T> all, Op op) {
  constexpr std::size_t leaf = 4096, ways = 32;
  if (all.size() > leaf) {
    const std::size_t half = all.size() / 2 / ways * ways;
    return op(fold(all.first(half), op), fold(all.subspan(half), op));
  }
  if (all.size() < 2 * ways) return std::accumulate(all.begin() + 1, all.end(), all[0], op);
  std::array<T, ways> partial;
  std::copy_n(all.begin(), ways, partial.begin());
  std::size_t i = ways;
  for (; i + ways <= all.size(); i += ways) {
    for (std::size_t k = 0; k < ways; ++k) partial[k] = op(partial[k], all[i + k]);
  }
  const T most = std::accumulate(partial.begin() + 1, partial.end(), partial[0], op);
  return std::accumulate(all.begin() + static_cast<std::ptrdiff_t>(i), all.end(), most, op);
}

template <class T, class Op>
class ProcessorReduce {
 public:
  explicit ProcessorReduce(const RivalInput& input) : in_(whole_array<T>(input)) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    // With more members than elements, some would have nothing to fold.
    const int members = static_cast<int>(std::min<std::int64_t>(team.size(), std::ssize(in_)));
    partial_.resize(static_cast<std::size_t>(members));
    team.run([&](int member) {
      if (member >= members) return;
      partial_[static_cast<std::size_t>(member)] =
          fold(share_in(in_, share_of(std::ssize(in_), member, members)), Op{});
    });
    result_ = fold(std::span<const T>(partial_), Op{});
  }
  [[nodiscard]] std::vector<double> output() const { return {static_cast<double>(result_)}; }

 private:
  std::vector<T> in_, partial_;
  T result_{};
};

/// Exclusive. The running sum is wider than a float, which would lose all small addends.
template <class T>
class ProcessorScan {
 public:
  explicit ProcessorScan(const RivalInput& input) : in_(whole_array<T>(input)), out_(in_.size()) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    const std::int64_t count = std::ssize(in_);
    std::vector<Sum> before(static_cast<std::size_t>(team.size()));
    if (team.size() > 1) {
      team.run([&](int member) {
        const auto mine = share_in(in_, share_of(count, member, team.size()));
        before[static_cast<std::size_t>(member)] =
            std::accumulate(mine.begin(), mine.end(), Sum{}, add);
      });
      std::exclusive_scan(before.begin(), before.end(), before.begin(), Sum{});
    }
    team.run([&](int member) {
      const Share mine = share_of(count, member, team.size());
      Sum sum = before[static_cast<std::size_t>(member)];
      for (auto i = static_cast<std::size_t>(mine.first); i < static_cast<std::size_t>(mine.last);
           ++i) {
        const T x = in_[i];
        out_[i] = static_cast<T>(sum);
        sum = add(sum, x);
      }
    });
  }
  [[nodiscard]] std::vector<double> output() const { return {out_.begin(), out_.end()}; }

 private:
  using Sum = std::conditional_t<std::is_integral_v<T>, std::uint32_t, double>;
  static Sum add(Sum sum, T x) { return sum + static_cast<Sum>(x); }

  std::vector<T> in_, out_;
};

/// Four tables per thread, so that equal neighbours need not wait for one another.
class ProcessorHistogram {
 public:
  ProcessorHistogram(const RivalInput& input, int bins)
      : in_(whole_array<std::uint8_t>(input)), bins_(static_cast<std::size_t>(bins)) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    tables_.resize(static_cast<std::size_t>(team.size()));
    team.run([&](int member) {
      tables_[static_cast<std::size_t>(member)] =
          count(share_in(in_, share_of(std::ssize(in_), member, team.size())));
    });
    result_ = tables_.front();
    for (std::size_t t = 1; t < tables_.size(); ++t) add(result_, tables_[t]);
  }
  [[nodiscard]] std::vector<double> output() const {
    return {result_.begin(), result_.begin() + static_cast<std::ptrdiff_t>(bins_)};
  }

 private:
  using Table = std::array<std::uint32_t, 256>;

  static void add(Table& to, const Table& more) {
    for (std::size_t bin = 0; bin < to.size(); ++bin) to[bin] += more[bin];
  }
  static Table count(std::span<const std::uint8_t> bytes) {
    std::array<Table, 4> tables{};
    std::size_t i = 0;
    for (; i + 4 <= bytes.size(); i += 4) {
      for (std::size_t k = 0; k < 4; ++k) ++tables[k][bytes[i + k]];
    }
    for (; i < bytes.size(); ++i) ++tables[0][bytes[i]];
    for (std::size_t k = 1; k < 4; ++k) add(tables[0], tables[k]);
    return tables[0];
  }

  std::vector<std::uint8_t> in_;
  std::size_t bins_;
  std::vector<Table> tables_;
  Table result_{};
};

class ProcessorSortKeys {
 public:
  explicit ProcessorSortKeys(const RivalInput& input)
      : in_(whole_array<std::uint32_t>(input)), keys_(in_.size()), spare_(in_.size()) {}
  void prepare() { keys_ = in_; }
  void run(ThreadTeam& team) { result_ = sort_with<std::uint32_t>(team, keys_, spare_); }
  [[nodiscard]] std::vector<double> output() const { return {result_.begin(), result_.end()}; }

 private:
  std::vector<std::uint32_t> in_, keys_, spare_;
  std::span<const std::uint32_t> result_;
};

/// Key and value become one number, so that both move together.
class ProcessorSortPairs {
 public:
  explicit ProcessorSortPairs(const RivalInput& input)
      : keys_(whole_array<std::uint32_t>(input)),
        sorted_keys_(keys_.size()),
        sorted_values_(keys_.size()),
        pairs_(keys_.size()),
        spare_(keys_.size()) {}
  void prepare() {}
  void run(ThreadTeam& team) {
    const auto each = [&](auto&& work) {
      team.run([&](int member) {
        const Share mine = share_of(std::ssize(keys_), member, team.size());
        for (std::int64_t i = mine.first; i < mine.last; ++i) work(static_cast<std::size_t>(i));
      });
    };
    each([&](std::size_t i) { pairs_[i] = std::uint64_t{keys_[i]} << 32U | i; });
    const std::span<const std::uint64_t> sorted = sort_with<std::uint64_t>(team, pairs_, spare_);
    each([&](std::size_t i) {
      sorted_keys_[i] = static_cast<std::uint32_t>(sorted[i] >> 32U);
      sorted_values_[i] = static_cast<std::uint32_t>(sorted[i]);
    });
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all(sorted_keys_.begin(), sorted_keys_.end());
    all.insert(all.end(), sorted_values_.begin(), sorted_values_.end());
    return all;
  }

 private:
  std::vector<std::uint32_t> keys_, sorted_keys_, sorted_values_;
  std::vector<std::uint64_t> pairs_, spare_;
};

}  // namespace warpscope
