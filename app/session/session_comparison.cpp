#include "app/session/session_comparison.hpp"

#include <algorithm>
#include <utility>

#include "app/session/session.hpp"
#include "app/subject/kept_subject.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/say.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

constexpr std::string_view before_label = tr_noop("before the save");
constexpr std::string_view before_change_label = tr_noop("before the change");

/// Two runs of one kernel that were asked for differently, but for the values that they work on.
bool is_changed_run(const Document& before, const Document& now) {
  const KernelInfo* const kernel = now.subject->kernel();
  if (kernel == nullptr || before.subject->kernel() != kernel) return false;
  if (!before.subject->runs() || !now.subject->runs()) return false;
  return before.request.block != now.request.block || before.request.size != now.request.size ||
         before.request.parameters != now.request.parameters;
}

}  // namespace

bool SessionComparison::on() const { return session_.playback.right().ready(); }

bool SessionComparison::right_first() const {
  const std::optional<Variant>& variant = session_.shown().options.variant;
  return on() && variant && is_before(*variant);
}

std::optional<std::uint32_t> SessionComparison::first_difference() const {
  if (!session_.shown().comparison) return std::nullopt;
  const auto found = std::ranges::find_if(session_.shown().comparison->notes,
                                          [](const Note& note) { return note.access.has_value(); });
  return found == session_.shown().comparison->notes.end() ? std::nullopt : found->access;
}

Status SessionComparison::with_kernel(std::string_view id) {
  return with(id.empty() ? std::nullopt : std::optional(Variant{.kernel = std::string(id)}));
}

Status SessionComparison::with(std::optional<Variant> variant) {
  if (!variant && session_.programs.shows_one_launch())
    return session_.programs.show_all_launches();
  Options next = session_.options();
  next.variant = variant;
  if (Status changed = session_.change(std::move(next)); !changed) return changed;
  if (variant && !is_before(*variant)) sides_.insert_or_assign(side_key(), *std::move(variant));
  return Done{};
}

const Layouts& SessionComparison::layouts() const {
  static const Layouts none;
  const std::optional<Variant>& variant = session_.options().variant;
  return variant && is_what_if(*variant) ? variant->what_if.layouts : none;
}

Status SessionComparison::with_layouts(Layouts layouts) {
  Status compared = with(Variant{.what_if = {.layouts = std::move(layouts)}});
  if (compared) session_.views.put_in_front("banks");  // they are what changes
  return compared;
}

void SessionComparison::try_layout(const Relayout& relayout) {
  const Status compared = with_layouts(with_layout(layouts(), relayout));
  if (!compared) session_.notices.complain(compared.error());
}

Status SessionComparison::toggle_layout(const Relayout& relayout) {
  Layouts next = layouts();
  if (std::erase(next, relayout) == 0) next = with_layout(std::move(next), relayout);
  if (next.empty()) return with(std::nullopt);
  return with_layouts(std::move(next));
}

void SessionComparison::try_best_layout() {
  if (!session_.playback.left().ready()) return;
  layout_for_.emplace(session_.playback.left().document(), session_.playback.left().position());
  if (!take_best()) {
    session_.notices.say(say("Looking for a layout that makes this access cheaper …"));
  }
}

void SessionComparison::try_cheapest_layouts() {
  if (!session_.playback.left().ready()) return;
  const DocumentPtr& document = session_.playback.left().document();
  search_.emplace(Search{document, LayoutSearch(document)});
  if (!take_cheapest()) {
    session_.notices.say(say("Trying layouts of all shared arrays …"));
  }
}

bool SessionComparison::tick() {
  const bool best = layout_for_ && take_best(), cheapest = search_ && take_cheapest();
  return best || cheapest;
}

bool SessionComparison::take_best() {
  const auto& [document, access] = *layout_for_;
  if (document != session_.playback.left().document() ||
      access != session_.playback.left().position()) {
    layout_for_.reset();  // nobody waits for it any more
    return false;
  }
  const auto offers = document->layout_offers().at(access);
  if (!offers) return false;
  layout_for_.reset();
  if (offers->empty()) {
    session_.notices.say(say("No other layout makes this access cheaper."));
  } else {
    session_.notices.dismiss();
    try_layout(offers->front().fix.relayout);
  }
  return true;
}

bool SessionComparison::take_cheapest() {
  if (search_->of != session_.playback.left().document()) {
    search_.reset();
    return false;
  }
  if (!search_->layouts.look(false)) return false;
  const Layouts cheapest = search_->layouts.cheapest();
  search_.reset();
  if (cheapest.empty()) {
    session_.notices.say(say("No other layout of a shared array makes this run cheaper."));
    return true;
  }
  session_.notices.dismiss();
  if (const Status compared = with_layouts(cheapest); !compared) {
    session_.notices.complain(compared.error());
  }
  return true;
}

std::string SessionComparison::side_key() const { return session_.options().subject()->id(); }

Status SessionComparison::toggle() {
  Options next = session_.options();
  if (next.variant) return with(std::nullopt);
  const auto chosen = sides_.find(side_key());
  if (chosen != sides_.end()) {
    next.variant = chosen->second;
    if (Status changed = session_.change(next)) return changed;
  }
  if (session_.programs.since_save() != nullptr) return with_before();
  if (next.subject()->can_be_edited()) {
    // None of the catalogue's kernels suggests itself: the user chooses.
    session_.popup.shown = Popup::rival;
    return Done{};
  }
  next.variant = Variant{.kernel = default_rival()};
  return session_.change(std::move(next));
}

std::string SessionComparison::default_rival() const {
  const SubjectPtr present =
      session_.shown().left ? session_.shown().left->subject : session_.options().subject();
  return std::string(neighbour_of(present->topic(), catalogue()));
}

bool SessionComparison::has_before() const {
  return session_.programs.since_save() != nullptr || before_change_;
}

void SessionComparison::follow(const DocumentPtr& before) {
  const DocumentPtr& now = session_.playback.left().document();
  if (!before || !now || before->trace == now->trace) return;
  before_change_ = {};
  if (session_.lesson.on() || !is_changed_run(*before, *now)) return;
  before_change_ = kept_subject(*before, std::string(before_change_label));
  const bool busy = on() || session_.views.layout != LayoutKind::study;
  if (busy) return;
  session_.notices.say(say("The kernel has run again with the change."), say("Compare with before"),
                       "compare.before");
}

Status SessionComparison::with_before() {
  const SinceSave* const saved = session_.programs.since_save();
  if (saved == nullptr && before_change_) return with(Variant{.opened = before_change_});
  if (saved == nullptr) {
    return usage_error(
        say("There is nothing to compare with yet: change the block, the size or a parameter of a "
            "kernel, or save a changed program."));
  }
  return with(before_save(*saved->before));
}

Variant SessionComparison::before_save(const Document& before) {
  return {.opened = kept_subject(before, std::string(before_label))};
}

bool SessionComparison::is_before_save(const Variant& variant) {
  return variant.opened && variant.opened->name() == before_label;
}

bool SessionComparison::is_before(const Variant& variant) {
  return is_before_save(variant) ||
         (variant.opened && variant.opened->name() == before_change_label);
}

}  // namespace warpscope
