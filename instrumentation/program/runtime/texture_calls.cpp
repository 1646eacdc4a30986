#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/abi/warpscope_abi.h"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"

// Textures of linear memory. What is refused and what is not is as an H200 with CUDA 13.0 did it.

namespace warpscope {
namespace {

constexpr std::size_t texture_alignment = 512, most_texels = std::size_t{1} << 28;

/// What a texture object was made of. Its handle is its address, so it stays for good.
struct TextureObject {
  ws_texture bound{};
  cudaResourceDesc memory{};
  cudaTextureDesc how{};
};
std::map<cudaTextureObject_t, TextureObject*>& texture_objects() {
  static auto* const all = new std::map<cudaTextureObject_t, TextureObject*>;
  return *all;
}

/// By which bytes bound memory lies behind the alignment.
std::map<const textureReference*, std::size_t>& texture_offsets() {
  static auto* const all = new std::map<const textureReference*, std::size_t>;
  return *all;
}

/// 0: no texture has such elements.
std::uint32_t bytes_of_element(const cudaChannelFormatDesc& desc) {
  const bool sizes = desc.x == 8 || desc.x == 16 || desc.x == 32;
  const auto alike = [&](int bits) { return bits == desc.x; };
  const int channels = 1 + static_cast<int>(alike(desc.y)) + static_cast<int>(alike(desc.z)) +
                       static_cast<int>(alike(desc.w));
  const bool whole = desc.y == (channels >= 2 ? desc.x : 0) &&
                     desc.z == (channels >= 3 ? desc.x : 0) &&
                     desc.w == (channels == 4 ? desc.x : 0);
  if (!sizes || !whole || channels == 3 || desc.f == cudaChannelFormatKindNone) return 0;
  return static_cast<std::uint32_t>(desc.x / 8 * channels);
}

/// `argument`: which one of the call the memory is. `bytes` of UINT_MAX: as many as there are.
cudaError_t bind_linear(const HostCall& call, int argument, const void* memory, std::size_t bytes,
                        const cudaChannelFormatDesc& desc, ws_texture& bound) {
  const std::uint32_t element = bytes_of_element(desc);
  if (element == 0) return cudaErrorInvalidChannelDescriptor;
  const PointerPlace place = place_of_pointer(memory);
  if (!place.device_reaches()) {
    report_host(FindingKind::wrong_call, call.place,
                say("{0} is given {1}, which is {2}: bind memory of cudaMalloc", call.function,
                    name_in_call(call, argument, memory, place), kind_of_memory(place)));
    return cudaErrorInvalidValue;
  }
  const std::size_t count = (bytes == UINT_MAX ? place.room : bytes) / element;
  if (count > most_texels) return cudaErrorInvalidValue;
  bound = {memory, static_cast<std::uint32_t>(count), element};
  return cudaSuccess;
}

cudaError_t check_reading(const HostCall& call, const cudaTextureDesc& how,
                          const cudaChannelFormatDesc& desc) {
  if (how.readMode == cudaReadModeElementType) return cudaSuccess;
  if (desc.f == cudaChannelFormatKindFloat || desc.x == 32) return cudaErrorInvalidNormSetting;
  unsupported_at(call.place, say("a texture with cudaReadModeNormalizedFloat"),
                 say("use cudaReadModeElementType and scale in the kernel"));
}

std::size_t behind_alignment(const void* memory) {
  return reinterpret_cast<std::uintptr_t>(memory) % texture_alignment;
}

ws_texture* machine_part(const textureReference* reference) {
  return reinterpret_cast<ws_texture*>(const_cast<textureReference*>(reference));
}

}  // namespace
}  // namespace warpscope

using namespace warpscope;  // NOLINT(google-build-using-namespace): C functions only

