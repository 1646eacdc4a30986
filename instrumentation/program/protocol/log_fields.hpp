#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/sentence_json.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

// How values lie in a record of the machine's log: one table of fields for both directions, fields(archive, value). Numbers
// as the processor has them, since both sides run on one; texts and lists behind their length.

template <class T>
concept PlainField = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Writes fields one after another.
class FieldWriter {
 public:
  static constexpr bool reads = false;
  explicit FieldWriter(std::vector<std::byte>& bytes) : bytes_(bytes) { bytes_.clear(); }

  template <PlainField T>
  void operator()(const T& value) {
    put(&value, sizeof value);
  }
  void operator()(const std::string& text) { (*this)(std::string_view(text)); }
  void operator()(std::string_view text) {
    (*this)(static_cast<std::uint32_t>(text.size()));
    put(text.data(), text.size());
  }
  void operator()(const Sentence& sentence);
  template <class T>
  void operator()(const std::vector<T>& list) {
    (*this)(static_cast<std::uint32_t>(list.size()));
    for (const T& item : list) (*this)(item);
  }
  template <class T>
  void operator()(const std::optional<T>& value) {
    (*this)(value.has_value());
    if (value) (*this)(*value);
  }
  template <class T>
  requires(!PlainField<T>) void operator()(const T& value) { fields(*this, value); }
  void put(const void* from, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }

 private:
  std::vector<std::byte>& bytes_;
};

/// Reads what FieldWriter wrote, and trusts nothing: the program's own code may have written it. Texts come back fit to be
/// shown. What does not fit leaves the value as it was, and good() is false from then on.
class FieldReader {
 public:
  static constexpr bool reads = true;
  explicit FieldReader(std::span<const std::byte> bytes) : left_(bytes) {}

  [[nodiscard]] bool good() const { return good_; }
  /// Nothing is left over, either.
  [[nodiscard]] bool done() const { return good_ && left_.empty(); }
  void spoil() { good_ = false; }

  template <PlainField T>
  void operator()(T& value) {
    if constexpr (std::same_as<T, bool>) {
      std::uint8_t byte = 0;
      take(&byte, 1);
      value = byte != 0;
    } else {
      take(&value, sizeof value);
    }
  }
  void operator()(std::string& text) { text = quotable(raw_text(), longest_name); }
  void operator()(Sentence& sentence);
  template <class T>
  void operator()(std::vector<T>& list) {
    std::uint32_t count = 0;
    (*this)(count);
    if (count > left_.size()) return spoil();  // an item takes a byte at least
    list.clear();
    for (std::uint32_t k = 0; k < count && good_; ++k) (*this)(list.emplace_back());
  }
  template <class T>
  void operator()(std::optional<T>& value) {
    bool there = false;
    (*this)(there);
    if (there) (*this)(value.emplace());
  }
  template <class T>
  requires(!PlainField<T>) void operator()(T& value) { fields(*this, value); }
  /// As it was written: a source's text is kept byte by byte.
  [[nodiscard]] std::string_view raw_text();
  [[nodiscard]] std::span<const std::byte> raw(std::size_t bytes);
  [[nodiscard]] std::size_t left() const { return left_.size(); }

  static constexpr std::size_t longest_name = 2000;  ///< characters of a file, a kernel, an array
  static constexpr std::size_t longest_sentence = 8000;  ///< characters

 private:
  void take(void* to, std::size_t bytes) {
    if (bytes > left_.size()) return spoil();
    std::memcpy(to, left_.data(), bytes);
    left_ = left_.subspan(bytes);
  }
  std::span<const std::byte> left_;
  bool good_ = true;
};

/// Of an enumeration; a value that has no name spoils the record.
template <class Archive, class Enum>
void named(Archive& archive, Enum& value, std::remove_const_t<Enum> last) {
  archive(value);
  if constexpr (Archive::reads) {
    if (value > last) {
      value = {};
      archive.spoil();
    }
  }
}

// `A` is FieldWriter with a const value or FieldReader with one that changes.

template <class A>
void fields(A& a, std::convertible_to<const Dim3&> auto& extent) {
  a(extent.x), a(extent.y), a(extent.z);
  if constexpr (A::reads) {
    if (extent.x < 0 || extent.y < 0 || extent.z < 0) a.spoil();
  }
}

template <class A>
void fields(A& a, std::convertible_to<const MemoryKey&> auto& key) {
  a(key.allocation), a(key.variable);
}
template <class A>
void fields(A& a, std::convertible_to<const ComparedRun&> auto& run) {
  named(a, run.blocks, last_block_order);
  a(run.seed), a(run.unset), a(run.told_launch), a(run.told), a(run.told_offset);
}
template <class A>
void fields(A& a, std::convertible_to<const MemoryState&> auto& state) {
  a(state.key), a(state.name), a(state.bytes), a(state.hash);
}
template <class A>
void fields(A& a, std::convertible_to<const LaunchMemory&> auto& memory) {
  a(memory.launch), a(memory.parts);
}
template <class A>
void fields(A& a, std::convertible_to<const LastWriter&> auto& writer) {
  a(writer.launch), a(writer.block), a(writer.thread), a(writer.file), a(writer.line);
  a(writer.atomic);
}

