#include "app/expect/expected_figure.hpp"

#include <fmt/format.h>

#include <map>

#include "instrumentation/language/say.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using Kind = FigureName::Kind;

constexpr std::string_view joined_prefix = "joined.", block_prefix = "block.", most_prefix = "max.";

std::map<std::string, FigureName, std::less<>> table_of_figures() {
  std::map<std::string, FigureName, std::less<>> table;
  const auto add = [&](std::string name, Kind kind, std::optional<Space> space = {}) {
    table.emplace(std::move(name), FigureName{.kind = kind, .space = space});
  };
  add("requests", Kind::requests);
  add("wavefronts", Kind::served, Space::shared);
  add("ideal", Kind::ideal, Space::shared);
  add("excessive", Kind::excessive, Space::shared);
  add("conflicts", Kind::excessive, Space::shared);
  add("sectors", Kind::served, Space::global);
  add("ideal_sectors", Kind::ideal, Space::global);
  add("excessive_sectors", Kind::excessive, Space::global);
  add("max.wavefronts", Kind::most, Space::shared);
  add("max.sectors", Kind::most, Space::global);
  add("max_degree", Kind::degree);
  for (const TotalsEntry& entry : totals_table()) {
    const auto add_of = [&](std::string_view what, Kind kind) {
      table.emplace(fmt::format("{}.{}", entry.key, what),
                    FigureName{.kind = kind, .entry = &entry, .space = entry.space});
    };
    add_of("requests", Kind::requests);
    add_of(entry.wavefronts != nullptr ? "wavefronts" : "sectors", Kind::served);
    add_of("ideal", Kind::ideal);
    add_of("excessive", Kind::excessive);
    if (entry.wavefronts != nullptr) add_of("conflicts", Kind::excessive);
  }
  add("barriers", Kind::barriers);
  add("cycles", Kind::cycles);
  add("launches", Kind::launches);
  add("blocks", Kind::blocks);
  add("threads", Kind::threads);
  add("shared_bytes", Kind::shared_bytes);
  add("checked_blocks", Kind::checked_blocks);
  add("findings", Kind::findings);
  add("notes", Kind::notes);
  add("exit", Kind::exit);
  return table;
}

const std::map<std::string, FigureName, std::less<>>& figure_table() {
  static const auto table = table_of_figures();
  return table;
}

bool takes_off(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

const std::vector<std::string>& all_figure_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, figure] : figure_table()) all.push_back(shown_figure_name(name));
    return all;
  }();
  return names;
}

std::string shown_figure_name(const std::string& name) {
  const std::size_t at = name.find(most_prefix);
  if (at == std::string::npos) return name;
  return fmt::format("{}max({})", name.substr(0, at), name.substr(at + most_prefix.size()));
}

Result<FigureName> read_figure_name(std::string_view name) {
  std::string_view rest = name;
  FigureName prefixes;
  for (bool more = true; more;) {
    more = false;
    if (!prefixes.joined && takes_off(rest, joined_prefix)) prefixes.joined = more = true;
    if (!prefixes.block && takes_off(rest, block_prefix)) prefixes.block = more = true;
  }
  const auto found = figure_table().find(rest);
  if (found == figure_table().end()) {
    return usage_error(say("No figure is called \"{0}\". {1}",
                           quotable(shown_figure_name(std::string(rest))),
                           did_you_mean(rest, all_figure_names())));
  }
  FigureName figure = found->second;
  figure.joined = prefixes.joined;
  figure.block = prefixes.block;
  const bool measured =
      figure.of_memory() || figure.kind == Kind::barriers || figure.kind == Kind::cycles;
  if ((figure.joined || figure.block) && !measured) {
    return usage_error(
        say("\"{0}\" is the same for every block, as written and as compiled: "
            "leave out what stands before it in \"{1}\".",
            std::string(rest), quotable(name)));
  }
  return figure;
}

}  // namespace warpscope
