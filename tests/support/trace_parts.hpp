#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/trace/trace_chunks.hpp"

namespace warpscope::test {

/// A trace file taken apart, so that it can be made anew with right checksums and wrong contents.
/// For small files: of each column it keeps the first chunk.
struct TraceParts {
  using Bytes = std::vector<std::byte>;
  std::string header;
  std::map<Column, Bytes> columns;

  explicit TraceParts(const Bytes& file) {
    const ChunkReader reader(file);
    header = reader.header();
    for (auto id = Column::source; id <= last_column; id = next(id)) {
      if (reader.bytes(id) > 0) reader.unpack(id, 0, columns[id]);
    }
  }
  static Column next(Column id) { return Column{static_cast<std::uint32_t>(id) + 1}; }
  [[nodiscard]] Bytes file() const {
    ChunkWriter writer(header);
    for (const auto& [id, bytes] : columns) {
      if (!bytes.empty()) writer.add(id, bytes);
    }
    return writer.finish();
  }
};

}  // namespace warpscope::test
