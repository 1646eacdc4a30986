#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "instrumentation/emulator/race_detector.hpp"
#include "instrumentation/program/machine/code_map.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/program_log.hpp"
#include "instrumentation/program/machine/simt.hpp"

namespace warpscope {

/// Does an atomic to memory; returns whether the cell has changed. `value` holds the operand and
/// receives what was there.
bool do_atomic(Operation operation, Scalar scalar, std::byte* cell, std::byte* value,
               const std::byte* compare);

/// A file of the program's, read once.
[[nodiscard]] const SourceFile& program_source(const std::string& file);

/// Checks every access of a launch's blocks, and records those of some.
class LaunchWatch final : public SimtWatch {
 public:
  struct Kernel {
    CodeMap* code = nullptr;                    ///< null: no debug information
    const ProgramFunction* function = nullptr;  ///< null: not known
    std::string name;
    const ws_launch_config* config = nullptr;
    const ws_parameter* parameters = nullptr;
    int parameter_count = 0;
    int launch = 0;  ///< ProgramLaunch::number
  };
  LaunchWatch(const Kernel& kernel, ProgramLog& log);

  /// `recorded`: into the program's trace. `counted`: into a trace of its own, or null.
  void begin_block(const SimtBlock& block, bool recorded, TraceBuilder* counted);
  /// Hands the findings about recorded launches to the trace.
  void end_launch(std::int32_t trace_launch);

  /// A cudaError_t: 0 while all is well.
  [[nodiscard]] int error() const { return error_; }
  void set_error(int error) {
    if (error_ == 0) error_ = error;
  }
  [[nodiscard]] std::int64_t accesses() const { return accesses_; }
  /// Lanes of a warp rely on one another without saying so.
  [[nodiscard]] bool relies_on_lockstep() const { return racy_; }
  /// Shared memory of a block: what the kernel declares, and what the launch asks for.
  [[nodiscard]] std::int64_t shared_bytes() const { return shared_used_; }

  bool execute(SimtBlock& block, int warp, std::span<SimtLane*> lanes, std::size_t& count) override;
  void stored(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) override;
  void shuffled(SimtBlock& block, int warp, std::span<SimtLane* const> lanes) override;
  void synchronised(SimtBlock& block, int warp, std::uint32_t mask) override;
  void barrier(SimtBlock& block) override;
  void stuck(SimtBlock& block, const SimtLane& lane, const SimtLane& other) override;

  /// A lane's own fault, which the machine finds outside of an access: an assert, a signal.
  void report_lane(const SimtBlock& block, const SimtLane& lane, FindingKind kind,
                   std::uintptr_t at, const std::string& what);
  /// A fault at an address that no check has seen; true if the lane may go on.
  bool fault(const SimtBlock& block, SimtLane& lane, std::byte* address, bool writes,
             std::uintptr_t at);

 private:
  /// A range of memory that a kernel can name.
  struct Region {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
    Array array;
    std::optional<Structure> structure;
    bool untyped = false;               ///< its cells are as wide as the first access
    bool guessed = false;               ///< nothing says whether its cells are integers or not
    bool placed = false;                ///< of shared memory: its base is known
    int race = -1;                      ///< among the race detector's arrays
    std::array<int, 2> ids{-1, -1};     ///< in the trace, and in the counted one
    std::vector<std::uint8_t> written;  ///< of shared memory, a byte each
    DeviceMemory::Allocation* allocation = nullptr;
    [[nodiscard]] std::int64_t offset(const std::byte* address) const { return address - begin; }
    [[nodiscard]] bool holds(const std::byte* address, std::size_t size) const {
      return address >= begin && address + size <= begin + bytes;
    }
  };
  /// An instruction in the chain of calls that leads to it.
  struct Site {
    CallContext* context = nullptr;
    std::uintptr_t at = 0;
    Region* region = nullptr;  ///< that its lanes touched last
    std::array<std::int64_t, 2> location{-1, -1};
    std::vector<ProgramFrame> frames;  ///< outermost first
    bool known = false;                ///< frames are
  };
  struct SiteKey {
    const CallContext* context;
    std::uintptr_t at;
    bool operator==(const SiteKey&) const = default;
  };
  struct SiteHash {
    std::size_t operator()(const SiteKey& key) const {
      return reinterpret_cast<std::uintptr_t>(key.context) * 31 ^ key.at * 0x9e3779b97f4a7c15ULL;
    }
  };

