#include <algorithm>
#include <cmath>
#include <set>

#include "app/stage/bins/bins_counters_painter.hpp"
#include "app/stage/bins/bins_focus.hpp"
#include "app/stage/stage_text.hpp"
#include "app/views/parts/context_parts.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/memory_text.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {

CountersPainter::CountersPainter(Canvas& canvas, const BinsScene& scene, Rect area)
    : canvas_(canvas, scene.theme()), scene_(scene), counters_(scene.launch.counters) {
  canvas_.set_pale(false);
  const float size = scene.text_size;
  lanes_area_ = area.cut_top(size + 10);
  area.cut_top(8);
  before_ = counts_at(scene.frame.access);
  after_ = counts_at(scene.frame.access + 1);
  target_ = counting_access(scene.trace(), counters_, scene.frame.access);
  constexpr Told told = Told::costs | Told::lanes | Told::values;
  if (target_ && !scene.frame.untold.allows(told, *target_)) target_.reset();
  if (target_) {
    lanes_ = falling_lanes(scene.trace(), counters_, *target_);
    now_ = *target_ == scene.frame.access;
  }
  for (const FallingLane& lane : lanes_) ++in_bin_[lane.bin];
  if (target_) take_cost(*target_);
  const bool large = scene.map.h > 0;
  const auto room = static_cast<std::size_t>(area.w / least_large_pitch(scene));
  bars_ = large ? BarsLayout(area, choose_bins(lanes_, counters_.bins, room), size + 6)
                : BarsLayout(area, counters_.bins, size + 6, 0, scene.enlarged);
}

float CountersPainter::least_large_pitch(const BinsScene& scene) {
  constexpr float beside_count = 4, least = 17;
  const auto digits = std::to_string(std::llround(scene.launch.counters.most)).size();
  return std::max(least, static_cast<float>(digits) * scene.digit + beside_count);
}

void CountersPainter::draw_map(Wishes& wishes) {
  if (scene_.map.h <= 0) return;
  std::vector<float> shares;
  for (const double count : after_) {
    shares.push_back(static_cast<float>(std::max(0.0, count) / counters_.most));
  }
  std::vector<std::int64_t> large;
  for (std::int64_t place = 0; place < bars_.count(); ++place) large.push_back(bars_.shown(place));
  const FocusMap map = bins_map(shares, lanes_, large);
  const FocusMapStrip strip(map, scene_.map.inset(2, 3), *scene_.map_frame);
  if (const auto to = strip.asked(*scene_.map_held, wishes)) {
    const auto access = next_count(scene_.trace(), counters_, scene_.frame.access,
                                   bin_of_column(to->column, counters_.bins));
    if (access && *access != scene_.frame.access) wishes.seek = *access;
  }
  const float top = scene_.map.bottom() + 2;
  strip.draw(canvas_, {scene_.head.x, top, scene_.head.w, scene_.room.bottom() - top});
}

void CountersPainter::take_cost(std::uint32_t target) {
  const Access& access = scene_.trace().accesses[target];
  const Space space = scene_.trace().arrays[access.array].space;
  if (const auto request = shared_request(scene_.trace(), access)) {
    const BankModel model = scene_.document.summary.model;
    const Wavefronts taken = wavefronts(model, *request);
    cost_ = {.actual = taken.actual,
             .ideal = taken.ideal,
             .degree = taken.conflicts() > 0 ? taken.degree : 1,
             .together = counts_together(model, *request),
             .text = {},
             .met = busiest_bank(model, *request)};
  } else {
    const GlobalRequest global = global_request(scene_.trace(), access);
    cost_.actual = global.sectors;
    cost_.ideal = global.ideal;
  }
  cost_.text = cost_text(space, static_cast<std::uint64_t>(cost_.actual));
}

std::vector<double> CountersPainter::counts_at(std::uint32_t moment) const {
  scene_.history.seek(moment);
  std::vector<double> counts(static_cast<std::size_t>(counters_.bins), 0);
  const Array& array = scene_.array(counters_.array);
  for (std::int64_t cell = 0; cell < array.count; ++cell) {
    if (scene_.history.at(counters_.array, cell).node == 0) continue;
    const auto words = scene_.history.value(counters_.array, cell);
    counts[static_cast<std::size_t>(counters_.bin(cell))] += counters_.count(array.type, words);
  }
  return counts;
}

