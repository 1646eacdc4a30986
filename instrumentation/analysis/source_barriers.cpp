#include "instrumentation/analysis/source_barriers.hpp"

#include <string_view>

namespace warpscope {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

std::vector<SourceBarrier> barriers_of(const SourceFile& source) {
  std::vector<SourceBarrier> barriers;
  std::string_view rest = source.text;
  for (std::uint32_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = rest.find('\n');
    const std::string_view code = trimmed(rest.substr(0, end).substr(0, rest.find("//")));
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    const bool of_warp = code.find(".syncwarp(") != std::string_view::npos;
    if (!of_warp && code.find(".sync(") == std::string_view::npos) continue;
    barriers.push_back({line, of_warp, std::string(code)});
  }
  return barriers;
}

}  // namespace warpscope
