#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "instrumentation/program/protocol/log_fields.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"

namespace warpscope {

/// Appends a record of these fields to this process's log.
template <class... Values>
void tell_log(LogKind kind, const Values&... values) {
  if (!LogWriter::the().attached()) return;
  std::vector<std::byte> bytes;
  FieldWriter writer(bytes);
  (writer(values), ...);
  LogWriter::the().append(kind, {std::span<const std::byte>(bytes)});
}

}  // namespace warpscope
