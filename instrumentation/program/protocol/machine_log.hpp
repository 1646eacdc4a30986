#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace warpscope {

// What the machine tells: a log in memory that both processes share, a memfd of one size whose
// pages come as they are written. Whoever sees something
// appends a record at once; the other side reads while the program runs, and after any death it finds all that had
// been told before. There is no lock: a record's place is reserved by one addition, then begun, filled and finished.

/// What a record tells; its fields stand in log_fields.hpp.
enum class LogKind : std::uint16_t {
  none,
  launch_begins,  ///< ProgramLaunch
  launch_ends,    ///< ProgramLaunch
  totals,         ///< int number, Totals: of more of its blocks
  finding,        ///< ProgramFinding; they are numbered from 0
  finding_again,  ///< uint32 finding
  note,           ///< ProgramFinding; numbered apart
  note_again,     ///< uint32 note
  module,         ///< LoadedModule
  uncaught,       ///< Sentence: what std::terminate() found
  not_loaded,     ///< Sentence: why the program could not begin
  memory_state,   ///< LaunchMemory
  memory_part,    ///< uint64 offset and size of all, MemoryContents: a piece of it
  last_writer,    ///< LastWriter
  stream,         ///< StreamName; they are numbered from 0
  stream_call,    ///< StreamCall; they are numbered from 0
  stream_launch,  ///< uint32 call, int number, text kernel: what the call launched
  stream_clash,   ///< StreamClash
  streams_cut,    ///< nothing: there is another call, which is not told
  // Of the trace, in the order in which a TraceOutput is told.
  trace_source,     ///< SourceFile
  trace_launch,     ///< Launch, uint32 source
  trace_location,   ///< CodeLocation
  trace_host,       ///< Sentence
  trace_array,      ///< Array
  trace_names,      ///< int array, list of ArrayName
  trace_shared,     ///< uint32 bytes
  trace_structure,  ///< Structure
  trace_access,     ///< LoggedAccess, then indices and words
  trace_step,       ///< int warp, uint32 interval, text name
  trace_snapshot,   ///< uint32 interval, raw bytes
  trace_finding,    ///< uint32 interval, Finding
  last = trace_finding
};

/// An object of the program's that has debug information, where it is loaded.
struct LoadedModule {
  std::uint64_t base = 0, begin = 0, end = 0;
};

/// One warp instruction in the log.
struct LoggedAccess {
  std::uint32_t interval = 0, location = 0, mask = 0;
  std::int32_t warp = 0, array = 0;
  std::uint32_t words = 0;
  std::uint8_t operation = 0, elements = 1;
  std::uint8_t guess_type =
      0;  ///< its words tell whether the array's cells are floating-point numbers
  std::uint8_t has_result = 0;  ///< as Access::has_result
};

/// How the program ended, and where it stood: plain data, since a signal handler fills it in. Addresses are those of the
/// program's process; which lines they are, the reader finds out (LogKind::module).
struct LoggedEnding {
  std::int32_t end = 0;  ///< ProgramOutcome::End
  std::int32_t exit_status = 0, signal = 0;
  std::uint8_t is_fault = 0, is_write = 0,
               is_known_access = 0;  ///< 0 or not: anything may lie there
  std::uint64_t address = 0, stack_bytes = 0;
  double seconds = 0;
  std::uint64_t instruction = 0;  ///< that was interrupted; 0: none
  std::uint64_t lane_call = 0;    ///< return address of the lane's last call into the machine
  std::int32_t launch = 0;        ///< that runs; 0: none
  std::uint64_t kernel = 0;       ///< address of its function
  std::uint8_t has_thread = 0;    ///< that stands there
  std::int32_t block[3] = {}, thread[3] = {};
  // A host function of a stream that has not returned, where the host waits for it.
  std::uint64_t host_function = 0, given_at = 0, waits_at = 0;
  char given_to[64] = {}, waits_in[64] = {};  ///< names of CUDA's functions
};

inline constexpr std::uint64_t log_begin = 4096;  ///< where the first record lies

/// The log's first page.
struct LogHeader {
  static constexpr std::uint64_t good = 0x31676f6c2d7377ULL;
  std::uint64_t magic = good;
  std::atomic<std::uint64_t> end = log_begin;       ///< where the next record goes
  std::atomic<std::uint64_t> consumed = log_begin;  ///< what lies before it has been read
  std::atomic<std::uint32_t> has_reader = 0;
  std::atomic<std::uint32_t> lost = 0;   ///< records for which there was no room
  std::atomic<std::uint32_t> ended = 0;  ///< `ending` is filled in
  LoggedEnding ending;
};
static_assert(sizeof(LogHeader) <= 4096 && std::atomic<std::uint64_t>::is_always_lock_free);

