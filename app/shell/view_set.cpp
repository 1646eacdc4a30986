#include <algorithm>
#include <utility>

#include "app/shell/scene.hpp"

namespace warpscope {

void ViewSet::show(DocumentPtr document) {
  document_ = std::move(document);
  if (!document_) return;
  for (const auto& view : views_) view->on_document(*document_);
}

void ViewSet::continue_from(const ViewSet& before) const {
  for (std::size_t i = 0; i < views_.size(); ++i) views_[i]->continue_from(*before.views_[i]);
}

View* ViewSet::find(std::string_view id) const {
  const auto found = std::ranges::find(views_, id, [](const auto& view) { return view->id(); });
  return found == views_.end() ? nullptr : found->get();
}

Result<Recording> record_with_views(const Options& wanted, const Recording& have,
                                    std::stop_token stop) {
  Result<Recording> made = make_recording(wanted, have, stop);
  if (!made) return made;
  const auto prepare =
      [](const DocumentPtr& document, const DocumentPtr& old,
         const std::shared_ptr<DocumentViews>& views) -> std::shared_ptr<DocumentViews> {
    if (!document || document == old) return views;
    auto fresh = std::make_shared<ViewSet>();
    fresh->show(document);
    return fresh;
  };
  made->left_views = prepare(made->left, have.left, have.left_views);
  made->right_views = prepare(made->right, have.right, have.right_views);
  return made;
}

}  // namespace warpscope
