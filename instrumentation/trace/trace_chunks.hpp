#pragma once

#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/little_endian.hpp"

namespace warpscope {

/// The container of a `.wscope` file. All integers are little-endian; every byte is held by a
/// comparison or a checksum, so that no flipped bit, cut or appended byte passes unseen.
///
///     magic     8   89 "WSCOPE" 0A
///     version   4
///     header    4   length, then that many bytes of JSON, then
///               4   CRC32C of everything up to here
///     chunks        zstd frames back to back, each 1 MiB of a column (its last one: the rest)
///     index         per chunk: column, packed bytes, unpacked bytes, CRC32C of the packed bytes
///     trailer   8   bytes in the file
///               4   chunks
///               4   CRC32C of the index and of the trailer up to here
///
/// A reader goes from the trailer to the index and so finds any chunk without the ones before it.
inline constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

/// The content of a chunk: one field of all steps, accesses or lanes. Numbers are never reused.
enum class Column : std::uint32_t {
  source = 1,             ///< texts of the kernels' files after one another, bytes as they are
  step_name = 2,          ///< u32 into the header's step_names
  step_flags = 3,         ///< u8: 1 barrier, 2 has a value
  step_value = 4,         ///< i64, 0 if none
  step_accesses = 5,      ///< u32
  step_snapshot = 6,      ///< i32
  access_location = 7,    ///< u32; format 2: the line
  access_mask = 8,        ///< u32
  access_warp = 9,        ///< i32; format 2: u16
  access_array = 10,      ///< i32; format 2: u16
  access_operation = 11,  ///< u8: 128 if an atomic's result is recorded
  index = 12,             ///< i64: the lane's index less the one before it; format 2: u32
  word = 13,              ///< u32
  snapshot_size = 14,     ///< u32
  snapshot_byte = 15,     ///< u8
  access_elements = 16,   ///< u8; not in format 2
};
inline constexpr auto last_column = Column::access_elements;

/// Thrown by the readers of a file's parts, caught by decode_trace.
struct BadTrace {
  std::function<std::string(const std::string& file)> sentence;  ///< about the file of this name
};
/// For a file that was a trace once: throws "FILE is damaged (reason); …".
[[noreturn]] void damaged(const std::string& reason);

class ChunkWriter {
 public:
  explicit ChunkWriter(std::string_view header);
  /// One chunk, at most chunk_bytes. Columns come in the order of their numbers.
  void add(Column column, std::span<const std::byte> bytes);
  /// The whole file; leaves the writer empty.
  [[nodiscard]] std::vector<std::byte> finish();

 private:
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> zstd_{ZSTD_createCCtx(), &ZSTD_freeCCtx};
  std::vector<std::byte> file_;
  std::vector<std::byte> index_;
};

/// Checks magic, version, header, index and every chunk's checksum. `file` must outlive it.
class ChunkReader {
 public:
  explicit ChunkReader(std::span<const std::byte> file);
  [[nodiscard]] int version() const { return version_; }
  [[nodiscard]] std::string_view header() const { return header_; }
  /// Unpacked bytes of a column, before anything is unpacked.
  [[nodiscard]] std::uint64_t bytes(Column column) const;
  /// Replaces `out` by the column's chunk number `k`. Past the last one the file is damaged.
  void unpack(Column column, std::size_t k, std::vector<std::byte>& out) const;

 private:
  struct Chunk {
    std::span<const std::byte> packed;
    std::uint32_t unpacked_bytes = 0;
  };
  void read_header();
  void read_index();
  void add_chunk(Column column, const Chunk& chunk);

  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> zstd_{ZSTD_createDCtx(), &ZSTD_freeDCtx};
  std::span<const std::byte> file_;
  int version_ = 0;
  std::string_view header_;
  std::map<Column, std::vector<Chunk>> columns_;
};

/// Writes a column: each(put) calls put(value) for every value.
template <std::integral T, class Each>
void write_column(ChunkWriter& file, Column column, Each each) {
  const auto chunk = std::make_unique_for_overwrite<std::byte[]>(chunk_bytes);
  std::size_t used = 0;
  each([&](T value) {
    if (used == chunk_bytes) {
      file.add(column, {chunk.get(), used});
      used = 0;
    }
    store_little_endian(chunk.get() + used, value);
    used += sizeof(T);
  });
  if (used > 0) file.add(column, {chunk.get(), used});
}

/// Reads a column value by value with one chunk in memory.
template <std::integral T>
class ColumnReader {
 public:
  ColumnReader(const ChunkReader& file, Column column) : file_(file), column_(column) {
    if (file.bytes(column) % sizeof(T) != 0) damaged(tr("a column ends within a value"));
  }
  /// For a column that must have `size` values.
  ColumnReader(const ChunkReader& file, Column column, std::uint64_t size)
      : ColumnReader(file, column) {
    if (this->size() != size) damaged(tr("its columns differ in length"));
  }
  [[nodiscard]] std::uint64_t size() const { return file_.bytes(column_) / sizeof(T); }
  T next() {
    if (used_ == chunk_.size()) {
      file_.unpack(column_, next_chunk_++, chunk_);
      used_ = 0;
    }
    const T value = load_little_endian<T>(chunk_.data() + used_);
    used_ += sizeof(T);
    return value;
  }

 private:
  const ChunkReader& file_;
  Column column_;
  std::vector<std::byte> chunk_;
  std::size_t used_ = 0;
  std::size_t next_chunk_ = 0;
};

}  // namespace warpscope
