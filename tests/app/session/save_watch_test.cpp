#include "app/session/save_watch.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <fstream>
#include <mutex>

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

TEST_F(SaveWatchTest, EndsWhileNothingHappens) {
  watch_.watch({file_});
  watch_.watch({});
  EXPECT_TRUE(watch_.saved().empty());
}

}  // namespace
}  // namespace warpscope
