#include "app/shell/side_names.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/subject/catalogue_subject.hpp"
#include "app/subject/letter_case.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

std::string side_of(const Options& options, const DocumentPtr& document) {
  if (options.opened) return options.opened->name();
  return document ? run_label(*document) : "";
}

/// What a run of the same kernel was asked for otherwise: "blocks of 256", "stride = 2".
std::vector<std::string> differing_words(const RunRequest& now, const Trace& other) {
  std::vector<std::string> words;
  const TraceHeader& header = other.header;
  if (now.size && header.size != *now.size) words.push_back(fmt::format("n = {}", header.size));
  if (now.block && !other.launches.empty() && other.launches.front().threads() != *now.block) {
    words.push_back(tr("blocks of {}", other.launches.front().threads()));
  }
  for (const auto& [name, value] : now.parameters) {
    const auto found = header.parameters.find(name);
    if (found != header.parameters.end() && found->second != value)
      words.push_back(fmt::format("{} = {}", name, found->second));
  }
  return words;
}

}  // namespace

std::string run_label(const Document& document) {
  std::string text = document.subject->title();
  const auto& parameters = document.trace->header.parameters;
  if (const auto found = parameters.find("without_barrier"); found != parameters.end()) {
    // Translators: a kernel's title, and the line of the barrier that is left out.
    text = tr("{0}, without the barrier of line {1}", text,
              found->second.substr(found->second.rfind(' ') + 1));
  }
  if (const auto found = parameters.find("padded"); found != parameters.end()) {
    // Translators: a kernel's title, and a number of words.
    text = tr("{0}, padded by {1}", text, found->second);
  }
  const std::string layout = relayout_words(*document.trace);
  return layout.empty() ? text : tr("{0}, {1}", text, layout);
}

std::string variant_label(const Options& options, const DocumentPtr& right) {
  if (!options.variant) return {};
  const Variant& variant = *options.variant;
  std::string changes = changes_text(variant, options);
  const Layouts& layouts = variant.what_if.layouts;
  const std::string plain = words(layouts);
  if (!layouts.empty() && right && layouts_of(*right->trace) == layouts) {
    changes.replace(changes.find(plain), plain.size(), relayout_words(*right->trace));
  }
  if (is_what_if(variant)) {
    // The name of an array stays as it is.
    if (!changes.empty() && (layouts.empty() || changes_text(variant, options) != plain)) {
      changes = with_capital(std::move(changes));
    }
    return changes;
  }
  std::string name = (variant.opened ? variant.opened : catalogue_subject(variant.kernel))->name();
  if (SessionComparison::is_before(variant)) name = tr(std::string_view(name));
  if (right && variant.opened && variant.opened->kernel() != nullptr) {
    for (const std::string& differs : differing_words(options.request, *right->trace)) {
      name = tr("{0}, {1}", name, differs);
    }
  }
  return changes.empty() ? name : tr("{0}, {1}", name, changes);
}

SideNames side_names(const Session& session) {
  const Recording& shown = session.shown();
  const auto& variant = shown.options.variant;
  return {side_of(shown.options, shown.left), variant_label(shown.options, shown.right),
          variant && SessionComparison::is_before(*variant)};
}

}  // namespace warpscope