float CountersPainter::top(std::int64_t bin) const {
  const auto b = static_cast<std::size_t>(bin);
  const double count = before_[b] + (after_[b] - before_[b]) * scene_.frame.motion;
  return bars_.bar(bin, 0, share(std::max(0.0, count))).y;
}

bool CountersPainter::costly() const {
  if (!target_) return false;
  if (stores(scene_.trace().accesses[*target_].operation)) {
    return largest_crowd(lanes_).lanes > 1;  // all but one are lost
  }
  return cost_.actual > cost_.ideal;
}

std::string CountersPainter::verdict() const {
  if (lanes_.empty() || !target_) return {};
  const Access& access = scene_.trace().accesses[*target_];
  if (!writes(access.operation)) return {};
  const Crowd crowd = largest_crowd(lanes_);
  const std::string text =
      counters_.shared()
          ? tr_n("{0} lane wants one counter of bin {1}", "{0} lanes want one counter of bin {1}",
                 crowd.lanes, crowd.bin)
          : tr_n("{0} lane wants bin {1}", "{0} lanes want bin {1}", crowd.lanes, crowd.bin);
  if (stores(access.operation)) return verdict_on_store(crowd, text);
  if (cost_.met.bank >= 0) return verdict_on_banks(crowd, text);
  // Translators: the field is "32 sectors".
  if (crowd.lanes == 1) return tr("no two lanes want the same counter: {}", cost_.text);
  // Translators: {0} is "4 lanes want bin 3", {1} is "32 sectors".
  return tr("{0}: {1}", text, cost_.text);
}

std::string CountersPainter::verdict_on_banks(const Crowd& crowd, const std::string& text) const {
  const std::string judged = conflict_text(cost_.degree);
  const int words = static_cast<int>(cost_.met.words.size());
  if (costly() && words > 1) {
    // Translators: {0} is "2-way conflict", {1} is a list of bins.
    return crowds_cost() && cost_.met.lanes > words
               ? tr("{0}: {1} lanes want bins {2} of bank {3}", judged, cost_.met.lanes,
                    meeting_bins(), cost_.met.bank)
               : tr("{0}: bins {1} share bank {2}", judged, meeting_bins(), cost_.met.bank);
  }
  // Translators: {0} is "4-way conflict", {1} is "4 lanes want bin 3".
  if (costly()) return tr("{0}: {1}", judged, text);
  if (crowd.lanes == 1) return tr("{}: no two lanes want the same counter", judged);
  // Translators: {1} is "conflict-free", {0} are at least two.
  return tr_n("{1}: {0} lane on bin {2} counts as one", "{1}: {0} lanes on bin {2} count as one",
              crowd.lanes, judged, crowd.bin);
}

std::string CountersPainter::meeting_bins() const {
  constexpr std::size_t most = 4;
  const Array& array = scene_.array(scene_.trace().accesses[*target_].array);
  const auto bytes = static_cast<std::uint32_t>(array.type.bytes());
  std::set<std::int64_t> bins;
  for (const std::uint32_t word : cost_.met.words) {
    // An element narrower than a word may lie behind the word's beginning.
    const auto cell = static_cast<std::int64_t>((word - std::min(word, array.base)) / bytes);
    for (const FallingLane& lane : lanes_) {
      const bool here = lane.cell >= cell && (lane.cell - cell) * bytes < 4;
      if (here) bins.insert(lane.bin);
    }
  }
  std::string list;
  std::size_t named = 0;
  for (const std::int64_t bin : bins) {
    if (named++ == most) return list + " …";
    list += (list.empty() ? "" : ", ") + std::to_string(bin);
  }
  return list;
}

std::string CountersPainter::verdict_on_store(const Crowd& crowd, const std::string& text) const {
  const Rounds rounds = rounds_at(scene_.trace(), counters_, *target_);
  if (rounds.all > 1) {
    const auto lost = std::ranges::count_if(lanes_, &FallingLane::lost);
    return lost == 0
               ? tr("round {0} of {1}: no lane is overwritten any more", rounds.now, rounds.all)
               : tr_n("round {1} of {2}: {0} lane overwritten, to try again",
                      "round {1} of {2}: {0} lanes overwritten, to try again", lost, rounds.now,
                      rounds.all);
  }
  if (crowd.lanes == 1) return tr("no two lanes want the same counter");
  // Translators: {1} is "4 lanes want bin 3".
  return tr_n("{1}: one of them wins, {0} is lost", "{1}: one of them wins, {0} are lost",
              crowd.lanes - 1, text);
}

