#include "app/views/parts/context_parts.hpp"

#include <span>
#include <utility>

#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

bool touches_element(const Trace& trace, const Access& access, int array, std::int64_t index) {
  if (access.array != array) return false;
  for (const ElementIndex first : trace.lane_indices(access)) {
    if (index >= first && index < first + access.elements) return true;
  }
  return false;
}

}  // namespace

ContextAction go_action(std::string_view title, std::optional<std::uint32_t> access) {
  return {.title = std::string(title), .enabled = access.has_value(), .seek = access};
}

ContextAction copy_action(std::string_view title, std::string text) {
  const bool any = !text.empty();
  return {.title = std::string(title), .enabled = any, .copy = std::move(text)};
}

std::optional<std::uint32_t> next_access_of(const Trace& trace, int array, std::int64_t index,
                                            std::uint32_t access) {
  for (auto a = static_cast<std::size_t>(access) + 1; a < trace.accesses.size(); ++a) {
    if (touches_element(trace, trace.accesses[a], array, index))
      return static_cast<std::uint32_t>(a);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> previous_access_of(const Trace& trace, int array, std::int64_t index,
                                                std::uint32_t access) {
  for (std::uint32_t a = access; a-- > 0;) {
    if (touches_element(trace, trace.accesses[a], array, index)) return a;
  }
  return std::nullopt;
}

ContextMenu cell_menu(const Frame& frame, const ShownCell& cell) {
  const Trace& trace = *frame.document->trace;
  const Array& array = trace.arrays[static_cast<std::size_t>(cell.array)];
  const std::string name =
      cell_text(trace, launch_of(frame), cell.array, static_cast<ElementIndex>(cell.index));
  ContextMenu menu{cell.value.empty() ? name : name + " = " + cell.value, {}};
  // One may be there.
  const auto writer = cell.writer == frame.access ? std::nullopt : cell.writer;
  menu.actions.push_back(go_action(tr("Go to the access that wrote it"), writer));
  if (array.space !=
      Space::registers) {  // a shuffle tells whose register is read by lane, not by cell
    menu.actions.push_back(go_action(tr("Next access of it"),
                                     next_access_of(trace, cell.array, cell.index, frame.access)));
    menu.actions.push_back(
        go_action(tr("Previous access of it"),
                  previous_access_of(trace, cell.array, cell.index, frame.access)));
  }
  menu.actions.push_back(
      pin_action(frame, cell_pin(trace, cell.array, static_cast<ElementIndex>(cell.index))));
  if (array.space != Space::registers) {
    menu.actions.push_back({.title = tr("All accesses of it …"),
                            .cell = CellPlace{cell.array, static_cast<ElementIndex>(cell.index)}});
    menu.actions.push_back(filter_action({.array = array.name}));
    if (array.space == Space::shared) menu.actions.push_back({.command = "what_if.index"});
  }
  menu.actions.push_back(copy_action(tr("Copy the value"), cell.value));
  menu.actions.push_back(copy_action(tr("Copy the name"), name));
  menu.actions.push_back({.term = std::string(traits_of(array.space).term)});
  return menu;
}

ContextMenu node_menu(const Frame& frame, std::uint32_t node) {
  const Document& document = *frame.document;
  const FlowNode& made = document.flow.nodes[node];
  const Array& array = document.trace->arrays[static_cast<std::size_t>(made.array)];
  // Of what is only known to be added, nobody knows the value.
  const auto words = made.relative ? std::span<const std::uint32_t>()
                                   : value_of(*document.trace, document.flow, made);
  ShownCell cell{made.array, made.index, words.empty() ? "" : format_value(array.type, words),
                 made.access};
  ContextMenu menu = cell_menu(frame, cell);
  // What was there before was made by nothing that is seen.
  if (made.origin) menu.actions.front().title = tr("Go to the access that read it first");
  return menu;
}

// Translators: leads to a lesson from what it explains; the field is its title.
std::string learn_why(std::string_view lesson) { return tr("Learn why: {}", lesson); }

void offer_lesson(ContextMenu& menu, std::string_view id) {
  if (!id.empty()) menu.actions.push_back({.lesson = std::string(id)});
}

ContextMenu access_menu(std::uint32_t access) {
  return {tr("access {}", access), {go_action(tr("Go there"), access)}};
}

}  // namespace warpscope
