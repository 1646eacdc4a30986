#include "app/panes/console/stream_text.hpp"

#include <algorithm>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// As an argument of CUDA's calls.
std::string stream_argument(const StreamStory& story, std::int32_t stream) {
  const StreamName& name = story.streams[static_cast<std::size_t>(stream)];
  return name.legacy ? "0" : name.name.empty() ? "stream" : name.name;
}

std::string call_in_stream(const StreamStory& story, const StreamCall& call) {
  if (call.stream < 0) return stream_call_text(call);
  return stream_call_text(call) + " (" + stream_text(story, static_cast<std::size_t>(call.stream)) +
         ")";
}

}  // namespace

std::string stream_text(const StreamStory& story, std::size_t stream) {
  const StreamName& name = story.streams[stream];
  if (name.legacy) return std::string(tr("default stream"));
  const auto same = std::ranges::count(story.streams, name.name, &StreamName::name);
  if (name.name.empty()) return tr("stream {}", stream);
  // Translators: the second field is a variable of the program's.
  return same == 1 ? tr("stream {}", name.name) : tr("stream {0} ({1})", stream, name.name);
}

std::string stream_call_text(const StreamCall& call) {
  if (call.kind == StreamCallKind::host_uses) return std::string(tr("host code"));
  const bool named = call.launch > 0 && !call.kernel.empty();
  return named ? call.kernel : call.function;
}

std::string clash_text(const StreamStory& story, const StreamClash& clash) {
  const std::string later = call_in_stream(story, story.calls[clash.later]);
  const std::string earlier = call_in_stream(story, story.calls[clash.earlier]);
  // Translators: {0} and {2} are such as "fill (stream a)", {1} is memory.
  if (!clash.later_writes) {
    return tr("{0} reads {1}, which {2} writes: nothing orders them.", later, clash.memory,
              earlier);
  }
  return clash.earlier_writes ? tr("{0} writes {1}, which {2} writes, too: nothing orders them.",
                                   later, clash.memory, earlier)
                              : tr("{0} writes {1}, which {2} still reads: nothing orders them.",
                                   later, clash.memory, earlier);
}

std::string clash_remedy(const StreamStory& story, const StreamClash& clash) {
  const StreamCall& later = story.calls[clash.later];
  const StreamCall& earlier = story.calls[clash.earlier];
  if (earlier.stream < 0) {
    return tr("Let the host use {} before it asks for the other, and not beside it.", clash.memory);
  }
  const std::string waited = stream_argument(story, earlier.stream);
  if (later.stream < 0) {
    // Translators: the field is a stream, as an argument of the call.
    return tr("Let the host wait before: cudaStreamSynchronize({}).", waited);
  }
  return tr(
      "Let one wait: cudaEventRecord(event, {0}) behind {1}, cudaStreamWaitEvent({2}, event) "
      "before {3}.",
      waited, stream_call_text(earlier), stream_argument(story, later.stream),
      stream_call_text(later));
}

}  // namespace warpscope
