#include "app/panes/banks/bank_picture.hpp"
#include "app/panes/banks/lane_spots.hpp"

#include <algorithm>
#include <bit>

#include "app/views/parts/lesson_marks.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// The centre of attention: the wavefront that runs, or whatever the mouse points to.
struct Focus {
  int pass = -1;  // in orange
  int done = 0;   // wavefronts before this one are done
  std::uint32_t lanes = 0;
  float progress = 1;  // of the present wavefront
};

bool has_bank(std::uint32_t banks, std::size_t bank) { return (banks >> bank & 1U) != 0; }

class BankPicture {
 public:
  BankPicture(Canvas& canvas, Rect area, const Frame& frame, const BankScene& scene)
      : canvas_(canvas),
        frame_(frame),
        theme_(*frame.theme),
        scene_(scene),
        request_(scene.request),
        type_(type_scale(frame.lecture)) {
    const TextStyle style = label_style(theme_.muted);
    long_labels_ = area.w >= 360;
    label_width_ = canvas.width(long_labels_ ? tr("wavefront {}", 32) : "32", style) + 8;
    layout_ = banks_layout(area, label_width_, scene.model, request_);
    const TextStyle number{Face::mono, type_.small, theme_.text};
    has_room_ = std::ranges::all_of(layout_.cells, [&](const BankCell& cell) {
      const std::string index = std::to_string(scene.element(cell.address));
      return cell.rect.h >= type_.small && canvas.width(index, number) + 4 <= cell.rect.w;
    });
  }

  void draw(Wishes& wishes) {
    Focus focus = playing();
    point(focus, wishes);
    draw_edges(focus);
    draw_banks(focus);
    draw_parts();
    for (const BankCell& cell : layout_.cells) draw_cell(cell, focus);
    draw_labels(focus);
    draw_lanes(canvas_, theme_, layout_.lanes, request_.mask, focus.lanes,
               pinned_lanes(frame_, all_lanes));
    draw_bank_marks(canvas_, layout_, frame_.ask<FoundMarks>(), theme_);
  }

 private:
  [[nodiscard]] TextStyle label_style(Color color) const {
    return {Face::sans, type_.small, color};
  }

  [[nodiscard]] Focus playing() const {
    Focus focus;
    focus.done = layout_.passes;
    focus.lanes = pinned_lanes(frame_, 0) & request_.mask;
    if (frame_.motion >= 1 || layout_.passes == 0) return focus;
    const float place = frame_.motion * static_cast<float>(layout_.passes);
    focus.pass = std::clamp(static_cast<int>(place), 0, layout_.passes - 1);
    focus.done = focus.pass;
    focus.progress = place - static_cast<float>(focus.pass);
    focus.lanes = lanes_of_pass(focus.pass) & pinned_lanes(frame_, all_lanes);
    return focus;
  }

  [[nodiscard]] std::uint32_t lanes_of_pass(int pass) const {
    std::uint32_t lanes = 0;
    for (const BankCell& cell : layout_.cells) {
      if (cell.pass == pass) lanes |= cell.lanes;
    }
    return lanes;
  }

  /// The excess is costly; a wavefront that an access without conflicts needs too is not.
  [[nodiscard]] Color done_color(int pass) const {
    return layout_.needed(pass) ? theme_.active : theme_.costly;
  }

  [[nodiscard]] Color rest(Color color) const { return rest_color(frame_, color); }

  void point(Focus& focus, Wishes& wishes);
  void draw_edges(const Focus& focus) const;
  void draw_banks(const Focus& focus) const;
  void draw_cell(const BankCell& cell, const Focus& focus) const;
  void draw_labels(const Focus& focus) const;
  void draw_parts() const;

  Canvas& canvas_;
  const Frame& frame_;
  const Theme& theme_;
  const BankScene& scene_;
  const SharedRequest& request_;
  TypeScale type_;
  BanksLayout layout_;
  bool long_labels_ = false;
  bool has_room_ = false;  // every cell, for its number
  float label_width_ = 0;
};

