#include "app/shell/side_names.hpp"

#include <cctype>

#include "app/subject/catalogue_subject.hpp"
#include "app/subject/variant.hpp"

namespace warpscope {
namespace {

std::string side_of(const Options& options, const DocumentPtr& document) {
  if (options.opened) return options.opened->name();
  return document ? run_label(*document) : "";
}

}  // namespace

std::string run_label(const Document& document) {
  std::string text = document.subject->title();
  const auto& parameters = document.trace->header.parameters;
  const auto add = [&](const char* parameter, const char* words) {
    const auto found = parameters.find(parameter);
    if (found != parameters.end()) text += words + found->second;
  };
  add("without_barrier", ", without the barrier of ");
  add("padded", ", padded by ");
  const std::string layout = relayout_words(*document.trace);
  return layout.empty() ? text : text + ", " + layout;
}

std::string variant_label(const Options& options, const DocumentPtr& right) {
  if (!options.variant) return {};
  const Variant& variant = *options.variant;
  std::string changes = changes_text(variant, options);
  const Relayout& layout = variant.what_if.relayout;
  const std::string plain = words(layout);
  if (layout && right && relayout_of(*right->trace) == layout) {
    changes.replace(changes.find(plain), plain.size(), relayout_words(*right->trace));
  }
  if (is_what_if(variant)) {
    // The name of an array stays as it is.
    if (!changes.empty() && (!layout || changes_text(variant, options) != plain)) {
      changes[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(changes[0])));
    }
    return changes;
  }
  const std::string name =
      (variant.opened ? variant.opened : catalogue_subject(variant.kernel))->name();
  return changes.empty() ? name : name + ", " + changes;
}

SideNames side_names(const Session& session) {
  const Recording& shown = session.shown();
  const auto& variant = shown.options.variant;
  return {side_of(shown.options, shown.left), variant_label(shown.options, shown.right),
          variant && Session::is_before(*variant)};
}

}  // namespace warpscope
