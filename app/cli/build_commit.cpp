#include "app/cli/build_commit.hpp"

namespace warpscope {

std::string_view build_commit() { return WARPSCOPE_COMMIT; }

}  // namespace warpscope
