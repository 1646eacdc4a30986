#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/trace/stream_story.hpp"

namespace warpscope {

/// Tells the log what the host gave its streams to do, and for what it waited: the StreamStory. A program of one stream whose
/// host waits has none, so its calls are only kept until a second stream or a clash makes them worth telling. Not for several
/// threads at once.
class StreamTeller {
 public:
  void stream(StreamName name);
  /// The call's number in the story; -1: there are too many.
  std::int32_t call(StreamCall call, const void* place);
  /// What a call launched; of a graph the first.
  void launch(std::int32_t call, int number, const std::string& kernel);
  void clash(const StreamClash& clash);
  /// There is something to see from now on.
  void begin();
  /// The device is reset: what comes would have the numbers of streams that are gone.
  void end() { ended_ = true; }

 private:
  struct Kept {
    StreamCall call;
    const void* place = nullptr;
  };
  std::vector<StreamName> names_;  // that are not told yet
  std::vector<Kept> kept_;
  std::size_t streams_ = 0, calls_ = 0, clashes_ = 0;
  bool tells_ = false, ended_ = false;
};

}  // namespace warpscope
