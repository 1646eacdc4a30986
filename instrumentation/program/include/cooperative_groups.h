// Cooperative groups: blocks, tiles of up to 32 threads, coalesced groups, grids.
#pragma once
#pragma GCC system_header

#if !defined(__CUDACC__)
#error "cooperative_groups.h is for device code: include it in a .cu file."
#endif

#include <type_traits>

#include "ws/barriers.h"
#include "ws/bits.h"
#include "ws/thread.h"
#include "ws/warp.h"

namespace cooperative_groups {

namespace ws_details {

WS_INLINE unsigned int lane() { return ::ws::lane(); }
WS_INLINE unsigned int lanes_below() { return (1u << ::ws::lane()) - 1u; }
WS_INLINE unsigned int block_rank_of_thread() {
  const uint3 thread = threadIdx;
  return thread.x + blockDim.x * (thread.y + blockDim.y * thread.z);
}
WS_INLINE unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }

// What the machine's shuffles take, and everything else word by word.
template <class T>
struct is_direct {
  static constexpr bool value = std::is_arithmetic<T>::value && sizeof(T) >= 4 && sizeof(T) <= 8;
};
template <class T, bool direct = is_direct<T>::value>
struct shuffle {
  static WS_INLINE T from(unsigned int mask, T value, int lane) {
    return ::ws::shuffle_value<T>(mask, lane, value);
  }
};
template <class T>
struct shuffle<T, false> {
  static WS_INLINE T from(unsigned int mask, const T& value, int lane) {
    static_assert(sizeof(T) <= 32, "a group's shuffle takes at most 32 bytes");
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned int& word : words) word = ::ws::shuffle_value<unsigned int>(mask, lane, word);
    T result;
    __builtin_memcpy(static_cast<void*>(&result), words, sizeof(T));
    return result;
  }
};

enum group_kind { kind_block, kind_tile, kind_coalesced };

}  // namespace ws_details

class thread_block;
class coalesced_group;

// Any group within a block.
class thread_group {
 public:
  WS_INLINE unsigned int size() const { return num_threads(); }
  WS_INLINE unsigned int num_threads() const {
    return kind_ == ws_details::kind_block ? ws_details::block_size()
                                           : static_cast<unsigned int>(__popc(mask_));
  }
  WS_INLINE unsigned int thread_rank() const {
    return kind_ == ws_details::kind_block
               ? ws_details::block_rank_of_thread()
               : static_cast<unsigned int>(__popc(mask_ & ws_details::lanes_below()));
  }
  WS_INLINE void sync() const {
    if (kind_ == ws_details::kind_block) {
      ws_syncthreads();
    } else {
      ws_syncwarp(mask_);
    }
  }
  WS_INLINE bool is_valid() const { return true; }
  WS_INLINE unsigned int get_type() const { return kind_; }

 protected:
  WS_INLINE thread_group(ws_details::group_kind kind, unsigned int mask, unsigned int meta_rank = 0,
                         unsigned int meta_size = 1)
      : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  ws_details::group_kind kind_;
  unsigned int mask_, meta_rank_, meta_size_;
  friend WS_INLINE thread_group tiled_partition(const thread_group& parent, unsigned int size);
};

class thread_block : public thread_group {
 public:
  struct arrival_token {};
  static WS_INLINE void sync() { ws_syncthreads(); }
  // The barrier's second half does both: what was written before the arrival is seen after the wait.
  WS_INLINE arrival_token barrier_arrive() const { return arrival_token(); }
  WS_INLINE void barrier_wait(arrival_token&&) const { ws_syncthreads(); }
  static WS_INLINE unsigned int size() { return ws_details::block_size(); }
  static WS_INLINE unsigned int num_threads() { return ws_details::block_size(); }
  static WS_INLINE unsigned int thread_rank() { return ws_details::block_rank_of_thread(); }
  static WS_INLINE dim3 group_index() { return dim3(blockIdx); }
  static WS_INLINE dim3 thread_index() { return dim3(threadIdx); }
  static WS_INLINE dim3 group_dim() { return dim3(blockDim); }
  static WS_INLINE dim3 dim_threads() { return dim3(blockDim); }

