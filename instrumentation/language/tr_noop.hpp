#pragma once

namespace warpscope {

/// Only marks a message, for po/update: one in a table, which tr() translates where it is shown.
[[nodiscard]] constexpr const char* tr_noop(const char* message) { return message; }

}  // namespace warpscope
