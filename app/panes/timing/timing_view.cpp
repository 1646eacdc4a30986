#include "app/panes/timing/timing_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "app/panes/timing/timing_measure.hpp"
#include "app/subject/measurements.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/run.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

constexpr float two_halves = 760;  // from this width on, a picture stands beside the ladder
constexpr float two_floors = 420;  // from this height on, it stands below

/// "H200, 2026-11-22".
std::string name_of(const TimingRecord& record) {
  return short_device(record.device) + ", " + record.date.substr(0, 10);
}

bool times_usually(const TimingRecord& record, const KernelInfo& kernel) {
  return std::ranges::any_of(record.results, [&](const BenchResult& result) {
    return result.kernel == kernel.id && !result.parameters.contains("input");
  });
}

/// Whether it times the kernel on this kind of input and with these parameters, as far as it names them.
bool times_with(const TimingRecord& record, const KernelInfo& kernel,
                const std::map<std::string, std::string>& wanted) {
  return std::ranges::any_of(record.results, [&](const BenchResult& result) {
    return result.kernel == kernel.id &&
           result.parameters.contains("input") == wanted.contains("input") &&
           std::ranges::all_of(result.parameters, [&](const auto& own) {
             const auto found = wanted.find(own.first);
             return found == wanted.end() || found->second == own.second;
           });
  });
}

/// Kernels of the family that it times.
std::size_t kernels_timed(const TimingRecord& record, const Family& family) {
  return static_cast<std::size_t>(std::ranges::count_if(catalogue(), [&](const KernelInfo* kernel) {
    return kernel->family == &family &&
           std::ranges::count(record.results, kernel->id, &BenchResult::kernel) > 0;
  }));
}

std::string missing(const KernelInfo* kernel) {
  if (kernel == nullptr)
    return tr(
        "Only the catalogue's kernels are timed. Those of a program of your own are emulated: "
        "see Totals for what they cost.");
  return tr(
      "No times are recorded for this family. On a machine with a GPU: Measure here. Records of "
      "other machines belong into {}.",
      timings_folder().string());
}

TimingOffer offer_of(const Timings& timings, std::size_t record, bool slides) {
  const TimingRecord& of = timings.records[record];
  TimingOffer offer{.record = record, .name = name_of(of), .slides = slides};
  offer.source = slides                      ? tr("the lectures' table")
                 : record < timings.supplied ? tr("recorded")
                                             : tr("measured here");
  offer.tooltip = of.device + ", " + of.date + '\n' + of.command;
  if (!of.note.empty()) offer.tooltip += '\n' + of.note;
  if (!of.ended.empty()) offer.tooltip += "\n" + tr("ended early: {}", of.ended);
  return offer;
}

/// Records of one device and day also say their time; those of one minute also their number.
void tell_apart(std::vector<TimingOffer>& offers, const Timings& timings) {
  const auto twins = [&](const TimingOffer& offer) {
    return std::ranges::count_if(offers, [&](const TimingOffer& other) {
      return !other.slides && other.name == offer.name;
    });
  };
  std::vector<std::string> names;
  for (const TimingOffer& offer : offers) {
    const std::string& date = timings.records[offer.record].date;  // "2026-11-22T09:15:02Z"
    const bool timed = date.size() >= 16;
    const bool ambiguous = !offer.slides && twins(offer) > 1;
    names.push_back(ambiguous && timed ? fmt::format("{} {}", offer.name, date.substr(11, 5))
                                       : offer.name);
  }
  for (std::size_t i = 0; i < offers.size(); ++i) offers[i].name = names[i];
  for (std::size_t i = 0; i < offers.size(); ++i) {
    if (offers[i].slides || std::ranges::count(names, names[i]) < 2) continue;
    const auto number =
        std::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i) + 1, names[i]);
    offers[i].name += fmt::format(" #{}", number);
  }
}

}  // namespace

std::string TimingView::subtitle(const Frame&) const {
  if (shown_.empty()) return {};
  std::string text = shown_.front().name;
  if (shown_.size() > 1) text += fmt::format(" + {}", shown_.size() - 1);
  return text + ", n = " + size_text(shown_.front().ladder.size);
}

void TimingView::on_document(const Document& document) {
  if (!fixed_) timings_ = recorded_timings();
  request_ = {.kernel = document.subject->kernel(),
              .parameters = document.trace->header.parameters};
  const std::string& input = document.trace->header.input;
  if (request_.kernel != nullptr && input != input_kinds(*request_.kernel).front()) {
    request_.parameters["input"] = input;
  }
  scrolled_ = 0;
  offer_records();
}

