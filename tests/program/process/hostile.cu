// Kernels that do what they should not. The first argument names one; DEED() is all that one more needs. Whoever is
// `guilty` does it: one thread, in the first or in the last block, or in one that runs unchecked at speed.
//   hostile NAME BLOCKS THREADS GUILTY_BLOCK
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

struct Work {
  int* data;   // an array of the device, 1024 elements
  int* freed;  // one that was given back
  int* host;   // one of the host's
  int block;   // the guilty one
};

__device__ int flag;
__constant__ int table[16];

// Each thread adds to the array, so that accesses are seen; one does the deed.
#define DEED(name, ...)                                               \
  __global__ void name(Work work) {                                   \
    __shared__ int shared[64];                                        \
    shared[threadIdx.x % 64] = 0;                                     \
    atomicAdd(&work.data[threadIdx.x], 1);                            \
    const bool guilty = blockIdx.x == work.block && threadIdx.x == 0; \
    const bool guilty_block = blockIdx.x == work.block;               \
    (void)guilty, (void)guilty_block;                                 \
    __VA_ARGS__                                                       \
  }

// Never end.
DEED(spins, if (guilty) for (;;) asm volatile("");)
DEED(all_spin, if (guilty_block) for (;;) asm volatile("");)
DEED(loads_for_ever, if (guilty) while (((volatile int*)work.data)[0] != -1){})
DEED(stores_for_ever, if (guilty) for (int k = 0;; ++k)((volatile int*)work.data)[k % 1024] = k;)
DEED(shared_for_ever, if (guilty) for (int k = 0;; ++k)((volatile int*)shared)[k % 64] = k;)
DEED(atomics_for_ever, if (guilty_block) for (;;) atomicAdd(&work.data[0], 1);)
DEED(barriers_for_ever, if (guilty_block) for (;;) __syncthreads();)
DEED(warp_barriers_for_ever, if (guilty_block) for (;;) __syncwarp();)
DEED(shuffles_for_ever, if (guilty_block) for (int k = 0;;) k = __shfl_xor_sync(~0u, k, 1);)
DEED(votes_for_ever, if (guilty_block) while (__any_sync(~0u, 1)){})
DEED(waits_for_a_flag, if (guilty) while (((volatile int*)&flag)[0] == 0){})
DEED(
    waits_for_its_warp, if (guilty_block) {
      if (threadIdx.x % 32 == 0)
        while (((volatile int*)shared)[1] == 0) {
        }
      else
        shared[1] = 0;
    })
DEED(locks_twice,
     if (guilty_block) while (atomicCAS(&flag, 0, 1) != 0 || atomicCAS(&flag, 0, 1) != 0){})
DEED(prints_for_ever, if (guilty) for (;;) printf("x");)
DEED(
    allocates_for_ever, if (guilty) for (;;) {
      void* volatile p = malloc(100);
      free(p);
    })
DEED(
    waits_for_the_clock, if (guilty) {
      const long long t = clock64();
      while (clock64() - t < (1ll << 60)) {
      }
    })
DEED(sleeps, if (guilty) for (;;) __nanosleep(1000);)
DEED(sleeps_in_the_system, if (guilty) for (;;) pause();)
DEED(fences_for_ever, if (guilty) for (;;) __threadfence();)
DEED(
    holds_signals_and_spins, if (guilty) {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, nullptr);
      for (;;) asm volatile("");
    })

// Stacks.
__device__ __attribute__((noinline)) int deeper(volatile int* data, int n) {
  volatile int frame[50];
  frame[n % 50] = data[n % 1024];
  return deeper(data, n + 1) + frame[n % 50];
}
__device__ __attribute__((noinline)) int far_away(volatile int* data, int n) {
  volatile char frame[1 << 20];
  frame[n] = 1;
  return data[0] + frame[n];
}
DEED(recurses, if (guilty) work.data[0] = deeper(work.data, 0);)
DEED(all_recurse, if (guilty_block) work.data[0] = deeper(work.data, 0);)
// Which element is not known before it runs, or the optimiser would keep one of them.
DEED(wants_a_megabyte_of_stack,
     if (guilty) work.data[0] = far_away(work.data, 5 + (int)threadIdx.y);)
DEED(
    takes_its_stack_by_alloca, if (guilty) {
      volatile char* p = (char*)__builtin_alloca(3 << 20);
      p[0] = 1;
    })

