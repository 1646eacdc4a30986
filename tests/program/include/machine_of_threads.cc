// A machine for tests of the headers: every thread of a block is a thread of the system, blocks run in turn. No
// recording; it counts the hooks that are not on a thread's own stack and prints them after each launch if
// COUNT_HOOKS is set.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warpscope_abi.h"

extern "C" {
__thread const ws_thread* ws_this_thread __attribute__((tls_model("initial-exec")));
__thread const ws_thread* ws_next_thread __attribute__((tls_model("initial-exec")));
}
WS_DEFINE_STANDS

namespace {

// Threads that wait for one another: as many as `expected`, each with a value.
struct Meeting {
  unsigned int mask = 0;
  int arrived = 0, left = 0;
  unsigned long generation = 0;
  unsigned long long brought[32], seen[32];
  bool takes_part[32] = {}, took_part[32] = {};
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
Meeting meetings[32][256];  // of each warp; one per mask
unsigned int existing[32];
int block_threads, block_arrived, block_votes, last_votes;
unsigned long block_generation;
const void* barrier_places[16];  // where ws_syncthreads was called from
int barriers;

struct Met {
  unsigned long long value[32];
  bool there[32];
};

unsigned int warp_of_thread() {
  const ws_thread* t = ws_this_thread;
  const unsigned int rank =
      t->index[0] + t->block->dim[0] * (t->index[1] + t->block->dim[1] * t->index[2]);
  return rank / 32;
}

Met meet(unsigned int mask, unsigned long long value) {
  pthread_mutex_lock(&lock);
  const unsigned int warp = warp_of_thread(), lane = ws_this_thread->lane;
  mask &= existing[warp];
  Meeting* m = meetings[warp];
  while (m->mask != mask && m->mask != 0) m++;
  m->mask = mask;
  m->brought[lane] = value;
  m->takes_part[lane] = true;
  const unsigned long mine = m->generation;
  if (++m->arrived == __builtin_popcount(mask)) {
    memcpy(m->seen, m->brought, sizeof m->seen);
    memcpy(m->took_part, m->takes_part, sizeof m->took_part);
    memset(m->takes_part, 0, sizeof m->takes_part);
    m->arrived = 0;
    m->generation++;
    pthread_cond_broadcast(&changed);
  } else {
    while (m->generation == mine) pthread_cond_wait(&changed, &lock);
  }
  Met met;
  memcpy(met.value, m->seen, sizeof met.value);
  memcpy(met.there, m->took_part, sizeof met.there);
  pthread_mutex_unlock(&lock);
  return met;
}

struct Start {
  ws_thread place;
  void (*thunk)(void*);
  void* arguments;
};
__thread char* stack_begin;
int hooks_of_reads[17], hooks_of_writes[17], launch_number;

void* run_thread(void* given) {
  char here;
  stack_begin = &here;
  Start* start = static_cast<Start*>(given);
  ws_this_thread = &start->place;
  ws_stands.block = *start->place.block;
  memcpy(ws_stands.thread, start->place.index, sizeof ws_stands.thread);
  start->thunk(start->arguments);
  ws_this_thread = nullptr;
  return nullptr;
}

void count(int* hooks, const void* address, int bytes) {
  if (ws_this_thread == nullptr) return;
  char here;
  const char* at = static_cast<const char*>(address);
  if (at > &here && at < stack_begin) return;
  const char* const stands = reinterpret_cast<const char*>(&ws_stands);
  if (at >= stands && at < stands + sizeof ws_stands) return;
  __atomic_fetch_add(&hooks[bytes], 1, __ATOMIC_RELAXED);
}

}  // namespace

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
#define HOOKS(n)                                                                      \
  void __tsan_read##n(void* address) { count(hooks_of_reads, address, n); }           \
  void __tsan_write##n(void* address) { count(hooks_of_writes, address, n); }         \
  void __tsan_unaligned_read##n(void* address) { count(hooks_of_reads, address, n); } \
  void __tsan_unaligned_write##n(void* address) { count(hooks_of_writes, address, n); }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
void __tsan_read_range(void*, unsigned long) { hooks_of_reads[0]++; }
void __tsan_write_range(void*, unsigned long) { hooks_of_writes[0]++; }
void __tsan_vptr_update(void**, void*) {}
// Newer clangs call these in place of the C library's, in host code as well.
void* __tsan_memset(void* to, int value, unsigned long bytes) { return memset(to, value, bytes); }
void* __tsan_memcpy(void* to, const void* from, unsigned long bytes) {
  return memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, unsigned long bytes) {
  return memmove(to, from, bytes);
}

int ws_launch(const ws_launch_config* config, const void*, const char*, void (*thunk)(void*),
              void* arguments, const ws_parameter* parameters, int parameter_count) {
  launch_number++;
  if (getenv("TELL_LAUNCHES") != nullptr) {
    printf("launch grid %u,%u,%u block %u,%u,%u shared %zu stream %lu parameters", config->grid[0],
           config->grid[1], config->grid[2], config->block[0], config->block[1], config->block[2],
           config->shared_bytes, reinterpret_cast<unsigned long>(config->stream));
    for (int i = 0; i < parameter_count; i++) printf(" %zu", parameters[i].bytes);
    printf("\n");
  }
  memset(hooks_of_reads, 0, sizeof hooks_of_reads);
  memset(hooks_of_writes, 0, sizeof hooks_of_writes);
  const unsigned int* b = config->block;
  const unsigned int count = b[0] * b[1] * b[2];
  Start* starts = new Start[count];
  pthread_t* threads = new pthread_t[count];
  for (unsigned int block = 0; block < config->grid[0] * config->grid[1] * config->grid[2];
       block++) {
    block_threads = static_cast<int>(count);
    memset(static_cast<void*>(meetings), 0, sizeof meetings);
    memset(existing, 0, sizeof existing);
    for (unsigned int i = 0; i < count; i++) existing[i / 32] |= 1u << i % 32;
    const unsigned int* g = config->grid;
    const ws_block own = {{block % g[0], block / g[0] % g[1], block / g[0] / g[1]},
                          {b[0], b[1], b[2]},
                          {g[0], g[1], g[2]}};
    for (unsigned int i = 0; i < count; i++) {
      starts[i].place = {{i % b[0], i / b[0] % b[1], i / b[0] / b[1]}, i % 32, &own, nullptr};
      starts[i].thunk = thunk;
      starts[i].arguments = arguments;
      pthread_create(&threads[i], nullptr, run_thread, &starts[i]);
    }
    for (unsigned int i = 0; i < count; i++) pthread_join(threads[i], nullptr);
  }
  delete[] starts;
  delete[] threads;
  if (getenv("COUNT_HOOKS") != nullptr) {
    printf("launch %d:", launch_number);
    for (int n = 0; n <= 16; n++) {
      if (hooks_of_reads[n] != 0) printf(" read%d %d", n, hooks_of_reads[n]);
    }
    for (int n = 0; n <= 16; n++) {
      if (hooks_of_writes[n] != 0) printf(" write%d %d", n, hooks_of_writes[n]);
    }
    printf("\n");
  }
  if (getenv("TELL_BARRIERS") != nullptr) printf("%d barriers so far\n", barriers);
  fflush(stdout);
  return 0;
}

void ws_syncthreads() {
  const void* place = __builtin_return_address(0);
  pthread_mutex_lock(&lock);
  int known = 0;
  while (known < barriers && barrier_places[known] != place) known++;
  if (known == barriers && barriers < 16) barrier_places[barriers++] = place;
  pthread_mutex_unlock(&lock);
  ws_syncthreads_count(0);
}
int ws_syncthreads_count(int predicate) {
  pthread_mutex_lock(&lock);
  const unsigned long mine = block_generation;
  block_votes += predicate != 0;
  if (++block_arrived == block_threads) {
    last_votes = block_votes;
    block_arrived = block_votes = 0;
    block_generation++;
    pthread_cond_broadcast(&changed);
  } else {
    while (block_generation == mine) pthread_cond_wait(&changed, &lock);
  }
  const int votes = last_votes;
  pthread_mutex_unlock(&lock);
  return votes;
}
void ws_syncwarp(uint32_t mask) { meet(mask, 0); }
void ws_grid_sync() {}
void ws_fence(int) {}
void ws_uncached(int) {}

void ws_shuffle(uint32_t mask, int source, void* value, int bytes, enum ws_scalar) {
  unsigned long long word = 0;
  memcpy(&word, value, static_cast<size_t>(bytes));
  const Met met = meet(mask, word);
  if (source >= 0 && source < 32 && met.there[source]) {
    memcpy(value, &met.value[source], static_cast<size_t>(bytes));
  }
}
uint32_t ws_ballot(uint32_t mask, int predicate) {
  const Met met = meet(mask, predicate != 0);
  uint32_t set = 0;
  for (int i = 0; i < 32; i++) {
    if (met.there[i] && met.value[i] != 0) set |= 1u << i;
  }
  return set;
}
uint32_t ws_match(uint32_t mask, uint64_t value) {
  const Met met = meet(mask, value);
  uint32_t same = 0;
  for (int i = 0; i < 32; i++) {
    if (met.there[i] && met.value[i] == value) same |= 1u << i;
  }
  return same;
}
uint32_t ws_reduce(uint32_t mask, enum ws_atomic_operation operation, enum ws_scalar type,
                   uint32_t value) {
  const Met met = meet(mask, value);
  bool first = true;
  uint32_t result = 0;
  for (int i = 0; i < 32; i++) {
    if (!met.there[i]) continue;
    const uint32_t v = static_cast<uint32_t>(met.value[i]);
    const bool less =
        type == ws_i32 ? static_cast<int32_t>(v) < static_cast<int32_t>(result) : v < result;
    result = first                        ? v
             : operation == ws_atomic_add ? result + v
             : operation == ws_atomic_min ? (less ? v : result)
             : operation == ws_atomic_max ? (less ? result : v)
             : operation == ws_atomic_and ? result & v
             : operation == ws_atomic_or  ? result | v
                                          : result ^ v;
    first = false;
  }
  return result;
}
uint32_t ws_activemask() { return meet(~0u, 0).there[0] ? existing[warp_of_thread()] : 0; }

// Says what it is asked for, and does what the tests need.
void ws_atomic(enum ws_atomic_operation operation, enum ws_scalar type, void* address, void* value,
               const void* compare) {
  pthread_mutex_lock(&lock);
  unsigned long long before = 0, given = 0, wanted = 0;
  const size_t bytes = type == ws_f64 || type == ws_u64 || type == ws_i64    ? 8
                       : type == ws_f16 || type == ws_bf16 || type == ws_u16 ? 2
                                                                             : 4;
  memcpy(&before, address, bytes);
  memcpy(&given, value, bytes);
  if (compare != nullptr) memcpy(&wanted, compare, bytes);
  printf("atomic %d type %d operand %llx compare %llx\n", operation, type, given, wanted);
  if (operation == ws_atomic_cas ? before == wanted : operation == ws_atomic_exchange) {
    memcpy(address, &given, bytes);
  } else if (operation == ws_atomic_add && type != ws_f32 && type != ws_f64) {
    const unsigned long long sum = before + given;
    memcpy(address, &sum, bytes);
  }
  memcpy(value, &before, bytes);
  pthread_mutex_unlock(&lock);
}

void ws_atomic_load(const void* address, void* value, size_t bytes) {
  printf("atomic load of %d bytes\n", static_cast<int>(bytes));
  memcpy(value, address, bytes);
}
void ws_atomic_store(void* address, const void* value, size_t bytes) {
  printf("atomic store of %d bytes\n", static_cast<int>(bytes));
  memcpy(address, value, bytes);
}

void ws_copy_async(void* to, const void* from, size_t bytes, size_t zeros) {
  memcpy(to, from, bytes - zeros);
  memset(static_cast<char*>(to) + bytes - zeros, 0, zeros);
}
void ws_copies_commit() {}
void ws_copies_wait(size_t) {}

uint64_t ws_clock() { return 1234; }
void ws_sleep(uint32_t) {}
void ws_trap() { abort(); }
void ws_exit_thread() { pthread_exit(nullptr); }
void ws_assert_failed(const char* expression, const char*, unsigned line, const char*) {
  printf("assert %s in line %u\n", expression, line);
  exit(3);
}
void (*registered_call)(const void*, void**);
const void* registered_kernel;
void ws_register_kernel(const void* kernel, void (*call)(const void*, void**), const size_t* bytes,
                        int count) {
  registered_call = call;
  registered_kernel = kernel;
  if (getenv("TELL_LAUNCHES") == nullptr) return;
  printf("registered");
  for (int i = 0; i < count; i++) printf(" %zu", bytes[i]);
  printf("\n");
}
void ws_unsupported(const char* what, const char* instead) {
  printf("%s is not emulated: %s.\n", what, instead);
  fflush(stdout);
  _Exit(9);
}
int ws_cudaDeviceSynchronize() { return 0; }
}
