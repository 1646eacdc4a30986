#pragma once

#include <cstdlib>
#include <string_view>

namespace warpscope::test {

/// Whether those tests that try very many cases shall try all of them: WARPSCOPE_WHOLE=1 in the environment.
inline bool whole() {
  const char* asked = std::getenv("WARPSCOPE_WHOLE");
  return asked != nullptr && std::string_view(asked) == "1";
}

}  // namespace warpscope::test
