#include "instrumentation/run/trace_stream.hpp"

#include <bit>
#include <map>
#include <optional>

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

/// Nullopt if there are fewer.
std::optional<std::string> characters(std::span<const std::uint32_t> words, std::size_t count) {
  if (count > words.size() * 4) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text.push_back(static_cast<char>(words[i / 4] >> (8 * (i % 4))));
  }
  return text;
}

/// Nullopt if there is no such type.
std::optional<ElementType> element(std::uint32_t scalar, std::uint32_t components) {
  if (scalar > static_cast<std::uint32_t>(Scalar::f64) || components == 0) return std::nullopt;
  return ElementType{static_cast<Scalar>(scalar), static_cast<std::uint8_t>(components)};
}

class Reader {
 public:
  Reader(int threads, std::span<const int> global_arrays, TraceBuilder& builder)
      : threads_(threads), builder_(builder) {
    for (std::uint32_t id = 0; id < global_arrays.size(); ++id) ids_[id] = global_arrays[id];
  }

  // Each returns false if the record does not hold what its kind should.

  bool declare(const Record& record) {
    const auto& h = record.header;
    if (record.body.size() < 2) return false;
    const auto name = characters(record.body.subspan(2), record.body[0]);
    const auto type = element(h.a >> 8 & 0xff, h.a & 0xff);
    if (!name || !type) return false;
    ids_[h.a >> 16] = builder_.array({.name = *name,
                                      .space = Space::shared,
                                      .type = *type,
                                      .count = h.b,
                                      .base = h.c,
                                      .columns = record.body[1]});
    return true;
  }

  bool declare_local(const Record& record) {
    const auto& h = record.header;
    if (record.body.size() < 2) return false;
    const auto name = characters(record.body.subspan(2), record.body[0]);
    const auto type = element(h.a >> 8 & 0xff, h.a & 0xff);
    if (!name || !type) return false;
    ids_[h.a >> 16] =
        builder_.array(in_local_memory(*name, *type, static_cast<int>(h.b), threads_));
    return true;
  }

  bool name(const Record& record, bool barrier) {
    const auto& h = record.header;
    const auto text = characters(record.body, h.c);
    if (!text) return false;
    std::optional<std::int64_t> value;
    if (h.b != 0) value = static_cast<std::int32_t>(h.a);
    builder_.name_step(static_cast<int>(h.warp), {h.interval, h.ordinal}, *text, value, barrier);
    return true;
  }

  bool access(const Record& record) {
    const auto& h = record.header;
    const auto array = array_of(h.a >> 8);
    const auto lanes = static_cast<std::size_t>(std::popcount(h.c));
    if (!array || lanes == 0 || !is_operation(h.a & 0xff)) {
      return false;
    }
    const auto words = static_cast<std::size_t>(builder_.type_of(*array).words());
    if (record.body.size() != lanes + lanes * words) return false;
    indices_.clear();
    for (const std::uint32_t index : record.body.first(lanes)) {
      indices_.push_back(static_cast<std::int32_t>(index));
    }
    builder_.access({h.interval, h.ordinal},
                    {.location = builder_.line(h.b),
                     .mask = h.c,
                     .warp = static_cast<std::int32_t>(h.warp),
                     .array = *array,
                     .operation = static_cast<Operation>(h.a & 0xff)},
                    indices_, record.body.subspan(lanes));
    return true;
  }

 private:
  std::optional<int> array_of(std::uint32_t id) {
    if (const auto found = ids_.find(id); found != ids_.end()) return found->second;
    if (id < registers_id) return std::nullopt;
    const auto type = element((id - registers_id) >> 4, id & 0xf);
    if (!type) return std::nullopt;
    return ids_[id] = builder_.array(
               {.name = "registers", .space = Space::registers, .type = *type, .count = threads_});
  }

  int threads_;
  TraceBuilder& builder_;
  std::map<std::uint32_t, int> ids_;  // of the stream to those of the trace
  std::vector<ElementIndex> indices_;
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
    const auto kind = static_cast<RecordKind>(record.header.kind);
    if (kind == RecordKind::array && !reader.declare(record)) return damaged;
    if (kind == RecordKind::local_array && !reader.declare_local(record)) return damaged;
  }
  for (const Record& record : records) {
    bool whole = false;
    switch (static_cast<RecordKind>(record.header.kind)) {
      case RecordKind::access: whole = reader.access(record); break;
      case RecordKind::step: whole = reader.name(record, false); break;
      case RecordKind::barrier: whole = reader.name(record, true); break;
      case RecordKind::array:
      case RecordKind::local_array: whole = true; break;  // declared above
    }
    if (!whole) return damaged;
  }
  return Done{};
}

}  // namespace warpscope
