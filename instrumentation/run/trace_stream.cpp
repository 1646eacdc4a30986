#include "instrumentation/run/trace_stream.hpp"

#include <bit>
#include <map>

#include "instrumentation/block/trace_sink.hpp"

namespace warpscope {

namespace {

struct Record {
  RecordHeader header;
  std::span<const std::uint32_t> body;
};

const Error damaged{
    ErrorKind::failed,
    "The GPU's trace buffer does not hold what was recorded; this is a fault of Warpscope."};

std::string characters(std::span<const std::uint32_t> words, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count && i / 4 < words.size(); ++i) {
    text.push_back(static_cast<char>(words[i / 4] >> (8 * (i % 4))));
  }
  return text;
}

ElementType element(std::uint32_t scalar, std::uint32_t components) {
  return {static_cast<Scalar>(scalar), static_cast<std::uint8_t>(components)};
}

class Reader {
 public:
  Reader(int threads, std::span<const int> global_arrays, TraceBuilder& builder)
      : threads_(threads), builder_(builder) {
    for (std::uint32_t id = 0; id < global_arrays.size(); ++id) ids_[id] = global_arrays[id];
  }

  void declare(const Record& record) {
    const auto& h = record.header;
    ids_[h.a >> 16] = builder_.array({.name = characters(record.body.subspan(2), record.body[0]),
                                      .space = Space::shared,
                                      .type = element(h.a >> 8 & 0xff, h.a & 0xff),
                                      .count = h.b,
                                      .base = h.c,
                                      .columns = record.body[1]});
  }

  void name(const Record& record, bool barrier) {
    const auto& h = record.header;
    std::optional<std::int64_t> value;
    if (h.b != 0) value = static_cast<std::int32_t>(h.a);
    builder_.name_step(static_cast<int>(h.warp), {h.interval, h.ordinal},
                       characters(record.body, h.c), value, barrier);
  }

  bool access(const Record& record) {
    const auto& h = record.header;
    const auto array = array_of(h.a >> 8);
    const auto lanes = static_cast<std::size_t>(std::popcount(h.c));
    if (!array || lanes == 0 || record.body.size() < lanes) return false;
    indices_.assign(record.body.begin(), record.body.begin() + static_cast<std::ptrdiff_t>(lanes));
    builder_.access(static_cast<int>(h.warp), {h.interval, h.ordinal},
                    static_cast<Operation>(h.a & 0xff), *array, h.b, h.c, indices_,
                    record.body.subspan(lanes));
    return true;
  }

 private:
  std::optional<int> array_of(std::uint32_t id) {
    if (const auto found = ids_.find(id); found != ids_.end()) return found->second;
    if (id < registers_id) return std::nullopt;
    return ids_[id] = builder_.array({.name = "registers",
                                      .space = Space::registers,
                                      .type = element((id - registers_id) >> 4, id & 0xf),
                                      .count = threads_});
  }

  int threads_;
  TraceBuilder& builder_;
  std::map<std::uint32_t, int> ids_;  // of the stream to those of the trace
  std::vector<std::int32_t> indices_;
};

}  // namespace

Status read_trace_stream(std::span<const std::uint32_t> words, int threads,
                         std::span<const int> global_arrays, TraceBuilder& builder) {
  std::vector<Record> records;
  while (!words.empty()) {
    if (words.size() < header_words || words[1] < header_words || words[1] > words.size())
      return damaged;
    records.push_back(
        {{words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]},
         words.subspan(header_words, words[1] - header_words)});
    words = words.subspan(words[1]);
  }
  Reader reader(threads, global_arrays, builder);
  // A warp may use an array before the first thread's declaration of it lands in the stream.
  for (const Record& record : records) {
    if (static_cast<RecordKind>(record.header.kind) == RecordKind::array) reader.declare(record);
  }
  for (const Record& record : records) {
    switch (static_cast<RecordKind>(record.header.kind)) {
      case RecordKind::access:
        if (!reader.access(record)) return damaged;
        break;
      case RecordKind::step: reader.name(record, false); break;
      case RecordKind::barrier: reader.name(record, true); break;
      case RecordKind::array: break;
    }
  }
  return Done{};
}

}  // namespace warpscope
