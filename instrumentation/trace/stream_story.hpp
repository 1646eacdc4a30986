#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpscope {

/// What a call of the host does to the order of a program's streams.
enum class StreamCallKind : std::uint8_t {
  work,        ///< a launch, a copy, a memset, a host function: it takes its time in its stream
  event,       ///< an event is recorded: others may wait for what the stream has got so far
  host_waits,  ///< the host waits: `clock` is what it knows to have ended from then on
  host_uses    ///< host code uses memory of the device's; told only if it takes part in a clash
};
inline constexpr auto last_stream_call_kind = StreamCallKind::host_uses;

/// One call of the host, as far as it concerns streams.
struct StreamCall {
  StreamCallKind kind = StreamCallKind::work;
  std::int32_t stream = -1;  ///< into StreamStory::streams; -1: the host's own
  std::uint64_t number = 0;  ///< in its stream, from 1; 0: the host's
  /// By stream: how many calls there have ended before this one, itself included.
  std::vector<std::uint64_t> clock;
  std::string function;     ///< as CUDA names it; empty: code of the host
  std::string kernel;       ///< of a launch
  std::int32_t launch = 0;  ///< of a launch: its number in the program, from 1; else 0
  std::string file;
  std::uint32_t line = 0;  ///< 0: not known
  friend bool operator==(const StreamCall&, const StreamCall&) = default;
};

/// A stream of the program.
struct StreamName {
  bool legacy = false;  ///< the default stream that waits for all blocking ones
  std::string name;     ///< the variable that cudaStreamCreate filled in; empty: not known
  friend bool operator==(const StreamName&, const StreamName&) = default;
};

/// Two calls that use the same memory, one of which writes, and nothing orders them.
struct StreamClash {
  std::uint32_t later = 0,
                earlier = 0;  ///< into StreamStory::calls, in the order of the host's calls
  bool later_writes = false, earlier_writes = false;
  std::string memory;  ///< as the program calls it
  friend bool operator==(const StreamClash&, const StreamClash&) = default;
};

/// What a program gave its streams to do, in the order of the host's calls, and which order CUDA grants of it. Empty unless
/// there are several streams, or the host does not wait for what it needs.
struct StreamStory {
  std::vector<StreamName> streams;  ///< in the order of their first use
  std::vector<StreamCall> calls;
  std::vector<StreamClash> clashes;
  std::int64_t left_out = 0;  ///< calls behind the last one that is told
  [[nodiscard]] bool empty() const { return calls.empty(); }
  friend bool operator==(const StreamStory&, const StreamStory&) = default;

  static constexpr std::size_t most_streams = 256, most_calls = 400, most_clashes = 100;
};

/// Whether all that it points to is there.
[[nodiscard]] bool is_sound(const StreamStory& story);
/// Whether one call comes before another in every run.
[[nodiscard]] bool is_ordered(const StreamCall& before, const StreamCall& behind);

}  // namespace warpscope
