#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/timing/curand.hpp"
#include "instrumentation/timing/thread_team.hpp"

namespace warpscope {

/// cuRAND's generator of a processor, which knows one thread: a task, as processor_tasks.hpp says.
class HostNumbers {
 public:
  HostNumbers(CurandGenerator generator, const CurandSequence& sequence)
      : generator_(std::move(generator)),
        sequence_(sequence),
        out_(static_cast<std::size_t>(sequence.count) + 1) {}
  void prepare() { failed_ = generator_.restart(); }
  void run(ThreadTeam&) {
    if (failed_ == 0) failed_ = generator_.draw(out_.data());
    if (failed_ != 0) throw TimingStopped{"cuRAND says " + std::to_string(failed_)};
  }
  [[nodiscard]] std::vector<double> output() const {
    std::vector<double> all;
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      all.push_back(sequence_.of_words() ? out_[i]
                                         : static_cast<double>(std::bit_cast<float>(out_[i])));
    }
    return all;
  }

 private:
  CurandGenerator generator_;
  CurandSequence sequence_;
  std::vector<std::uint32_t> out_;  // floats, or words
  int failed_ = 0;
};

}  // namespace warpscope
