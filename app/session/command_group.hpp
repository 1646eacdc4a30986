#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/command.hpp"

namespace warpscope {

/// Adds commands of one group to the list.
class CommandGroup {
 public:
  CommandGroup(Commands& commands, std::string title)
      : commands_(commands), title_(std::move(title)) {}

  void add(
      std::string id, std::string title, std::vector<std::string_view> keys,
      std::function<void()> run, std::function<bool()> enabled = [] { return true; },
      std::optional<std::string> sheet = {}) {
    std::vector<Chord> chords(keys.size());
    std::ranges::transform(keys, chords.begin(), chord);
    commands_.add({std::move(id), std::move(title), title_, std::move(chords), std::move(run),
                   std::move(enabled), std::move(sheet)});
  }

 private:
  Commands& commands_;
  std::string title_;
};

}  // namespace warpscope
