#include "instrumentation/analysis/caption_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/number_text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace warpscope {
namespace {

std::string with_noun(const std::string& number, std::int64_t count, std::string_view noun) {
  const char* plural = noun.ends_with('s') ? "es" : "s";
  return number + ' ' + std::string(noun) + (count == 1 ? "" : plural);
}

}  // namespace

std::string in_words(std::int64_t number) {
  constexpr std::array<std::string_view, 13> words{"no",   "one",    "two",   "three", "four",
                                                   "five", "six",    "seven", "eight", "nine",
                                                   "ten",  "eleven", "twelve"};
  const bool small = number >= 0 && number < static_cast<std::int64_t>(words.size());
  return small ? std::string(words[static_cast<std::size_t>(number)]) : std::to_string(number);
}

std::string count_of(std::int64_t number, std::string_view noun) {
  return with_noun(in_words(number), number, noun);
}
std::string cost_of(std::int64_t number, std::string_view noun) {
  const InLanguage speaking(english);
  return with_noun(whole_text(number), number, noun);
}

std::string actors(int lanes, std::string_view verb) {
  std::string text(verb);
  if (lanes == 1) text.insert(std::min(text.find(' '), text.size()), "s");  // "adds to"
  return count_of(lanes, "lane") + ' ' + text + ' ';
}

int threads_of_warp(const Trace& trace, const Access& access) {
  return std::clamp(trace.launch_of(access).threads() - access.warp * warp_lanes, access.active(),
                    warp_lanes);
}

Partner partner_of(const Trace& trace, const Access& access) {
  const auto indices = trace.lane_indices(access);
  const std::set<ElementIndex> sources(indices.begin(), indices.end());
  if (sources.size() == 1 && access.active() > 1)
    return {.lane = static_cast<int>(indices[0] % warp_lanes)};
  std::set<std::int64_t> distances;  // of lanes that read another one's register
  for_each_lane(access.mask, [&](int lane, int k) {
    // A file may name any index.
    const std::int64_t source = indices[static_cast<std::size_t>(k)] - access.warp * warp_lanes;
    if (source != lane) distances.insert(source - lane);
  });
  using Int = std::numeric_limits<int>;
  const std::int64_t distance = distances.size() == 1 ? *distances.begin() : 0;
  return {.distance =
              static_cast<int>(std::clamp<std::int64_t>(distance, -Int::max(), Int::max()))};
}

}  // namespace warpscope
