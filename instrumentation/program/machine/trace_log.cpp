#include "instrumentation/program/machine/trace_log.hpp"

#include <cstddef>
#include <utility>

#include "instrumentation/program/protocol/log_fields.hpp"
#include "instrumentation/program/protocol/log_telling.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"

namespace warpscope {
std::uint32_t TraceLog::source(const SourceFile& file) {
  const std::size_t known = ids_.told().sources.size();
  const auto id = ids_.source(file);
  if (ids_.told().sources.size() > known) tell_log(LogKind::trace_source, file);
  return id;
}

void TraceLog::begin_launch(Launch launch, const SourceFile& file) {
  const std::uint32_t id = source(file);
  tell_log(LogKind::trace_launch, launch, id);
}

std::uint32_t TraceLog::location(const CodeLocation& location) {
  const std::size_t known = ids_.told().locations.size();
  const auto id = ids_.location(location);
  if (ids_.told().locations.size() > known) tell_log(LogKind::trace_location, location);
  return id;
}

void TraceLog::host(Sentence text) { tell_log(LogKind::trace_host, text); }

int TraceLog::array(const Array& array) {
  const std::size_t known = ids_.told().arrays.size();
  const auto id = ids_.array(array);
  if (ids_.told().arrays.size() > known) tell_log(LogKind::trace_array, array);
  return id;
}

void TraceLog::call_array(int array, const std::vector<ArrayName>& names) {
  tell_log(LogKind::trace_names, array, names);
}

void TraceLog::shared_bytes(std::uint32_t bytes) { tell_log(LogKind::trace_shared, bytes); }

int TraceLog::structure(const Structure& structure) {
  const std::size_t known = ids_.told().structures.size();
  const auto id = ids_.structure(structure);
  if (ids_.told().structures.size() > known) tell_log(LogKind::trace_structure, structure);
  return id;
}

void TraceLog::access(Place place, Access what, std::span<const ElementIndex> indices,
                      std::span<const std::uint32_t> words) {
  const LoggedAccess access{
      .interval = place.interval,
      .location = what.location,
      .mask = what.mask,
      .warp = what.warp,
      .array = what.array,
      .words = static_cast<std::uint32_t>(words.size()),
      .operation = static_cast<std::uint8_t>(what.operation),
      .elements = what.elements,
      .guess_type = std::exchange(guess_type_, false) ? std::uint8_t{1} : std::uint8_t{0},
      .has_result = what.has_result ? std::uint8_t{1} : std::uint8_t{0}};
  LogWriter::the().append(LogKind::trace_access, {std::as_bytes(std::span(&access, 1)),
                                                  std::as_bytes(indices), std::as_bytes(words)});
  ++accesses_;
  bytes_ += sizeof access + indices.size_bytes() + words.size_bytes();
}

void TraceLog::name_step(int warp, Place place, std::string_view name,
                         std::optional<std::int64_t> /*value*/, bool /*barrier*/) {
  tell_log(LogKind::trace_step, warp, place.interval, name);
}

void TraceLog::snapshot(std::uint32_t interval, std::vector<std::uint8_t> bytes) {
  LogWriter::the().append(LogKind::trace_snapshot, {std::as_bytes(std::span(&interval, 1)),
                                                    std::as_bytes(std::span(bytes))});
}

void TraceLog::finding(Place place, Finding finding) {
  tell_log(LogKind::trace_finding, place.interval, finding);
}

}  // namespace warpscope
