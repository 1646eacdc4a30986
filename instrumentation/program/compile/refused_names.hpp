#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope {

/// "cublasSgemm is not emulated: …", if the name is one of CUDA's or its libraries' that a program cannot have here. For names
/// that neither our headers nor our runtime knows.
[[nodiscard]] std::optional<std::string> refusal_of_name(std::string_view name);

/// The same for a compiler's message about a name that it does not know.
[[nodiscard]] std::optional<std::string> refusal_of(std::string_view message);

}  // namespace warpscope