 private:
  WS_INLINE thread_block() : thread_group(ws_details::kind_block, 0) {}
  friend WS_INLINE thread_block this_thread_block();
};
WS_INLINE thread_block this_thread_block() { return thread_block(); }
// What CUDA's larger tiles need.
template <unsigned int threads = 0>
struct block_tile_memory {
  char unused;
};
template <unsigned int threads>
WS_INLINE thread_block this_thread_block(block_tile_memory<threads>&) {
  return this_thread_block();
}

class grid_group {
 public:
  struct arrival_token {};
  WS_INLINE bool is_valid() const { return true; }
  WS_INLINE void sync() const { ws_grid_sync(); }
  WS_INLINE arrival_token barrier_arrive() const { return arrival_token(); }
  WS_INLINE void barrier_wait(arrival_token&&) const { ws_grid_sync(); }
  static WS_INLINE unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static WS_INLINE unsigned long long size() { return num_blocks() * ws_details::block_size(); }
  static WS_INLINE unsigned long long num_threads() { return size(); }
  static WS_INLINE unsigned long long block_rank() {
    const uint3 block = blockIdx;
    return block.x + static_cast<unsigned long long>(gridDim.x) *
                         (block.y + static_cast<unsigned long long>(gridDim.y) * block.z);
  }
  static WS_INLINE unsigned long long thread_rank() {
    return block_rank() * ws_details::block_size() + ws_details::block_rank_of_thread();
  }
  static WS_INLINE dim3 group_dim() { return dim3(gridDim); }
  static WS_INLINE dim3 dim_blocks() { return dim3(gridDim); }
  static WS_INLINE dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  static WS_INLINE dim3 block_index() { return dim3(blockIdx); }
  static WS_INLINE dim3 thread_index() {
    const uint3 block = blockIdx, thread = threadIdx;
    return dim3(block.x * blockDim.x + thread.x, block.y * blockDim.y + thread.y,
                block.z * blockDim.z + thread.z);
  }
};
WS_INLINE grid_group this_grid() { return grid_group(); }

// The threads of a warp that have come to the same place.
class coalesced_group : public thread_group {
 public:
  WS_INLINE unsigned int size() const { return num_threads(); }
  WS_INLINE unsigned int num_threads() const { return static_cast<unsigned int>(__popc(mask_)); }
  WS_INLINE unsigned int thread_rank() const {
    return static_cast<unsigned int>(__popc(mask_ & ws_details::lanes_below()));
  }
  WS_INLINE void sync() const { ws_syncwarp(mask_); }
  WS_INLINE unsigned int meta_group_rank() const { return meta_rank_; }
  WS_INLINE unsigned int meta_group_size() const { return meta_size_; }

  template <class T>
  WS_INLINE T shfl(const T& value, int rank) const {
    return from_lane(value, rank == 0 ? __ffs(static_cast<int>(mask_)) - 1 : lane_of(rank));
  }
  template <class T>
  WS_INLINE T shfl_down(const T& value, unsigned int delta) const {
    const unsigned int from = thread_rank() + delta;
    return from_lane(value, from < size() ? lane_of(static_cast<int>(from)) : own());
  }
  template <class T>
  WS_INLINE T shfl_up(const T& value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return from_lane(value, delta <= rank ? lane_of(static_cast<int>(rank - delta)) : own());
  }
  WS_INLINE int any(int predicate) const { return ws_ballot(mask_, predicate) != 0; }
  WS_INLINE int all(int predicate) const { return ws_ballot(mask_, !predicate) == 0; }
  WS_INLINE unsigned int ballot(int predicate) const { return packed(ws_ballot(mask_, predicate)); }
  template <class T>
  WS_INLINE unsigned int match_any(T value) const {
    return packed(__match_any_sync(mask_, value));
  }
  template <class T>
  WS_INLINE unsigned int match_all(T value, int& predicate) const {
    return packed(__match_all_sync(mask_, value, &predicate));
  }
  WS_INLINE unsigned int ws_mask() const { return mask_; }

