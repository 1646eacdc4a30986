// Fetches from textures of linear memory: ordinary loads here, which give zero beyond the end of what is bound, as on a GPU.
#pragma once
#pragma GCC system_header

#include "cuda_runtime_api.h"
#include "warpscope_abi.h"
#include "ws/function.h"
#include "ws/refused_calls.h"

// Its first part is what the machine binds.
struct textureReference : ws_texture {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB = 0;
  unsigned int maxAnisotropy = 0;
  cudaTextureFilterMode mipmapFilterMode = cudaFilterModePoint;
  float mipmapLevelBias = 0, minMipmapLevelClamp = 0, maxMipmapLevelClamp = 0;
  int disableTrilinearOptimization = 0;
  constexpr textureReference(int normalised, cudaTextureFilterMode filter,
                             cudaTextureAddressMode address, cudaChannelFormatDesc desc)
      : ws_texture{nullptr, 0, 0},
        normalized(normalised),
        filterMode(filter),
        addressMode{address, address, address},
        channelDesc(desc) {}
};

namespace ws {

template <class T>
struct channel {
  static constexpr int bits = sizeof(T) * 8;
  static constexpr cudaChannelFormatKind kind =
      cudaChannelFormatKind(T(0.5) != T(0) ? cudaChannelFormatKindFloat
                            : T(-1) < T(0) ? cudaChannelFormatKindSigned
                                           : cudaChannelFormatKindUnsigned);
  static constexpr cudaChannelFormatDesc desc() { return {bits, 0, 0, 0, kind}; }
};
#define WS_CHANNELS(vector, scalar)                                                          \
  template <>                                                                                \
  struct channel<vector##1> : channel<scalar> {};                                            \
  template <>                                                                                \
  struct channel<vector##2> : channel<scalar> {                                              \
    static constexpr cudaChannelFormatDesc desc() { return {bits, bits, 0, 0, kind}; }       \
  };                                                                                         \
  template <>                                                                                \
  struct channel<vector##4> : channel<scalar> {                                              \
    static constexpr cudaChannelFormatDesc desc() { return {bits, bits, bits, bits, kind}; } \
  };
WS_CHANNELS(char, signed char)
WS_CHANNELS(uchar, unsigned char)
WS_CHANNELS(short, short)
WS_CHANNELS(ushort, unsigned short)
WS_CHANNELS(int, int)
WS_CHANNELS(uint, unsigned int)
WS_CHANNELS(float, float)
#undef WS_CHANNELS

// Read with assembly: the texture itself is no memory that the kernel touches.
WS_INLINE ws_texture bound_to(const ws_texture* texture) {
  ws_texture is;
#if defined(__x86_64__)
  __asm__("movq %1, %0" : "=r"(is.data) : "m"(texture->data));
  __asm__("movl %1, %0" : "=r"(is.count) : "m"(texture->count));
  __asm__("movl %1, %0" : "=r"(is.element_bytes) : "m"(texture->element_bytes));
#else
  __asm__("ldr %0, %1" : "=r"(is.data) : "m"(texture->data));
  __asm__("ldr %w0, %1" : "=r"(is.count) : "m"(texture->count));
  __asm__("ldr %w0, %1" : "=r"(is.element_bytes) : "m"(texture->element_bytes));
#endif
  return is;
}

template <class T>
WS_INLINE T fetch(const ws_texture* texture, int index) {
  static_assert(sizeof(T) <= 16, "tex1Dfetch() gives elements of up to 16 bytes.");
  if (texture != nullptr) {
    const ws_texture is = bound_to(texture);
    if (static_cast<unsigned int>(index) < is.count && is.element_bytes == sizeof(T)) {
      return static_cast<const T*>(is.data)[index];
    }
  }
  ws_texture_missed(texture, sizeof(T));
  return T();
}

}  // namespace ws

template <class T, int dimensions = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
struct texture : textureReference {
  static_assert(
      dimensions == cudaTextureType1D,
      "texture<> of more than one dimension is not emulated: bind linear memory to texture<T, 1> "
      "and use tex1Dfetch(), or read global memory through a pointer");
  static_assert(
      mode == cudaReadModeElementType,
      "cudaReadModeNormalizedFloat is not emulated: use cudaReadModeElementType and scale in "
      "the kernel");
  constexpr texture(int normalised = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                    cudaTextureAddressMode address = cudaAddressModeClamp)
      : textureReference(normalised, filter, address, ::ws::channel<T>::desc()) {}
  constexpr texture(int normalised, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                    cudaChannelFormatDesc desc)
      : textureReference(normalised, filter, address, desc) {}
};

template <class T>
WS_INLINE T tex1Dfetch(const texture<T, cudaTextureType1D, cudaReadModeElementType>& from,
                       int index) {
  return ::ws::fetch<T>(&from, index);
}
template <class T>
WS_INLINE T tex1Dfetch(cudaTextureObject_t from, int index) {
  return ::ws::fetch<T>(reinterpret_cast<const ws_texture*>(from), index);
}
template <class T>
WS_INLINE void tex1Dfetch(T* to, cudaTextureObject_t from, int index) {
  *to = tex1Dfetch<T>(from, index);
}

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return ::ws::channel<T>::desc();
}
template <class T, int dimensions, cudaTextureReadMode mode>
inline __attribute__((always_inline)) cudaError_t cudaBindTexture(
    size_t* offset, const texture<T, dimensions, mode>& to, const void* memory,
    const cudaChannelFormatDesc& desc, size_t bytes = UINT_MAX) {
  return cudaBindTexture(offset, static_cast<const textureReference*>(&to), memory, &desc, bytes);
}
template <class T, int dimensions, cudaTextureReadMode mode>
inline __attribute__((always_inline)) cudaError_t cudaBindTexture(
    size_t* offset, const texture<T, dimensions, mode>& to, const void* memory,
    size_t bytes = UINT_MAX) {
  return cudaBindTexture(offset, to, memory, to.channelDesc, bytes);
}
template <class T, int dimensions, cudaTextureReadMode mode>
inline __attribute__((always_inline)) cudaError_t cudaUnbindTexture(
    const texture<T, dimensions, mode>& from) {
  return cudaUnbindTexture(static_cast<const textureReference*>(&from));
}
template <class T, int dimensions, cudaTextureReadMode mode>
inline __attribute__((always_inline)) cudaError_t cudaGetTextureAlignmentOffset(
    size_t* offset, const texture<T, dimensions, mode>& of) {
  return cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&of));
}