  [[nodiscard]] std::uint32_t site_of(const SimtLane& lane);
  [[nodiscard]] std::uint32_t site_of(CallContext* context, std::uintptr_t at);
  Site& with_frames(std::uint32_t site);
  [[nodiscard]] std::uint32_t location_of(std::uint32_t site, int sink);
  [[nodiscard]] TraceBuilder* sink(int number) const {
    return sinks_[static_cast<std::size_t>(number)];
  }

  void find_shared_variables();
  Region& add_shared(const ProgramVariable& variable, std::byte* begin, std::size_t bytes);
  void place_shared(Region& region);
  Region* region_at(std::byte* address);
  Region& region_of(DeviceMemory::Allocation& allocation);
  Region& narrow(Region& region, std::size_t cell);
  int array_id(Region& region, int sink);
  [[nodiscard]] std::optional<ProgramType> pointed_to(const DeviceMemory::Allocation& allocation,
                                                      std::string& name) const;

  /// False: the launch ends.
  bool check(const SimtBlock& block, SimtLane& lane, Region* region, std::uint32_t site,
             bool& inside);
  void check_shadow(const SimtBlock& block, const SimtLane& lane, Region& region,
                    std::uint32_t site);
  void check_race(const SimtBlock& block, int warp, std::span<SimtLane* const> lanes,
                  Region& region, std::uint32_t site);
  void record(const SimtBlock& block, int warp, std::span<SimtLane* const> lanes, Region& region,
              std::uint32_t site, Operation operation);

  struct Wrong {
    FindingKind kind = FindingKind::race;
    const SimtLane* lane = nullptr;
    std::uint32_t site = 0;
    Region* region = nullptr;
    std::int64_t index = 0;
    const SimtLane* other = nullptr;
    std::int64_t other_site = -1;
  };
  /// `message` gets the texts of place and other place.
  template <class Message>
  void report(const SimtBlock& block, const Wrong& wrong, Message message);
  [[nodiscard]] std::string place_text(std::uint32_t site);
  [[nodiscard]] std::string thread_text(const SimtBlock& block, const SimtLane& lane) const;
  [[nodiscard]] static std::string element_text(const Region& region, const std::byte* address);

  Kernel kernel_;
  ProgramLog& log_;
  std::deque<Region> regions_;
  std::vector<Region*> shared_;                   // by address
  std::map<std::uint64_t, Region*> allocations_;  // by number
  std::map<const void*, Region*> variables_;
  std::map<std::pair<Region*, std::size_t>, Region*> narrowed_;
  std::byte* shared_begin_ = nullptr;  // this thread's block of thread-local storage
  std::size_t shared_size_ = 0;
  std::int64_t shared_used_ = 0;
  std::optional<RaceDetector> races_;
  int race_arrays_ = 0;
  std::deque<Site> sites_;
  std::unordered_map<SiteKey, std::uint32_t, SiteHash> site_ids_;
  std::array<TraceBuilder*, 2> sinks_{};
  std::vector<ElementIndex> indices_;
  std::vector<std::uint32_t> words_;
  // A store under way: its lanes' values are not there yet.
  Region* store_region_ = nullptr;
  std::uint32_t store_site_ = 0;
  std::vector<SimtLane*> inside_;
  struct Told {
    ProgramFinding* finding = nullptr;
    Place place;
    std::int64_t block = 0;
    std::int32_t thread = 0, other_thread = -1;
    int array = -1;
  };
  std::vector<Told> told_;
  std::int64_t accesses_ = 0;
  int error_ = 0;
  bool racy_ = false;
  const std::byte* reported_address_ = nullptr;
};

}  // namespace warpscope
