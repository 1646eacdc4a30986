// Where the thread that runs stands, for what threadIdx and its relatives are made of.
#pragma once
#pragma GCC system_header

#include "vector_types.h"
#include "warpscope_abi.h"

namespace ws {

// Of a pointer in memory, operand 1 of a load and operand 0 of a store.
#if defined(__x86_64__)
#define WS_LOAD_POINTER "movq %1, %0"
#define WS_STORE_POINTER "movq %1, %0"
#elif defined(__aarch64__)
#define WS_LOAD_POINTER "ldr %0, %1"
#define WS_STORE_POINTER "str %1, %0"
#else
#error "Programs run on x86-64 and on aarch64 only."
#endif

// Read with assembly, since an access in C++ would get a hook. Not volatile: it may be kept and dropped.
WS_INLINE const ws_thread* me() {
  const ws_thread* thread;
  __asm__(WS_LOAD_POINTER : "=r"(thread) : "m"(ws_this_thread));
  return thread;
}

#if defined(__x86_64__)
#define WS_READ_WORD(value, from, offset) \
  __asm__("movl %c2(%1), %0" : "=r"(value) : "r"(from), "i"(offset))
#define WS_READ_POINTER(value, from, offset) \
  __asm__("movq %c2(%1), %0" : "=r"(value) : "r"(from), "i"(offset))
#else
#define WS_READ_WORD(value, from, offset) \
  __asm__("ldr %w0, [%1, %2]" : "=r"(value) : "r"(from), "i"(offset))
#define WS_READ_POINTER(value, from, offset) \
  __asm__("ldr %0, [%1, %2]" : "=r"(value) : "r"(from), "i"(offset))
#endif

// Of a ws_thread or ws_block.
template <unsigned at>
WS_INLINE unsigned int word_of(const void* from) {
  unsigned int value;
  WS_READ_WORD(value, from, at * 4);
  return value;
}

WS_INLINE const ws_block* block_of(const ws_thread* thread) {
  const ws_block* block;
  WS_READ_POINTER(block, thread, __builtin_offsetof(ws_thread, block));
  return block;
}

WS_INLINE uint3 thread_index() {
  const ws_thread* const thread = me();
  return uint3(word_of<0>(thread), word_of<1>(thread), word_of<2>(thread));
}
WS_INLINE uint3 block_index() {
  const ws_block* const block = block_of(me());
  return uint3(word_of<0>(block), word_of<1>(block), word_of<2>(block));
}
WS_INLINE unsigned int lane() { return word_of<3>(me()); }

// blockDim and gridDim are variables, since host code has variables and members of these names. They are
// the same for all threads of a launch, so that each thread may write them when it begins, and const to the
// compiler, so that reading them calls no hook.
__asm__(
    ".pushsection .bss.ws_launch_dimensions,\"aw\",%nobits\n"
    ".balign 4\n"
    ".irp name, ws_block_dim_x, ws_block_dim_y, ws_block_dim_z, "
    "ws_grid_dim_x, ws_grid_dim_y, ws_grid_dim_z\n"
    ".weak \\name\n.hidden \\name\n.type \\name, %object\n.size \\name, 4\n\\name: .zero 4\n"
    ".endr\n"
    ".popsection");

#define WS_DIMENSION(member, symbol) \
  static const unsigned int member __asm__(symbol) __attribute__((visibility("hidden")));
struct block_dim {
  static constexpr bool is_ws_builtin = true;
  WS_DIMENSION(x, "ws_block_dim_x")
  WS_DIMENSION(y, "ws_block_dim_y")
  WS_DIMENSION(z, "ws_block_dim_z")
  WS_INLINE operator uint3() const { return uint3(x, y, z); }
};
struct grid_dim {
  static constexpr bool is_ws_builtin = true;
  WS_DIMENSION(x, "ws_grid_dim_x")
  WS_DIMENSION(y, "ws_grid_dim_y")
  WS_DIMENSION(z, "ws_grid_dim_z")
  WS_INLINE operator uint3() const { return uint3(x, y, z); }
};
#undef WS_DIMENSION

// The address of a constant, as something that may be written.
WS_INLINE unsigned int* writable(const unsigned int* constant) {
  unsigned int* p;
  __asm__("" : "=r"(p) : "0"(constant));
  return p;
}
// For threads that begin. Blocks of a launch run on several cores, which must not take the line from
// one another.
WS_INLINE WS_UNHOOKED void set_dimension(const unsigned int* to, unsigned int value) {
#if defined(__x86_64__)
  __asm__ volatile("cmpl %1, %0\n\tje 1f\n\tmovl %1, %0\n1:"
                   : "+m"(*writable(to))
                   : "r"(value)
                   : "cc");
#else
  *writable(to) = value;
#endif
}
WS_INLINE WS_UNHOOKED void set_dimensions() {
  const ws_block* const block = block_of(me());
  set_dimension(&block_dim::x, word_of<3>(block));
  set_dimension(&block_dim::y, word_of<4>(block));
  set_dimension(&block_dim::z, word_of<5>(block));
  set_dimension(&grid_dim::x, word_of<6>(block));
  set_dimension(&grid_dim::y, word_of<7>(block));
  set_dimension(&grid_dim::z, word_of<8>(block));
}

// The block's next thread runs from here on; false: somebody else runs it, or there is none.
WS_INLINE WS_UNHOOKED bool next_thread() {
  const ws_thread* thread;
  const ws_thread* after;
  __asm__ volatile(WS_LOAD_POINTER : "=r"(thread) : "m"(ws_next_thread));
  if (thread == nullptr) return false;
  WS_READ_POINTER(after, thread, __builtin_offsetof(ws_thread, next));
  __asm__ volatile(WS_STORE_POINTER : "=m"(ws_this_thread) : "r"(thread));
  __asm__ volatile(WS_STORE_POINTER : "=m"(ws_next_thread) : "r"(after));
  return true;
}

}  // namespace ws
