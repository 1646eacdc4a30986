#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// Tells the machine's log what belongs into the program's trace, which whoever reads the log builds. Ids are those that the
/// reader's TraceBuilder will give, since it is told the same in the same order.
class TraceLog final : public TraceOutput {
 public:
  void begin_launch(Launch launch, const SourceFile& source) override;
  std::uint32_t source(const SourceFile& file) override;
  std::uint32_t location(const CodeLocation& location) override;
  void host(Sentence text) override;
  int array(const Array& array) override;
  [[nodiscard]] std::size_t array_count() const override { return ids_.array_count(); }
  void call_array(int array, const std::vector<ArrayName>& names) override;
  void shared_bytes(std::uint32_t bytes) override;
  int structure(const Structure& structure) override;
  void access(Place place, Access what, std::span<const ElementIndex> indices,
              std::span<const std::uint32_t> words) override;
  void name_step(int warp, Place place, std::string_view name, std::optional<std::int64_t> value,
                 bool barrier) override;
  void snapshot(std::uint32_t interval, std::vector<std::uint8_t> bytes) override;
  void finding(Place place, Finding finding) override;
  [[nodiscard]] std::size_t access_count() const override { return accesses_; }

  /// The words of the next access tell whether its array's cells are floating-point numbers.
  void guess_type() { guess_type_ = true; }
  /// Of all accesses so far.
  [[nodiscard]] std::size_t access_bytes() const { return bytes_; }

 private:
  TraceBuilder ids_{{}};  // knows what has an id, and no accesses
  std::size_t accesses_ = 0, bytes_ = 0;
  bool guess_type_ = false;
};

}  // namespace warpscope
