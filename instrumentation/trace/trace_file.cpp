#include "instrumentation/trace/trace_file.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/guarded.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_chunks.hpp"
#include "instrumentation/trace/trace_header.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

constexpr std::uint8_t flag_barrier = 1;
constexpr std::uint8_t flag_value = 2;
constexpr std::uint8_t flag_result = 128;

void write_bytes(ChunkWriter& file, Column column, std::span<const std::byte> bytes) {
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), chunk_bytes))) {
    file.add(column, bytes.first(std::min(bytes.size(), chunk_bytes)));
  }
}

/// A column with one field of all items.
template <class T, class Item, class Field>
void write_field(ChunkWriter& file, Column column, const std::vector<Item>& items, Field field) {
  write_column<T>(file, column, [&](auto put) {
    for (const Item& item : items) put(static_cast<T>(field(item)));
  });
}

void write_steps(ChunkWriter& file, const std::vector<Step>& steps,
                 const std::map<std::string, std::uint32_t>& names) {
  write_field<std::uint32_t>(file, Column::step_name, steps,
                             [&](const Step& step) { return names.at(step.name); });
  write_field<std::uint8_t>(file, Column::step_flags, steps, [](const Step& step) {
    return (step.barrier ? flag_barrier : 0) | (step.value ? flag_value : 0);
  });
  write_field<std::int64_t>(file, Column::step_value, steps,
                            [](const Step& step) { return step.value.value_or(0); });
  write_field<std::uint32_t>(file, Column::step_accesses, steps,
                             [](const Step& step) { return step.access_count; });
  write_field<std::int32_t>(file, Column::step_snapshot, steps,
                            [](const Step& step) { return step.snapshot; });
}

void write_accesses(ChunkWriter& file, const Trace& trace) {
  const std::vector<Access>& accesses = trace.accesses;
  write_field<std::uint32_t>(file, Column::access_location, accesses,
                             [](const Access& access) { return access.location; });
  write_field<std::uint32_t>(file, Column::access_mask, accesses,
                             [](const Access& access) { return access.mask; });
  write_field<std::int32_t>(file, Column::access_warp, accesses,
                            [](const Access& access) { return access.warp; });
  write_field<std::int32_t>(file, Column::access_array, accesses,
                            [](const Access& access) { return access.array; });
  write_field<std::uint8_t>(file, Column::access_operation, accesses, [](const Access& access) {
    return static_cast<std::uint8_t>(access.operation) | (access.has_result ? flag_result : 0);
  });
}

/// Lanes stand in the file in the order of their accesses, wherever the trace has them.
void write_lanes(ChunkWriter& file, const Trace& trace) {
  write_column<std::uint64_t>(file, Column::index, [&](auto put) {
    std::uint64_t previous = 0;
    for (const Access& access : trace.accesses) {
      for (const ElementIndex element : trace.lane_indices(access)) {
        // Neighbouring lanes tend to neighbouring elements: differences pack far better.
        const auto index = static_cast<std::uint64_t>(element);
        put(index - std::exchange(previous, index));
      }
    }
  });
  write_column<std::uint32_t>(file, Column::word, [&](auto put) {
    for (const Access& access : trace.accesses) {
      const auto count = static_cast<std::size_t>(access.active()) * trace.lane_words(access);
      for (std::size_t k = 0; k < count; ++k) put(trace.words[access.first_word + k]);
    }
  });
}

void write_snapshots(ChunkWriter& file, const Trace& trace) {
  write_field<std::uint32_t>(file, Column::snapshot_size, trace.snapshots,
                             [](const auto& snapshot) { return snapshot.size(); });
  write_column<std::uint8_t>(file, Column::snapshot_byte, [&](auto put) {
    for (const auto& snapshot : trace.snapshots) {
      for (const std::uint8_t byte : snapshot) put(byte);
    }
  });
}

// Bytes that reading and analysing costs, as measured, rounded up.
constexpr std::uint64_t json_cost = 80;       // of a parser, per byte of a hostile text
constexpr std::uint64_t analysis_cost = 4;    // of all analyses, per byte of the trace
constexpr std::uint64_t text_cost = 12;       // of a byte of source, as it is drawn
constexpr std::uint64_t line_cost = 240;      // of a line of source, as it is drawn
constexpr std::uint64_t long_name_cost = 32;  // of a text that has memory of its own
// Per pair of an element that a lane loads and one that it stores: any load may feed any store.
constexpr std::uint64_t wide_flow_cost = 32;
constexpr std::uint64_t location_cost = 160;  // of a location that is found by its line

