#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "instrumentation/trace/result.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The `.wscope` format: magic, version, JSON header, zstd chunks each with a CRC32C, an index at
/// the end. See trace_chunks.hpp for the bytes. Reading trusts nothing: sizes are checked against
/// what follows, and what they will cost against a cap, before anything is allocated.
inline constexpr std::uint32_t trace_file_version = 3;
inline constexpr std::uint32_t oldest_trace_file_version = 2;  ///< that is still read

/// The purpose of reading a trace: analysing it takes several times its own memory.
enum class TraceUse : std::uint8_t { look, analyse };

/// Bytes that a file may cost on this machine: three quarters of its memory, or of what the process
/// may have.
[[nodiscard]] std::uint64_t trace_memory_cap();

[[nodiscard]] std::vector<std::byte> encode_trace(const Trace& trace);
/// `origin` names the file in error sentences.
[[nodiscard]] Result<Trace> decode_trace(std::span<const std::byte> bytes,
                                         const std::string& origin,
                                         std::uint64_t cap = trace_memory_cap(),
                                         TraceUse use = TraceUse::look);

/// The size of a trace, told by its file's index without unpacking anything.
struct TraceSize {
  std::uint64_t accesses = 0;
  std::uint64_t memory = 0;  ///< bytes, about, with all that is computed from it
};
[[nodiscard]] Result<TraceSize> size_of_trace(const std::filesystem::path& path);

/// Writes a temporary file beside `path`, syncs and renames it: all or nothing.
[[nodiscard]] Status write_trace(const Trace& trace, const std::filesystem::path& path);
[[nodiscard]] Result<Trace> read_trace(const std::filesystem::path& path,
                                       TraceUse use = TraceUse::analyse);

/// The same all-or-nothing for any output of the program. "-" is not special here.
[[nodiscard]] Status write_file_atomically(const std::filesystem::path& path,
                                           std::span<const std::byte> bytes);

}  // namespace warpscope
