#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/trace/local_memory.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope::test {

/// One value per lane of a warp; inactive lanes are ignored.
using Lanes = std::array<std::uint32_t, warp_lanes>;

/// The id of a location, which the trace gets where it has none like it.
inline std::uint32_t location_in(Trace& trace, const CodeLocation& location) {
  const auto found = std::ranges::find(trace.locations, location);
  const auto id = static_cast<std::uint32_t>(found - trace.locations.begin());
  if (found == trace.locations.end()) trace.locations.push_back(location);
  return id;
}

/// The first `count` lanes.
constexpr std::uint32_t first_lanes(int count) {
  return count >= warp_lanes ? all_lanes : (1U << count) - 1;
}

/// Makes traces by hand: a few lines of a kernel, one warp instruction a call. Keeps memory, so
/// that loads return what was stored and every barrier gets its snapshot. Values are 32-bit words;
/// word k of a wider element is value + k. Atomics add words as integers.
///
///   TraceMaker make(32);
///   const int data = make.shared("data", 64);
///   const Lanes x = make.load(data, 10, all_lanes, [](int lane) { return 2 * lane; });
///   make.store(data, 11, all_lanes, [](int lane) { return lane; }, x);
///   make.barrier("copy");
///   const Trace trace = make.take();
class TraceMaker {
 public:
  explicit TraceMaker(int block = warp_lanes) { launch(block); }

  /// Starts another launch; the constructor starts the first. Shared memory is fresh. Launches of
  /// one kernel share its source, an empty one until source() says more.
  void launch(int block, const std::string& kernel = "hand_made") {
    if (open_access() < trace_.accesses.size()) end_step("", std::nullopt, false);
    Launch next;
    next.kernel = kernel;
    next.block = {block};
    next.first_step = static_cast<std::uint32_t>(trace_.steps.size());
    const auto known = std::ranges::find(trace_.sources, kernel + ".cuh", &SourceFile::name);
    next.source = static_cast<std::uint32_t>(known - trace_.sources.begin());
    if (known == trace_.sources.end()) trace_.sources.push_back({kernel + ".cuh", ""});
    trace_.launches.push_back(next);
    for (std::size_t a = 0; a < memory_.size(); ++a) {
      if (trace_.arrays[a].space == Space::shared) std::ranges::fill(memory_[a], 0U);
    }
    warp_ = 0;
  }

  /// The text of the present launch's source.
  void source(std::string text) {
    trace_.sources[trace_.launches.back().source].text = std::move(text);
  }
  /// A step of the host before the next launch; before the first one if nothing has happened yet.
  void host(std::string text) { host(Sentence(std::move(text))); }
  void host(Sentence text) {
    const bool begun = !trace_.steps.empty() || !trace_.accesses.empty();
    trace_.host.push_back(
        {static_cast<std::uint32_t>(begun ? trace_.launches.size() : 0), std::move(text)});
  }

