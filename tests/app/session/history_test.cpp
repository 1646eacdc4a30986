#include "app/session/history.hpp"

#include <gtest/gtest.h>

#include "app/subject/kept_subject.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

/// A run of a hundred mebibytes.
DocumentPtr large_run() {
  Trace trace = test::several_launches();
  trace.snapshots.resize(100);
  for (auto& snapshot : trace.snapshots) snapshot.resize(std::size_t{1} << 20);
  return test::document_of(std::move(trace));
}

Options options_beside(const DocumentPtr& run, const std::string& label) {
  Options options;
  options.request.kernel = label;
  options.variant = Variant{.opened = kept_subject(*run, label)};
  return options;
}

TEST(HistoryTest, ForgetsTheOldestRunsThatItKeeps) {
  const DocumentPtr run = large_run();
  Options plain;
  plain.request.kernel = "plain";
  History history(plain);
  for (const std::string label : {"first", "second", "third", "fourth"}) {
    history.change(options_beside(run, label));
    history.change(plain);
    plain.model = plain.model == BankModel::cc1 ? BankModel::cc5 : BankModel::cc1;
  }
  std::vector<std::string> kept;
  while (history.can_undo()) {
    history.undo();
    const auto& variant = history.present().variant;
    if (variant) kept.push_back(variant->opened->name());
  }
  EXPECT_EQ(kept, (std::vector<std::string>{"fourth", "third"}));
  EXPECT_EQ(history.present().request.kernel, "plain") << "what keeps nothing stays";
}

TEST(HistoryTest, ARunThatManyStepsShowCountsOnce) {
  const DocumentPtr run = large_run();
  History history(options_beside(run, "before"));
  for (std::uint32_t step = 1; step <= 20; ++step) {
    Options next = history.present();
    next.request.input.seed = step;
    history.change(std::move(next));
  }
  int steps = 0;
  for (; history.can_undo(); ++steps) history.undo();
  EXPECT_EQ(steps, 20);
}

/// What undo leads back to, nearest first: the labels of the runs that stand at the right.
std::vector<std::string> kept_runs(History& history, bool (History::*can)() const,
                                   History::Step (History::*go)(std::uint32_t, const Beside&)) {
  std::vector<std::string> labels;
  while ((history.*can)()) {
    (history.*go)(0, {});
    const auto& variant = history.present().variant;
    if (variant) labels.push_back(variant->opened->name());
  }
  return labels;
}

TEST(HistoryTest, ARunThatASavePutsBesideCountsToo) {
  const DocumentPtr run = large_run();
  Options plain;
  plain.request.kernel = "plain";
  History history(plain);
  history.change(options_beside(run, "first"));
  history.change(options_beside(run, "second"));
  history.change(plain);
  history.vary(*options_beside(run, "saved").variant);
  EXPECT_EQ(history.present().variant->opened->name(), "saved");
  EXPECT_EQ(kept_runs(history, &History::can_undo, &History::undo),
            std::vector<std::string>{"second"});
}

TEST(HistoryTest, RunsThatWereTakenBackCountToo) {
  const DocumentPtr run = large_run();
  Options plain;
  plain.request.kernel = "plain";
  History history(plain);
  history.change(options_beside(run, "first"));
  history.change(options_beside(run, "second"));
  history.undo();
  history.undo();
  history.vary(*options_beside(run, "saved").variant);
  EXPECT_EQ(kept_runs(history, &History::can_redo, &History::redo),
            std::vector<std::string>{"first"})
      << "the nearest stays";
}

TEST(HistoryTest, NothingLeadsBackToOptionsThatShowNothing) {
  History history{Options{}};
  Options next;
  next.request.kernel = "first";
  history.change(next);
  EXPECT_FALSE(history.can_undo());
  next.request.kernel = "second";
  history.change(next);
  history.undo();
  EXPECT_EQ(history.present().request.kernel, "first");
  EXPECT_FALSE(history.can_undo());
}

TEST(HistoryTest, ForgetsTheOldestOfVeryManySteps) {
  Options first;
  first.request.kernel = "plain";
  History history{first};
  for (std::uint32_t step = 1; step <= 2 * History::most_steps; ++step) {
    Options next = history.present();
    next.request.input.seed = step;
    history.change(std::move(next));
  }
  std::size_t steps = 0;
  for (; history.can_undo(); ++steps) history.undo();
  EXPECT_EQ(steps, History::most_steps);
  EXPECT_EQ(history.present().request.input.seed, History::most_steps);
}

}  // namespace
}  // namespace warpscope
