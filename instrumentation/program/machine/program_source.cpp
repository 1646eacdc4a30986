#include "instrumentation/program/machine/program_source.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include "instrumentation/program/machine/code_map.hpp"

namespace warpscope {
namespace {

SourceFile read_source(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return {.name = shown_path(file), .text = std::move(text)};
}

}  // namespace

const SourceFile& program_source(const std::string& file) {
  static auto& known = *new std::map<std::string, SourceFile>;  // as CodeMap::of
  const auto [at, fresh] = known.try_emplace(file);
  if (fresh) at->second = read_source(file);
  return at->second;
}

}  // namespace warpscope