/// Bytes of what a file unpacks to, by its index: accesses and their lanes, steps and snapshots.
std::uint64_t unpacked_bytes(const ChunkReader& file) {
  std::uint64_t bytes = file.bytes(Column::step_name) / 4 * sizeof(Step) +
                        file.bytes(Column::access_location) / 4 * sizeof(Access);
  bytes += file.bytes(Column::index) * (file.version() == 2 ? 2 : 1);
  return bytes + file.bytes(Column::word) + file.bytes(Column::snapshot_byte);
}

/// Makes a Trace of a checked container, and never more of it than the cap allows: each part is
/// paid for, by the size that the index declares, before it is allocated.
class Decoder {
 public:
  Decoder(std::span<const std::byte> bytes, std::uint64_t cap, TraceUse use)
      : file_(bytes), cap_(cap), left_(cap), analysed_(use == TraceUse::analyse) {}

  Trace decode() {
    pay(file_.header().size(), json_cost);
    if (analysed_) pay(unpacked_bytes(file_), analysis_cost);  // first: it is known already
    parse_header(file_.header(), file_.version(), trace_, step_names_, source_bytes_);
    read_source();
    read_steps();
    read_accesses();
    read_lanes();
    read_snapshots();
    if (const auto fault = find_fault(trace_)) damaged(*fault);
    return std::move(trace_);
  }

 private:
  void pay(std::uint64_t count, std::uint64_t each) {
    if (count > left_ / each) {
      throw BadTrace{[most = cap_ >> 20](const std::string& file) {
        return tr(
            "{0} needs more than {1} MiB of memory, the most that a trace may take on this "
            "machine; "
            "record a smaller problem.",
            file, most);
      }};
    }
    left_ -= count * each;
  }

  /// Pays for a column and makes room for it.
  template <class Item>
  void reserve(std::vector<Item>& items, std::uint64_t count) {
    pay(count, sizeof(Item));
    items.reserve(count);
  }

  void read_source() {
    ColumnReader<std::uint8_t> text(file_, Column::source);
    if (text.size() > max_source_bytes) {
      throw BadTrace{[size = text.size() >> 20](const std::string& file) {
        return tr(
            "{0} has {1} MiB of source text, and {2} MiB are the most that is accepted; record a "
            "program with less.",
            file, size, std::uint64_t{max_source_bytes >> 20});
      }};
    }
    pay(text.size(), analysed_ ? text_cost : 1);
    std::uint64_t left = text.size();
    for (std::size_t k = 0; k < trace_.sources.size(); ++k) {
      if (source_bytes_[k] > left) damaged(tr("its sources are longer than their text"));
      left -= source_bytes_[k];
      std::string& to = trace_.sources[k].text;
      to.reserve(source_bytes_[k]);
      for (std::uint64_t i = 0; i < source_bytes_[k]; ++i) {
        to.push_back(static_cast<char>(text.next()));
      }
      const auto lines = static_cast<std::uint64_t>(std::ranges::count(to, '\n'));
      if (lines > max_source_lines) damaged(tr("a source has more lines than any program"));
      if (analysed_) pay(lines, line_cost);
    }
    if (left > 0) damaged(tr("its sources are shorter than their text"));
  }

  void read_steps();
  void read_accesses();
  template <class Columns>
  void read_accesses(Columns columns);
  std::uint32_t location_of(std::uint32_t step, std::uint32_t line);
  void read_lanes();
  template <class Unsigned>
  void read_indices(ColumnReader<Unsigned> differences);
  void read_snapshots();

  ChunkReader file_;
  std::uint64_t cap_;
  std::uint64_t left_;
  bool analysed_;
  Trace trace_;
  std::vector<std::string> step_names_;
  std::vector<std::uint64_t> source_bytes_;  // of each of the trace's sources
  std::uint64_t index_count_ = 0;            // that the accesses read so far need
  std::uint64_t word_count_ = 0;
  /// Format 2's locations, by source and line.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> locations_;
};

