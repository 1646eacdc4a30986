#include "instrumentation/program/protocol/machine_log.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

namespace warpscope {
namespace {

constexpr std::uint64_t most_behind = std::uint64_t{64} << 20;  // bytes that the reader may lag
constexpr std::uint64_t most_ahead = most_behind + 2 * longest_record;
constexpr std::uint64_t given_back_at_once = std::uint64_t{1} << 20;

std::uint64_t room_of(std::uint64_t length) { return sizeof(LogRecord) + (length + 15) / 16 * 16; }

void wait_a_little() {
  const timespec pause{.tv_sec = 0, .tv_nsec = 200'000};
  ::nanosleep(&pause, nullptr);
}

}  // namespace

int make_shared_memory(const char* name) {
  const int made = ::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made < 0) return -1;
  constexpr int lowest = 10;
  const int moved = ::fcntl(made, F_DUPFD_CLOEXEC, lowest);
  ::close(made);
  return moved;
}

int make_log() {
  const int log = make_shared_memory("warpscope-log");
  if (log < 0) return -1;
  const LogHeader header;
  const bool is_good =
      ::ftruncate(log, static_cast<off_t>(log_bytes)) == 0 &&
      ::fcntl(log, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0 &&
      ::pwrite(log, &header, sizeof header, 0) == static_cast<ssize_t>(sizeof header);
  if (is_good) return log;
  ::close(log);
  return -1;
}

LogWriter& LogWriter::the() {
  static auto* const writer =
      new LogWriter;  // a program's own destructors may still tell something
  return *writer;
}

bool LogWriter::attach(int descriptor) {
  void* const memory =
      ::mmap(nullptr, log_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (memory == MAP_FAILED) return false;
  memory_ = static_cast<std::byte*>(memory);
  header_ = std::launder(reinterpret_cast<LogHeader*>(memory));
  // A process that the program forks shares the memory, but nobody asked what it does.
  ::pthread_atfork(nullptr, nullptr, [] { LogWriter::the().detach(); });
  return true;
}

void LogWriter::detach() {
  memory_ = nullptr;
  header_ = &unattached_;
}

void LogWriter::append(LogKind kind, std::initializer_list<std::span<const std::byte>> parts) {
  if (memory_ == nullptr) return;
  std::uint64_t length = 0;
  for (const auto part : parts) length += part.size();
  if (length > longest_record) {
    header_->lost.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  const std::uint64_t room = room_of(length);
  while (header_->has_reader != 0 &&
         header_->end - header_->consumed.load(std::memory_order_relaxed) > most_behind) {
    wait_a_little();
  }
  const std::uint64_t at = header_->end.fetch_add(room, std::memory_order_relaxed);
  if (at > log_bytes - room) {
    header_->lost.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  auto& record = *std::launder(reinterpret_cast<LogRecord*>(memory_ + at));
  std::uint64_t untouched = 0;
  if (!record.begun.compare_exchange_strong(
          untouched, LogRecord::beginning(at, static_cast<std::uint32_t>(length)),
          std::memory_order_acq_rel)) {
    header_->lost.fetch_add(1, std::memory_order_relaxed);  // the reader would not wait
    return;
  }
  record.kind = kind;
  std::byte* to = memory_ + at + sizeof(LogRecord);
  for (const auto part : parts) {
    if (!part.empty()) std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
  record.finished.store(1, std::memory_order_release);
}

LogReader::~LogReader() {
  if (is_ours_) ::munmap(memory_, log_bytes);
}

bool LogReader::open(int descriptor) {
  void* const memory =
      ::mmap(nullptr, log_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (memory == MAP_FAILED) return false;
  open(descriptor, static_cast<std::byte*>(memory));
  is_ours_ = true;
  return true;
}

void LogReader::open(int descriptor, std::byte* memory) {
  descriptor_ = descriptor;
  memory_ = memory;
  header_ = std::launder(reinterpret_cast<LogHeader*>(memory));
  header_->has_reader = 1;
}

LogRecord& LogReader::record_at(std::uint64_t place) const {
  return *std::launder(reinterpret_cast<LogRecord*>(memory_ + place));
}

/// Steps over the record at at_, which was never finished, or is damaged. The next one says itself where it is.
bool LogReader::find_record(std::uint64_t end) {
  ++damaged_;
  const auto given_up = [this](std::uint64_t& begun) {
    begun = 0;
    return record_at(at_).begun.compare_exchange_strong(
        begun, LogRecord::beginning(at_, LogRecord::given_up), std::memory_order_acq_rel);
  };
  const auto whole = [&](std::uint64_t begun) {
    const auto count = LogRecord::count(begun, at_);
    return count && *count <= longest_record && at_ + room_of(*count) <= end;
  };
  std::uint64_t begun = 0;
  if (!given_up(begun) && whole(begun)) {
    at_ += room_of(*LogRecord::count(begun, at_));  // somebody may still write its bytes
    return at_ + sizeof(LogRecord) <= end;
  }
  for (at_ += 16; at_ + sizeof(LogRecord) <= end; at_ += 16) {
    if (!given_up(begun) && whole(begun)) return true;
  }
  return false;
}

LogKind LogReader::next(std::vector<std::byte>& bytes, bool complete) {
  bytes.clear();
  if (memory_ == nullptr) return LogKind::none;
  // However far the header says that it goes: a program may have written over it.
  const std::uint64_t end =
      std::min({header_->end.load(std::memory_order_acquire), log_bytes, at_ + most_ahead});
  while (at_ + sizeof(LogRecord) <= end) {
    const LogRecord& record = record_at(at_);
    const bool finished = record.finished.load(std::memory_order_acquire) != 0;
    // Who reserved a record and was taken away from it, by a signal's handler that never returns, must not hold up all.
    const bool may_come = !complete && end - at_ < most_behind / 2;
    if (!finished && may_come) return LogKind::none;
    const auto count = LogRecord::count(record.begun.load(std::memory_order_acquire), at_);
    const bool is_good = finished && count && *count <= longest_record &&
                         at_ + room_of(*count) <= end && record.kind <= LogKind::last;
    if (!is_good) {
      if (!find_record(end)) break;
      continue;
    }
    const LogKind kind = record.kind;
    const std::byte* const from = memory_ + at_ + sizeof(LogRecord);
    bytes.assign(from, from + *count);
    at_ += room_of(*count);
    give_back();
    if (kind == LogKind::none) continue;
    return kind;
  }
  return LogKind::none;
}

void LogReader::give_back() {
  header_->consumed.store(at_, std::memory_order_relaxed);
  if (at_ - given_back_ < given_back_at_once) return;
  const std::uint64_t until = at_ / 4096 * 4096;
  ::fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
              static_cast<off_t>(given_back_), static_cast<off_t>(until - given_back_));
  given_back_ = until;
}

bool LogReader::ended() const {
  return header_ != nullptr && header_->ended.load(std::memory_order_acquire) != 0;
}

LoggedEnding LogReader::ending() const {
  LoggedEnding ending = header_ != nullptr ? header_->ending : LoggedEnding();
  ending.given_to[sizeof ending.given_to - 1] = '\0';
  ending.waits_in[sizeof ending.waits_in - 1] = '\0';
  return ending;
}

std::uint64_t LogReader::lost() const {
  return damaged_ + (header_ != nullptr ? header_->lost.load(std::memory_order_relaxed) : 0);
}

}  // namespace warpscope
