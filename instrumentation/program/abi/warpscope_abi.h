/* The calls between a user's compiled CUDA program and the machine that runs it. The headers that
 * the program includes (../include) make them; the warpscope binary exports them
 * (instrumentation/program/machine and runtime), and the program's shared object finds them there when it is loaded.
 * The file is C++11, for the oldest standard that a program may ask for, and includes nothing else.
 *
 * Accesses to memory need no call of their own: -fsanitize=thread puts __tsan_read4(address) and
 * its relatives before each of them, and the machine is those functions. */
#pragma once

#include <stddef.h>
#include <stdint.h>

extern "C" {

/* Where a block stands in its launch. Constant as long as its threads run. */
struct ws_block {
  uint32_t index[3], dim[3], grid_dim[3];
};

/* Where a thread stands. Constant as long as the thread runs. */
struct ws_thread {
  uint32_t index[3];
  uint32_t lane; /* in its warp */
  const struct ws_block* block;
  const struct ws_thread* next; /* of its block, in the order of ranks; null: the last */
};

/* The thread that runs now; null: the host. Not to be read by plain C++ in device code, which would
 * be an access of its own: see ws::me() in the headers, which uses assembly. */
extern __thread const struct ws_thread* ws_this_thread __attribute__((tls_model("initial-exec")));
/* What threadIdx, blockIdx, blockDim and gridDim are to that thread: variables of these names in the headers are its
 * members, by the symbols ws_thread_index, ws_block_index, ws_block_dim and ws_grid_dim. The machine keeps them right
 * whenever another thread goes on; reads of them are no accesses. */
struct ws_standing {
  uint32_t thread[3];
  struct ws_block block;
};
extern __thread struct ws_standing ws_stands __attribute__((tls_model("initial-exec")));
/* Its definition, for the machine: in one line of the cache. */
#define WS_DEFINE_STANDS                                                                  \
  __asm__(                                                                                \
      ".pushsection .tbss,\"awT\",%nobits\n.balign 64\n.globl ws_stands\n"                \
      ".type ws_stands, %object\n.size ws_stands, 48\nws_stands:\n"                       \
      ".irp name, ws_thread_index, ws_block_index, ws_block_dim, ws_grid_dim\n"           \
      ".globl \\name\n.type \\name, %object\n.size \\name, 12\n\\name: .zero 12\n.endr\n" \
      ".popsection");
/* Whoever has run a thread of an unwatched block to its end goes on with this one, as long as there is
 * one, and so a block without barriers is a loop in the program's own code. */
extern __thread const struct ws_thread* ws_next_thread __attribute__((tls_model("initial-exec")));

/* As warpscope::Scalar (instrumentation/trace/element.hpp), in its order. */
enum ws_scalar {
  ws_i8,
  ws_u8,
  ws_i16,
  ws_u16,
  ws_i32,
  ws_u32,
  ws_i64,
  ws_u64,
  ws_f32,
  ws_f64,
  ws_f16,
  ws_bf16,
  ws_b8
};

/* As the atomics of warpscope::Operation (instrumentation/trace/operation.hpp). */
enum ws_atomic_operation {
  ws_atomic_add,
  ws_atomic_sub,
  ws_atomic_exchange,
  ws_atomic_min,
  ws_atomic_max,
  ws_atomic_inc,
  ws_atomic_dec,
  ws_atomic_and,
  ws_atomic_or,
  ws_atomic_xor,
  ws_atomic_cas
};

#if defined(__clang__)
#define WS_CONVERGENT __attribute__((convergent))
#else
#define WS_CONVERGENT
#endif

/* `value` holds the operand and receives what was there before. `compare` is of cas alone, else
 * null. Address, value and compare have the size of the scalar. Also for the host (managed memory). */
void ws_atomic(enum ws_atomic_operation operation, enum ws_scalar type, void* address, void* value,
               const void* compare);

/* Operands of instructions that do nothing (x86-64: 0f 1f 80, then the number): behind each atomic, and where its result
 * is taken, if it is used at all. */
#define WS_MARK_ATOMIC 0x57530001
#define WS_MARK_RESULT 0x57530002

/* ws_atomic, where a compiler for GPUs lets a warp's lanes, all of which name one element, put their operands together
 * first: one lane does it for all. */
void ws_atomic_of_warp(enum ws_atomic_operation operation, enum ws_scalar type, void* address,
                       void* value, const void* compare);

/* A load or store of 1, 2, 4, 8 or 16 bytes that is atomic: no race with other atomics. Also for the host. */
void ws_atomic_load(const void* address, void* value, size_t bytes);
void ws_atomic_store(void* address, const void* value, size_t bytes);

/* An asynchronous copy into shared memory, one instruction of the lane: 4, 8 or 16 bytes, the last `zeros` of which become 0.
 * Nobody may use them before the thread has waited for them. */
void ws_copy_async(void* to, const void* from, size_t bytes, size_t zeros);
/* The copies that the thread has begun since the last time are a group now. */
void ws_copies_commit(void);
/* The thread waits for all of its groups but the last `groups`. */
void ws_copies_wait(size_t groups);

/* Barriers. The vote counts the threads whose predicate is not 0: __syncthreads_count. */
void ws_syncthreads(void) WS_CONVERGENT;
int ws_syncthreads_count(int predicate) WS_CONVERGENT;
void ws_syncwarp(uint32_t mask) WS_CONVERGENT;
void ws_grid_sync(void) WS_CONVERGENT;
/* A fence orders, and a machine that runs one instruction at a time is always in order; it is known
 * to the machine so that it knows what other threads may rely on. `of_device`: 0 if only threads of the block may. */
void ws_fence(int of_device);
/* What a thread loads from here on, up to ws_uncached(0), it loads from behind the first cache. */
void ws_uncached(int begins);

/* Words of a warp: all lanes of `mask` that have not ended meet. `value` becomes that of the lane
 * `source`; it stays where there is no such lane. `bytes`: 4 or 8. */
void ws_shuffle(uint32_t mask, int source, void* value, int bytes,
                enum ws_scalar type) WS_CONVERGENT;
/* Bit k: lane k is in the mask and its predicate is not 0. any and all follow from it. */
uint32_t ws_ballot(uint32_t mask, int predicate) WS_CONVERGENT;
/* The lanes of the mask that bring the same value. */
uint32_t ws_match(uint32_t mask, uint64_t value) WS_CONVERGENT;
/* __reduce_*_sync: add, min, max, and, or, xor; type i32 or u32. */
uint32_t ws_reduce(uint32_t mask, enum ws_atomic_operation operation, enum ws_scalar type,
                   uint32_t value) WS_CONVERGENT;
uint32_t ws_activemask(void) WS_CONVERGENT;

uint64_t ws_clock(void);             /* modelled cycles */
void ws_sleep(uint32_t nanoseconds); /* lets other warps go on */
void ws_trap(void) __attribute__((noreturn));
void ws_exit_thread(void) __attribute__((noreturn)); /* PTX exit */
/* The thread leaves its function by a `return` that is not at the end: rewritten text says so (build/rewrite_launches). */
void ws_left(void);
/* A device assert failed; what glibc's assert says. The thread ends, and the launch. */
void ws_assert_failed(const char* expression, const char* file, unsigned line, const char* function)
    __attribute__((noreturn));

/* Linear memory that kernels fetch from through a texture. */
struct ws_texture {
  const void* data;
  uint32_t count, element_bytes;
};
/* A fetch of `bytes` gives zero: its index is not below the count, which a GPU answers so as well, or nothing is
 * bound, or elements have another size. */
void ws_texture_missed(const struct ws_texture* texture, uint32_t bytes);

/* A launch. `thunk(arguments)` calls the kernel for the thread that runs, and then for each that ws_next_thread
 * tells; `arguments` holds what it passes, and stays until the call returns. `parameters` point into it: the kernel's parameters in order,
 * so that the machine can name memory after the parameter that points to it. */
struct ws_parameter {
  const void* address;
  size_t bytes;
};
struct ws_launch_config {
  uint32_t grid[3], block[3];
  size_t shared_bytes; /* dynamic */
  void* stream;
  int cooperative;
};
/* Runs it to its end, or waits for it in the order of its stream; errors as cudaGetLastError()
 * tells them. `kernel` is the address of the kernel's function: name and parameters come from debug
 * information about it; null if unknown, then `name` may tell. */
int ws_launch(const struct ws_launch_config* config, const void* kernel, const char* name,
              void (*thunk)(void* arguments), void* arguments,
              const struct ws_parameter* parameters, int parameter_count);

/* For cudaLaunchKernel, which has only the function's address: how to call it. The rewriter of launches
 * registers every kernel that it sees defined, and each that a template makes. `call(function, parameters)`
 * calls it with parameters[i] pointing to the i-th argument. */
void ws_register_kernel(const void* kernel, void (*call)(const void* kernel, void** parameters),
                        const size_t* parameter_bytes, int parameter_count);

/* What is not emulated is refused by name; file and line are of the user's text. Does not return. */
void ws_unsupported(const char* what, const char* instead) __attribute__((noreturn));
}
