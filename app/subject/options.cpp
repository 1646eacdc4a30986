#include "app/subject/options.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/subject/catalogue_subject.hpp"
#include "instrumentation/run/plan.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

namespace {

/// True if the kernel takes this value of a parameter, with defaults for everything else.
bool takes_parameter(std::string_view kernel, const std::string& name, const std::string& value) {
  RunRequest request;
  request.kernel = kernel;
  request.parameters[name] = value;
  return complete(request).ok();
}

/// Keeps the kind of input if the kernel has it too, or if no kernel has it: then it is a file.
void keep_input(InputSpec& input, const KernelInfo& kernel) {
  const std::vector<std::string> kinds = input_kinds(kernel);
  if (std::ranges::count(kinds, input.kind) > 0) return;
  const bool generated = std::ranges::any_of(catalogue(), [&](const KernelInfo* other) {
    return std::ranges::count(input_kinds(*other), input.kind) > 0;
  });
  if (generated) input.kind.clear();
}

}  // namespace

SubjectPtr Options::subject() const { return opened ? opened : catalogue_subject(request.kernel); }

void Options::show(const SubjectPtr& subject, RunRequest with) {
  opened = subject->file().empty() ? SubjectPtr() : subject;
  request = std::move(with);
}

void Options::show_what_runs() {
  if (opened && !opened->runs()) opened = {};
}

const Parameter* lead_parameter(std::span<const Parameter> parameters) {
  const auto found = std::ranges::find_if(parameters, [](const Parameter& parameter) {
    return parameter.name != "type" && parameter.name != "op";
  });
  return found == parameters.end() ? nullptr : &*found;
}

RunRequest for_kernel(RunRequest request, std::string_view kernel) {
  request.kernel = kernel;
  request.traced_block.reset();
  request.what_if.drop_barrier = 0;  // a line of another source
  if (const auto known = find_kernel(kernel)) keep_input(request.input, *known.value());
  std::erase_if(request.parameters, [&](const auto& parameter) {
    return !takes_parameter(kernel, parameter.first, parameter.second);
  });
  if (complete(request)) return request;
  request.block.reset();
  if (complete(request)) return request;
  request.size.reset();
  if (complete(request)) return request;
  request.parameters.clear();
  return request;
}

RunRequest for_rival(const RunRequest& left, std::string_view kernel) {
  RunRequest right = for_kernel(left, kernel);
  const auto a = find_kernel(left.kernel), b = find_kernel(kernel);
  const auto known = complete(left), other = complete(right);
  if (!a || !b || !known || !other) return right;
  const std::int64_t tile = tile_of(*a.value(), *known->block, known->parameters);
  for (const int block : legal_blocks(*b.value())) {
    if (tile_of(*b.value(), block, other->parameters) != tile) continue;
    RunRequest alike = right;
    alike.block = block;
    if (complete(alike)) return alike;
  }
  return right;
}

std::string_view neighbour_of(std::string_view kernel, std::span<const KernelInfo* const> kernels) {
  const auto here = std::ranges::find(kernels, kernel, &KernelInfo::id);
  if (here == kernels.end()) return kernels.front()->id;
  const bool first = here == kernels.begin(), last = here + 1 == kernels.end();
  const auto is_kin = [&](const KernelInfo* other) { return other->family == (*here)->family; };
  if (!last && is_kin(here[1])) return here[1]->id;
  if (!first && is_kin(here[-1])) return here[-1]->id;
  if (!last) return here[1]->id;
  return first ? kernel : here[-1]->id;
}

RunRequest without_own_size(RunRequest request) {
  const auto kernel = find_kernel(request.kernel);
  if (!kernel) return request;
  // A kernel's own block may be smaller than its default one: as large as the size allows.
  RunRequest own = request;
  own.block.reset();
  const auto completed = complete(own);
  if (completed && completed->block == request.block) request.block.reset();
  if (request.size == kernel.value()->default_size) request.size.reset();
  return request;
}

}  // namespace warpscope
