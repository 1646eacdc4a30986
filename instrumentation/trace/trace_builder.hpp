#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A thread's position in a launch: barriers that it has passed, and named steps since the last.
struct Place {
  std::uint32_t interval = 0;
  std::uint32_t ordinal = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// Collects what a machine saw and makes the Trace. Calls of different warps may interleave in any
/// way, those of one warp come in its order: build() sorts by place, then warp, then time, so that
/// every machine gives the same trace for the same run.
class TraceBuilder {
 public:
  explicit TraceBuilder(TraceHeader header) { trace_.header = std::move(header); }

  /// `launch` says kernel, shape and traced block; the rest follows from what is recorded.
  void begin_launch(Launch launch, const SourceFile& source);
  /// A file that accesses of the present launch stand in beside the kernel's own; returns its id.
  std::uint32_t source(const SourceFile& file);
  /// Adds a place of accesses in the source; returns its id. `location.caller` is an id returned
  /// before. An equal location gets the same id.
  std::uint32_t location(const CodeLocation& location);
  /// A line of the present kernel's own file.
  std::uint32_t line(std::uint32_t number);
  /// Records what the host does before the next launch.
  void host(Sentence text);
  /// Declares an array; returns its id. An equal array gets the same id.
  int array(const Array& array);
  /// What the present launch calls an array, unless that is the array's own name alone; in the order of
  /// preference.
  void call_array(int array, const std::vector<ArrayName>& names);
  [[nodiscard]] ElementType type_of(int array) const {
    return trace_.arrays[static_cast<std::size_t>(array)].type;
  }
  /// Shared memory that the launch uses.
  void shared_bytes(std::uint32_t bytes) { trace_.launches.back().shared_bytes = bytes; }

  /// Adds a type that arrays refer to; returns its id. An equal type gets the same id.
  int structure(const Structure& structure);
  /// One warp instruction, of which `what` says all but the step and where its lanes begin.
  /// `indices` and `words` are packed: an index and Trace::lane_words() per set bit of the mask.
  /// An index further away than max_element_index counts as that far.
  void access(Place place, Access what, std::span<const ElementIndex> indices,
              std::span<const std::uint32_t> words);
  /// Names the step that a warp leaves at `place`. Warps that did nothing there have no say if
  /// others did.
  void name_step(int warp, Place place, std::string_view name, std::optional<std::int64_t> value,
                 bool barrier);
  /// Shared memory at the barrier that ends `interval`.
  void snapshot(std::uint32_t interval, std::vector<std::uint8_t> bytes);
  void finding(Place place, Finding finding);

  [[nodiscard]] std::size_t access_count() const { return records_.size(); }
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
  std::vector<std::uint32_t> location_of_line_;  // of the present kernel's file
  std::vector<Record> records_;
  std::vector<StepName> names_;
  std::vector<Snapshot> snapshots_;
  std::vector<std::pair<Key, Finding>> findings_;
};

}  // namespace warpscope
