#include "instrumentation/program/runtime/kernel_facts.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "instrumentation/program/machine/code_map.hpp"

namespace warpscope {

std::string kernel_name(const void* kernel, const char* name) {
  if (name != nullptr && *name != '\0') return name;
  if (kernel == nullptr) return "a kernel";
  if (CodeMap* const code = CodeMap::of(kernel)) {
    const ProgramFunction* const function = code->function(kernel);
    if (function != nullptr && !function->name.empty()) return function->name;
  }
  Dl_info info{};
  if (dladdr(const_cast<void*>(kernel), &info) == 0 || info.dli_saddr != kernel ||
      info.dli_sname == nullptr)
    return "a kernel";
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(
      abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), std::free);
  const std::string full = status == 0 && readable ? readable.get() : info.dli_sname;
  return full.substr(0, full.find('('));
}

namespace {

std::size_t count_shared_bytes(const void* kernel) {
  CodeMap* const code = CodeMap::of(kernel);
  const ProgramFunction* const function = code != nullptr ? code->function(kernel) : nullptr;
  if (function == nullptr) return 0;
  const std::string& own = function->linkage_name.empty() ? function->name : function->linkage_name;
  constexpr std::size_t alignment = 16;
  std::size_t bytes = 0;
  for (const ProgramVariable& variable : code->variables()) {
    const auto& extents = variable.type.extents;
    const bool dynamic = std::find(extents.begin(), extents.end(), 0) != extents.end();
    if (!variable.thread_local_storage || variable.of_compiler || dynamic ||
        variable.function != own) {
      continue;
    }
    bytes = (bytes + alignment - 1) / alignment * alignment + variable.bytes;
  }
  return bytes;
}

}  // namespace

std::size_t static_shared_bytes(const void* kernel) {
  static auto* const known = new std::map<const void*, std::size_t>;
  const auto [found, added] = known->try_emplace(kernel);
  if (added && kernel != nullptr) found->second = count_shared_bytes(kernel);
  return found->second;
}

}  // namespace warpscope
