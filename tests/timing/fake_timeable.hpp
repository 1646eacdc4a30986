#pragma once

#include <string>
#include <vector>

#include "instrumentation/timing/measure.hpp"

namespace warpscope {

/// Notes every call, and takes as long as it is told.
class FakeTimeable final : public Timeable {
 public:
  FakeTimeable(std::string name, std::vector<std::string>& log, double ms = 1, int sets = 2)
      : name_(std::move(name)), log_(log), ms_(ms), sets_(sets) {}
  [[nodiscard]] int sets() const override { return sets_; }
  void prepare(int set) override { log_.push_back("prepare " + name_ + std::to_string(set)); }
  void start(int set) override { log_.push_back("start " + name_ + std::to_string(set)); }
  [[nodiscard]] double ms() const { return ms_; }

 private:
  std::string name_;
  std::vector<std::string>& log_;
  double ms_;
  int sets_;
};

/// Gives each FakeTimeable its time; fails from the `fails_at`-th run on.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(int fails_at = -1) : fails_at_(fails_at) {}
  [[nodiscard]] double milliseconds(Timeable& timeable, int set) override {
    if (fails_at_ >= 0 && runs_ >= fails_at_) throw TimingStopped{"running: the device is lost"};
    ++runs_;
    timeable.start(set);
    return dynamic_cast<FakeTimeable&>(timeable).ms() * runs_;
  }
  [[nodiscard]] int runs() const { return runs_; }

 private:
  int fails_at_;
  int runs_ = 0;
};

}  // namespace warpscope
