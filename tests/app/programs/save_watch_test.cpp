#include "app/programs/save_watch.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>

#include "instrumentation/executor/stepwise_executor.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// Waits for calls that come from another thread.
class Bell {
 public:
  void ring() {
    const std::lock_guard lock(mutex_);
    ++rung_;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return rung_ > heard_; });
    heard_ = rung_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int rung_ = 0, heard_ = 0;
};

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

using Files = std::vector<std::filesystem::path>;

class SaveWatchTest : public testing::Test {
 protected:
  TestFolder folder_;
  std::filesystem::path file_ = folder_.path() / "sum.cu";
  Bell bell_;
  SaveWatch watch_{[this] { bell_.ring(); }};
};

TEST_F(SaveWatchTest, SeesASaveOnce) {
  write(file_, "one");
  watch_.watch({file_});
  EXPECT_TRUE(watch_.saved().empty());
  write(file_, "two words");
  bell_.wait();
  EXPECT_EQ(watch_.saved(), Files{file_});
  EXPECT_TRUE(watch_.saved().empty());
}

TEST_F(SaveWatchTest, SeesThatAnEditorPutsAnotherFileInItsPlace) {
  write(file_, "one");
  watch_.watch({file_});
  write(folder_.path() / ".sum.cu.swp", "another text");
  std::filesystem::rename(folder_.path() / ".sum.cu.swp", file_);
  bell_.wait();
  EXPECT_EQ(watch_.saved(), Files{file_});
}

TEST_F(SaveWatchTest, SeesThatAFileComesBack) {
  write(file_, "one");
  watch_.watch({file_});
  std::filesystem::remove(file_);
  write(file_, "one more");
  bell_.wait();
  EXPECT_EQ(watch_.saved(), Files{file_});
}

TEST_F(SaveWatchTest, SeesAFileThatIsNotThereYetAndThoseThatAreAdded) {
  const std::filesystem::path header = folder_.path() / "sum.cuh";
  watch_.watch({file_});
  write(header, "nobody asked");
  write(file_, "one");
  bell_.wait();
  EXPECT_EQ(watch_.saved(), Files{file_});
  watch_.watch({file_, header});
  write(header, "now it counts");
  bell_.wait();
  EXPECT_EQ(watch_.saved(), Files{header});
}

/// Folders that the system watches for this process.
int watched_folders() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fdinfo")) {
    std::ifstream info(entry.path());
    for (std::string line; std::getline(info, line);) count += line.starts_with("inotify wd:");
  }
  return count;
}

TEST_F(SaveWatchTest, WatchesNoFolderLongerThanItsFiles) {
  const auto one = folder_.path() / "one", other = folder_.path() / "other";
  std::filesystem::create_directory(one);
  std::filesystem::create_directory(other);
  watch_.watch({one / "a.cu", one / "b.cu", other / "c.cu"});
  EXPECT_EQ(watched_folders(), 2);
  watch_.watch({one / "a.cu"});
  EXPECT_EQ(watched_folders(), 1);
}

TEST_F(SaveWatchTest, WatchesAFolderThatIsMadeAgain) {
  const auto folder = folder_.path() / "sources";
  std::filesystem::create_directory(folder);
  watch_.watch({folder / "sum.cu"});
  std::filesystem::remove_all(folder);
  while (watched_folders() > 0) std::this_thread::yield();
  std::filesystem::create_directory(folder);
  write(folder / "sum.cu", "one");
  bell_.wait();
  EXPECT_EQ(watch_.saved(), Files{folder / "sum.cu"});
  EXPECT_EQ(watched_folders(), 1);
}

TEST_F(SaveWatchTest, EndsWhileNothingHappens) {
  watch_.watch({file_});
  watch_.watch({});
  EXPECT_TRUE(watch_.saved().empty());
}

TEST(SaveWatchWithoutThreads, SeesASaveOnceItIsQuietAgain) {
  StepwiseExecutor::Clock::time_point now{};
  StepwiseExecutor executor([&] { return now; });
  const ExecutorScope scope(executor);
  const auto turns = [&] {
    while (executor.step()) {
    }
  };
  const TestFolder folder;
  const std::filesystem::path file = folder.path() / "sum.cu";
  write(file, "one");
  int woken = 0;
  SaveWatch watch([&] { ++woken; });
  watch.watch({file});
  turns();
  write(file, "two words");
  turns();
  write(file, "two words and more");
  turns();
  EXPECT_EQ(woken, 0) << "more may come";
  EXPECT_TRUE(watch.saved().empty());
  now += std::chrono::milliseconds(20);
  turns();
  EXPECT_EQ(woken, 1);
  EXPECT_EQ(watch.saved(), Files{file});
  now += std::chrono::seconds(2);
  turns();
  EXPECT_EQ(woken, 1);
}

}  // namespace
}  // namespace warpscope
