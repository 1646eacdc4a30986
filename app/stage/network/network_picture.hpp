#pragma once

#include <string>

#include "app/stage/network/network_layout.hpp"
#include "app/stage/network/network_scene.hpp"
#include "app/stage/stage_picture.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The dataflow as a network: a wire per element, time from left to right, a line between two wires
/// where a thread compares their values, and lines from wire to wire where values move or are
/// combined. The wheel zooms, dragging moves, a click goes to the moment of an event.
class NetworkPicture final : public StagePicture {
 public:
  static constexpr StageInfo info{
      .id = "network", .label = tr_noop("Network"), .key = "F7", .tells = Told::ahead};

  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  [[nodiscard]] bool follows_pin() const override { return true; }
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  struct Parts {
    Rect head, labels, plot, first, now;
  };
  /// Distance between wires, and above each band of them, in a plot of some height.
  [[nodiscard]] Rect with_ends(const NetworkScene& scene) const;
  [[nodiscard]] float spacing(float height, const Frame& frame) const;
  [[nodiscard]] float band_gap(float height, const Frame& frame) const;
  [[nodiscard]] Parts parts(const Canvas& canvas, Rect area, const Frame& frame) const;
  [[nodiscard]] NetworkScene make_scene(const Canvas& canvas, const Parts& parts,
                                        const Frame& frame) const;
  void fit_width(NetworkScene& scene) const;
  void find_visible(NetworkScene& scene) const;
  void move(const NetworkScene& scene, const Frame& frame, Wishes& wishes);
  void zoom(const NetworkScene& scene, const Frame& frame);
  void follow(const NetworkScene& scene, const Frame& frame, Wishes& wishes);
  void tell_ops(const NetworkScene& scene, const Frame& frame) const;
  void hover(NetworkScene& scene, const Frame& frame, Wishes& wishes);

  NetworkLayout layout_;
  std::size_t value_digits_ = 1;
  std::size_t number_digits_ = 1;
  float zoom_ = 1;
  Point scroll_{};
  Point grabbed_{-1, -1};   // where the mouse went down
  Point scroll_grabbed_{};  // the scroll position at that moment
  bool dragging_ = false;   // moved since
  bool placed_ = false;     // the first picture does not glide into place
  int keyed_ = 0;           // rows that keys had scrolled by when the last picture was drawn
  bool following_ = true;   // until the wheel or a drag is used
  std::uint32_t seen_access_ = 0;
};

}  // namespace warpscope
