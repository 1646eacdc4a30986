#include "instrumentation/trace/trace_extent.hpp"

namespace warpscope {

std::uint64_t memory_of(const Trace& trace) {
  const auto bytes = [](const auto& items) { return items.size() * sizeof(*items.data()); };
  std::uint64_t sum = bytes(trace.accesses) + bytes(trace.indices) + bytes(trace.words) +
                      bytes(trace.steps) + bytes(trace.locations) + bytes(trace.launches);
  for (const SourceFile& source : trace.sources) sum += source.text.size();
  for (const auto& snapshot : trace.snapshots) sum += snapshot.size();
  return sum;
}

std::vector<std::int64_t> extents_of(const Array& array,
                                     const std::vector<std::int64_t>& declared) {
  if (array.structure < 0 && !declared.empty()) return declared;
  const bool matrix = array.columns > 0 && array.count % array.columns == 0;
  if (matrix) return {array.count / array.columns, array.columns};
  return {array.count};
}

std::vector<std::int64_t> extents_of(const Array& array) {
  return extents_of(array, array.extents);
}

std::string extents_text(const std::vector<std::int64_t>& extents) {
  std::string text;
  for (const std::int64_t extent : extents) {
    text += (text.empty() ? "" : " × ") + std::to_string(extent);
  }
  return text;
}

}  // namespace warpscope
