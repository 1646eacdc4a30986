#include "instrumentation/program/machine/stream_teller.hpp"

#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/protocol/log_telling.hpp"

namespace warpscope {
namespace {

void tell_call(StreamCall call, const void* place) {
  // Only here: of a program whose streams nobody looks at, no place has to be found.
  HostPlace at = host_place(place);
  call.file = std::move(at.file);
  call.line = at.line;
  tell_log(LogKind::stream_call, call);
}

}  // namespace

void StreamTeller::stream(StreamName name) {
  if (ended_ || streams_ >= StreamStory::most_streams) return;
  ++streams_;
  if (tells_) {
    tell_log(LogKind::stream, name);
  } else {
    names_.push_back(std::move(name));
  }
}

std::int32_t StreamTeller::call(StreamCall call, const void* place) {
  if (ended_) return -1;
  if (calls_ >= StreamStory::most_calls) {
    if (tells_) tell_log(LogKind::streams_cut);
    return -1;
  }
  if (tells_) {
    tell_call(std::move(call), place);
  } else {
    kept_.push_back({std::move(call), place});
  }
  return static_cast<std::int32_t>(calls_++);
}

void StreamTeller::launch(std::int32_t call, int number, const std::string& kernel) {
  if (call < 0) return;
  if (tells_)
    return tell_log(LogKind::stream_launch, static_cast<std::uint32_t>(call), number, kernel);
  StreamCall& kept = kept_[static_cast<std::size_t>(call)].call;
  if (kept.launch > 0) return;
  kept.launch = number;
  kept.kernel = kernel;
}

void StreamTeller::clash(const StreamClash& clash) {
  if (ended_ || clashes_ >= StreamStory::most_clashes) return;
  ++clashes_;
  begin();
  tell_log(LogKind::stream_clash, clash);
}

void StreamTeller::begin() {
  if (tells_) return;
  tells_ = true;
  for (const StreamName& name : std::exchange(names_, {})) tell_log(LogKind::stream, name);
  for (Kept& each : std::exchange(kept_, {})) tell_call(std::move(each.call), each.place);
}

}  // namespace warpscope
