#include "instrumentation/timing/shared_library.hpp"

#include <dlfcn.h>
#include <cstdlib>
#include <sstream>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Each ends in a slash; an empty one means where the system looks.
std::vector<std::string> folders() {
  std::vector<std::string> all;
  if (const char* named = std::getenv("WARPSCOPE_CUDA_LIBRARIES")) {
    std::istringstream list{named};
    for (std::string folder; std::getline(list, folder, ':');) {
      if (!folder.empty()) all.push_back(folder + "/");
    }
  }
  all.emplace_back();
  all.emplace_back("/usr/local/cuda/lib64/");
  all.emplace_back("/opt/cuda/lib64/");
  return all;
}

}  // namespace

Result<SharedLibrary> SharedLibrary::open(const std::vector<std::string>& names,
                                          const std::string& remedy) {
  for (const std::string& folder : folders()) {
    for (const std::string& name : names) {
      if (void* handle = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL)) {
        return SharedLibrary(handle);
      }
    }
  }
  return Error{ErrorKind::unavailable,
               tr("{0} was not found. {1} If it lies in an unusual folder, name that in "
                  "WARPSCOPE_CUDA_LIBRARIES.",
                  names.front(), remedy)};
}

void* SharedLibrary::symbol(const char* name) const { return dlsym(handle_, name); }

}  // namespace warpscope