void TimingView::offer_records() {
  language_ = current_language();
  offered_.clear();
  if (request_.kernel != nullptr) {
    const Family& family = *request_.kernel->family;
    std::vector<std::size_t> records = records_of(timings_->records, family);
    // First those that time just this run, at least but for its input, then this very kernel on its
    // usual input, then the newest.
    const KernelInfo& kernel = *request_.kernel;
    std::map<std::string, std::string> usual = request_.parameters;
    usual.erase("input");
    const auto fits = [&](std::size_t i) {
      const TimingRecord& record = timings_->records[i];
      return std::tuple(times_with(record, kernel, request_.parameters),
                        times_with(record, kernel, usual), times_usually(record, kernel));
    };
    std::ranges::stable_sort(records, std::greater<>{}, [&](std::size_t i) {
      return std::pair(fits(i), timings_->records[i].date);
    });
    // Of those that come with the program, one with more kernels of the family shows more.
    const auto supplied = [&](std::size_t i) { return i < timings_->supplied; };
    std::vector<std::size_t> fuller;
    std::ranges::copy_if(records, std::back_inserter(fuller), supplied);
    std::ranges::stable_sort(fuller, std::greater<>{}, [&](std::size_t i) {
      return std::pair(fits(i), kernels_timed(timings_->records[i], family));
    });
    auto next = fuller.begin();
    for (std::size_t& i : records) {
      if (supplied(i)) i = *next++;
    }
    for (const std::size_t i : records) offered_.push_back(offer_of(*timings_, i, false));
    for (const std::size_t i : records_of(timings_->records, family, false)) {
      offered_.push_back(offer_of(*timings_, i, true));
      offered_.back().shown = true;
    }
  }
  tell_apart(offered_, *timings_);
  choose_by_turns(turns_);
}

void TimingView::retell() {
  language_ = current_language();
  for (TimingOffer& offer : offered_) {
    const bool shown = offer.shown;
    offer = offer_of(*timings_, offer.record, offer.slides);
    offer.shown = shown;
  }
  tell_apart(offered_, *timings_);
  make_shown();
}

/// Each record alone, then all together, and so on.
void TimingView::choose_by_turns(int turns) {
  turns_ = turns;
  const auto all = static_cast<int>(std::ranges::count(offered_, false, &TimingOffer::slides));
  const int states = all > 1 ? all + 1 : 1;
  int place = 0;
  for (TimingOffer& offer : offered_) {
    if (offer.slides) continue;
    offer.shown = turns % states == all || turns % states == place++;
  }
  make_shown();
}

void TimingView::toggle(std::size_t offer) {
  const auto shown = std::ranges::count_if(
      offered_, [](const TimingOffer& one) { return one.shown && !one.slides; });
  const bool last = offered_[offer].shown && !offered_[offer].slides && shown == 1;
  if (last) return;  // something is always drawn
  offered_[offer].shown = !offered_[offer].shown;
  make_shown();
}

void TimingView::make_shown() {
  shown_.clear();
  request_.what_ifs = timings_->what_ifs;
  request_.slides = std::ranges::any_of(
      offered_, [](const TimingOffer& offer) { return offer.slides && offer.shown; });
  for (const TimingOffer& offer : offered_) {
    if (!offer.shown || offer.slides) continue;
    ShownRecord shown{.name = offer.name, .source = offer.source};
    shown.ladder = make_ladder(timings_->records, offer.record, request_);
    request_.size = shown.ladder.size;  // the others are shown at the first one's size
    shown.wavefronts = wavefront_points(shown.ladder, request_);
    for (const Rung& rung : shown.ladder.rungs) {
      if (shown.roof || rung.result == nullptr || rung.result->operations == 0) continue;
      shown.roof = roof_of(*shown.ladder.record, *rung.result);
    }
    shown_.push_back(std::move(shown));
  }
  make_remarks();
}

void TimingView::make_remarks() {
  remarks_.clear();
  if (!timings_->damaged.empty()) {
    remarks_.push_back({tr_n("{1} file passed over", "{1} files passed over",
                             static_cast<std::int64_t>(timings_->damaged.size()),
                             count_text(timings_->damaged.size())),
                        "", true});
    for (const std::string& why : timings_->damaged) remarks_.back().tooltip += why + '\n';
    remarks_.back().tooltip.pop_back();
  }
  if (request_.kernel == nullptr || shown_.empty()) return;
  const Rung* present = shown_.front().ladder.find(request_.kernel->id);
  if (present != nullptr && present->conflicts) {
    remarks_.push_back({tr("{} conflicts", percent_text(present->conflicts->share)),
                        conflict_text(*present->conflicts), false});
  }
  const TimingRecord& record = *shown_.front().ladder.record;
  if (!record.ended.empty()) remarks_.push_back({tr("ended early"), record.ended, true});
  const auto skipped = skipped_of(record, *request_.kernel->family);
  if (skipped.empty()) return;
  TimingRemark remark{tr("{} skipped", skipped.size()), {}, false};
  constexpr std::size_t most = 12;
  for (std::size_t i = 0; i < std::min(most, skipped.size()); ++i) {
    if (i > 0) remark.tooltip += '\n';
    // Translators: {0} is a kernel, {2} says why it was not timed.
    remark.tooltip +=
        tr("{0}, n = {1}: {2}", skipped[i]->kernel, size_text(skipped[i]->size), skipped[i]->why);
  }
  if (skipped.size() > most) remark.tooltip += "\n" + tr("and {} more", skipped.size() - most);
  remarks_.push_back(std::move(remark));
}

