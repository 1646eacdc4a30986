#pragma once

#include <filesystem>
#include <string_view>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// The file that a URI such as "file:///home/a%20b.cu" names (RFC 8089), whether or not it is there. An error for what
/// cannot be a file of this machine: another scheme or host, a relative path, a damaged or forbidden
/// escape (a NUL, a slash), a query or a fragment, a path longer than the system takes.
[[nodiscard]] Result<std::filesystem::path> file_of_uri(std::string_view uri);

}  // namespace warpscope