bool CountersPainter::lane_fades(int lane) const {
  const Followed* const pinned = pinned_in(scene_.frame);
  return pinned != nullptr && !pinned->is_pinned(target_.value_or(scene_.frame.access), lane);
}

bool CountersPainter::bin_fades(std::int64_t bin) const {
  const Followed* const pinned = pinned_in(scene_.frame);
  if (pinned == nullptr) return false;
  const auto cell = pinned->cell();
  if (cell && cell->first == counters_.array && counters_.bin(cell->second) == bin) return false;
  return std::ranges::none_of(
      lanes_, [&](const FallingLane& lane) { return lane.bin == bin && !lane_fades(lane.lane); });
}

void CountersPainter::draw_head(Rect head) {
  const Theme& theme = scene_.theme();
  const Access* load = carried();
  const std::uint32_t warp = scene_.access().warp;
  const std::string text = load == nullptr
                               ? tr("warp {}", warp)
                               : tr("warp {0}: values of {1}", warp,
                                    name_in(scene_.trace(), launch_of(scene_.frame), load->array));
  const float y = head.center().y;
  const float used = canvas_.text_fit({head.x, y}, text, scene_.words(theme.muted), head.w * 0.5F);
  canvas_.text_fit({head.right(), y}, verdict(),
                   scene_.strong(costly() ? theme.costly : theme.muted), head.w - used - 16,
                   Align::right);
}

void CountersPainter::draw_bins() {
  const Theme& theme = scene_.theme();
  const Color counted_color = mix(theme.panel, theme.active, 0.6F);
  for (std::int64_t place = 0; place < bars_.count(); ++place) {
    const std::int64_t bin = bars_.shown(place);
    const auto b = static_cast<std::size_t>(bin);
    canvas_.set_pale(bin_fades(bin));
    const Rect base = bars_.bar(bin, 0, 1);
    if (bars_.jumps(place)) {  // bins are left out
      const float x = bars_.slot(bin).x;
      canvas_.line({x, base.y + base.h * 0.5F}, {x, base.bottom() + 4}, theme.hairline);
    }
    canvas_.fill({base.x, base.bottom() - 1, base.w, 1}, theme.muted);
    const bool added = counters_.totals >= 0 && scene_.history.at(counters_.totals, bin).node != 0;
    const double kept = std::max(0.0, std::min(before_[b], after_[b]));
    if (kept > 0) {
      canvas_.fill(bars_.bar(bin, 0, share(kept)), added ? theme.active : counted_color);
    }
    const double grown = before_[b] + (after_[b] - before_[b]) * scene_.frame.motion;
    if (grown > kept) canvas_.fill(bars_.bar(bin, share(kept), share(grown)), theme.now);
    const bool read = now_ && !writes(scene_.access().operation);
    if (read && in_bin_.contains(bin)) mark_read(canvas_, scene_, bars_.bar(bin, 0, share(grown)));
  }
  canvas_.set_pale(false);
  for (const FaultMark* const fault : faults_here(scene_.document, scene_.frame)) {
    const bool counts = fault->array == counters_.array;
    if (!counts && (counters_.totals < 0 || fault->array != counters_.totals)) continue;
    const std::int64_t cells = scene_.array(fault->array).count;
    if (fault->index < 0 || fault->index >= cells) continue;
    const std::int64_t bin = counts ? counters_.bin(fault->index) : fault->index;
    if (bars_.shows(bin)) draw_fault_frame(canvas_, bars_.slot(bin), theme);
  }
}

