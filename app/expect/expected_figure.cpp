#include "app/expect/expected_figure.hpp"

#include <fmt/format.h>

#include <map>

#include "instrumentation/language/say.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

using FigureOf = FigureName::Kind;

constexpr std::string_view joined_prefix = "joined.", block_prefix = "block.", most_prefix = "max.";

std::map<std::string, FigureName, std::less<>> table_of_figures() {
  std::map<std::string, FigureName, std::less<>> table;
  const auto add = [&](std::string name, FigureOf kind, std::optional<Space> space = {}) {
    table.emplace(std::move(name), FigureName{.kind = kind, .space = space});
  };
  add("requests", FigureOf::requests);
  add("wavefronts", FigureOf::served, Space::shared);
  add("ideal", FigureOf::ideal, Space::shared);
  add("excessive", FigureOf::excessive, Space::shared);
  add("conflicts", FigureOf::excessive, Space::shared);
  add("sectors", FigureOf::served, Space::global);
  add("ideal_sectors", FigureOf::ideal, Space::global);
  add("excessive_sectors", FigureOf::excessive, Space::global);
  add("max.wavefronts", FigureOf::most, Space::shared);
  add("max.sectors", FigureOf::most, Space::global);
  add("max_degree", FigureOf::degree);
  for (const TotalsEntry& entry : totals_table()) {
    const auto add_of = [&](std::string_view what, FigureOf kind) {
      table.emplace(fmt::format("{}.{}", entry.key, what),
                    FigureName{.kind = kind, .entry = &entry, .space = entry.space});
    };
    add_of("requests", FigureOf::requests);
    add_of(entry.wavefronts != nullptr ? "wavefronts" : "sectors", FigureOf::served);
    add_of("ideal", FigureOf::ideal);
    add_of("excessive", FigureOf::excessive);
    if (entry.wavefronts != nullptr) add_of("conflicts", FigureOf::excessive);
  }
  add("barriers", FigureOf::barriers);
  add("cycles", FigureOf::cycles);
  add("launches", FigureOf::launches);
  add("blocks", FigureOf::blocks);
  add("threads", FigureOf::threads);
  add("shared_bytes", FigureOf::shared_bytes);
  add("checked_blocks", FigureOf::checked_blocks);
  add("findings", FigureOf::findings);
  add("notes", FigureOf::notes);
  add("exit", FigureOf::exit);
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
      figure.of_memory() || figure.kind == FigureOf::barriers || figure.kind == FigureOf::cycles;
  if ((figure.joined || figure.block) && !measured) {
    return usage_error(
        say("\"{0}\" is the same for every block, as written and as compiled: "
            "leave out what stands before it in \"{1}\".",
            std::string(rest), quotable(name)));
  }
  return figure;
}

}  // namespace warpscope
