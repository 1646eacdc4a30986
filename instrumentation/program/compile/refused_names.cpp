#include "instrumentation/program/compile/refused_names.hpp"

#include <fmt/format.h>

#include <array>

namespace warpscope {
namespace {

struct RefusedNames {
  std::string_view prefix, instead;
  bool whole = false;  ///< no prefix but the name itself: "cube" may be anybody's
};

// The first prefix that fits counts.
constexpr std::array refused_prefixes{
    RefusedNames{"cublas", "write the operation as a kernel"},
    RefusedNames{"cufft", "write the transform as a kernel"},
    RefusedNames{"cusparse", "write the operation as a kernel"},
    RefusedNames{"cusolver", "write the operation as a kernel, or compute it on the host"},
    RefusedNames{"cudnn", "write the operation as a kernel"},
    RefusedNames{"curand",
                 "make the numbers on the host with <random>, or write a generator as a "
                 "__device__ function"},
    RefusedNames{"nppi", "write the operation as a kernel"},
    RefusedNames{"nvtx", "leave the ranges out"},
    RefusedNames{"nccl", "use one device"},
    RefusedNames{"thrust", "copy the data to the host and use <algorithm>", true},
    RefusedNames{"cub", "write the step as a kernel", true},
    RefusedNames{"wmma", "multiply with ordinary arithmetic", true},
    RefusedNames{"nvcuda", "multiply with ordinary arithmetic", true},
    RefusedNames{"texCubemap", "read a plain pointer to const"},
    RefusedNames{"nvrtc", "write the kernel in the .cu file"},
    RefusedNames{"CU_", "use CUDA's runtime (cuda_runtime.h) in place of its driver"},
    RefusedNames{"tex2D", "read a plain pointer to const"},
    RefusedNames{"tex3D", "read a plain pointer to const"},
    RefusedNames{"surface", "read and write a plain pointer", true},
    RefusedNames{"surf1D", "read and write a plain pointer"},
    RefusedNames{"surf2D", "read and write a plain pointer"},
    RefusedNames{"surf3D", "read and write a plain pointer"},
    RefusedNames{"cudaTexture", "read a plain pointer to const"},
    RefusedNames{"cudaBindTexture", "read a plain pointer to const"},
    RefusedNames{"cudaArray", "use cudaMalloc() and a plain pointer"},
    RefusedNames{"cudaMallocArray", "use cudaMalloc() and a plain pointer"},
    RefusedNames{"cudaMalloc3DArray", "use cudaMalloc() and a plain pointer"},
    RefusedNames{"cudaMemcpyToArray", "use cudaMemcpy() and a plain pointer"},
    RefusedNames{"cudaSurface", "read and write a plain pointer"},
    RefusedNames{"cudaGraphics", "copy the result to the host with cudaMemcpy()"},
    RefusedNames{"cudaGL", "copy the result to the host with cudaMemcpy()"},
    RefusedNames{"cudaIpc", "use one process"},
    RefusedNames{"cudaMemAccess", "use one device, whose own pool cudaMallocAsync takes"},
    RefusedNames{"cudaMemPool", "use cudaMalloc()"},
    RefusedNames{"cudaMallocFromPool", "use cudaMalloc()"},
    RefusedNames{"cudaExternal", "copy the result to the host with cudaMemcpy()"},
    RefusedNames{"cudaImportExternal", "copy the result to the host with cudaMemcpy()"},
    RefusedNames{"cudaGraph", "capture a stream in place of building a graph"},
    RefusedNames{"cudaKernelNode", "capture a stream in place of building a graph"},
    RefusedNames{"cudaHostNode", "capture a stream in place of building a graph"},
    RefusedNames{"cudaMemsetParams", "capture a stream in place of building a graph"},
    RefusedNames{"cudaMemAllocNode", "capture a stream in place of building a graph"},
    RefusedNames{"cudaLaunchDevice", "launch from the host"},
};

bool is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }

}  // namespace

std::optional<std::string> refusal_of_name(std::string_view name) {
  for (const RefusedNames& refused : refused_prefixes) {
    if (refused.whole ? name != refused.prefix : !name.starts_with(refused.prefix)) continue;
    return fmt::format("{} is not emulated: {}.", name, refused.instead);
  }
  // The driver's: cuCtxCreate, CUcontext.
  const bool function =
      name.size() > 3 && name.starts_with("cu") && is_upper(name[2]) && !is_upper(name[3]);
  const bool type =
      name.size() > 3 && name.starts_with("CU") && !is_upper(name[2]) && name[2] != '_';
  if (function || type) {
    return fmt::format(
        "{} is not emulated: use CUDA's runtime (cuda_runtime.h) in place of its driver.", name);
  }
  return std::nullopt;
}

std::optional<std::string> refusal_of(std::string_view message) {
  constexpr std::array unknown{
      std::string_view("undeclared identifier"), std::string_view("was not declared"),
      std::string_view("unknown type name"),     std::string_view("does not name a type"),
      std::string_view("has not been declared"), std::string_view("no template named"),
      std::string_view("is not a class"),        std::string_view("is not a namespace"),
      std::string_view("no member named"),       std::string_view("does not name a template type"),
      std::string_view("is not a template")};
  for (const std::string_view words : unknown) {
    if (message.find(words) == std::string_view::npos) continue;
    // Between ' and ', or gcc's own quotes.
    for (std::size_t at = message.find('\''); at != std::string_view::npos;) {
      const std::size_t end = message.find('\'', at + 1);
      if (end == std::string_view::npos) break;
      const std::string_view name = message.substr(at + 1, end - at - 1);
      if (auto refused = refusal_of_name(name)) return refused;
      const bool of_runtime = name.size() > 4 && name.starts_with("cuda") && is_upper(name[4]);
      if (of_runtime && message.find("did you mean") == std::string_view::npos) {
        return fmt::format("{} is not emulated, or misspelled.", name);
      }
      at = message.find('\'', end + 1);
    }
  }
  return std::nullopt;
}

}  // namespace warpscope