void BankPicture::point(Focus& focus, Wishes& wishes) {
  if (frame_.pointer.spots != nullptr) {
    tell_lanes(frame_.pointer, layout_.lanes, 0);
    for (const BankCell& cell : layout_.cells) frame_.pointer.tell({.rect = cell.rect});
    for (const Rect& bank : layout_.banks) frame_.pointer.tell({.rect = bank});
  }
  if (!frame_.pointer.inside) return;
  const Point at = frame_.pointer.at;
  const auto look = [&](int pass, std::uint32_t lanes, std::string text) {
    focus = {pass, layout_.passes, lanes, 1};
    wishes.tooltip = std::move(text);
  };
  if (const int lane = layout_.lanes.lane_at(at); lane >= 0) {
    wish_lane(frame_, lane, wishes);
    const bool active = has_lane(request_.mask, lane);
    return look(-1, active ? 1U << static_cast<unsigned>(lane) : 0,
                lane_text(scene_, layout_, lane));
  }
  for (const BankCell& cell : layout_.cells) {
    if (cell.rect.contains(at))
      return look(cell.pass, cell.lanes, word_text(scene_, layout_, cell));
  }
  for (std::size_t bank = 0; bank < layout_.banks.size(); ++bank) {
    if (!layout_.banks[bank].contains(at)) continue;
    std::uint32_t lanes = 0;
    for (const BankCell& cell : layout_.cells) {
      if (cell.bank == static_cast<int>(bank)) lanes |= cell.lanes;
    }
    return look(-1, lanes, bank_text(layout_, static_cast<int>(bank)));
  }
  if (layout_.rows.contains(at) && layout_.row_height > 0) {
    const int pass = std::min(layout_.passes - 1,
                              static_cast<int>((at.y - layout_.rows.y) / layout_.row_height));
    look(pass, lanes_of_pass(pass), wavefront_text(layout_, pass));
  }
}

void BankPicture::draw_edges(const Focus& focus) const {
  // Two rounds, so that the focus lies on top.
  for (const bool focused : {false, true}) {
    for (const BankCell& cell : layout_.cells) {
      const Rect& bank = layout_.banks[static_cast<std::size_t>(cell.bank)];
      const Point end{bank.center().x, bank.y};
      for_each_lane(cell.lanes, [&](int lane, int) {
        const bool looked_at =
            has_lane(focus.lanes, lane) && (focus.pass < 0 || focus.pass == cell.pass);
        if (looked_at != focused) return;
        Point start = layout_.lanes.at[static_cast<std::size_t>(lane)];
        start.y += layout_.lanes.radius;
        if (!focused) {
          const bool done = cell.pass < focus.done;
          const Color color = done ? mix(theme_.panel, done_color(cell.pass), 0.6F)
                                   : mix(theme_.panel, theme_.faint, 0.5F);
          canvas_.line(start, end, rest(color));
          return;
        }
        canvas_.line(start, end, theme_.now, 2);
        if (focus.progress >= 1) return;
        // Values travel to the lanes in a read, to the banks in a write.
        const float t = request_.store ? focus.progress : 1 - focus.progress;
        canvas_.circle({start.x + (end.x - start.x) * t, start.y + (end.y - start.y) * t}, 3.5F,
                       theme_.now);
      });
    }
  }
}

void BankPicture::draw_banks(const Focus& focus) const {
  const TextStyle style{Face::mono, type_.small, theme_.muted};
  const float text = canvas_.width("00", style) + 12;
  // Numbers stand on every power of two of banks for which they have room.
  int every = 1;
  while (layout_.banks[0].w * static_cast<float>(every) < text) every *= 2;
  std::uint32_t used = 0;
  std::uint32_t now = 0;
  for (const BankCell& cell : layout_.cells) {
    used |= 1U << static_cast<unsigned>(cell.bank);
    if ((cell.lanes & focus.lanes) != 0) now |= 1U << static_cast<unsigned>(cell.bank);
  }
  const Rect& first = layout_.banks.front();
  const Rect whole{first.x, first.y, layout_.banks.back().right() - first.x, first.h};
  canvas_.fill(whole, theme_.raised, 4);
  for (std::size_t bank = 0; bank < layout_.banks.size(); ++bank) {
    const Rect& box = layout_.banks[bank];
    if (has_bank(used, bank)) {
      canvas_.fill({box.x, box.y + 1, box.w, box.h - 2}, mix(theme_.panel, theme_.active, 0.22F));
    }
    if (bank > 0 && box.w >= 8) {
      canvas_.line({box.x, box.y}, {box.x, box.bottom()}, theme_.hairline);
    }
  }
  canvas_.stroke(whole, theme_.hairline, 1, 4);
  if (first.h < type_.small) return;
  std::vector<float> taken;  // middles of the numbers so far
  const auto number = [&](std::size_t bank) {
    const std::string digits = std::to_string(bank);
    const float x = layout_.banks[bank].center().x;
    const auto near = [&](float other) { return std::abs(other - x) < text - 6; };
    if (std::ranges::any_of(taken, near)) return;
    taken.push_back(x);
    const Color ink = has_bank(used, bank) ? theme_.text : theme_.muted;
    canvas_.text({x, first.center().y}, digits,
                 {Face::mono, type_.small, has_bank(now, bank) ? theme_.now : ink}, Align::center);
  };
  // The bank that is hit is named first. A number may be wider than its bank, but not run into
  // another.
  const auto every_bank = static_cast<std::size_t>(every);
  for (std::size_t bank = 0; bank < layout_.banks.size(); ++bank) {
    if (has_bank(used, bank) && (every == 1 || std::popcount(used) <= 16)) number(bank);
  }
  for (std::size_t bank = 0; bank < layout_.banks.size(); bank += every_bank) number(bank);
}