/// Takes over new measurements, and wishes that came by key.
void TimingView::follow(const Frame& frame, Wishes& wishes) {
  if (language_ != current_language()) retell();
  if (!fixed_) {
    if (TimingsPtr now = recorded_timings(); now != timings_) {
      shown_.clear();  // points into the old ones
      timings_ = std::move(now);
      offer_records();
      wishes.animate = true;  // the title has been drawn already
    }
  }
  if (frame.look.get<RecordTurns>().count == turns_) return;
  choose_by_turns(frame.look.get<RecordTurns>().count);
  wishes.animate = true;
}

void TimingView::draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  follow(frame, wishes);
  const TypeScale type = type_scale(frame.lecture);
  const bool head = area.h >= 8 * type.row;
  draw_foot(canvas, area.cut_bottom(head ? type.row : type.small * 1.7F), head, frame, wishes);
  if (shown_.empty()) {
    draw_placeholder(canvas, area, *frame.theme, missing(request_.kernel));
    return;
  }
  if (head) {
    draw_head(canvas, area.cut_top(type.row), frame, wishes);
    area.cut_bottom(6);
  }
  if (shown_.empty()) return;
  const TimingScene scene{shown_, request_.kernel, frame, type};
  const TimingPicture picture = frame.look.get<TimingPicture>();
  if (const auto place = picture_place(area, picture)) draw_picture(canvas, *place, scene, wishes);
  if (area.w > 0) draw_ladder(canvas, area, scene, scrolled_, wishes);
  if (request_.size != shown_.front().ladder.size) make_shown();
}

/// With the ladder in front, the curves get the room that is left.
std::optional<Rect> TimingView::picture_place(Rect& area, TimingPicture picture) const {
  const bool ladder = picture == TimingPicture::ladder;
  if (ladder && shown_.front().ladder.sizes.size() < 2) return std::nullopt;
  if (area.w >= two_halves) {
    const Rect place = area.cut_right(area.w * (ladder ? 0.37F : 0.56F));
    area.cut_right(28);
    return place;
  }
  if (area.h >= two_floors) {
    const Rect place = area.cut_bottom(area.h * (ladder ? 0.5F : 0.6F));
    area.cut_bottom(16);
    return place;
  }
  if (ladder) return std::nullopt;
  return std::exchange(area, Rect{});
}

void TimingView::draw_picture(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes) {
  switch (scene.frame.look.get<TimingPicture>()) {
    case TimingPicture::roofline: draw_roofline(canvas, area, scene, wishes); return;
    case TimingPicture::wavefronts: draw_wavefronts(canvas, area, scene, wishes); return;
    default: break;
  }
  const bool times = scene.frame.look.get<TimingPicture>() == TimingPicture::time;
  if (const auto size = draw_curves(canvas, area, scene, times, wishes)) request_.size = size;
}

void TimingView::draw_head(Canvas& canvas, Rect row, const Frame& frame, Wishes& wishes) {
  row.cut_bottom(type_scale(frame.lecture).small / 2);
  draw_remarks(canvas, row, remarks_, frame, wishes);
  if (const auto clicked = draw_offers(canvas, row, offered_, frame, wishes)) toggle(*clicked);
}

void TimingView::draw_foot(Canvas& canvas, Rect row, bool head, const Frame& frame,
                           Wishes& wishes) {
  if (request_.kernel != nullptr) draw_measure(canvas, row, frame, wishes);
  std::vector<TimingChoice> choices;
  for (const TimingPicture picture : all_values<TimingPicture>) {
    if (shown_.empty()) break;
    choices.push_back({picture, {}});
    if (picture == TimingPicture::roofline) choices.back().why_not = no_roofline(shown_.front());
    if (picture == TimingPicture::wavefronts) {
      choices.back().why_not = no_wavefronts(shown_.front(), *request_.kernel);
    }
  }
  draw_choices(canvas, row, choices, frame, wishes);
  if (!head) draw_remarks(canvas, row, remarks_, frame, wishes);
}

}  // namespace warpscope