template <class A>
void fields(A& a, std::convertible_to<const ProgramLaunch&> auto& launch) {
  a(launch.number), a(launch.kernel), a(launch.grid), a(launch.block), a(launch.shared_bytes);
  a(launch.trace_launch), a(launch.recorded_block), a(launch.checked_blocks), a(launch.checked_all);
  a(launch.cut), a(launch.error);
  if constexpr (A::reads) {
    if (launch.number < 1 || launch.shared_bytes < 0 || launch.trace_launch < -1 ||
        launch.recorded_block < -1 || launch.checked_blocks < 0) {
      a.spoil();
    }
  }
}

template <class A>
void fields(A& a, std::convertible_to<const SharedTotals&> auto& of) {
  a(of.requests), a(of.wavefronts), a(of.ideal);
}
template <class A>
void fields(A& a, std::convertible_to<const GlobalTotals&> auto& of) {
  a(of.requests), a(of.sectors), a(of.ideal);
}
template <class A>
void fields(A& a, std::convertible_to<const Totals&> auto& totals) {
  for (const TotalsEntry& entry : totals_table()) {
    visit_sum(totals, entry, [&a](auto& sum) { a(sum); });
  }
  a(totals.shuffles), a(totals.barriers), a(totals.steps), a(totals.active_lanes);
  a(totals.lane_slots), a(totals.max_degree);
}

template <class A>
void fields(A& a, std::convertible_to<const ProgramFinding&> auto& finding) {
  named(a, finding.kind, last_finding_kind);
  a(finding.message), a(finding.file), a(finding.line), a(finding.launch), a(finding.block);
  a(finding.thread), a(finding.array), a(finding.index), a(finding.other_file);
  a(finding.other_line), a(finding.other_thread), a(finding.other_block), a(finding.times);
  a(finding.unfenced_signal), a(finding.early_signal);
  if constexpr (A::reads) {
    if (finding.launch < 0) a.spoil();
  }
}

template <class A>
void fields(A& a, std::convertible_to<const StreamName&> auto& stream) {
  a(stream.legacy), a(stream.name);
}
template <class A>
void fields(A& a, std::convertible_to<const StreamCall&> auto& call) {
  named(a, call.kind, last_stream_call_kind);
  a(call.stream), a(call.number), a(call.clock), a(call.function), a(call.kernel);
  a(call.launch), a(call.file), a(call.line);
}
template <class A>
void fields(A& a, std::convertible_to<const StreamClash&> auto& clash) {
  a(clash.later), a(clash.earlier), a(clash.later_writes), a(clash.earlier_writes);
  a(clash.memory);
}

template <class A>
void fields(A& a, std::convertible_to<const LoadedModule&> auto& module) {
  a(module.base), a(module.begin), a(module.end);
}

template <class A>
void fields(A& a, std::convertible_to<const ElementType&> auto& type) {
  named(a, type.scalar, last_scalar);
  a(type.components);
  if constexpr (A::reads) {
    if (type.components < 1 || type.components > 4) a.spoil();
  }
}
template <class A>
void fields(A& a, std::convertible_to<const MemoryContents&> auto& contents) {
  a(contents.name), a(contents.type), a(contents.bytes), a(contents.written);
}
template <class A>
void fields(A& a, std::convertible_to<const Member&> auto& member) {
  a(member.name), a(member.offset), a(member.type), a(member.count);
}
template <class A>
void fields(A& a, std::convertible_to<const Structure&> auto& structure) {
  a(structure.name), a(structure.bytes), a(structure.members);
}
template <class A>
void fields(A& a, std::convertible_to<const Array&> auto& array) {
  a(array.name);
  named(a, array.space, last_space);
  a(array.type), a(array.count), a(array.base), a(array.columns), a(array.structure);
  a(array.extents);
}
template <class A>
void fields(A& a, std::convertible_to<const ArrayName&> auto& name) {
  a(name.array), a(name.name), a(name.extents);
}
template <class A>
void fields(A& a, std::convertible_to<const SourceFile&> auto& file) {
  a(file.name);
  if constexpr (A::reads) {
    file.text = a.raw_text();
  } else {
    a(file.text);
  }
}
template <class A>
void fields(A& a, std::convertible_to<const CodeLocation&> auto& location) {
  a(location.source), a(location.line), a(location.caller), a(location.function);
}
template <class A>
void fields(A& a, std::convertible_to<const Launch&> auto& launch) {
  a(launch.kernel), a(launch.grid), a(launch.block), a(launch.traced_block), a(launch.number);
}
template <class A>
void fields(A& a, std::convertible_to<const Finding&> auto& finding) {
  named(a, finding.kind, last_finding_kind);
  a(finding.line), a(finding.other_line), a(finding.source), a(finding.thread);
  a(finding.other_thread), a(finding.block), a(finding.array), a(finding.index), a(finding.times);
  a(finding.message), a(finding.arrived);
}

}  // namespace warpscope
