#include "instrumentation/analysis/replay.hpp"

#include <algorithm>
#include <cstring>

#include "instrumentation/analysis/atomic.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/store_order.hpp"

namespace warpscope {
namespace {

constexpr std::size_t frame_budget = std::size_t{256} << 20;  // bytes in all

/// Calls visit(offset, value) with the byte offset in shared memory of each element that the access
/// writes, the survivor of one element last. Lanes out of bounds wrote nothing; a finding tells of
/// them.
template <class Visit>
void for_each_write(const Trace& trace, const Access& access, std::size_t shared_bytes,
                    Visit visit) {
  const Array& array = trace.arrays[access.array];
  if (array.space != Space::shared) return;
  if (!writes(access.operation)) return;
  const std::int64_t size = array.type.bytes();
  const auto indices = trace.lane_indices(access);
  for_each_in_store_order(trace, access, [&](int k) {
    for (int e = 0; e < access.elements; ++e) {
      const ElementIndex index = indices[static_cast<std::size_t>(k)] + e;
      const std::int64_t offset = array.base + index * size;
      if (index < 0 || index >= array.count) continue;
      if (offset + size > static_cast<std::int64_t>(shared_bytes)) continue;
      visit(static_cast<std::size_t>(offset),
            reinterpret_cast<const std::uint8_t*>(trace.lane_value(access, k, e).data()));
    }
  });
}

void apply(SharedState& state, const Trace& trace, std::uint32_t number) {
  const Access& access = trace.accesses[number];
  const ElementType type = trace.arrays[access.array].type;
  const auto size = static_cast<std::size_t>(type.bytes());
  for_each_write(trace, access, state.bytes.size(),
                 [&](std::size_t offset, const std::uint8_t* value) {
                   std::uint8_t* cell = state.bytes.data() + offset;
                   if (stores(access.operation)) {
                     std::memcpy(cell, value, size);
                   } else {
                     apply_atomic(access.operation, type, cell, value);
                   }
                   for (std::size_t word = offset / 4; word <= (offset + size - 1) / 4; ++word) {
                     state.writer[word] = number + 1;
                   }
                 });
}

void clear(SharedState& state, std::size_t bytes) {
  state.bytes.assign(bytes, 0);
  state.writer.assign((bytes + 3) / 4, 0);
}

const Launch& launch_at(const Trace& trace, std::uint32_t access) {
  return trace.launch_of(trace.accesses[access]);
}

/// Position of the first access of the launch that `access` belongs to.
std::uint32_t launch_begin(const Trace& trace, std::uint32_t access) {
  return trace.steps[launch_at(trace, access).first_step].first_access;
}

}  // namespace

Replay::Replay(const Trace& trace) : trace_(&trace) {
  std::size_t shared_bytes = 1;
  for (const Launch& launch : trace.launches) {
    shared_bytes = std::max<std::size_t>(shared_bytes, launch.shared_bytes);
  }
  const std::size_t budget = frame_budget / (2 * shared_bytes);  // a word has a writer of its size
  const std::size_t needed = trace.accesses.size() / std::max<std::size_t>(budget, 1) + 1;
  spacing_ = static_cast<std::uint32_t>(std::max<std::size_t>(interval, needed));

  SharedState state;
  clear(state, trace.launches.empty() ? 0 : trace.launches.front().shared_bytes);
  frames_.push_back(state);
  const auto count = static_cast<std::uint32_t>(trace.accesses.size());
  for (std::uint32_t next = spacing_; next <= count; next += spacing_) {
    play(state, next - spacing_, next);
    frames_.push_back(state);
  }
}

SharedState Replay::at(std::uint32_t count) const {
  count = std::min(count, static_cast<std::uint32_t>(trace_->accesses.size()));
  const std::uint32_t frame = count / spacing_;
  SharedState state = frames_[frame];
  play(state, frame * spacing_, count);
  return state;
}

void Replay::seek(SharedState& state, std::uint32_t from, std::uint32_t to) const {
  if (from <= to && to - from <= spacing_) {
    play(state, from, std::min(to, static_cast<std::uint32_t>(trace_->accesses.size())));
  } else {
    state = at(to);
  }
}

void Replay::play(SharedState& state, std::uint32_t from, std::uint32_t to) const {
  if (from >= to) return;
  // The shared memory of earlier launches is gone, so their accesses need no replay.
  from = std::max(from, launch_begin(*trace_, to - 1));
  for (std::uint32_t access = from; access < to; ++access) {
    if (access == launch_begin(*trace_, access)) {
      clear(state, launch_at(*trace_, access).shared_bytes);
    }
    apply(state, *trace_, access);
  }
}

namespace {

/// Marks the bytes that a step's accesses write.
void mark_written(const Trace& trace, const Step& step, std::vector<bool>& written) {
  for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
    const Access& access = trace.accesses[a];
    const auto size = static_cast<std::size_t>(trace.arrays[access.array].type.bytes());
    for_each_write(trace, access, written.size(), [&](std::size_t offset, const std::uint8_t*) {
      std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(offset), size, true);
    });
  }
}

/// Names the element that holds a byte, as "data[12]".
std::string element_at(const Trace& trace, std::size_t byte) {
  for (std::size_t id = 0; id < trace.arrays.size(); ++id) {
    const Array& array = trace.arrays[id];
    const auto size = static_cast<std::size_t>(array.type.bytes());
    if (array.space != Space::shared || byte < array.base) continue;
    const std::size_t index = (byte - array.base) / size;
    if (index >= static_cast<std::size_t>(array.count)) continue;
    return element_name(trace, static_cast<int>(id), static_cast<ElementIndex>(index));
  }
  return "byte " + std::to_string(byte) + " of shared memory";
}

}  // namespace

std::string replay_violation(const Trace& trace) {
  const Replay replay(trace);
  SharedState state = replay.at(0);
  std::uint32_t reached = 0;
  std::vector<bool> written;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const Step& step = trace.steps[s];
    const Launch& launch = trace.launches[step.launch];
    if (s == launch.first_step) written.assign(launch.shared_bytes, false);
    mark_written(trace, step, written);
    if (step.snapshot < 0) continue;

    const auto& snapshot = trace.snapshots[static_cast<std::size_t>(step.snapshot)];
    if (snapshot.size() != launch.shared_bytes) {
      return tr("The snapshot after step {0} ({1}) holds {2} bytes, but the block has {3}.", s + 1,
                step.name, snapshot.size(), launch.shared_bytes);
    }
    const std::uint32_t end = step.first_access + step.access_count;
    replay.seek(state, reached, end);
    reached = end;
    for (std::size_t byte = 0; byte < snapshot.size(); ++byte) {
      if (!written[byte] || snapshot[byte] == state.bytes[byte]) continue;
      return tr(
          "Replaying the stores up to the end of step {0} ({1}) gives another value for {2} than "
          "the "
          "snapshot there.",
          s + 1, step.name, element_at(trace, byte));
    }
  }
  return {};
}

}  // namespace warpscope
