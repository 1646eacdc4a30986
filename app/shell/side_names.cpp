#include "app/shell/side_names.hpp"

#include <cctype>

#include "app/shell/controls.hpp"
#include "app/subject/variant.hpp"

namespace warpscope {
namespace {

std::string side_of(const Options& options, const DocumentPtr& document) {
  if (options.file) return options.file->filename().string();
  return document ? run_label(document->trace->header) : "";
}

}  // namespace

std::string run_label(const TraceHeader& header) {
  std::string text = kernel_label(header.kernel);
  const auto add = [&](const char* parameter, const char* words) {
    const auto found = header.parameters.find(parameter);
    if (found != header.parameters.end()) text += words + found->second;
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
      variant.file ? variant.file->filename().string() : kernel_label(variant.kernel);
  return changes.empty() ? name : name + ", " + changes;
}

SideNames side_names(const Session& session) {
  const Recording& shown = session.shown();
  return {side_of(shown.options, shown.left), variant_label(shown.options)};
}

}  // namespace warpscope
