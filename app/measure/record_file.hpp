#pragma once

#include <filesystem>

#include "app/subject/timings.hpp"

namespace warpscope {

/// Writes a record into a folder, which is made if necessary, under a name that tells its device
/// and date and that no other file has. Returns the path, or why it could not be written.
[[nodiscard]] Result<std::filesystem::path> keep_record(const TimingRecord& record,
                                                        const std::filesystem::path& folder);

}  // namespace warpscope
