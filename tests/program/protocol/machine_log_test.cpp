#include "instrumentation/program/protocol/machine_log.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace warpscope {
namespace {

struct Number {
  std::uint32_t thread = 0, value = 0;
};

std::span<const std::byte> bytes_of(const Number& number) {
  return std::as_bytes(std::span(&number, 1));
}

/// A log, and the process that writes it: it runs `work` and goes on until it is killed, or ends.
class LogOfChild {
 public:
  template <class Work>
  explicit LogOfChild(const Work& work) : log_(make_log()) {
    EXPECT_GE(log_, 0);
    EXPECT_TRUE(reader_.open(log_));
    child_ = ::fork();
    if (child_ == 0) {
      LogWriter& writer = LogWriter::the();
      if (!writer.attach(log_)) ::_exit(1);
      work(writer);
      ::_exit(0);
    }
  }
  ~LogOfChild() {
    end(SIGKILL);
    ::close(log_);
  }
  LogOfChild(const LogOfChild&) = delete;
  LogOfChild& operator=(const LogOfChild&) = delete;

  /// 0: waits for its own end.
  void end(int signal) {
    if (child_ <= 0) return;
    if (signal != 0) ::kill(child_, signal);
    ::waitpid(child_, nullptr, 0);
    child_ = -1;
  }
  /// What is there now.
  std::vector<Number> numbers(bool complete) {
    std::vector<Number> all;
    std::vector<std::byte> bytes;
    for (LogKind kind{}; (kind = reader_.next(bytes, complete)) != LogKind::none;) {
      EXPECT_EQ(kind, LogKind::totals);
      Number number;
      if (bytes.size() == sizeof number) std::memcpy(&number, bytes.data(), sizeof number);
      all.push_back(number);
    }
    return all;
  }
  LogReader& reader() { return reader_; }
  [[nodiscard]] int descriptor() const { return log_; }

 private:
  int log_;
  pid_t child_ = -1;
  LogReader reader_;
};

TEST(MachineLog, RecordsComeBackInTheirOrder) {
  LogOfChild log([](LogWriter& writer) {
    for (std::uint32_t k = 0; k < 1000; ++k) {
      const Number number{0, k};
      writer.append(LogKind::totals, {bytes_of(number).first(4), {}, bytes_of(number).subspan(4)});
    }
  });
  log.end(0);
  const auto all = log.numbers(true);
  ASSERT_EQ(all.size(), 1000U);
  for (std::uint32_t k = 0; k < 1000; ++k) EXPECT_EQ(all[k].value, k);
  EXPECT_EQ(log.reader().lost(), 0U);
}

/// Threads that write all they have to say, and a reader that does not wait for them; all in this process and in the
/// same memory, where ThreadSanitizer sees both sides. Before every 64th record of a thread lies a `gap`.
void write_and_read(std::uint32_t threads, std::uint32_t records, std::size_t longest,
                    std::uint64_t gap) {
  const int log = make_log();
  LogWriter& writer = LogWriter::the();
  ASSERT_TRUE(writer.attach(log));
  LogReader reader;
  reader.open(log, writer.memory());
  std::atomic<std::uint32_t> ended = 0;
  std::vector<std::uint32_t> next(threads);
  std::uint64_t heard = 0;
  {
    std::vector<std::jthread> all;
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      all.emplace_back([&, thread] {
        const std::vector<std::byte> rest(longest);
        for (std::uint32_t k = 0; k < records; ++k) {
          const Number number{thread, k};
          if (gap > 0 && k % 64 == 0) writer.header().end += gap;  // a place that nobody fills
          writer.append(LogKind::totals, {bytes_of(number), std::span(rest).first(k % longest)});
        }
        ++ended;
      });
    }
    std::vector<std::byte> bytes;
    while (true) {
      const bool complete = ended == threads;
      const LogKind kind = reader.next(bytes, complete);
      if (kind == LogKind::none && complete) break;
      if (kind == LogKind::none) continue;
      Number number;
      ASSERT_GE(bytes.size(), sizeof number);
      std::memcpy(&number, bytes.data(), sizeof number);
      ASSERT_LT(number.thread, threads);
      ASSERT_EQ(bytes.size(), sizeof number + number.value % longest);
      EXPECT_GE(number.value, next[number.thread]);
      next[number.thread] = number.value + 1;
      ++heard;
    }
  }
  writer.detach();
  ::close(log);
  // A thread that stands still for long between a place and its first word loses it to the reader.
  const std::uint64_t all = std::uint64_t{threads} * records;
  EXPECT_GE(heard + reader.lost(), all);
  EXPECT_GT(heard, all * 9 / 10);
}

