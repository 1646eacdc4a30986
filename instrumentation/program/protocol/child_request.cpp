#include "instrumentation/program/protocol/child_request.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/program/protocol/log_fields.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"

namespace warpscope {
namespace {

constexpr std::uint64_t base_version = 0x7773'0000'0000'0003;  // of the request and of the log

/// The log has a sum for each row of totals_table(), in its order: another table is another version.
std::uint64_t protocol_version() {
  std::uint64_t hash = base_version;  // FNV-1a
  for (const TotalsEntry& entry : totals_table()) {
    for (const char letter : entry.key) {
      hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100'0000'01b3;
    }
    hash = (hash ^ ' ') * 0x100'0000'01b3;
  }
  return hash;
}

constexpr std::size_t most_bytes = std::size_t{256} << 20;

template <class A>
void fields(A& a, std::convertible_to<const ProgramOptions&> auto& options) {
  a(options.traced_block), a(options.all_blocks), a(options.banks), a(options.schedule_seed);
  a(options.highest_lane_wins), a(options.check_limit), a(options.record_launches);
  a(options.record_of_kernel), a(options.record_accesses), a(options.time_limit);
  a(options.memory_limit), a(options.compared);
}

bool read_all(int descriptor, std::vector<std::byte>& bytes) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || status.st_size < 0 ||
      static_cast<std::size_t>(status.st_size) > most_bytes) {
    return false;
  }
  bytes.resize(static_cast<std::size_t>(status.st_size));
  return ::pread(descriptor, bytes.data(), bytes.size(), 0) == status.st_size;
}

}  // namespace

int write_request(const ChildRequest& request) {
  std::vector<std::byte> bytes;
  FieldWriter write(bytes);
  write(protocol_version()), write(request.object), write(request.arguments);
  fields(write, request.options);
  write(request.output_to_standard_error), write(request.output_by_lines);
  write(request.folder), write(request.language);
  const int file = make_shared_memory("warpscope-request");
  if (file < 0) return -1;
  const auto size = static_cast<ssize_t>(bytes.size());
  if (::pwrite(file, bytes.data(), bytes.size(), 0) == size) return file;
  ::close(file);
  return -1;
}

Result<ChildRequest> read_request(int descriptor) {
  std::vector<std::byte> bytes;
  if (!read_all(descriptor, bytes)) return usage_error("it is damaged");
  FieldReader read(bytes);
  std::uint64_t its_version = 0;
  read(its_version);
  if (its_version != protocol_version()) {
    return usage_error("warpscope and warpscope-machine are of different versions");
  }
  ChildRequest request;
  request.object = read.raw_text();
  std::uint32_t count = 0;
  read(count);
  for (std::uint32_t k = 0; k < count && read.good(); ++k) {
    request.arguments.emplace_back(read.raw_text());
  }
  fields(read, request.options);
  read(request.output_to_standard_error), read(request.output_by_lines);
  request.folder = read.raw_text();
  read(request.language);
  const ProgramOptions& options = request.options;
  if (!read.done() || !std::isfinite(options.time_limit) || options.memory_limit < 0) {
    return usage_error("it is damaged");
  }
  return request;
}

}  // namespace warpscope
