#include "app/shell/home/living_picture.hpp"

#include <algorithm>
#include <utility>

#include "app/session/player.hpp"
#include "app/stage/stage_view.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope {
namespace {

// Calm: nobody should be drawn away from what there is to read.
constexpr float act_motion = 0.6F, act_pause = 0.7F, act_pause_at_end = 3;
constexpr float look_again = 0.03F;
constexpr float wide_picture = 520, narrow_picture = 350;  // of the picture

}  // namespace

Result<LivingPicture::Act> LivingPicture::rehearse(int size) {
  RunRequest request;
  request.kernel = "reduce_sequential";
  request.size = size;
  request.block = size;
  request.machine = MachineKind::emulator;
  Result<DocumentPtr> document = make_document(request, BankModel::cc5);
  if (!document) return document.error();
  auto stage = std::make_shared<StageView>();
  stage->on_document(*document.value());
  stage->prepare("tree");
  return Act{document.value(), std::move(stage)};
}

void LivingPicture::take() {
  Result<Act> act = preparing_.take();
  failed_ = !act;  // without memory the page is as useful as before
  if (failed_) return;
  act_ = std::move(act).value();
  head_.open(act_.document);
}

void LivingPicture::advance(float seconds) {
  here_ += seconds;
  const bool last = head_.position() + 1 == head_.count();
  const float rest = act_motion + (last ? act_pause_at_end : act_pause);
  if (here_ >= rest) {
    here_ = 0;
    last ? head_.seek(0) : head_.forward(Granularity::access);
  }
  until_change_ = here_ < act_motion ? 0 : rest - here_;
  if (preparing_.valid()) until_change_ = std::min(until_change_, look_again);
}

void LivingPicture::draw(Canvas& canvas, Rect area, const Theme& theme, float seconds, bool still,
                         bool reduced_motion) {
  until_change_ = 1e6F;
  if (failed_) return;
  // As many values as can be read.
  const int size = area.w >= wide_picture ? 16 : area.w >= narrow_picture ? 8 : 4;
  if (size != size_ && !preparing_.valid()) {
    size_ = size;
    preparing_ =
        Background<Act>("record a kernel for the first page", [size] { return rehearse(size); });
  }
  if (preparing_.valid() && (still || preparing_.ready())) take();
  if (act_.document == nullptr) {
    until_change_ = look_again;
    return;
  }
  const bool moves = !still && !reduced_motion;
  if (moves) {
    advance(seconds);
  } else {
    head_.seek(head_.count() / 2);
  }
  Frame frame;
  frame.document = act_.document.get();
  frame.access = head_.position();
  frame.before = &head_.before();
  frame.after = &head_.after();
  frame.motion = moves ? Player::eased(std::min(1.0F, here_ / act_motion)) : 1;
  frame.theme = &theme;
  frame.stage = "tree";
  frame.seconds = seconds;
  frame.still = still;
  Wishes nobody_listens;
  const Clip clip(canvas, area);
  act_.stage->draw(canvas, area, frame, nobody_listens);
}

}  // namespace warpscope