extern "C" {

void ws_texture_missed(const ws_texture* texture, std::uint32_t bytes) {
  const void* const place = __builtin_return_address(0);
  if (texture == nullptr || texture->element_bytes == 0) {
    report_in_lane(
        FindingKind::wrong_call, place,
        texture == nullptr
            ? say("fetches from a texture object that is 0: cudaCreateTextureObject never made it,")
            : say("fetches from a texture to which nothing is bound"),
        0);
  } else if (texture->element_bytes != bytes) {
    unsupported_at(place,
                   say("a fetch of {0} bytes from a texture whose elements have {1}", bytes,
                       texture->element_bytes),
                   say("fetch the type that the texture's channels make"));
  }
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* memory,
                                    const cudaTextureDesc* how, const void* view) {
  const HostCall call{"cudaCreateTextureObject", __builtin_return_address(0)};
  return serve(call, [&] {
    if (object == nullptr || memory == nullptr || how == nullptr) return cudaErrorInvalidValue;
    if (memory->resType != cudaResourceTypeLinear) {
      unsupported_at(
          call.place, say("a texture that is not of linear memory (cudaResourceTypeLinear)"),
          say("fetch from linear memory with tex1Dfetch, or read global memory through a pointer"));
    }
    if (view != nullptr) return cudaErrorInvalidValue;
    const auto& linear = memory->res.linear;
    if (const cudaError_t error = check_reading(call, *how, linear.desc)) return error;
    TextureObject made{.memory = *memory, .how = *how};
    if (const cudaError_t error =
            bind_linear(call, -1, linear.devPtr, linear.sizeInBytes, linear.desc, made.bound)) {
      return error;
    }
    if (behind_alignment(linear.devPtr) != 0) {
      report_host(FindingKind::wrong_call, call.place,
                  say("cudaCreateTextureObject is given an address that is no multiple of "
                      "{}, the device's textureAlignment: begin where cudaMalloc does",
                      texture_alignment));
      return cudaErrorInvalidValue;
    }
    auto* const kept = new TextureObject(made);
    *object = reinterpret_cast<cudaTextureObject_t>(&kept->bound);
    texture_objects()[*object] = kept;
    return cudaSuccess;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  const HostCall call{"cudaDestroyTextureObject", __builtin_return_address(0)};
  return serve(call, [&] {
    const auto found = texture_objects().find(object);
    if (found != texture_objects().end()) {
      found->second->bound = {};  // a kernel that still uses it is told of
      texture_objects().erase(found);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* memory, cudaTextureObject_t object) {
  const HostCall call{"cudaGetTextureObjectResourceDesc", __builtin_return_address(0)};
  return serve(call, [&] {
    const auto found = texture_objects().find(object);
    if (memory == nullptr || found == texture_objects().end()) return cudaErrorInvalidValue;
    *memory = found->second->memory;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t object) {
  const HostCall call{"cudaGetTextureObjectTextureDesc", __builtin_return_address(0)};
  return serve(call, [&] {
    const auto found = texture_objects().find(object);
    if (how == nullptr || found == texture_objects().end()) return cudaErrorInvalidValue;
    *how = found->second->how;
    return cudaSuccess;
  });
}

cudaError_t cudaBindTexture(size_t* offset, const textureReference* to, const void* memory,
                            const cudaChannelFormatDesc* desc, size_t bytes) {
  const HostCall call{"cudaBindTexture", __builtin_return_address(0)};
  return serve(call, [&] {
    if (to == nullptr) return cudaErrorInvalidTexture;
    if (desc == nullptr) return cudaErrorInvalidValue;
    ws_texture bound{};
    if (const cudaError_t error = bind_linear(call, 2, memory, bytes, *desc, bound)) return error;
    // The texture begins before such memory, and the program adds the offset to its indices.
    const std::size_t behind = behind_alignment(memory);
    if (offset != nullptr) *offset = behind;
    if (behind != 0 && offset == nullptr) {
      report_host(FindingKind::wrong_call, call.place,
                  say("cudaBindTexture is given an address that is no multiple of {}, the "
                      "device's textureAlignment, and no place for the offset",
                      texture_alignment));
      return cudaErrorInvalidValue;
    }
    bound.data = static_cast<const std::byte*>(bound.data) - behind;
    bound.count += static_cast<std::uint32_t>(behind / bound.element_bytes);
    *machine_part(to) = bound;
    texture_offsets()[to] = behind;
    return cudaSuccess;
  });
}

cudaError_t cudaUnbindTexture(const textureReference* from) {
  const HostCall call{"cudaUnbindTexture", __builtin_return_address(0)};
  return serve(call, [&] {
    if (from == nullptr) return cudaErrorInvalidTexture;
    *machine_part(from) = {};
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference* of) {
  const HostCall call{"cudaGetTextureAlignmentOffset", __builtin_return_address(0)};
  return serve(call, [&] {
    if (offset == nullptr) return cudaErrorInvalidValue;
    if (of == nullptr) return cudaErrorInvalidTexture;
    if (machine_part(of)->element_bytes == 0) return cudaErrorInvalidTextureBinding;
    *offset = texture_offsets()[of];
    return cudaSuccess;
  });
}
}
