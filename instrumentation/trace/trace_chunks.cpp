#include "instrumentation/trace/trace_chunks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/crc32c.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {
namespace {

// The first byte is no text, the last one shows a transfer that rewrote line ends.
constexpr std::string_view magic = "\x89WSCOPE\n";
constexpr std::size_t prefix_bytes = 16;  // magic, version, header length
constexpr std::size_t crc_bytes = 4;
constexpr std::size_t index_entry_bytes = 16;
constexpr std::size_t trailer_bytes = 16;
constexpr int compression_level = 3;

template <class T>
void append(std::vector<std::byte>& bytes, T value) {
  std::array<std::byte, sizeof(T)> little_endian;
  store_little_endian(little_endian.data(), value);
  bytes.insert(bytes.end(), little_endian.begin(), little_endian.end());
}

void append_text(std::vector<std::byte>& bytes, std::string_view text) {
  const auto raw = std::as_bytes(std::span(text));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

/// Throws what is wrong with a file whose first bytes are not the magic.
[[noreturn]] void not_a_trace(std::span<const std::byte> file) {
  if (file.empty()) {
    throw BadTrace{[](const std::string& name) {
      return tr("{} is empty, not a Warpscope trace; record the trace again.", name);
    }};
  }
  const auto start = std::as_bytes(std::span(magic)).first(std::min(file.size(), magic.size()));
  if (std::ranges::equal(file.first(start.size()), start)) damaged(tr("it is cut short"));
  throw BadTrace{[](const std::string& name) {
    return tr("{} is not a Warpscope trace; one is written by: warpscope trace KERNEL -o FILE.",
              name);
  }};
}

}  // namespace

void damaged(const std::string& reason) {
  throw BadTrace{[reason](const std::string& file) {
    return tr("{0} is damaged ({1}); record the trace again.", file, reason);
  }};
}

ChunkWriter::ChunkWriter(std::string_view header) {
  append_text(file_, magic);
  append(file_, trace_file_version);
  append(file_, static_cast<std::uint32_t>(header.size()));
  append_text(file_, header);
  append(file_, crc32c(file_));
}

void ChunkWriter::add(Column column, std::span<const std::byte> bytes) {
  assert(!bytes.empty() && bytes.size() <= chunk_bytes);
  const std::size_t start = file_.size();
  file_.resize(start + ZSTD_compressBound(bytes.size()));
  const std::size_t packed =
      ZSTD_compressCCtx(zstd_.get(), file_.data() + start, file_.size() - start, bytes.data(),
                        bytes.size(), compression_level);
  if (ZSTD_isError(packed) != 0) throw std::bad_alloc();  // the only way in which it can fail here
  file_.resize(start + packed);
  append(index_, static_cast<std::uint32_t>(column));
  append(index_, static_cast<std::uint32_t>(packed));
  append(index_, static_cast<std::uint32_t>(bytes.size()));
  append(index_, crc32c(std::span(file_).subspan(start)));
}

std::vector<std::byte> ChunkWriter::finish() {
  const std::size_t chunks = index_.size() / index_entry_bytes;
  append(index_, std::uint64_t{file_.size() + index_.size() + trailer_bytes});
  append(index_, static_cast<std::uint32_t>(chunks));
  append(index_, crc32c(index_));
  file_.insert(file_.end(), index_.begin(), index_.end());
  index_.clear();
  return std::exchange(file_, {});
}

ChunkReader::ChunkReader(std::span<const std::byte> file) : file_(file) {
  read_header();
  read_index();
}

void ChunkReader::read_header() {
  const auto expected = std::as_bytes(std::span(magic));
  if (file_.size() < magic.size() || !std::ranges::equal(file_.first(magic.size()), expected)) {
    not_a_trace(file_);
  }
  if (file_.size() < prefix_bytes + crc_bytes + trailer_bytes) damaged(tr("it is cut short"));
  const auto version = load_little_endian<std::uint32_t>(file_.data() + magic.size());
  if (version > trace_file_version) {
    throw BadTrace{[version](const std::string& file) {
      return tr(
          "{0} has format version {1}, and this Warpscope reads up to version {2}; open it with a "
          "newer Warpscope.",
          file, version, int{trace_file_version});
    }};
  }
  if (version < oldest_trace_file_version) {
    throw BadTrace{[version](const std::string& file) {
      return tr(
          "{0} was written by an older Warpscope (version {1} of the format, this one reads {2} to "
          "{3}); record the trace again.",
          file, version, int{oldest_trace_file_version}, int{trace_file_version});
    }};
  }
  version_ = static_cast<int>(version);
  const auto length = load_little_endian<std::uint32_t>(file_.data() + prefix_bytes - 4);
  if (length > file_.size() - prefix_bytes - crc_bytes - trailer_bytes)
    damaged(tr("it is cut short"));
  const auto covered = file_.first(prefix_bytes + length);
  if (load_little_endian<std::uint32_t>(covered.data() + covered.size()) != crc32c(covered)) {
    damaged(tr("its header does not match its checksum"));
  }
  header_ = {reinterpret_cast<const char*>(covered.data()) + prefix_bytes, length};
}

void ChunkReader::read_index() {
  const std::byte* const trailer = file_.data() + file_.size() - trailer_bytes;
  const auto size = load_little_endian<std::uint64_t>(trailer);
  const std::uint64_t chunks = load_little_endian<std::uint32_t>(trailer + 8);
  const auto crc = load_little_endian<std::uint32_t>(trailer + 12);
  std::size_t offset = prefix_bytes + header_.size() + crc_bytes;
  const std::size_t room = file_.size() - offset - trailer_bytes;
  if (size != file_.size() || chunks * index_entry_bytes > room) {
    damaged(tr("it has not the length that it was written with"));
  }
  const std::size_t index = file_.size() - trailer_bytes - chunks * index_entry_bytes;
  if (crc32c(file_.first(file_.size() - crc_bytes).subspan(index)) != crc) {
    damaged(tr("its index does not match its checksum"));
  }
  for (std::uint64_t k = 0; k < chunks; ++k) {
    const std::byte* const entry = file_.data() + index + k * index_entry_bytes;
    const auto packed = load_little_endian<std::uint32_t>(entry + 4);
    if (packed > index - offset) damaged(tr("a chunk lies outside the file"));
    const Chunk chunk{file_.subspan(offset, packed), load_little_endian<std::uint32_t>(entry + 8)};
    if (crc32c(chunk.packed) != load_little_endian<std::uint32_t>(entry + 12)) {
      damaged(tr("chunk {0} of {1} does not match its checksum", k + 1, chunks));
    }
    add_chunk(Column{load_little_endian<std::uint32_t>(entry)}, chunk);
    offset += packed;
  }
  if (offset != index) damaged(tr("there are bytes between its chunks and its index"));
}

void ChunkReader::add_chunk(Column column, const Chunk& chunk) {
  const bool ordered = columns_.empty() || columns_.rbegin()->first <= column;
  if (!ordered || column < Column::source || column > last_column)
    damaged(tr("its columns are mixed"));
  std::vector<Chunk>& chunks = columns_[column];
  if (!chunks.empty() && chunks.back().unpacked_bytes != chunk_bytes)
    damaged(tr("a chunk has a gap"));
  // zstd would believe the size in its own frame: it must be the one that the index declares.
  const std::span<const std::byte> packed = chunk.packed;
  if (chunk.unpacked_bytes == 0 || chunk.unpacked_bytes > chunk_bytes ||
      ZSTD_getFrameContentSize(packed.data(), packed.size()) != chunk.unpacked_bytes ||
      ZSTD_findFrameCompressedSize(packed.data(), packed.size()) != packed.size()) {
    damaged(tr("a chunk has another size than its index says"));
  }
  chunks.push_back(chunk);
}

std::uint64_t ChunkReader::bytes(Column column) const {
  const auto found = columns_.find(column);
  if (found == columns_.end()) return 0;
  // All chunks of a column but its last one are full.
  return (found->second.size() - 1) * chunk_bytes + found->second.back().unpacked_bytes;
}

void ChunkReader::unpack(Column column, std::size_t k, std::vector<std::byte>& out) const {
  const auto found = columns_.find(column);
  if (found == columns_.end() || k >= found->second.size()) damaged(tr("a column is too short"));
  const Chunk& chunk = found->second[k];
  out.resize(chunk.unpacked_bytes);
  const std::size_t unpacked = ZSTD_decompressDCtx(zstd_.get(), out.data(), out.size(),
                                                   chunk.packed.data(), chunk.packed.size());
  if (unpacked != out.size()) damaged(tr("a chunk does not unpack"));
}

}  // namespace warpscope