// Memory.
DEED(writes_null, if (guilty) * (volatile int*)0 = 1;)
DEED(reads_null, if (guilty) work.data[0] = *(volatile int*)16;)
DEED(all_write_null, if (guilty_block) * (volatile int*)0 = 1;)
DEED(writes_far, if (guilty) work.data[1ll << 45] = 1;)
DEED(writes_past_the_end, if (guilty) work.data[1024] = 1;)
DEED(writes_before_the_beginning, if (guilty) work.data[-1] = 1;)
DEED(writes_no_address, if (guilty) * (volatile int*)0x8123456789abcdefull = 1;)
DEED(writes_what_was_freed, if (guilty) work.freed[0] = 1;)
DEED(writes_to_the_host, if (guilty) work.host[0] = 1;)
DEED(writes_unaligned, if (guilty) * (volatile int*)((char*)work.data + 1) = 1;)
DEED(writes_its_text, if (guilty) * (volatile char*)(void*)& deeper = 1;)
DEED(
    writes_past_shared, if (guilty) {
      volatile int far = 100000;
      shared[far] = 1;
    })
DEED(clears_past_the_end, if (guilty) memset(work.data, 0, 1 << 20);)
DEED(copies_from_null, if (guilty) memcpy(work.data, (void*)8, 64);)
DEED(
    calls_null, if (guilty) {
      void (*volatile f)() = nullptr;
      f();
    })
DEED(
    takes_a_terabyte, if (guilty) {
      volatile char* p = (char*)malloc(1ull << 40);
      p[0] = 1;
    })
DEED(
    fills_memory, if (guilty) for (;;) {
      void* volatile p = malloc(1 << 20);
      memset(p, 1, 1 << 20);
    })

// Ends.
DEED(exits, if (guilty) exit(41);)
DEED(exits_at_once, if (guilty) _exit(42);)
DEED(Exits_at_once, if (guilty) _Exit(43);)
DEED(quick_exits, if (guilty) quick_exit(44);)
DEED(aborts, if (guilty) abort();)
DEED(traps, if (guilty) __trap();)
DEED(traps_the_processor, if (guilty) __builtin_trap();)
DEED(asserts, if (guilty) assert(work.block < 0);)
DEED(throws, if (guilty) throw 5;)
DEED(throws_an_exception, if (guilty) throw std::runtime_error("in a kernel");)
DEED(
    divides_by_zero, if (guilty) {
      volatile int zero = 0;
      work.data[0] = work.data[1] / zero;
    })
DEED(raises_segv, if (guilty) raise(SIGSEGV);)
DEED(raises_term, if (guilty) raise(SIGTERM);)
DEED(is_killed, if (guilty) kill(getpid(), SIGKILL);)
DEED(is_killed_with_its_group, if (guilty) kill(0, SIGKILL);)
DEED(
    kills_its_parent, if (guilty) {
      kill(getppid(), SIGKILL);
      for (;;) pause();
    })
DEED(
    stops_itself, if (guilty) {
      raise(SIGSTOP);
      for (;;) asm volatile("");
    })
DEED(
    has_an_alarm, if (guilty) {
      ualarm(1000, 0);
      for (;;) asm volatile("");
    })
DEED(ends_its_thread, if (guilty) pthread_exit(nullptr);)
DEED(leaves_a_barrier, if (guilty_block && threadIdx.x % 2 == 0) __syncthreads();)

// The system.
DEED(forks, if (guilty && fork() == 0) for (;;) pause();)
DEED(
    forks_a_daemon, if (guilty && fork() == 0) {
      setsid();
      if (fork() == 0)
        for (;;) pause();
      _exit(0);
    })
DEED(forks_and_both_go_on, if (guilty) fork();)
DEED(becomes_another_program, if (guilty) execl("/bin/sh", "sh", "-c", "exit 45", nullptr);)
DEED(closes_everything, if (guilty) for (int k = 0; k < 1000; ++k) close(k);)
DEED(
    starts_a_thread, if (guilty) {
      pthread_t t;
      pthread_create(
          &t, nullptr,
          [](void* at) -> void* {
            ((volatile int*)at)[0] = 1;
            return nullptr;
          },
          work.data);
      pthread_join(t, nullptr);
    })
DEED(
    crashes_in_a_thread, if (guilty) {
      pthread_t t;
      pthread_create(
          &t, nullptr,
          [](void*) -> void* {
            *(volatile int*)0 = 1;
            return nullptr;
          },
          nullptr);
      pthread_join(t, nullptr);
    })
