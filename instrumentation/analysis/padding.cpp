#include "instrumentation/analysis/padding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/analysis/element_places.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Whether a shared array holds structures, or a lane moves several of its elements at once.
bool has_wide_parts(const Trace& trace) {
  return std::ranges::any_of(trace.accesses, [&](const Access& access) {
    const Array& array = trace.arrays[access.array];
    return array.space == Space::shared && (access.elements > 1 || array.structure >= 0);
  });
}

/// Maps the elements of a padded array back to their places without padding.
class Gathering {
 public:
  Gathering(const Array& padded, int every)
      : row_(padded.columns > 1 ? padded.columns - 1 : every),
        padded_(padded.count),
        count_(padded.columns > 1 ? padded_ / (row_ + 1) * row_
               : padded_ > 0      ? at(padded_ - 1) + 1
                                  : 0) {}

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t operator()(std::int64_t index) const {
    if (index < 0) return index;
    return index < padded_ ? at(index) : index - padded_ + count_;
  }

 private:
  [[nodiscard]] std::int64_t at(std::int64_t index) const { return index - index / (row_ + 1); }
  std::int64_t row_, padded_, count_;
};

/// Moves the bytes of a step's snapshot to where the elements are without padding.
void gather(const Trace& padded, Trace& plain, const std::vector<Gathering>& back,
            const Step& step) {
  const std::vector<std::uint8_t>& from = padded.snapshots[static_cast<std::size_t>(step.snapshot)];
  std::vector<std::uint8_t>& to = plain.snapshots[static_cast<std::size_t>(step.snapshot)];
  std::ranges::fill(to, std::uint8_t{0});
  std::vector<bool> here(padded.arrays.size(), false);  // arrays of this launch
  const Launch& launch = padded.launches[step.launch];
  const Step& last = padded.steps[launch.first_step + launch.step_count - 1];
  const std::uint32_t end = last.first_access + last.access_count;
  for (std::uint32_t a = padded.steps[launch.first_step].first_access; a < end; ++a) {
    here[padded.accesses[a].array] = true;
  }
  for (std::size_t a = 0; a < padded.arrays.size(); ++a) {
    const Array& array = padded.arrays[a];
    if (array.space != Space::shared || !here[a]) continue;
    const auto size = static_cast<std::size_t>(array.type.bytes());
    for (std::int64_t i = 0; i < array.count; ++i) {
      const std::size_t offset = array.base + static_cast<std::size_t>(i) * size;
      if (offset + size > from.size()) break;
      // An unused element goes to the place of the one behind it, which then overwrites it.
      const auto place = array.base + static_cast<std::size_t>(back[a](i)) * size;
      if (back[a](i) >= plain.arrays[a].count || place + size > to.size()) continue;
      std::memcpy(to.data() + place, from.data() + offset, size);
    }
  }
}

}  // namespace

namespace {

SharedMove padding_move(int every) {
  return {.places =
              [every](const Array& array) {
                return ElementPlaces::padded(array, array.columns > 0 ? array.columns : every, 1);
              },
          .compact = true};
}

Error torn_apart() {
  return {ErrorKind::usage,
          tr("Shared memory that holds structures, or of which a lane moves several elements "
             "at once, cannot be padded: a pad would tear them apart.")};
}

Error too_much(const Trace& trace, int every, const SharedOverflow& overflow) {
  return {ErrorKind::usage,
          tr("Padded by 1 in {0}, a block of {1} would need {2} bytes of shared "
             "memory, but has at most {3}: pad less often, or take a smaller "
             "block.",
             every, trace.launches[overflow.launch].kernel, overflow.needed, overflow.most)};
}

}  // namespace

Status possible_padding(const Trace& trace, int every) {
  if (has_wide_parts(trace)) return torn_apart();
  const auto overflow = shared_overflow(trace, padding_move(every));
  return overflow ? Status(too_much(trace, every, *overflow)) : Status(Done{});
}

Result<Trace> pad_shared(const Trace& trace, int every) {
  if (has_wide_parts(trace)) return torn_apart();
  SharedOverflow overflow;
  std::optional<Trace> padded = move_shared(trace, padding_move(every), overflow);
  if (!padded) return too_much(trace, every, overflow);
  padded->header.parameters["padded"] = fmt::format("1 in {}", every);
  return std::move(*padded);
}

std::optional<int> padding_of(const Trace& trace) {
  const auto said = trace.header.parameters.find("padded");
  if (said == trace.header.parameters.end()) return std::nullopt;
  constexpr std::string_view before = "1 in ";
  const std::string_view text = said->second;
  int every = 0;
  if (!text.starts_with(before)) return std::nullopt;
  const auto [end, error] =
      std::from_chars(text.data() + before.size(), text.data() + text.size(), every);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && every >= 1 && every <= max_pad ? std::optional(every) : std::nullopt;
}

std::optional<Trace> without_padding(const Trace& trace) {
  const auto every = padding_of(trace);
  if (!every) return std::nullopt;
  Trace plain = trace;
  plain.header.parameters.erase("padded");
  std::vector<Gathering> back;
  for (Array& array : plain.arrays) {
    back.emplace_back(array, *every);
    if (array.space != Space::shared) continue;
    array.count = back.back().count();
    if (array.columns > 1) --array.columns;
    fit_extents(array);
  }
  for (const Access& access : plain.accesses) {
    if (plain.arrays[access.array].space != Space::shared) continue;
    for (auto i = access.first_index;
         i < access.first_index + static_cast<std::size_t>(access.active()); ++i) {
      plain.indices[i] = back[access.array](plain.indices[i]);
    }
  }
  for (const Step& step : plain.steps) {
    if (step.snapshot < 0) continue;
    gather(trace, plain, back, step);
  }
  for (Finding& finding : plain.findings) {
    if (finding.array < 0) continue;
    const auto array = static_cast<std::size_t>(finding.array);
    if (plain.arrays[array].space == Space::shared) finding.index = back[array](finding.index);
  }
  return plain;
}

}  // namespace warpscope