void Decoder::read_steps() {
  ColumnReader<std::uint32_t> names(file_, Column::step_name);
  ColumnReader<std::uint8_t> flags(file_, Column::step_flags, names.size());
  ColumnReader<std::int64_t> values(file_, Column::step_value, names.size());
  ColumnReader<std::uint32_t> counts(file_, Column::step_accesses, names.size());
  ColumnReader<std::int32_t> snapshots(file_, Column::step_snapshot, names.size());
  if (names.size() > max_steps) {
    throw BadTrace{[steps = names.size()](const std::string& file) {
      return tr(
          "{0} has {1} steps, and {2} are the most that is accepted; record a smaller problem.",
          file, steps, std::uint64_t{max_steps});
    }};
  }
  reserve(trace_.steps, names.size());
  std::uint32_t first_access = 0;
  for (std::uint32_t launch = 0; launch < trace_.launches.size(); ++launch) {
    for (std::uint32_t k = 0; k < trace_.launches[launch].step_count; ++k) {
      const std::uint32_t name = names.next();
      if (name >= step_names_.size()) damaged(tr("a step has no name"));
      if (const std::size_t length = step_names_[name].size(); length >= sizeof(std::string) / 2) {
        pay(length + long_name_cost, 1);
      }
      const std::uint8_t flag = flags.next();
      if ((flag & ~(flag_barrier | flag_value)) != 0) damaged(tr("a step is of an unknown sort"));
      const std::int64_t value = values.next();
      Step& step = trace_.steps.emplace_back();
      step.name = step_names_[name];
      if ((flag & flag_value) != 0) step.value = value;
      step.barrier = (flag & flag_barrier) != 0;
      step.launch = launch;
      step.first_access = first_access;
      step.access_count = counts.next();
      step.snapshot = snapshots.next();
      first_access += step.access_count;
    }
  }
  if (trace_.steps.size() != names.size()) damaged(tr("its launches leave out steps"));
}

/// The fields of an access as a version of the format stores them.
template <class Number>
class AccessColumns {
 public:
  explicit AccessColumns(const ChunkReader& file)
      : locations_(file, Column::access_location),
        masks_(file, Column::access_mask, size()),
        warps_(file, Column::access_warp, size()),
        arrays_(file, Column::access_array, size()),
        operations_(file, Column::access_operation, size()) {
    if (file.version() >= 3) elements_.emplace(file, Column::access_elements, size());
  }
  [[nodiscard]] std::uint64_t size() const { return locations_.size(); }
  Access next() {
    Access access;
    access.location = locations_.next();
    access.mask = masks_.next();
    access.warp = warps_.next();
    access.array = arrays_.next();
    const std::uint8_t operation = operations_.next();
    if (elements_) access.elements = elements_->next();
    access.has_result = elements_ && (operation & flag_result) != 0;
    const unsigned number = access.has_result ? operation - flag_result : operation;
    if (!is_operation(number)) damaged(tr("an access is of an unknown sort"));
    access.operation = static_cast<Operation>(number);
    return access;
  }

 private:
  ColumnReader<std::uint32_t> locations_, masks_;
  ColumnReader<Number> warps_, arrays_;
  ColumnReader<std::uint8_t> operations_;
  std::optional<ColumnReader<std::uint8_t>> elements_;
};

void Decoder::read_accesses() {
  if (file_.version() >= 3) {
    read_accesses(AccessColumns<std::int32_t>(file_));
  } else {
    read_accesses(AccessColumns<std::uint16_t>(file_));
  }
}

template <class Columns>
void Decoder::read_accesses(Columns columns) {
  reserve(trace_.accesses, columns.size());
  for (std::uint32_t s = 0; s < trace_.steps.size(); ++s) {
    for (std::uint32_t k = 0; k < trace_.steps[s].access_count; ++k) {
      Access access = columns.next();
      access.first_index = index_count_;
      access.first_word = word_count_;
      access.step = s;
      if (access.array < 0 || access.array >= std::ssize(trace_.arrays)) {
        damaged(tr("an access has no array"));
      }
      if (file_.version() == 2) access.location = location_of(s, access.location);
      const auto active = static_cast<std::uint64_t>(access.active());
      index_count_ += active;
      if (analysed_ && access.elements > 1) {
        pay(active * access.elements * access.elements, wide_flow_cost);
      }
      word_count_ += active * trace_.lane_words(access);
      trace_.accesses.push_back(access);
    }
  }
  if (trace_.accesses.size() != columns.size()) damaged(tr("its steps leave out accesses"));
}

/// Format 2 had lines of the launch's one file.
std::uint32_t Decoder::location_of(std::uint32_t step, std::uint32_t line) {
  const std::uint32_t source = trace_.launches[trace_.steps[step].launch].source;
  const auto id = static_cast<std::uint32_t>(trace_.locations.size());
  const auto [known, fresh] = locations_.try_emplace({source, line}, id);
  if (fresh) {
    pay(1, location_cost);
    trace_.locations.push_back({source, line});
  }
  return known->second;
}

