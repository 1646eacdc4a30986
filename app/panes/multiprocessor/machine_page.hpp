#pragma once

#include <string>
#include <string_view>

#include "app/views/view.hpp"

namespace warpscope {

/// One page of the Multiprocessor view, which owns one of each kind. As a View: on_document
/// prepares, and draw shows.
class MachinePage {
 public:
  virtual ~MachinePage() = default;
  /// Its name at the foot of the view: "Occupancy".
  [[nodiscard]] virtual std::string_view title() const = 0;
  /// Right of the pane's tabs: what is shown at the moment. May be empty.
  [[nodiscard]] virtual std::string subtitle(const Frame& frame) const = 0;
  virtual void on_document(const Document& document) = 0;
  /// Draws into `area`; frame.document is set.
  virtual void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) = 0;
};

}  // namespace warpscope