 private:
  WS_INLINE coalesced_group(unsigned int mask, unsigned int meta_rank = 0,
                            unsigned int meta_size = 1)
      : thread_group(ws_details::kind_coalesced, mask, meta_rank, meta_size) {}
  static WS_INLINE int own() { return static_cast<int>(ws_details::lane()); }
  WS_INLINE int lane_of(int rank) const { return static_cast<int>(__fns(mask_, 0, rank + 1)) & 31; }
  template <class T>
  WS_INLINE T from_lane(const T& value, int lane) const {
    return ws_details::shuffle<T>::from(mask_, value, lane);
  }
  // The bits of the group's lanes, next to one another.
  WS_INLINE unsigned int packed(unsigned int lanes) const {
    unsigned int result = 0, rank = 0;
    for (unsigned int rest = mask_; rest != 0; rest &= rest - 1u) {
      if (lanes & rest & (0u - rest)) result |= 1u << rank;
      rank++;
    }
    return result;
  }
  friend WS_INLINE coalesced_group coalesced_threads();
  friend WS_INLINE coalesced_group tiled_partition(const coalesced_group& parent,
                                                   unsigned int size);
  template <class Group>
  friend WS_INLINE coalesced_group binary_partition(const Group& group, bool predicate);
  template <class Label, class Group>
  friend WS_INLINE coalesced_group labeled_partition(const Group& group, Label label);
};
WS_INLINE coalesced_group coalesced_threads() { return coalesced_group(ws_activemask()); }

// `Size` threads of a warp that follow one another.
template <unsigned int Size, class Parent = void>
class thread_block_tile;

namespace ws_details {

template <unsigned int Size>
class tile : public thread_group {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0 && Size <= 512,
                "a tile's size is a power of two");

 public:
  // Larger tiles are refused when they are made, since programs choose among many sizes when they run.
  WS_INLINE tile(unsigned int meta_rank, unsigned int meta_size)
      : thread_group(kind_tile, mask_here(), meta_rank, meta_size) {
    if (Size > 32) {
      ws_unsupported("a tile of more than 32 threads", "use this_thread_block(), or tiles of 32");
    }
  }
  static WS_INLINE constexpr unsigned int size() { return Size; }
  static WS_INLINE constexpr unsigned int num_threads() { return Size; }
  static WS_INLINE unsigned int thread_rank() { return block_rank_of_thread() & (Size - 1); }
  WS_INLINE void sync() const { ws_syncwarp(mask_); }
  WS_INLINE unsigned int meta_group_rank() const { return meta_rank_; }
  WS_INLINE unsigned int meta_group_size() const { return meta_size_; }

  template <class T>
  WS_INLINE T shfl(const T& value, int rank) const {
    return from_lane(value, ::ws::source_idx(rank, Size));
  }
  template <class T>
  WS_INLINE T shfl_down(const T& value, unsigned int delta) const {
    return from_lane(value, ::ws::source_down(delta, Size));
  }
  template <class T>
  WS_INLINE T shfl_up(const T& value, unsigned int delta) const {
    return from_lane(value, ::ws::source_up(delta, Size));
  }
  template <class T>
  WS_INLINE T shfl_xor(const T& value, unsigned int lanes) const {
    return from_lane(value, ::ws::source_xor(static_cast<int>(lanes), Size));
  }
  WS_INLINE int any(int predicate) const { return ws_ballot(mask_, predicate) != 0; }
  WS_INLINE int all(int predicate) const { return ws_ballot(mask_, !predicate) == 0; }
  WS_INLINE unsigned int ballot(int predicate) const {
    return ws_ballot(mask_, predicate) >> first_lane();
  }
  template <class T>
  WS_INLINE unsigned int match_any(T value) const {
    return __match_any_sync(mask_, value) >> first_lane();
  }
  template <class T>
  WS_INLINE unsigned int match_all(T value, int& predicate) const {
    return __match_all_sync(mask_, value, &predicate) >> first_lane();
  }
  WS_INLINE unsigned int ws_mask() const { return mask_; }

 private:
  static WS_INLINE unsigned int first_lane() { return lane() & ~(Size - 1); }
  static WS_INLINE unsigned int mask_here() {
    return Size >= 32 ? 0xffffffffu : ((1u << (Size % 32)) - 1u) << first_lane();
  }
  template <class T>
  WS_INLINE T from_lane(const T& value, int lane) const {
    return shuffle<T>::from(mask_, value, lane);
  }
};

WS_INLINE unsigned int blocks_of(unsigned int threads, unsigned int size) {
  return (threads + size - 1) / size;
}

}  // namespace ws_details