  /// Declares arrays; shared ones lie one behind the other, each aligned to 16 bytes.
  int shared(std::string name, std::int64_t count, ElementType type = {}) {
    const int id = declare({std::move(name), Space::shared, type, count, shared_bytes_});
    shared_bytes_ += static_cast<std::uint32_t>(count * type.bytes() + 15) / 16 * 16;
    return id;
  }
  int global(std::string name, std::int64_t count, ElementType type = {}) {
    return declare({std::move(name), Space::global, type, count, 0});
  }
  int constant(std::string name, std::int64_t count, ElementType type = {}) {
    return declare({std::move(name), Space::constant, type, count, 0});
  }
  /// `count` elements of each thread of the present launch.
  int local(std::string name, int count) {
    return declare(in_local_memory(std::move(name), {}, count, trace_.launches.back().threads()));
  }
  /// A shared matrix, row by row.
  int matrix(std::string name, std::int64_t rows, std::int64_t columns, ElementType type = {}) {
    const int id = shared(std::move(name), rows * columns, type);
    trace_.arrays[static_cast<std::size_t>(id)].columns = columns;
    return id;
  }
  int registers(std::string name = "registers", ElementType type = {}) {
    return declare({std::move(name), Space::registers, type, trace_.launches.back().threads(), 0});
  }
  /// Fills memory without a trace of it, as the host does before a launch.
  void fill(int array, const std::vector<std::uint32_t>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) put(array, static_cast<int>(i), values[i]);
  }

  /// The warp that the following accesses belong to.
  void warp(int warp) { warp_ = warp; }

  template <class Index>
  Lanes load(int array, std::uint32_t line, std::uint32_t mask, Index index) {
    Lanes values{};
    for_each_lane(mask, [&](int lane, int) { values[lane] = get(array, index(lane)); });
    record(Operation::load, array, line, mask, index, values);
    return values;
  }
  template <class Index>
  void store(int array, std::uint32_t line, std::uint32_t mask, Index index, const Lanes& values) {
    record(Operation::store, array, line, mask, index, values);
    for_each_lane(mask, [&](int lane, int) { put(array, index(lane), values[lane]); });
  }
  template <class Index>
  void atomic_add(int array, std::uint32_t line, std::uint32_t mask, Index index,
                  const Lanes& values) {
    record(Operation::atomic_add, array, line, mask, index, values);
    for_each_lane(mask, [&](int lane, int) {
      put(array, index(lane), get(array, index(lane)) + values[lane]);
    });
  }
  /// `source(lane)` is the lane of the same warp whose offer is received.
  template <class Source>
  Lanes shuffle(int array, std::uint32_t line, std::uint32_t mask, Source source,
                const Lanes& offered) {
    record(
        Operation::shuffle, array, line, mask,
        [&](int lane) { return warp_ * warp_lanes + source(lane); }, offered);
    Lanes received{};
    for_each_lane(mask, [&](int lane, int) { received[lane] = offered[source(lane)]; });
    return received;
  }

  void step(std::string name, std::optional<std::int64_t> value = {}) {
    end_step(std::move(name), value, false);
  }
  void barrier(std::string name, std::optional<std::int64_t> value = {}) {
    end_step(std::move(name), value, true);
  }

  /// The caller must fill header and findings.
  Trace take() {
    if (open_access() < trace_.accesses.size()) end_step("", std::nullopt, false);
    for (Launch& launch : trace_.launches) launch.shared_bytes = shared_bytes_;
    for (auto& snapshot : trace_.snapshots) snapshot.resize(shared_bytes_);
    return std::move(trace_);
  }

 private:
  int declare(Array array) {
    const auto words = static_cast<std::size_t>(array.count * array.type.words());
    memory_.emplace_back(words, 0U);
    trace_.arrays.push_back(std::move(array));
    return static_cast<int>(trace_.arrays.size()) - 1;
  }
  [[nodiscard]] std::size_t width(int array) const {
    return static_cast<std::size_t>(trace_.arrays[array].type.words());
  }
  [[nodiscard]] std::uint32_t get(int array, int index) const {
    return memory_[array].at(static_cast<std::size_t>(index) * width(array));
  }
  void put(int array, int index, std::uint32_t value) {
    for (std::size_t k = 0; k < width(array); ++k) {
      memory_[array].at(static_cast<std::size_t>(index) * width(array) + k) =
          value + static_cast<std::uint32_t>(k);
    }
  }

  template <class Index>
  void record(Operation operation, int array, std::uint32_t line, std::uint32_t mask, Index index,
              const Lanes& values) {
    Access access;
    access.first_index = trace_.indices.size();
    access.first_word = trace_.words.size();
    access.location = location(line);
    access.mask = mask;
    access.step = static_cast<std::uint32_t>(trace_.steps.size());
    access.warp = warp_;
    access.array = array;
    access.operation = operation;
    trace_.accesses.push_back(access);
    for_each_lane(mask, [&](int lane, int) {
      trace_.indices.push_back(index(lane));
      for (std::size_t k = 0; k < width(array); ++k) {
        trace_.words.push_back(values[lane] + static_cast<std::uint32_t>(k));
      }
    });
  }

  [[nodiscard]] std::uint32_t location(std::uint32_t line) {
    return location_in(trace_, {trace_.launches.back().source, line});
  }
  [[nodiscard]] std::size_t open_access() const {
    if (trace_.steps.empty()) return 0;
    return trace_.steps.back().first_access + trace_.steps.back().access_count;
  }
  void end_step(std::string name, std::optional<std::int64_t> value, bool barrier) {
    const std::size_t first = open_access();
    std::ranges::stable_sort(trace_.accesses.begin() + static_cast<std::ptrdiff_t>(first),
                             trace_.accesses.end(), {}, &Access::warp);
    Step step;
    step.name = std::move(name);
    step.value = value;
    step.barrier = barrier;
    step.launch = static_cast<std::uint32_t>(trace_.launches.size()) - 1;
    step.first_access = static_cast<std::uint32_t>(first);
    step.access_count = static_cast<std::uint32_t>(trace_.accesses.size() - first);
    if (barrier) {
      step.snapshot = static_cast<std::int32_t>(trace_.snapshots.size());
      trace_.snapshots.push_back(snapshot());
    }
    trace_.steps.push_back(std::move(step));
    ++trace_.launches.back().step_count;
  }
  [[nodiscard]] std::vector<std::uint8_t> snapshot() const {
    std::vector<std::uint8_t> bytes(shared_bytes_);
    for (std::size_t a = 0; a < memory_.size(); ++a) {
      const Array& array = trace_.arrays[a];
      if (array.space != Space::shared) continue;
      const auto size = static_cast<std::size_t>(array.type.bytes());
      for (std::size_t i = 0; i < static_cast<std::size_t>(array.count); ++i) {
        std::memcpy(bytes.data() + array.base + i * size,
                    memory_[a].data() + i * width(static_cast<int>(a)), size);
      }
    }
    return bytes;
  }

  Trace trace_;
  std::vector<std::vector<std::uint32_t>> memory_;  // per array
  std::uint32_t shared_bytes_ = 0;
  int warp_ = 0;
};

/// An element for each lane: its own.
inline constexpr auto own = [](int lane) { return lane; };

/// One value for all lanes.
[[nodiscard]] inline Lanes all(std::uint32_t value) {
  Lanes lanes;
  lanes.fill(value);
  return lanes;
}

}  // namespace warpscope::test
