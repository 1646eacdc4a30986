#pragma once

#include "instrumentation/language/catalogue.hpp"

namespace warpscope {

/// The catalogue of a language of languages(); nullptr for English and for the pseudo-language, which need none.
[[nodiscard]] const Catalogue* catalogue_of(int language);

}  // namespace warpscope
