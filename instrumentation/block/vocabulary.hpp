#pragma once

// The words that kernels are written in. They mean the same on three machines: native CUDA, traced
// CUDA and the emulator; each machine specialises Global and offers a Block (see below).

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __CUDACC__
/// Code that runs on whatever machine compiles it.
#define WS_DEVICE __device__ __forceinline__
/// Before a loop of known length whose turns have registers of their own: the native compiler must
/// write them out one by one, since registers cannot be indexed.
#define WS_UNROLL _Pragma("unroll")
#else
#define WS_DEVICE
#define WS_UNROLL
#endif

namespace warpscope {

/// A string as a template argument: names arrays at no cost.
template <std::size_t N>
struct FixedString {
  char text[N]{};
  constexpr FixedString(const char (&source)[N]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i < N; ++i) text[i] = source[i];
  }
};

/// An element index that knows the source line it was written on: `data[tid]` converts `tid` at
/// the call, so the default argument is evaluated there.
struct Index {
  int value;
  int line;
  WS_DEVICE Index(int element,
                  int at_line = __builtin_LINE())  // NOLINT(google-explicit-constructor)
      : value(element), line(at_line) {}
};

/// A step that has a name but no number: sync("load") beside sync("combine", s).
struct NoValue {};

/// Global memory as a kernel sees it. `in[i]` reads; `out[i] = x`, `out[i] += x` write.
/// Const element type: read only.
template <class Block, class T>
class Global;

/// Constant memory as a kernel sees it: read only, the same for all blocks. One word per pass goes
/// to any number of lanes.
template <class Block, class T>
class Constant;

/// An array in the block's shared memory, named for the trace:
///   auto data = shared_array<"data", int>(block, block.size());
/// A matrix also says how long its rows are, padding included. All threads of the block make the
/// same arrays in the same order.
template <FixedString Name, class T, class Block>
WS_DEVICE auto shared_array(Block& block, int count, int columns = 0) {
  return block.template shared<Name, T>(count, columns);
}

/// An array of N words that each thread has for itself, and indexes by what it finds out when it runs:
///   auto counts = local_array<"counts", int, 8>(block);
/// Registers have no index, so the compiler puts it into local memory. If every index is a constant
/// once loops are written out (WS_UNROLL), write `int counts[8]`: that stays in registers, and no
/// machine records it. All threads of the block make the same arrays in the same order.
template <FixedString Name, class T, int N, class Block>
WS_DEVICE auto local_array(Block& block) {
  static_assert(sizeof(T) == 4 && N > 0, "lanes interleave words of 32 bits");
  return block.template local<Name, T, N>();
}

/// The lanes of a warp meet again after a branch. Does nothing in the native build: there the
/// hardware reconverges when it likes. Traced and emulated warps wait here, so that their traces
/// are equal. To be called by all lanes of the warp.
template <class Block>
WS_DEVICE void reconverge(Block& block, int line = __builtin_LINE()) {
  block.reconverge(line);
}

// Every Block offers these (the names are those of CUDA's cooperative groups):
//   int size()            threads in the block          int thread_rank()  this thread's number
//   int group_index()     this block's number           int group_count()  blocks in the grid
//   (these four if block and grid have one dimension; else with .x and .y:)
//   thread_index()        this thread's place           dim_threads()      extent of the block
//   block_index()         this block's place            dim_blocks()       extent of the grid
//   sync(name, value)     barrier, step boundary and caption at once: names what came before it
//   step(name, value)     the same without a barrier: costs nothing in the native build
//   syncwarp()            all 32 lanes wait, and see one another's shared memory
//   shfl_down(v, delta), shfl_up(v, delta)   another lane's v; a lane without partner keeps its own
//   shfl(v, lane)         the v of that lane, 0 to 31
//   ballot(predicate)     mask of the warp's lanes where it holds
//   turns()               for a loop that lanes of a warp leave in different turns:
//                           auto turns = block.turns();
//                           for (; turns.go_on(k < end); ++k) …
//                         All lanes of the warp begin it. go_on() says what it was asked; traced and
//                         emulated warps make each turn together, as reconverge() does.
//   fence()               who sees what this thread writes to global memory after it, in whatever
//                         block, sees what it wrote before
//   array.atomic_add(index, v)               returns the value before
// and of global arrays, whose elements other blocks of the same launch may use at the same time:
//   array.load_relaxed(index), array.store_relaxed(index, v)
//                         an access that cannot be torn, and that every block sees: of elements of
//                         4 or 8 bytes. It says nothing about the order of other accesses.

/// A place or an extent in two dimensions; x is the one in which neighbouring lanes differ.
struct Place2 {
  int x, y;
};

/// Two elements that move as one access.
template <class T>
struct alignas(2 * sizeof(T)) Vec2 {
  T x, y;
};
/// Three elements side by side; CUDA fetches them one by one.
template <class T>
struct Vec3 {
  T x, y, z;
};
/// Four elements that move as one 16-byte access.
template <class T>
struct alignas(4 * sizeof(T)) Vec4 {
  T x, y, z, w;
};

/// Whether load_relaxed and store_relaxed can move a T at once.
template <class T>
inline constexpr bool is_relaxed_size = sizeof(T) == 4 || sizeof(T) == 8;

inline constexpr unsigned full_warp = 0xffffffffU;

// Masks of lanes, as ballot gives them: one or two instructions on a GPU.

/// How many lanes a mask has.
constexpr int lanes_in(unsigned mask) { return __builtin_popcount(mask); }
/// The mask of the lanes before this one, 0 to 31.
constexpr unsigned lanes_below(int lane) { return (1U << lane) - 1; }

/// a · b + c with one rounding, on every machine: compilers differ in whether they make that of a
/// product that is added.
template <class T>
constexpr T multiply_add(T a, T b, T c) {
  if constexpr (std::is_same_v<T, float>) return __builtin_fmaf(a, b, c);
  if constexpr (std::is_same_v<T, double>) return __builtin_fma(a, b, c);
  return a * b + c;
}

/// The root, rounded as IEEE 754 asks, on every machine.
template <class T>
constexpr T square_root(T x) {
  static_assert(std::is_same_v<T, float>);
  return __builtin_sqrtf(x);
}

// Operators of reduction and scan: associative; the scan needs the neutral element too. constexpr,
// so that references on the host may use them as well.

template <class T>
struct Add {
  constexpr T operator()(T a, T b) const { return a + b; }
  static constexpr T identity() { return T{}; }
};

/// Wraps around as the GPU's integers do, without C++'s undefined overflow.
template <>
struct Add<int> {
  constexpr int operator()(int a, int b) const {
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  }
  static constexpr int identity() { return 0; }
};

template <class T>
struct Min {
  constexpr T operator()(T a, T b) const { return b < a ? b : a; }
};

template <class T>
struct Max {
  constexpr T operator()(T a, T b) const { return a < b ? b : a; }
};

}  // namespace warpscope
