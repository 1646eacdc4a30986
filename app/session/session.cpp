#include "app/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/session/comparison.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

Session::Session(Settings settings_, Recorder::Make make, std::function<void()> wake)
    : settings(std::move(settings_)), wake_(wake), recorder_(std::move(make), std::move(wake)) {
  player.reduced_motion = settings.reduced_motion;
}

void Session::show(Recording recording) {
  history_ = History(recording.options);
  shown_ = std::move(recording);
  left_.open(shown_.left);
  right_.open(shown_.right);
  align();
}

Status Session::change(Options next) {
  if (!next.file) {
    Result<RunRequest> legal = complete(next.request);
    if (!legal) return legal.error();
    next.request = std::move(legal).value();
  }
  if (!next.rival.empty()) {
    if (const auto legal = complete(for_kernel(next.request, next.rival)); !legal) {
      return legal.error();
    }
  }
  history_.change(std::move(next));
  record();
  return Done{};
}

Status Session::choose_kernel(std::string_view id) {
  Options next = options();
  next.file.reset();
  // Who has not asked for a size gets the one that suits the kernel's lesson.
  const auto present = find_kernel(next.request.kernel);
  if (present && next.request.size == present.value()->default_size &&
      next.request.block == present.value()->default_block) {
    next.request.size.reset();
    next.request.block.reset();
  }
  next.request = for_kernel(next.request, id);
  return change(std::move(next));
}

Status Session::choose_rival(std::string_view id) {
  Options next = options();
  next.rival = id;
  return change(std::move(next));
}

std::string Session::default_rival() const {
  const std::string& own =
      shown_.left ? shown_.left->trace->header.kernel : options().request.kernel;
  const auto kernels = catalogue();
  const auto here = std::ranges::find(kernels, own, &KernelInfo::id);
  if (here == kernels.end()) return std::string(kernels.front()->id);
  // The next one of the family; the last one is compared with the one before it.
  const auto next = here + 1;
  const bool has_next = next != kernels.end() && (*next)->family == (*here)->family;
  return std::string((has_next ? *next : *(here - 1))->id);
}

StageKind Session::stage_kind(std::string_view kernel) const {
  const auto chosen = stages_.find(kernel);
  return chosen == stages_.end() ? StageKind::tree : chosen->second;
}

void Session::choose_stage(StageKind kind) {
  if (left_.document()) stages_[left_.document()->trace->header.kernel] = kind;
}

void Session::bring_forward(std::string_view view) {
  std::erase(fronts_, view);
  fronts_.insert(fronts_.begin(), std::string(view));
  if (layout == LayoutKind::lecture) layout = LayoutKind::study;
}

std::string_view Session::in_front(std::span<const std::string_view> views) const {
  for (const std::string& front : fronts_) {
    const auto found = std::ranges::find(views, front);
    if (found != views.end()) return *found;
  }
  return views.front();
}

void Session::undo() {
  if (!can_undo()) return;
  history_.undo();
  record();
}

void Session::redo() {
  if (!can_redo()) return;
  history_.redo();
  record();
}

void Session::cancel_recording() {
  if (!recording()) return;
  recorder_.cancel();
  history_.forget(shown_.options);
  say("Recording was cancelled.");
}

void Session::record() { recorder_.request(options(), shown_); }

void Session::seek(std::uint32_t access) {
  if (left_.seek(access)) align();
  player.settle();
}

void Session::step(Granularity by, bool forward) {
  player.play(false);
  if (!(forward ? left_.forward(by) : left_.back(by))) return;
  align();
  // Backwards there is nothing to animate: the access is shown as it ended.
  forward ? player.animate() : player.settle();
}

void Session::toggle_play() {
  const bool start = !player.playing() && left_.ready();
  if (start && left_.position() + 1 == left_.count()) seek(0);
  player.play(start);
}

void Session::align() {
  if (left_.ready() && right_.ready()) {
    right_.seek(
        aligned_access(*left_.document()->trace, left_.position(), *right_.document()->trace));
  }
}

bool Session::tick(float seconds) {
  bool changed = take_recording();
  changed |= take_saved();
  if (toast_ && (toast_->seconds -= seconds) <= 0) {
    toast_.reset();
    changed = true;
  }
  changed |= player.moving();
  bool moved = false;
  for (int steps = player.update(seconds); steps > 0; --steps) {
    if (!left_.forward(player.granularity)) {
      player.play(false);
      break;
    }
    moved = true;
  }
  if (moved) {
    align();
    player.animate();
  }
  return changed || moved;
}

float Session::seconds_until_change() const {
  return std::min(player.seconds_until_change(), toast_ ? toast_->seconds : 1e6F);
}

bool Session::take_recording() {
  std::optional<Result<Recording>> result = recorder_.poll();
  if (!result) return false;
  if (!*result) {
    complain(result->error());
    if (shown_.left) history_.forget(shown_.options);
    return true;
  }
  shown_ = std::move(*result).value();
  const bool other = !left_.document() || left_.document()->trace != shown_.left->trace;
  left_.open(shown_.left);
  right_.open(shown_.right);
  align();
  if (other) {
    player.play(false);
    player.settle();
    if (!shown_.options.file) settings.kernel = shown_.options.request.kernel;
  }
  return true;
}

bool Session::take_saved() {
  if (!saving_.valid() || saving_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  if (const Status saved = saving_.get(); saved) {
    say("Saved " + saving_to_.string() + ".");
  } else {
    complain(saved.error());
  }
  return true;
}

void Session::say(std::string text) { toast_ = Toast{std::move(text), false, 4}; }

void Session::complain(const Error& error) { toast_ = Toast{error.message, true, 12}; }

void Session::save_trace(const std::filesystem::path& path) {
  if (!left_.document() || saving_.valid()) return;
  saving_to_ = path;
  saving_ = std::async(std::launch::async, [trace = left_.document()->trace, path, wake = wake_] {
    Status saved = write_trace(*trace, path);
    if (wake) wake();
    return saved;
  });
}

}  // namespace warpscope
