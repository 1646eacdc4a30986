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
  return text;
}

std::string variant_label(const Options& options) {
  if (!options.variant) return {};
  const Variant& variant = *options.variant;
  std::string changes = changes_text(variant, options);
  if (is_what_if(variant)) {
    if (!changes.empty()) {
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
  return {side_of(shown.options, shown.left), variant_label(shown.options),
          variant && Session::is_before(*variant)};
}

}  // namespace warpscope
