#pragma once

namespace warpscope {

/// The language that the environment asks for, by gettext's convention: the locale is the first of LC_ALL,
/// LC_MESSAGES and LANG that is not empty; where there is one that is neither "C" nor "POSIX", the list of
/// LANGUAGE ("de:ru") goes before it. "ru_RU.UTF-8" means "ru". English where no language of the list is known.
/// Source: GNU gettext's manual, "Setting the GUI Locale" and "The LANGUAGE variable".
[[nodiscard]] int language_of_environment();

}  // namespace warpscope