/// A log's size in addresses; memory is taken as it grows.
inline constexpr std::uint64_t log_bytes = std::uint64_t{1} << 36;

/// What stands before the bytes of a record. Records begin at multiples of 16. Until it is begun it is zeros, and
/// either side may take it: its writer begins it, or a reader that waits no longer gives it up, and nobody writes there.
struct LogRecord {
  /// Where it lies in the log, in units of 16, above the count of its bytes; 0: not begun.
  std::atomic<std::uint64_t> begun;
  std::atomic<std::uint32_t> finished;  ///< 1: its bytes are there
  LogKind kind;                         ///< of a finished one
  std::uint16_t unused;

  static constexpr std::uint32_t given_up = UINT32_MAX;  ///< in place of the count
  [[nodiscard]] static constexpr std::uint64_t beginning(std::uint64_t place, std::uint32_t count) {
    return place / 16 << 32U | count;
  }
  /// The count of bytes, if `begun` says that it lies at `place`.
  [[nodiscard]] static std::optional<std::uint32_t> count(std::uint64_t begun,
                                                          std::uint64_t place) {
    if (begun >> 32U != place / 16) return std::nullopt;
    return static_cast<std::uint32_t>(begun);
  }
};
static_assert(sizeof(LogRecord) == 16 && log_bytes / 16 <= std::uint64_t{1} << 32);

inline constexpr std::uint64_t longest_record = std::uint64_t{80} << 20;

/// Memory that processes share by its descriptor, which is none of the three standard streams, should one of ours be
/// closed; -1 with errno if there is none.
[[nodiscard]] int make_shared_memory(const char* name);
/// A new log, sealed against any other size; -1 with errno if there is none.
[[nodiscard]] int make_log();

/// The machine's side. Any thread may append, and so may a signal handler.
class LogWriter {
 public:
  /// That of this process. Until it is attached, what is appended goes nowhere.
  static LogWriter& the();

  /// False with errno. The descriptor may be closed afterwards.
  bool attach(int descriptor);
  /// What is appended from now on goes nowhere.
  void detach();
  /// Appends a record of these parts. Waits while the reader is far behind.
  void append(LogKind kind, std::initializer_list<std::span<const std::byte>> parts);
  /// Never null.
  [[nodiscard]] LogHeader& header() { return *header_; }
  [[nodiscard]] bool attached() const { return memory_ != nullptr; }
  /// The log as it lies in this process; null: none is attached.
  [[nodiscard]] std::byte* memory() { return memory_; }

 private:
  LogWriter() = default;
  LogHeader unattached_;
  LogHeader* header_ = &unattached_;
  std::byte* memory_ = nullptr;
};

/// The other side, of one thread. It copies each record before it looks at it, and gives back the memory of what it has
/// read.
class LogReader {
 public:
  LogReader() = default;
  ~LogReader();
  LogReader(const LogReader&) = delete;
  LogReader& operator=(const LogReader&) = delete;

  /// False with errno. Keeps the descriptor until it ends, and does not close it.
  bool open(int descriptor);
  /// The same of a log that lies in this process already, for as long as the reader is there.
  void open(int descriptor, std::byte* memory);
  /// The next record's kind, `bytes` its contents; LogKind::none: there is none yet. `complete`: the program has ended, so
  /// what is not finished now never will be.
  [[nodiscard]] LogKind next(std::vector<std::byte>& bytes, bool complete);
  /// How it ended; a copy, as it is now.
  [[nodiscard]] bool ended() const;
  [[nodiscard]] LoggedEnding ending() const;
  /// Records that are lost: there was no room, or they were damaged.
  [[nodiscard]] std::uint64_t lost() const;

 private:
  [[nodiscard]] LogRecord& record_at(std::uint64_t place) const;
  [[nodiscard]] bool find_record(std::uint64_t end);
  void give_back();
  int descriptor_ = -1;
  LogHeader* header_ = nullptr;  // in memory_
  std::byte* memory_ = nullptr;
  bool is_ours_ = false;  // to be unmapped
  std::uint64_t at_ = log_begin, given_back_ = log_begin, damaged_ = 0;
};

}  // namespace warpscope
