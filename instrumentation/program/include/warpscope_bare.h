// What the main() of a kernel without one is made of: buffers that are filled, and printed if the kernel
// changed them.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>

#include "cuda_runtime.h"

namespace ws_bare {

enum class contents { zero, ones, ramp, random, shuffled, letters };

template <class T, class V>
typename std::enable_if<std::is_arithmetic<T>::value>::type convert(T& to, V value, int) {
  to = static_cast<T>(value);
}
/// half
template <class T, class V>
auto convert(T& to, V value, int) ->
    typename std::enable_if<!std::is_arithmetic<T>::value,
                            decltype(to = static_cast<T>(static_cast<float>(value)),
                                     void())>::type {
  to = static_cast<T>(static_cast<float>(value));
}
template <class T, class V>
void convert(T&, V, long) {}

#define WS_MEMBER(name, component)                                               \
  template <class T, class F>                                                    \
  auto set_##name(T& to, const F& value, int)->decltype((void)to.name, bool()) { \
    convert(to.name, value(component), 0);                                       \
    return true;                                                                 \
  }                                                                              \
  template <class T, class F>                                                    \
  bool set_##name(T&, const F&, long) {                                          \
    return false;                                                                \
  }
WS_MEMBER(x, 0)
WS_MEMBER(y, 1)
WS_MEMBER(z, 2)
WS_MEMBER(w, 3)
#undef WS_MEMBER

/// value(0), or value(0), value(1), … for x, y, z and w. Structures without them stay as they are.
template <class T, class F>
void set_all(T& to, const F& value) {
  const bool has_members = set_x(to, value, 0);
  set_y(to, value, 0);
  set_z(to, value, 0);
  set_w(to, value, 0);
  if (!has_members) convert(to, value(0), 0);
}

template <class T, class V>
void set(T& to, V value) {
  set_all(to, [&](int) { return value; });
}

template <class T, class V>
T number(V value) {
  T made{};
  set(made, value);
  return made;
}

inline unsigned long long scrambled(unsigned long long seed, unsigned long long i) {
  unsigned long long bits = (seed + 1) * 0x9e3779b97f4a7c15ULL + i * 0xd1342543de82ef95ULL;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31U);
}

template <class T>
auto print(const T& value, int) -> decltype((void)static_cast<double>(value), void()) {
  printf(" %.6g", static_cast<double>(value));
}
template <class T>
auto print(const T& value, long) -> decltype((void)static_cast<float>(value), void()) {
  printf(" %.6g", static_cast<double>(static_cast<float>(value)));
}
template <int Rank>
struct rank : rank<Rank - 1> {};
template <>
struct rank<0> {};

template <class T>
auto print_members(const T& value, rank<3>) -> decltype((void)value.w, void()) {
  printf(" (%g, %g, %g, %g)", (double)value.x, (double)value.y, (double)value.z, (double)value.w);
}
template <class T>
auto print_members(const T& value, rank<2>) -> decltype((void)value.z, void()) {
  printf(" (%g, %g, %g)", (double)value.x, (double)value.y, (double)value.z);
}
template <class T>
auto print_members(const T& value, rank<1>) -> decltype((void)value.y, void()) {
  printf(" (%g, %g)", (double)value.x, (double)value.y);
}
template <class T>
void print_members(const T&, rank<0>) {
  printf(" {%zu bytes}", sizeof(T));
}
template <class T>
void print(const T& value, ...) {
  print_members(value, rank<3>());
}

/// Elements of a parameter, and as many as `halo` says before and behind them.
template <class T>
class buffer {
 public:
  buffer(const char* name, bool printed, size_t count, size_t halo)
      : name_(name), printed_(printed), count_(count), halo_(halo) {
    all_ = count + 2 * halo;
    host_ = static_cast<T*>(calloc(all_, sizeof(T)));
    is_here_ = host_ != nullptr && cudaMalloc(&device_, all_ * sizeof(T)) == cudaSuccess;
    if (!is_here_) fprintf(stderr, "There is no memory for %zu elements of %s.\n", all_, name);
  }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() {
    if (is_here_) cudaFree(device_);
    free(host_);
  }

  /// False: there is no memory.
  bool fill(contents how, long long step, long long below, unsigned long long seed) {
    if (!is_here_) return false;
    is_zero_ = how == contents::zero;
    for (size_t i = 0; i < all_ && !is_zero_; ++i) {
      if (how == contents::ones) set(host_[i], 1);
      if (how == contents::ramp)
        set(host_[i], (static_cast<long long>(i) - (long long)halo_) * step);
      if (how == contents::random) set_random(host_[i], below, seed, i);
      if (how == contents::shuffled) set(host_[i], i);
      if (how == contents::letters) set(host_[i], 'a' + static_cast<int>(scrambled(seed, i) % 26));
    }
    if (how == contents::shuffled) {
      for (size_t i = all_; i > 1; --i) {
        const size_t other = scrambled(seed, i) % i;
        const T kept = host_[i - 1];
        host_[i - 1] = host_[other];
        host_[other] = kept;
      }
    }
    return cudaMemcpy(device_, host_, all_ * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess;
  }

  T* data() const { return device_ + halo_; }

  /// The first elements, if the kernel changed any, or was to.
  bool print_changed() const {
    T* const now = static_cast<T*>(malloc(all_ * sizeof(T)));
    if (now == nullptr) return false;
    const bool copied =
        cudaMemcpy(now, device_, all_ * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess;
    const bool changed = copied && memcmp(now, host_, all_ * sizeof(T)) != 0;
    if (changed || (copied && printed_ && is_zero_)) {
      const size_t most = 8, shown = count_ < most ? count_ : most;
      printf("%s:", name_);
      for (size_t i = 0; i < shown; ++i) print(now[halo_ + i], 0);
      printf(shown < count_ ? " ...\n" : "\n");
    }
    free(now);
    return copied;
  }

 private:
  static void set_random(T& to, long long below, unsigned long long seed, unsigned long long i) {
    const auto bits = [&](int component) {
      return scrambled(seed, 4 * i + static_cast<unsigned long long>(component));
    };
    if (std::is_integral<T>::value) {
      const long long usual = sizeof(T) == 1 && std::is_unsigned<T>::value ? 256 : 100;
      const long long limit = std::is_same<T, bool>::value ? 2 : below > 0 ? below : usual;
      set(to, static_cast<long long>(bits(0) % static_cast<unsigned long long>(limit)));
    } else {
      const unsigned long long limit = below > 0 ? static_cast<unsigned long long>(below) : 10;
      set_all(to, [&](int component) {
        return static_cast<double>(bits(component) % (4 * limit)) / 4;
      });
    }
  }

  const char* name_;
  bool printed_, is_here_ = false, is_zero_ = false;
  size_t count_, halo_, all_ = 0;
  T* host_ = nullptr;
  T* device_ = nullptr;
};

/// Waits for the kernel. False, with a line that says why, if it failed.
inline bool finished(const char* kernel) {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) fprintf(stderr, "%s: %s\n", kernel, cudaGetErrorString(error));
  return error == cudaSuccess;
}

}  // namespace ws_bare
