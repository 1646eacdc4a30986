#pragma once

namespace warpscope {

/// Thrown by machines when the run was stopped; run() turns it into an Error.
struct RunStopped {};

}  // namespace warpscope
