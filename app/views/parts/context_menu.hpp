#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/follow/followed.hpp"
#include "app/follow/landmark.hpp"
#include "app/subject/file_place.hpp"

namespace warpscope {

/// One thing that can be done with what is under the mouse. Exactly one of the members behind
/// `enabled` says what.
struct ContextAction {
  std::string title = {};    ///< in the current language; empty: the command's, or that of the term
  bool enabled = true;       ///< else it is grey; a command tells that by itself
  std::string command = {};  ///< of the registry, which has its title and key
  std::optional<std::uint32_t> seek = {};      ///< go to this access
  std::optional<std::uint32_t> bookmark = {};  ///< set the first free bookmark at this access
  std::optional<FilePlace> read = {};          ///< show this line of the source
  std::optional<FilePlace> edit = {};          ///< open this line in the user's editor
  std::optional<Pin> pin = {};                 ///< follow this
  std::optional<AccessFilter> filter = {};     ///< see only accesses of this
  std::optional<CellPlace> cell = {};          ///< list all accesses of this element
  std::string copy = {};                       ///< this text into the clipboard
  std::string term = {};                       ///< open the glossary at it, by its id
  std::string lesson = {};                     ///< begin this lesson of the course, by its id
  std::function<void()> run = {};              ///< anything else
};

/// What a view offers for the thing under the mouse.
struct ContextMenu {
  std::string title;  ///< the thing, in a word or two: "data[5] = 3"
  std::vector<ContextAction> actions;
};

}  // namespace warpscope
