#include "instrumentation/program/compile/device_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "instrumentation/program/compile/joined_accesses.hpp"
#include "instrumentation/program/compile/module_text.hpp"
#include "instrumentation/program/compile/module_types.hpp"

namespace warpscope {
namespace {

using Text = std::string_view;

}  // namespace

std::string with_facts_of_devices(std::string_view module, int major) {
  // Of a loop that waits for another thread's word these say nothing: such words are volatile or atomic.
  const Text nowhere = major >= 16 ? "memory(inaccessiblemem: readwrite)" : "inaccessiblememonly";
  const Text at_arguments = major >= 16 ? "memory(argmem: readwrite, inaccessiblemem: readwrite)"
                                        : "inaccessiblemem_or_argmemonly";
  constexpr Text empty_node = "!999999999";
  std::string out;
  out.reserve(module.size() + module.size() / 16);
  const std::vector<Text> lines = text_lines(module);
  ModuleTypes types;
  for (const Text line : lines) types.read(line);
  for (const Text line : lines) {
    // x86-64 gives long arrays more.
    if (const auto variable = read_shared(line, types)) {
      out += with_alignment(line, variable->sized ? variable->layout.alignment : widest_joined);
      out.push_back('\n');
      continue;
    }
    out += line;
    if (line.find("@llvm.threadlocal.address") != Text::npos && !line.starts_with("declare ")) {
      // The same of its address, in newer clangs: "call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @x)".
      constexpr Text word = " align ";
      const std::size_t begin = out.size() - line.size();
      for (std::size_t at = out.find(word, begin); at != std::string::npos;
           at = out.find(word, begin)) {
        const std::size_t digits = at + word.size();
        out.erase(at, std::min(out.find_first_not_of("0123456789", digits), out.size()) - at);
      }
    } else if (line.starts_with("declare ")) {
      const auto declares = [line](Text name) { return line.find(name) != Text::npos; };
      const bool told =
          declares("@ws_ballot(") || declares("@ws_match(") || declares("@ws_activemask(");
      const bool by_pointer = declares("@ws_shuffle(") || declares("@ws_reduce(");
      const std::size_t attributes = out.rfind(" #");
      const std::size_t behind =
          attributes != std::string::npos && attributes >= out.size() - line.size() ? attributes
                                                                                    : out.size();
      if (told || by_pointer) out.insert(behind, fmt::format(" {}", told ? nowhere : at_arguments));
    } else if (line.find(" = load ") != Text::npos && line.find("volatile") == Text::npos &&
               std::ranges::any_of(std::array<Text, 4>{"@ws_thread_index", "@ws_block_index",
                                                       "@ws_block_dim", "@ws_grid_dim"},
                                   [line](Text name) { return line.find(name) != Text::npos; })) {
      out += fmt::format(", !invariant.load {}", empty_node);
    }
    out.push_back('\n');
  }
  out += fmt::format("{} = !{{}}\n", empty_node);
  return out;
}

}  // namespace warpscope
