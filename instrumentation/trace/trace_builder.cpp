#include "instrumentation/trace/trace_builder.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {

namespace {

constexpr std::uint32_t no_location = 0xffffffffU;

/// Position of an item; adds it if there is none like it.
template <class Item>
std::size_t position_of(std::vector<Item>& items, const Item& item) {
  const auto found = std::ranges::find(items, item);
  if (found != items.end()) return static_cast<std::size_t>(found - items.begin());
  items.push_back(item);
  return items.size() - 1;
}

}  // namespace

std::uint32_t TraceBuilder::source(const SourceFile& file) {
  const auto known = std::ranges::find(trace_.sources, file.name, &SourceFile::name);
  const auto id = static_cast<std::uint32_t>(known - trace_.sources.begin());
  if (known == trace_.sources.end()) trace_.sources.push_back(file);
  return id;
}

void TraceBuilder::begin_launch(Launch launch, const SourceFile& source) {
  launch.source = this->source(source);
  location_of_line_.clear();
  trace_.launches.push_back(std::move(launch));
}

std::uint32_t TraceBuilder::location(const CodeLocation& location) {
  const auto id = static_cast<std::uint32_t>(trace_.locations.size());
  const auto [known, fresh] = locations_.try_emplace(location, id);
  if (fresh) trace_.locations.push_back(location);
  return known->second;
}

std::uint32_t TraceBuilder::line(std::uint32_t number) {
  if (number >= max_source_lines) return location({trace_.launches.back().source, number});
  if (number >= location_of_line_.size()) location_of_line_.resize(number + 1, no_location);
  std::uint32_t& id = location_of_line_[number];
  if (id == no_location) id = location({trace_.launches.back().source, number});
  return id;
}

void TraceBuilder::host(Sentence text) {
  trace_.host.push_back({static_cast<std::uint32_t>(trace_.launches.size()), std::move(text)});
}

int TraceBuilder::array(const Array& array) {
  std::vector<int>& known = arrays_of_name_[array.name];
  const auto found = std::ranges::find_if(
      known, [&](int id) { return trace_.arrays[static_cast<std::size_t>(id)] == array; });
  if (found != known.end()) return *found;
  trace_.arrays.push_back(array);
  return known.emplace_back(static_cast<int>(trace_.arrays.size()) - 1);
}

void TraceBuilder::call_array(int array, const std::vector<ArrayName>& names) {
  const std::string& own = trace_.arrays[static_cast<std::size_t>(array)].name;
  const bool plain = names.size() == 1 && names.front().extents.empty();
  if (plain && names.front().name == own) return;
  for (const ArrayName& called : names) {
    trace_.launches.back().names.push_back({array, called.name, called.extents});
  }
}

int TraceBuilder::structure(const Structure& structure) {
  return static_cast<int>(position_of(trace_.structures, structure));
}

void TraceBuilder::access(Place place, Access what, std::span<const ElementIndex> indices,
                          std::span<const std::uint32_t> words) {
  assert(what.mask != 0 && indices.size() == static_cast<std::size_t>(what.active()));
  assert(words.size() == indices.size() * trace_.lane_words(what));
  what.first_index = trace_.indices.size();
  what.first_word = trace_.words.size();
  for (const ElementIndex index : indices) {
    trace_.indices.push_back(std::clamp(index, -max_element_index, max_element_index));
  }
  trace_.words.insert(trace_.words.end(), words.begin(), words.end());
  // Last: a program may be stopped right here, and what was recorded is taken as it is.
  std::atomic_signal_fence(std::memory_order_release);
  records_.push_back({key(place), what});
}

void TraceBuilder::name_step(int warp, Place place, std::string_view name,
                             std::optional<std::int64_t> value, bool barrier) {
  names_.push_back({key(place), warp, std::string(name), value, barrier});
}

void TraceBuilder::snapshot(std::uint32_t interval, std::vector<std::uint8_t> bytes) {
  snapshots_.push_back({key({interval, 0}), std::move(bytes)});
}

void TraceBuilder::finding(Place place, Finding finding) {
  findings_.emplace_back(key(place), std::move(finding));
}

void TraceBuilder::order_records() {
  const auto before = [](const Record& a, const Record& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.access.warp < b.access.warp;
  };
  if (std::is_sorted(records_.begin(), records_.end(), before)) return;
  std::stable_sort(records_.begin(), records_.end(), before);
  // Lane entries follow their accesses, so that equal runs give equal bytes.
  std::vector<ElementIndex> indices;
  std::vector<std::uint32_t> words;
  indices.reserve(trace_.indices.size());
  words.reserve(trace_.words.size());
  for (auto& [unused, access] : records_) {
    const auto lanes = static_cast<std::size_t>(access.active());
    const auto width = trace_.lane_words(access);
    const auto* index = trace_.indices.data() + access.first_index;
    const auto* word = trace_.words.data() + access.first_word;
    access.first_index = indices.size();
    access.first_word = words.size();
    indices.insert(indices.end(), index, index + lanes);
    words.insert(words.end(), word, word + lanes * width);
  }
  trace_.indices = std::move(indices);
  trace_.words = std::move(words);
}

