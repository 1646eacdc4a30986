#pragma once

#include "app/commands/command.hpp"
#include "app/commands/word_search.hpp"
#include "app/lesson/glossary_reader.hpp"
#include "app/session/session.hpp"

namespace warpscope {

/// By which words a term is found: its names, other names, what is said of it.
[[nodiscard]] SearchWords search_words(const Term& term);

/// What the button that shows a term opens, in the current language: the title of the kernel's lesson,
/// else the kernel's own.
[[nodiscard]] std::string title_of_lesson(const Session& session, std::string_view kernel);

/// Opens the kernel that shows a term, and calls its view forward. Can be undone.
Status show_term(Session& session, const Commands& commands, const Term& term);

}  // namespace warpscope
