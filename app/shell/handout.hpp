#pragma once

#include <memory>

#include "app/cli/frontend.hpp"
#include "app/export/picture_source.hpp"

namespace warpscope {

/// The pages of a lesson's hand-out: the access of a frame is the number of the stop, from 0. ErrorKind::usage for an
/// unknown lesson or theme.
[[nodiscard]] Result<std::unique_ptr<PictureSource>> open_handout(const HandoutRequest& request);

}  // namespace warpscope
