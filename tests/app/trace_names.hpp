#pragma once

#include <string>

#include "app/subject/timings.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope::test {

/// Names that a trace brings along, which no language changes: its kernel, arrays, steps, files and parameters; and those
/// of devices, of which another test of this process may have measured one.
inline std::string names_without_source(const Trace& trace) {
  std::string names = trace.header.kernel + ' ' + trace.header.input;
  for (const TimingRecord& record : recorded_timings()->records) names += ' ' + record.device;
  for (const auto& [key, value] : trace.header.parameters) names += ' ' + key + ' ' + value;
  for (const SourceFile& source : trace.sources) names += ' ' + source.name;
  for (const Array& array : trace.arrays) names += ' ' + array.name + ' ' + array.type.name();
  for (const Step& step : trace.steps) names += ' ' + step.name;
  return names;
}

/// The same with the text of its sources.
inline std::string names_in(const Trace& trace) {
  std::string names = names_without_source(trace);
  for (const SourceFile& source : trace.sources) names += ' ' + source.text;
  return names;
}

}  // namespace warpscope::test
