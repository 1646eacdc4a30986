#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/views/parts/context_menu.hpp"
#include "app/views/view.hpp"

namespace warpscope {

// Entries of context menus that several views offer.

/// Goes to an access; grey where there is none.
[[nodiscard]] ContextAction go_action(std::string_view title, std::optional<std::uint32_t> access);
/// Puts a text into the clipboard; grey where it is empty.
[[nodiscard]] ContextAction copy_action(std::string_view title, std::string text);

/// The entry that begins a lesson, by its title.
[[nodiscard]] std::string learn_why(std::string_view lesson);
/// Adds it, for the lesson of an id; nothing if the id is empty.
void offer_lesson(ContextMenu& menu, std::string_view id);

/// The nearest access after `access`, or before it, that reads or writes an element of an array.
/// Looks through the trace: for a click, not for every frame.
[[nodiscard]] std::optional<std::uint32_t> next_access_of(const Trace& trace, int array,
                                                          std::int64_t index, std::uint32_t access);
[[nodiscard]] std::optional<std::uint32_t> previous_access_of(const Trace& trace, int array,
                                                              std::int64_t index,
                                                              std::uint32_t access);

/// An element of an array, as a picture shows it.
struct ShownCell {
  int array = 0;
  std::int64_t index = 0;
  std::string value = {};                    ///< empty: not known
  std::optional<std::uint32_t> writer = {};  ///< the access that wrote it
};
/// Its accesses, its value and the glossary's word for where it lies.
[[nodiscard]] ContextMenu cell_menu(const Frame& frame, const ShownCell& cell);
/// The same for a node of the dataflow; needs a document.
[[nodiscard]] ContextMenu node_menu(const Frame& frame, std::uint32_t node);

/// "access 12" and the way there.
[[nodiscard]] ContextMenu access_menu(std::uint32_t access);

}  // namespace warpscope