void CountersPainter::draw_counts() {
  std::size_t widest = 1;
  for (const double count : after_) {
    widest = std::max(widest, std::to_string(std::llround(count)).size());
  }
  if (static_cast<float>(widest) * scene_.digit + 2 > bars_.pitch()) return;
  for (std::int64_t place = 0; place < bars_.count(); ++place) {
    const std::int64_t bin = bars_.shown(place);
    const auto count =
        std::llround(scene_.frame.motion < 1 ? before_[static_cast<std::size_t>(bin)]
                                             : after_[static_cast<std::size_t>(bin)]);
    const bool queued = now_ && in_bin_.contains(bin) && writes(scene_.access().operation);
    if (count <= 0 || queued) continue;
    const std::string text = std::to_string(count);
    const Point at{bars_.slot(bin).center().x, top(bin) - scene_.text_size / 2 - 2};
    const float half = static_cast<float>(text.size()) * scene_.digit / 2;
    if (meets_queue({at.x - half, at.y - scene_.text_size / 2, 2 * half, scene_.text_size})) {
      continue;
    }
    canvas_.text(at, text, scene_.digits(scene_.theme().text), Align::center);
  }
}

void CountersPainter::draw() {
  const Theme& theme = scene_.theme();
  draw_head(scene_.head);
  place_queues();
  {
    const Clip clip(canvas_, scene_.room);
    draw_lanes();
    draw_bins();
    draw_counts();
    draw_falling();
    draw_bar_numbers(canvas_, scene_, bars_);
  }
  std::vector<LegendEntry> entries{{tr("counted"), mix(theme.panel, theme.active, 0.6F)},
                                   {tr("read now"), theme.now, false},
                                   {tr("written now"), theme.now}};
  if (counters_.totals >= 0) entries.push_back({tr("added up"), theme.active});
  double sum = 0;
  for (const double count : scene_.frame.motion < 1 ? before_ : after_) sum += count;
  const std::string note = tr("{0} counted in {1} bins", std::llround(sum), counters_.bins);
  draw_bins_legend(canvas_, scene_, scene_.legend, entries, note);
}

void CountersPainter::hover(Wishes& wishes) const {
  for (std::int64_t place = 0; place < bars_.count(); ++place) {
    const std::int64_t bar = bars_.shown(place);
    scene_.frame.pointer.tell({.rect = bars_.slot(bar), .key = std::uint64_t(bar) + 1});
  }
  const auto bin = scene_.frame.pointer.inside ? bars_.hit(scene_.frame.pointer.at) : std::nullopt;
  if (!bin) return;
  std::int64_t cells = 0;
  std::uint32_t last = 0;  // node + 1
  for (std::int64_t cell = 0; cell < scene_.array(counters_.array).count; ++cell) {
    if (counters_.bin(cell) != *bin) continue;
    ++cells;
    last = std::max(last, scene_.history.at(counters_.array, cell).node);
  }
  std::string& text = wishes.tooltip;
  text = tr("bin {0}: {1} counted", *bin, std::llround(after_[static_cast<std::size_t>(*bin)]));
  const std::string& name = name_in(scene_.trace(), launch_of(scene_.frame), counters_.array);
  // Translators: of a bin of a histogram; the last field is an array.
  add_line(text, cells > 1 ? tr_n("in {0} counter of {1}", "in {0} counters of {1}", cells, name)
                           : tr("in {}", name));
  const auto wanted = in_bin_.find(*bin);
  if (wanted != in_bin_.end()) {
    // Translators: so many lanes add to the bin.
    add_line(text, now_ ? tr_n("{} lane now", "{} lanes now", wanted->second)
                        : tr_n("{} lane next", "{} lanes next", wanted->second));
  }
  if (last == 0) return;
  const FlowNode& node = scene_.node(last - 1);
  text += "\n" + describe_writer(scene_.trace(), node.access, node.index);
  if (scene_.frame.pointer.pressed) wishes.seek = node.access;
  if (scene_.frame.pointer.menu) wishes.menu = node_menu(scene_.frame, last - 1);
}

bool counts_fit(const BinsScene& scene, float width) {
  const auto bins = static_cast<float>(scene.launch.counters.bins);
  return bins * CountersPainter::least_large_pitch(scene) <= width;
}

void draw_counters(Canvas& canvas, const BinsScene& scene, Rect area, Wishes& wishes) {
  CountersPainter painter(canvas, scene, area);
  painter.draw();
  painter.draw_map(wishes);
  painter.hover(wishes);
}

}  // namespace warpscope
