#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/cli/export_options.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// "pad=32" and the like.
Result<Variant> changed(const std::string& text, const Options& left) {
  const auto equals = text.find('=');
  const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
  Variant variant;
  const auto what_if = std::ranges::find_if(
      run_options(), [&](const RunOption& option) { return option.what_if && option.id == name; });
  if (what_if != run_options().end()) {
    RunRequest changed;
    const Status read = what_if->read(fmt::format("--compare {}", name), value, changed);
    if (!read) return read.error();
    variant.what_if = changed.what_if;
  } else if (name == "banks") {
    RunOptions typed;
    typed.banks = value.empty() ? "?" : value;
    const Result<BankModel> model = chosen_banks(typed);
    if (!model) return model.error();
    variant.model = model.value();
  } else if (name == "block") {
    RunRequest changed;
    const Status read = run_option("block").read(tr("The block of --compare"), value, changed);
    if (!read) return read.error();
    const Result<int> step = block_steps_to(left, *changed.block);
    if (!step) return step.error();
    variant.block_step = step.value();
  } else {
    return usage_error(
        tr("--compare is \"{}\", but a change is pad=N, relayout=ARRAY:CHANGE, drop-barrier=LINE, "
           "block=B or "
           "banks=MODEL.",
           text));
  }
  return variant;
}

/// Another program is built and run as the left one is.
Result<Variant> chosen_variant(const std::string& text, const Options& left,
                               const RunOptions& typed, Invocation& invocation) {
  RunOptions of_right;
  if (names_a_program(text)) of_right.program = typed.program;
  const Result<Target> named = named_target(text, of_right, invocation);
  if (named) return variant_with(named->subject);
  if (text.find('=') != std::string::npos) return changed(text, left);
  return usage_error(tr("{} --compare also takes a trace file, or a change, such as pad=32.",
                        named.error().message));
}

}  // namespace

Result<std::shared_ptr<const Recording>> chosen_comparison(const ExportOptions& options,
                                                           const DocumentPtr& document,
                                                           Invocation& invocation) {
  if (options.compare.empty()) return std::shared_ptr<const Recording>();
  Options shown;
  shown.show(document->subject, document->request);
  shown.model = document->summary.model;
  auto variant = chosen_variant(options.compare, shown, options.run, invocation);
  if (!variant) return variant.error();
  const Recording have{shown, document, nullptr};
  shown.variant = std::move(variant).value();
  Result<Recording> made = make_recording(shown, have, {});
  if (!made) return made.error();
  return std::make_shared<const Recording>(std::move(made).value());
}

}  // namespace warpscope
