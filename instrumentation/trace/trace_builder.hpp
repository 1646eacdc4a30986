#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A thread's position in a launch: barriers that it has passed, and named steps since the last.
struct Place {
  std::uint32_t interval = 0;
  std::uint32_t ordinal = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// Where a machine tells what it sees. Calls of different warps may interleave in any way, those of one warp come in its
/// order.
class TraceOutput {
 public:
  virtual ~TraceOutput() = default;
  /// `launch` says kernel, shape and traced block; the rest follows from what is recorded.
  virtual void begin_launch(Launch launch, const SourceFile& source) = 0;
  /// A file that accesses of the present launch stand in beside the kernel's own; returns its id.
  virtual std::uint32_t source(const SourceFile& file) = 0;
  /// Adds a place of accesses in the source; returns its id. `location.caller` is an id returned
  /// before. An equal location gets the same id.
  virtual std::uint32_t location(const CodeLocation& location) = 0;
  /// Records what the host does before the next launch.
  virtual void host(Sentence text) = 0;
  /// Declares an array; returns its id. An equal array gets the same id.
  virtual int array(const Array& array) = 0;
  [[nodiscard]] virtual std::size_t array_count() const = 0;
  /// What the present launch calls an array, unless that is the array's own name alone; in the order of
  /// preference.
  virtual void call_array(int array, const std::vector<ArrayName>& names) = 0;
  /// Shared memory that the launch uses.
  virtual void shared_bytes(std::uint32_t bytes) = 0;
  /// Adds a type that arrays refer to; returns its id. An equal type gets the same id.
  virtual int structure(const Structure& structure) = 0;
  /// One warp instruction, of which `what` says all but the step and where its lanes begin.
  /// `indices` and `words` are packed: an index and Trace::lane_words() per set bit of the mask.
  /// An index further away than max_element_index counts as that far.
  virtual void access(Place place, Access what, std::span<const ElementIndex> indices,
                      std::span<const std::uint32_t> words) = 0;
  /// Names the step that a warp leaves at `place`. Warps that did nothing there have no say if
  /// others did.
  virtual void name_step(int warp, Place place, std::string_view name,
                         std::optional<std::int64_t> value, bool barrier) = 0;
  /// Shared memory at the barrier that ends `interval`.
  virtual void snapshot(std::uint32_t interval, std::vector<std::uint8_t> bytes) = 0;
  virtual void finding(Place place, Finding finding) = 0;
  [[nodiscard]] virtual std::size_t access_count() const = 0;
};

/// Collects what a machine saw and makes the Trace: build() sorts by place, then warp, then time, so that
/// every machine gives the same trace for the same run.
class TraceBuilder final : public TraceOutput {
 public:
  explicit TraceBuilder(TraceHeader header) { trace_.header = std::move(header); }

  void begin_launch(Launch launch, const SourceFile& source) override;
  std::uint32_t source(const SourceFile& file) override;
  std::uint32_t location(const CodeLocation& location) override;
  /// A line of the present kernel's own file.
  std::uint32_t line(std::uint32_t number);
  void host(Sentence text) override;
  int array(const Array& array) override;
  [[nodiscard]] std::size_t array_count() const override { return trace_.arrays.size(); }
  void call_array(int array, const std::vector<ArrayName>& names) override;
  [[nodiscard]] ElementType type_of(int array) const {
    return trace_.arrays[static_cast<std::size_t>(array)].type;
  }
  void shared_bytes(std::uint32_t bytes) override { trace_.launches.back().shared_bytes = bytes; }
  int structure(const Structure& structure) override;
  void access(Place place, Access what, std::span<const ElementIndex> indices,
              std::span<const std::uint32_t> words) override;
  void name_step(int warp, Place place, std::string_view name, std::optional<std::int64_t> value,
                 bool barrier) override;
  void snapshot(std::uint32_t interval, std::vector<std::uint8_t> bytes) override;
  void finding(Place place, Finding finding) override;
  [[nodiscard]] std::size_t access_count() const override { return records_.size(); }

  /// What was told so far, for who checks what comes next.
  [[nodiscard]] const Trace& told() const { return trace_; }
  /// To be called once.
  [[nodiscard]] Trace build();

 private:
  struct Key {
    std::uint32_t launch = 0;
    Place place;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Record {
    Key key;
    Access access;
  };
  struct StepName {
    Key key;
    int warp = 0;
    std::string name;
    std::optional<std::int64_t> value;
    bool barrier = false;
  };
  struct Snapshot {
    Key key;  // of the interval; ordinal unused
    std::vector<std::uint8_t> bytes;
  };

  [[nodiscard]] Key key(Place place) const {
    return {static_cast<std::uint32_t>(trace_.launches.size() - 1), place};
  }
  void order_records();
  void order_locations();
  void make_steps();
  void name_steps(const std::vector<Key>& keys);

  Trace trace_;
  std::map<CodeLocation, std::uint32_t> locations_;
  std::unordered_map<std::string, std::vector<int>> arrays_of_name_;
  std::vector<std::uint32_t> location_of_line_;  // of the present kernel's file
  std::vector<Record> records_;
  std::vector<StepName> names_;
  std::vector<Snapshot> snapshots_;
  std::vector<std::pair<Key, Finding>> findings_;
};

}  // namespace warpscope