void Decoder::read_lanes() {
  reserve(trace_.indices, index_count_);
  if (file_.version() >= 3) {
    read_indices(ColumnReader<std::uint64_t>(file_, Column::index, index_count_));
  } else {
    read_indices(ColumnReader<std::uint32_t>(file_, Column::index, index_count_));
  }
  ColumnReader<std::uint32_t> words(file_, Column::word, word_count_);
  reserve(trace_.words, words.size());
  for (std::uint64_t k = 0; k < words.size(); ++k) trace_.words.push_back(words.next());
}

template <class Unsigned>
void Decoder::read_indices(ColumnReader<Unsigned> differences) {
  Unsigned index = 0;
  for (std::uint64_t k = 0; k < differences.size(); ++k) {
    index += differences.next();
    trace_.indices.push_back(static_cast<std::make_signed_t<Unsigned>>(index));
  }
}

void Decoder::read_snapshots() {
  ColumnReader<std::uint32_t> sizes(file_, Column::snapshot_size);
  ColumnReader<std::uint8_t> bytes(file_, Column::snapshot_byte);
  reserve(trace_.snapshots, sizes.size());
  std::uint64_t total = 0;
  for (std::uint64_t k = 0; k < sizes.size(); ++k) {
    const std::uint32_t size = sizes.next();
    if (size > max_shared_bytes) damaged(tr("a snapshot is larger than any shared memory"));
    pay(size, 1);
    auto& snapshot = trace_.snapshots.emplace_back();
    snapshot.reserve(size);
    for (std::uint32_t byte = 0; byte < size; ++byte) snapshot.push_back(bytes.next());
    total += size;
  }
  if (bytes.size() != total) damaged(tr("its snapshots leave out bytes"));
}

Error beyond_memory(const std::string& origin) {
  return {ErrorKind::usage,
          tr("{} needs more memory than this machine has; record a smaller problem, or close other "
             "programs.",
             origin)};
}

}  // namespace

std::vector<std::byte> encode_trace(const Trace& trace) {
  assert(!find_fault(trace));  // else the file could not be read back
  std::map<std::string, std::uint32_t> name_ids;
  std::vector<std::string> names;
  for (const Step& step : trace.steps) {
    const auto id = static_cast<std::uint32_t>(names.size());
    if (name_ids.emplace(step.name, id).second) names.push_back(step.name);
  }
  ChunkWriter file(header_text(trace, names));
  std::string sources;
  for (const SourceFile& source : trace.sources) sources += source.text;
  write_bytes(file, Column::source, std::as_bytes(std::span(sources)));
  write_steps(file, trace.steps, name_ids);
  write_accesses(file, trace);
  write_lanes(file, trace);
  write_snapshots(file, trace);
  write_field<std::uint8_t>(file, Column::access_elements, trace.accesses,
                            [](const Access& access) { return access.elements; });
  return file.finish();
}

Result<Trace> decode_trace(std::span<const std::byte> bytes, const std::string& origin,
                           std::uint64_t cap, TraceUse use) try {
  return Decoder(bytes, cap, use).decode();
} catch (const BadTrace& bad) {
  return usage_error(bad.sentence(origin));
} catch (const std::bad_alloc&) {
  return beyond_memory(origin);
}

std::uint64_t trace_memory_cap() {
  const auto pages = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PHYS_PAGES), 0L));
  std::uint64_t memory = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  constexpr std::uint64_t unknown = std::uint64_t{4} << 30;
  if (memory == 0) memory = unknown;
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    memory = std::min<std::uint64_t>(memory, limit.rlim_cur);
  }
  return memory / 4 * 3;
}

Result<TraceSize> size_of_trace(const std::filesystem::path& path) try {
  const Result<std::vector<std::byte>> bytes = read_whole_file(path, trace_memory_cap());
  if (!bytes) return bytes.error();
  const ChunkReader file(bytes.value());
  return TraceSize{.accesses = file.bytes(Column::access_location) / 4,
                   .memory = unpacked_bytes(file) * (1 + analysis_cost)};
} catch (const BadTrace& bad) {
  return usage_error(bad.sentence(path.string()));
} catch (const std::bad_alloc&) {
  return beyond_memory(path.string());
}

Status write_trace(const Trace& trace, const std::filesystem::path& path) {
  return guarded("save " + path.string(),
                 [&] { return write_file_atomically(path, encode_trace(trace)); });
}

Result<Trace> read_trace(const std::filesystem::path& path, TraceUse use) try {
  const std::uint64_t cap = trace_memory_cap();
  const Result<std::vector<std::byte>> bytes = read_whole_file(path, cap);
  if (!bytes) return bytes.error();
  return decode_trace(bytes.value(), path.string(), cap, use);
} catch (const std::bad_alloc&) {
  return beyond_memory(path.string());
}

}  // namespace warpscope