/// Numbers locations in the order in which accesses reach them, not in which they were made, so
/// that equal runs give equal bytes. A call comes before what is called from there.
void TraceBuilder::order_locations() {
  std::vector<std::uint32_t> new_id(trace_.locations.size(), no_location);
  std::vector<CodeLocation> ordered;
  std::vector<std::uint32_t> stack;
  for (auto& [unused, access] : records_) {
    for (std::uint32_t id = access.location; new_id[id] == no_location;) {
      stack.push_back(id);
      if (trace_.locations[id].caller < 0) break;
      id = static_cast<std::uint32_t>(trace_.locations[id].caller);
    }
    for (; !stack.empty(); stack.pop_back()) {
      CodeLocation& location = trace_.locations[stack.back()];
      if (location.caller >= 0) {
        const std::uint32_t caller = new_id[static_cast<std::size_t>(location.caller)];
        location.caller = static_cast<std::int32_t>(caller);
      }
      new_id[stack.back()] = static_cast<std::uint32_t>(ordered.size());
      ordered.push_back(std::move(location));
    }
    access.location = new_id[access.location];
  }
  trace_.locations = std::move(ordered);
}

void TraceBuilder::make_steps() {
  // A step exists where something happened or a barrier stood.
  std::vector<Key> keys;
  const auto add = [&](const Key& key) {
    if (keys.empty() || keys.back() != key) keys.push_back(key);
  };
  for (const auto& record : records_) add(record.key);
  for (const auto& name : names_) {
    if (name.barrier) add(name.key);
  }
  // A launch that ended before it did anything still has what was found in it.
  const auto has_keys = [&](const Key& of) {
    return std::ranges::any_of(keys, [&](const Key& key) { return key.launch == of.launch; });
  };
  for (const auto& [key, unused] : findings_) {
    if (!trace_.launches.empty() && !has_keys(key)) add(key);
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());

  trace_.steps.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    trace_.steps[i].launch = keys[i].launch;
    Launch& launch = trace_.launches[keys[i].launch];
    if (launch.step_count == 0) launch.first_step = static_cast<std::uint32_t>(i);
    ++launch.step_count;
  }
  std::size_t step = 0;
  trace_.accesses.reserve(records_.size());
  for (auto& record : records_) {
    while (keys[step] < record.key)
      trace_.steps[++step].first_access = static_cast<std::uint32_t>(trace_.accesses.size());
    record.access.step = static_cast<std::uint32_t>(step);
    ++trace_.steps[step].access_count;
    trace_.accesses.push_back(record.access);
  }
  while (step + 1 < keys.size())
    trace_.steps[++step].first_access = static_cast<std::uint32_t>(trace_.accesses.size());
  name_steps(keys);
}

void TraceBuilder::name_steps(const std::vector<Key>& keys) {
  const auto position = [&](const Key& key) {
    return std::lower_bound(keys.begin(), keys.end(), key);
  };
  const auto acts = [&](const Step& step, int warp) {
    const auto all = std::span(trace_.accesses).subspan(step.first_access, step.access_count);
    return std::ranges::binary_search(all, warp, {}, &Access::warp);
  };
  // Warps numbered lower speak first; one that did something there overrules one that did not.
  std::vector<const StepName*> names;
  names.reserve(names_.size());
  for (const StepName& name : names_) names.push_back(&name);
  std::ranges::stable_sort(names, {}, &StepName::warp);
  std::vector<bool> settled(keys.size()), named(keys.size());
  for (const StepName* by_warp : names) {
    const StepName& name = *by_warp;
    const auto found = position(name.key);
    if (found == keys.end() || *found != name.key) continue;
    const auto i = static_cast<std::size_t>(found - keys.begin());
    Step& step = trace_.steps[i];
    step.barrier = step.barrier || name.barrier;
    if (settled[i]) continue;
    const bool active = acts(step, name.warp);
    if (named[i] && !active) continue;
    step.name = name.name;
    step.value = name.value;
    named[i] = true;
    settled[i] = active;
  }
  for (auto& [key, bytes] : snapshots_) {
    // The barrier is the last step of its interval.
    auto end = position({key.launch, {key.place.interval + 1, 0}});
    if (end == keys.begin()) continue;
    Step& step = trace_.steps[static_cast<std::size_t>(end - keys.begin()) - 1];
    if (!step.barrier) continue;
    step.snapshot = static_cast<std::int32_t>(trace_.snapshots.size());
    trace_.snapshots.push_back(std::move(bytes));
  }
  for (auto& [key, finding] : findings_) {
    const auto found = position(key);
    const auto last = keys.empty() ? 0 : keys.size() - 1;
    finding.step =
        static_cast<std::uint32_t>(std::min(static_cast<std::size_t>(found - keys.begin()), last));
    trace_.findings.push_back(std::move(finding));
  }
}

Trace TraceBuilder::build() {
  order_records();
  order_locations();
  make_steps();
  return std::move(trace_);
}

}  // namespace warpscope