void BankPicture::draw_cell(const BankCell& cell, const Focus& focus) const {
  const bool now = (cell.lanes & focus.lanes) != 0 && (focus.pass < 0 || focus.pass == cell.pass);
  const bool done = cell.pass < focus.done;
  const Color accent = done_color(cell.pass);
  const float radius = std::min(4.0F, std::min(cell.rect.w, cell.rect.h) / 4);
  if (now) {
    canvas_.fill(cell.rect, theme_.now, radius);
  } else if (done) {
    const bool framed = cell.rect.h >= 10 && cell.rect.w >= 8;
    canvas_.fill(cell.rect, rest(mix(theme_.panel, accent, framed ? 0.22F : 0.6F)), radius);
    if (framed) canvas_.stroke(cell.rect, rest(mix(theme_.panel, accent, 0.6F)), 1, radius);
  } else {
    canvas_.fill(cell.rect, theme_.raised, radius);
    if (cell.rect.h >= 10) canvas_.stroke(cell.rect, theme_.hairline, 1, radius);
  }
  const TextStyle style{Face::mono, type_.small, now ? theme_.on_accent : theme_.text};
  const std::string index = std::to_string(scene_.element(cell.address));
  if (has_room_) {
    canvas_.text(cell.rect.center(), index, style, Align::center);
  }
}

/// Rules between half-warps, quarter-warps, …, which wait for one another in any case.
void BankPicture::draw_parts() const {
  if (layout_.row_height < 6) return;
  for (const int pass : layout_.first_passes) {
    if (pass == 0) continue;
    const float y = layout_.rows.y + layout_.row_height * static_cast<float>(pass);
    canvas_.line({layout_.rows.x, y}, {layout_.rows.right(), y}, theme_.hairline);
  }
}

void BankPicture::draw_labels(const Focus& focus) const {
  if (layout_.row_height < 2) return;  // a pane this low has no wavefronts to name
  const float x = layout_.rows.right();
  const int every = std::max(1, static_cast<int>((type_.small + 4) / layout_.row_height) + 1);
  const int step = layout_.row_height >= type_.small + 2 ? 1 : every;
  for (int pass = 0; pass < layout_.passes; ++pass) {
    const bool now = pass == focus.pass;
    const bool last = pass + 1 == layout_.passes;
    // If rows are too low for all names, the first, every few and the last one are named.
    const bool crowds_last = !last && layout_.passes - 1 - pass < step;
    const bool crowds_now = focus.pass >= 0 && !now && std::abs(pass - focus.pass) < step;
    if (!now && ((!last && (pass % step != 0 || crowds_last)) || crowds_now)) continue;
    const float y = layout_.rows.y + layout_.row_height * (static_cast<float>(pass) + 0.5F);
    const std::string number = std::to_string(pass + 1);
    TextStyle style = label_style(now ? theme_.now : theme_.muted);
    if (now) style.face = Face::sans_bold;
    canvas_.text_fit({x, y}, long_labels_ ? tr("wavefront {}", number) : number, style,
                     label_width_, Align::right);
  }
}

}  // namespace

void draw_bank_picture(Canvas& canvas, Rect area, const Frame& frame, const BankScene& scene,
                       Wishes& wishes) {
  BankPicture(canvas, area, frame, scene).draw(wishes);
}

}  // namespace warpscope
