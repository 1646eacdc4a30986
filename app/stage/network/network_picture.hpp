#pragma once

#include <optional>
#include <string>

#include "app/stage/network/network_focus.hpp"
#include "app/stage/network/network_layout.hpp"
#include "app/stage/network/network_scene.hpp"
#include "app/stage/stage_picture.hpp"
#include "app/views/parts/zoom_hand.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The dataflow as a network: a wire per element, time from left to right, a line between two wires
/// where a thread compares their values, and lines from wire to wire where values move or are
/// combined. A click goes to the moment of an event.
class NetworkPicture final : public StagePicture {
 public:
  static constexpr StageInfo info{
      .id = "network", .label = tr_noop("Network"), .key = "F7", .tells = Told::ahead};

  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  [[nodiscard]] bool follows_pin(const Frame& /*frame*/) const override { return true; }
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Parts {
    Rect head, labels, plot, first, now;
  };
  /// Of the plot, and what stands out of it where it ends.
  [[nodiscard]] Rect with_ends(const NetworkScene& scene) const;
  /// Distance between wires, and above each band of them, in a plot of some height.
  [[nodiscard]] float spacing(float height, const Frame& frame, double factor) const;
  [[nodiscard]] float band_gap(float height, const Frame& frame) const;
  [[nodiscard]] Parts parts(const Canvas& canvas, Rect area, const Frame& frame) const;
  [[nodiscard]] NetworkScene make_scene(const Canvas& canvas, const Parts& parts,
                                        const Frame& frame) const;
  void fit_width(NetworkScene& scene, double factor) const;
  static void find_visible(NetworkScene& scene);
  void look(const NetworkScene& scene, const Frame& frame, Wishes& wishes,
            std::optional<float> large = {});

  /// The network's size, zoomed.
  [[nodiscard]] ZoomSize size(const NetworkScene& scene, double factor) const;
  [[nodiscard]] double most_zoom(const NetworkScene& scene) const;
  /// What the present access makes.
  [[nodiscard]] ZoomPart present_part(const NetworkScene& scene) const;
  void tell_ops(const NetworkScene& scene, const Frame& frame) const;
  void hover(NetworkScene& scene, const Frame& frame, Wishes& wishes);

  /// Whether the picture shows the group at work large, and the whole as a map.
  [[nodiscard]] bool focuses(Rect area, const Frame& frame) const;
  [[nodiscard]] bool unreadable(Rect area, const Frame& frame) const;
  struct FocusParts {
    Rect map, row, title, head, first, plot, labels;
  };
  [[nodiscard]] FocusParts focus_parts(const Canvas& canvas, Rect area, const Frame& frame) const;
  void choose_focus(const Canvas& canvas, const FocusParts& parts, const Frame& frame);
  [[nodiscard]] NetworkScene focus_scene(const Canvas& canvas, const FocusParts& parts,
                                         const Frame& frame) const;
  void slide(NetworkScene& scene, const Frame& frame, Wishes& wishes);
  void hear_map(const FocusMapStrip& strip, const Frame& frame, Wishes& wishes);
  void draw_focus(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes);
  void draw_focus_title(Canvas& canvas, const NetworkScene& scene, Rect strip,
                        Wishes& wishes) const;
  void draw_large(Canvas& canvas, const NetworkScene& scene) const;

  NetworkLayout layout_;
  NetworkFocus focus_;
  struct FocusQuestion {
    std::uint32_t access = 0;
    std::int32_t wanted = -1;
    NetworkRoom room;
    friend bool operator==(const FocusQuestion&, const FocusQuestion&) = default;
  };
  std::optional<FocusQuestion> focused_;  // to which focus_ is the answer
  NetworkLayout large_;                   // what the focus shows of the layout
  std::int32_t wanted_ = -1;              // the wire that the user went to on the map
  bool map_held_ = false;
  Point slide_{};                             // pixels that what is large has still to go
  std::optional<NetworkExcerpt> shown_part_;  // in the last frame, and how wide its columns were
  float shown_unit_ = 0, shown_gap_ = 0;
  std::size_t value_digits_ = 1;
  std::size_t number_digits_ = 1;
  ZoomHand zoom_;
};

}  // namespace warpscope