TEST(MachineLog, AReaderKeepsUpWithThreadsThatWrite) { write_and_read(4, 20'000, 300, 0); }

// So much is written behind each gap that the reader gives it up while others write.
TEST(MachineLog, AReaderStepsOverGapsWhileThreadsWrite) { write_and_read(4, 2000, 100'000, 48); }

TEST(MachineLog, CanBeMadeNeitherShorterNorLonger) {
  const LogOfChild log([](LogWriter&) {});
  EXPECT_NE(::ftruncate(log.descriptor(), 0), 0);
  EXPECT_NE(::ftruncate(log.descriptor(), static_cast<off_t>(2 * log_bytes)), 0);
}

TEST(MachineLog, WhoeverIsKilledHasToldWhatItSaysThatItHas) {
  constexpr int threads = 4, kills = 20;
  for (int round = 0; round < kills; ++round) {
    int told[2] = {-1, -1};
    ASSERT_EQ(::pipe(told), 0);
    LogOfChild log([&](LogWriter& writer) {
      std::vector<std::jthread> all;
      for (std::uint32_t thread = 0; thread < threads; ++thread) {
        all.emplace_back([&, thread] {
          for (std::uint32_t k = 1;; ++k) {
            const Number number{thread, k};
            writer.append(LogKind::totals, {bytes_of(number)});
            if (::write(told[1], &number, sizeof number) < 0) return;
          }
        });
      }
    });
    ::close(told[1]);
    std::map<std::uint32_t, std::uint32_t> said;
    Number number;
    std::mt19937 random(static_cast<unsigned>(round));
    for (unsigned left = random() % 3000 + 1; left > 0; --left) {
      ASSERT_EQ(::read(told[0], &number, sizeof number), sizeof number);
      said[number.thread] = number.value;
    }
    log.end(SIGKILL);
    while (::read(told[0], &number, sizeof number) == sizeof number)
      said[number.thread] = number.value;
    ::close(told[0]);
    std::map<std::uint32_t, std::uint32_t> heard;
    for (const Number& of : log.numbers(true)) {
      EXPECT_EQ(of.value, ++heard[of.thread]);
    }
    for (const auto& [thread, value] : said) EXPECT_GE(heard[thread], value) << thread;
  }
}

TEST(MachineLog, ARecordThatWasNeverFinishedHidesNoOther) {
  LogOfChild log([](LogWriter& writer) {
    const Number first{0, 1}, last{0, 2};
    writer.append(LogKind::totals, {bytes_of(first)});
    writer.header().end += 160;  // somebody is killed between its place and its first word
    writer.append(LogKind::totals, {bytes_of(last)});
  });
  log.end(0);
  EXPECT_EQ(log.numbers(false).size(), 1U) << "it may still come";
  const auto rest = log.numbers(true);
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].value, 2U);
}

TEST(MachineLog, ARecordThatWasNeverFinishedHoldsUpNoProgramThatGoesOn) {
  constexpr std::uint32_t records = 2000, bytes = 50'000;
  LogOfChild log([](LogWriter& writer) {
    writer.header().end += 160;  // a handler has left it for good
    const std::vector<std::byte> much(bytes);
    for (std::uint32_t k = 0; k < records; ++k) writer.append(LogKind::totals, {much});
    ::pause();
  });
  std::size_t heard = 0;
  while (heard < records) heard += log.numbers(false).size();
  EXPECT_EQ(heard, records);
  EXPECT_EQ(log.reader().lost(), 1U);
}

TEST(MachineLog, WhatWasReadTakesNoMemory) {
  constexpr std::uint32_t records = 3000, bytes = 100'000;
  LogOfChild log([](LogWriter& writer) {
    const std::vector<std::byte> much(bytes);
    for (std::uint32_t k = 0; k < records; ++k) writer.append(LogKind::totals, {much});
  });
  std::size_t heard = 0;
  std::uint64_t most = 0;
  while (heard < records) {
    heard += log.numbers(false).size();
    struct stat status {};
    ASSERT_EQ(::fstat(log.descriptor(), &status), 0);
    most = std::max<std::uint64_t>(most, static_cast<std::uint64_t>(status.st_blocks) * 512);
  }
  EXPECT_GT(std::uint64_t{records} * bytes, std::uint64_t{256} << 20);
  EXPECT_LT(most, std::uint64_t{100} << 20) << "the writer waits for a reader that is behind";
}

TEST(MachineLog, AForkOfTheProgramTellsNothing) {
  LogOfChild log([](LogWriter& writer) {
    const Number first{0, 1}, second{0, 2};
    writer.append(LogKind::totals, {bytes_of(first)});
    if (const pid_t fork = ::fork(); fork == 0) {
      writer.append(LogKind::totals, {bytes_of(second)});
      ::_exit(0);
    } else {
      ::waitpid(fork, nullptr, 0);
    }
  });
  log.end(0);
  EXPECT_EQ(log.numbers(true).size(), 1U);
}

TEST(MachineLog, DamageIsSteppedOver) {
  std::mt19937 random(11);
  for (int round = 0; round < 50; ++round) {
    LogOfChild log([](LogWriter& writer) {
      for (std::uint32_t k = 0; k < 200; ++k) {
        const Number number{0, k};
        writer.append(LogKind::totals, {bytes_of(number)});
      }
    });
    log.end(0);
    for (int k = 0; k < 20; ++k) {
      const auto word = static_cast<std::uint32_t>(random());
      const auto at = static_cast<off_t>(log_begin + random() % (200 * 32));
      ASSERT_EQ(::pwrite(log.descriptor(), &word, sizeof word, at), sizeof word);
    }
    std::vector<std::byte> bytes;
    int heard = 0;
    while (log.reader().next(bytes, true) != LogKind::none) ++heard;
    EXPECT_GT(heard, 100);
    EXPECT_LE(heard, 200);
  }
}

}  // namespace
}  // namespace warpscope