template <unsigned int Size>
class thread_block_tile<Size, void> : public ws_details::tile<Size> {
 public:
  WS_INLINE thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
      : ws_details::tile<Size>(meta_rank, meta_size) {}
  template <class Parent>
  WS_INLINE thread_block_tile(const thread_block_tile<Size, Parent>& other)
      : ws_details::tile<Size>(other.meta_group_rank(), other.meta_group_size()) {}
};
template <unsigned int Size, class Parent>
class thread_block_tile : public ws_details::tile<Size> {
 public:
  WS_INLINE thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
      : ws_details::tile<Size>(meta_rank, meta_size) {}
};

template <unsigned int Size>
WS_INLINE thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>(
      ws_details::block_rank_of_thread() / Size,
      ws_details::blocks_of(ws_details::block_size(), Size));
}
template <unsigned int Size, unsigned int ParentSize, class GrandParent>
WS_INLINE thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>> tiled_partition(
    const thread_block_tile<ParentSize, GrandParent>& parent) {
  static_assert(Size <= ParentSize, "a tile is not larger than what it is a part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>(
      parent.thread_rank() / Size, ParentSize / Size);
}
// Of a size that is known when the program runs.
WS_INLINE coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  const unsigned int part = parent.thread_rank() / size;
  unsigned int rest = parent.ws_mask();
  for (unsigned int i = 0; i < part * size; i++) rest &= rest - 1u;
  unsigned int mask = 0;
  for (unsigned int i = 0; i < size && rest != 0; i++) {
    mask |= rest & (0u - rest);
    rest &= rest - 1u;
  }
  return coalesced_group(mask, part, ws_details::blocks_of(parent.size(), size));
}
WS_INLINE thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
    ws_unsupported("a tile whose size is no power of two up to 32", "choose 1, 2, 4, 8, 16 or 32");
  }
  const unsigned int first = ws_details::lane() & ~(size - 1);
  const unsigned int mask = (size == 32 ? 0xffffffffu : (1u << size) - 1u) << first;
  return thread_group(ws_details::kind_tile,
                      parent.kind_ == ws_details::kind_block ? mask : mask & parent.mask_,
                      parent.thread_rank() / size, ws_details::blocks_of(parent.size(), size));
}

template <class Group>
WS_INLINE coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned int set = ws_ballot(group.ws_mask(), predicate);
  const unsigned int unset = ws_ballot(group.ws_mask(), !predicate);
  return coalesced_group(predicate ? set : unset, predicate ? 1 : 0, 2);
}
template <class Label, class Group>
WS_INLINE coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned int same = __match_any_sync(group.ws_mask(), label);
  // Parts are numbered by their first lanes.
  const unsigned int leaders = ws_ballot(group.ws_mask(), (same & ws_details::lanes_below()) == 0);
  const unsigned int leader = same & (0u - same);
  return coalesced_group(same, static_cast<unsigned int>(__popc(leaders & (leader - 1u))),
                         static_cast<unsigned int>(__popc(leaders)));
}

template <class Group>
WS_INLINE void sync(const Group& group) {
  group.sync();
}
template <class Group>
WS_INLINE auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
WS_INLINE auto group_size(const Group& group) -> decltype(group.size()) {
  return group.size();
}
template <class Group>
WS_INLINE bool is_valid(const Group& group) {
  return group.is_valid();
}

// One thread of the group calls.
template <class Group, class F, class... A>
WS_INLINE void invoke_one(const Group& group, F&& call, A&&... arguments) {
  if (group.thread_rank() == 0) static_cast<F&&>(call)(static_cast<A&&>(arguments)...);
}
template <class Group, class F, class... A>
WS_INLINE auto invoke_one_broadcast(const Group& group, F&& call, A&&... arguments)
    -> decltype(call(arguments...)) {
  decltype(call(arguments...)) result = {};
  if (group.thread_rank() == 0) result = static_cast<F&&>(call)(static_cast<A&&>(arguments)...);
  return group.shfl(result, 0);
}

// Not emulated.
class WS_NOT_EMULATED("a group of a cluster's threads",
                      "use blocks and global memory") cluster_group {};
WS_NOT_EMULATED("this_cluster()", "use this_thread_block(), and global memory between blocks")
cluster_group this_cluster();
class WS_NOT_EMULATED("a group over several devices", "use this_grid()") multi_grid_group {};
WS_NOT_EMULATED("this_multi_grid()", "use this_grid()")
multi_grid_group this_multi_grid();

}  // namespace cooperative_groups
