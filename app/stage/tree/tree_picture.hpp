#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/stage/stage_picture.hpp"
#include "app/stage/tree/tree_focus.hpp"
#include "app/stage/tree/tree_labels.hpp"
#include "app/stage/tree/tree_scene.hpp"
#include "app/views/parts/zoom_hand.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

/// The dataflow of the running kernel: a row per step, x by the address, values on their way along
/// the edges. Drawn from the trace alone: reduction trees, scans and networks are not treated
/// differently. Of many launches it shows the present one. Hover shows the sources of a value; a click goes to where it was made.
class TreePicture final : public StagePicture {
 public:
  static constexpr StageInfo info{.id = "tree", .label = tr_noop("Tree"), .key = "F6"};

  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  [[nodiscard]] bool follows_pin(const Frame& /*frame*/) const override { return true; }
  void on_document(const Document& document) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// A layout, and what stands beside it.
  struct Tree {
    Tree() = default;
    Tree(const Document& document, TreeLayout made);

    TreeLayout layout;
    TreeLabels labels;
    RowFacts facts;
    TreeMap map;
    bool unused = false;  // some values are
  };
  /// Of all launches, or of the present one if they are too many rows.
  [[nodiscard]] const Tree& tree(const Frame& frame) const;
  /// In a tree of so many pixels; `stretches`: its crowded cells may get more of them.
  [[nodiscard]] TreeRows place_rows(Canvas& canvas, const Frame& frame, TreeScene& scene,
                                    const RowFacts& facts, float width, bool stretches) const;
  /// With its plot, but without rows. `valued`: rows of more nodes have no values.
  [[nodiscard]] TreeScene empty_scene(Canvas& canvas, Rect area, const Frame& frame,
                                      std::uint32_t valued) const;
  [[nodiscard]] TreeScene make_scene(Canvas& canvas, Rect area, const Frame& frame) const;
  /// The same rows at the zoom's factor, with the values that have room there.
  void enlarge_rows(Canvas& canvas, const Frame& frame, TreeScene& scene) const;
  /// `large`: what is shown large of it.
  void look(Canvas& canvas, TreeScene& scene, const Frame& frame, Wishes& wishes,
            const TreeFocus* large = nullptr);
  void find_visible(TreeScene& scene) const;
  /// What the present access makes, between the ends of all rows and columns.
  [[nodiscard]] ZoomPart present_part(const TreeScene& scene, const Frame& frame,
                                      double height) const;
  /// Makes the present row the high one.
  void turn_to_now(const Frame& frame, Wishes& wishes);
  static void tell_nodes(const TreeScene& scene, const Frame& frame);
  void hover(const TreeScene& scene, const Frame& frame, Wishes& wishes);
  /// Labels have words of the language in which they were made.
  void renew_labels(const Document& document);
  /// How many steps are out of sight, above and below, if any; and what grey is.
  void draw_hidden(Canvas& canvas, const TreeScene& scene, Rect area) const;
  static void draw_legend(Canvas& canvas, const TreeScene& scene, Point right, float room);
  void draw_labels(Canvas& canvas, const TreeScene& scene, Rect area) const;
  void draw_scene(Canvas& canvas, const TreeScene& scene, Rect area) const;

  /// Whether some row has no room for its values, and the tree is not zoomed.
  [[nodiscard]] bool unreadable(const TreeScene& whole, Rect area) const;
  void draw_whole(Canvas& canvas, TreeScene scene, Rect area, Wishes& wishes);
  /// Whether a part of it can be large that tells more than the whole.
  [[nodiscard]] bool has_large(Canvas& canvas, const TreeScene& scene, const Frame& frame);
  void choose_large(Canvas& canvas, const TreeScene& scene, const Frame& frame);
  /// The rows of what is large, and where they lie; glides from one part to another.
  void place_large(Canvas& canvas, TreeScene& scene, const Frame& frame, Wishes& wishes);
  void hear_map(const FocusMapStrip& strip, const Frame& frame, Wishes& wishes);
  void draw_focus(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes, TreeScene whole);
  void draw_focus_title(Canvas& canvas, const TreeScene& scene, Rect strip, Wishes& wishes) const;
  void draw_launch_rules(Canvas& canvas, const TreeScene& scene, float left) const;
  void draw_column_names(Canvas& canvas, const TreeScene& scene) const;
  void draw_ruler(Canvas& canvas, const TreeScene& scene) const;
  void draw_pads(Canvas& canvas, const TreeScene& scene) const;
  [[nodiscard]] std::uint32_t present_row(const Frame& frame) const;

  Tree whole_;
  mutable std::optional<Tree> of_launch_;  // made when it is first shown
  mutable std::uint32_t launch_ = 0;       // that of_launch_ is of
  Ancestry ancestry_;
  FlowUses uses_;
  ZoomHand zoom_;
  float focus_ = 0;      // the row that is high, between two while it glides
  bool placed_ = false;  // the first picture does not glide into place
  int language_ = 0;     // of the labels
  std::uint32_t seen_launch_ = 0;

  TreeFocus large_;
  RowFacts large_facts_;
  std::optional<std::pair<double, double>> facts_of_;     // the part that large_facts_ is about
  std::optional<std::pair<double, double>> shown_large_;  // the part that is seen, while it glides
  std::optional<double> wanted_;  // the place that the user went to on the map
  bool map_held_ = false;
};

}  // namespace warpscope