DEED(prints_a_lot, if (guilty) for (int k = 0; k < 100000; ++k) printf("%d %s\n", k, "and so on");)
DEED(unmaps_the_device,
     if (guilty) munmap((void*)((unsigned long long)work.data & ~4095ull), 4096);)
DEED(unmaps_the_shadow_of_everything, if (guilty) munmap((void*)0x204000000000ull, 1ull << 38);)
DEED(
    damages_the_heap, if (guilty) {
      char* volatile p = (char*)malloc(100);
      memset(p - 16, 0x41, 5000);
      for (int k = 0; k < 100; ++k) p = (char*)malloc(k * 100);
    })

struct Entry {
  const char* name;
  void (*kernel)(Work);
};
#define ENTRY(name) \
  { #name, name }
const Entry entries[] = {ENTRY(spins),
                         ENTRY(all_spin),
                         ENTRY(loads_for_ever),
                         ENTRY(stores_for_ever),
                         ENTRY(shared_for_ever),
                         ENTRY(atomics_for_ever),
                         ENTRY(barriers_for_ever),
                         ENTRY(warp_barriers_for_ever),
                         ENTRY(shuffles_for_ever),
                         ENTRY(votes_for_ever),
                         ENTRY(waits_for_a_flag),
                         ENTRY(waits_for_its_warp),
                         ENTRY(locks_twice),
                         ENTRY(prints_for_ever),
                         ENTRY(allocates_for_ever),
                         ENTRY(waits_for_the_clock),
                         ENTRY(sleeps),
                         ENTRY(sleeps_in_the_system),
                         ENTRY(fences_for_ever),
                         ENTRY(holds_signals_and_spins),
                         ENTRY(recurses),
                         ENTRY(all_recurse),
                         ENTRY(wants_a_megabyte_of_stack),
                         ENTRY(takes_its_stack_by_alloca),
                         ENTRY(writes_null),
                         ENTRY(reads_null),
                         ENTRY(all_write_null),
                         ENTRY(writes_far),
                         ENTRY(writes_past_the_end),
                         ENTRY(writes_before_the_beginning),
                         ENTRY(writes_no_address),
                         ENTRY(writes_what_was_freed),
                         ENTRY(writes_to_the_host),
                         ENTRY(writes_unaligned),
                         ENTRY(writes_its_text),
                         ENTRY(writes_past_shared),
                         ENTRY(clears_past_the_end),
                         ENTRY(copies_from_null),
                         ENTRY(calls_null),
                         ENTRY(takes_a_terabyte),
                         ENTRY(fills_memory),
                         ENTRY(exits),
                         ENTRY(exits_at_once),
                         ENTRY(Exits_at_once),
                         ENTRY(quick_exits),
                         ENTRY(aborts),
                         ENTRY(traps),
                         ENTRY(traps_the_processor),
                         ENTRY(asserts),
                         ENTRY(throws),
                         ENTRY(throws_an_exception),
                         ENTRY(divides_by_zero),
                         ENTRY(raises_segv),
                         ENTRY(raises_term),
                         ENTRY(is_killed),
                         ENTRY(is_killed_with_its_group),
                         ENTRY(kills_its_parent),
                         ENTRY(stops_itself),
                         ENTRY(has_an_alarm),
                         ENTRY(ends_its_thread),
                         ENTRY(leaves_a_barrier),
                         ENTRY(forks),
                         ENTRY(forks_a_daemon),
                         ENTRY(forks_and_both_go_on),
                         ENTRY(becomes_another_program),
                         ENTRY(closes_everything),
                         ENTRY(starts_a_thread),
                         ENTRY(crashes_in_a_thread),
                         ENTRY(prints_a_lot),
                         ENTRY(unmaps_the_device),
                         ENTRY(unmaps_the_shadow_of_everything),
                         ENTRY(damages_the_heap)};

int main(int, char** words) {
  Work work{};
  cudaMalloc(&work.data, 1024 * sizeof(int));
  cudaMemset(work.data, 0, 1024 * sizeof(int));
  cudaMalloc(&work.freed, 1024);
  cudaFree(work.freed);
  work.host = new int[16];
  work.block = atoi(words[4]);
  for (const Entry& entry : entries) {
    if (strcmp(entry.name, words[1]) != 0) continue;
    entry.kernel<<<atoi(words[2]), atoi(words[3])>>>(work);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("ended with %s\n", cudaGetErrorName(error));
    return error == cudaSuccess ? 0 : 50;
  }
  return 90;  // no such kernel
}
