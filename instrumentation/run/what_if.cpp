#include "instrumentation/run/what_if.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/run/kernel_source.hpp"
#include "instrumentation/run/kernel_title.hpp"

namespace warpscope {
namespace {

Status check_barrier(const KernelInfo& kernel, const RunRequest& request) {
  const int line = request.what_if.drop_barrier;
  const std::vector<SourceBarrier> barriers = barriers_of(kernel);
  if (barriers.empty()) {
    return usage_error(
        tr("The barrier of line {0} cannot be left out: {1} has no barrier.", line, kernel.id),
        say("The barrier of line {0} cannot be left out: {1} has no barrier.", line,
            said_title(kernel)));
  }
  if (line < 0 ||
      std::ranges::count(barriers, static_cast<std::uint32_t>(line), &SourceBarrier::line) == 0) {
    std::vector<std::uint32_t> lines;
    for (const SourceBarrier& barrier : barriers) lines.push_back(barrier.line);
    const std::string list = fmt::format("{}", fmt::join(lines, ", "));
    return usage_error(
        tr_n("Line {1} of {2} holds no barrier that could be left out: there is one on line {3}.",
             "Line {1} of {2} holds no barrier that could be left out: they stand on lines {3}.",
             std::ssize(lines), line, source_of(kernel).name, list),
        say("Line {0} holds no barrier that could be left out. Lines of {1} with barriers: {2}.",
            line, said_title(kernel), list));
  }
  if (request.machine != MachineKind::cuda) return Done{};
  return usage_error(
      tr("A barrier can be left out on the emulator only, since the GPU runs the kernel as it was "
         "compiled: take --machine emulator."),
      say("A barrier can be left out on the emulator only, since the GPU runs the kernel as it was "
          "compiled: take the emulator as the machine."));
}

}  // namespace

std::vector<SourceBarrier> barriers_of(const KernelInfo& kernel) {
  return barriers_of(source_of(kernel));
}

Status check_what_if(const KernelInfo& kernel, const RunRequest& request) {
  const WhatIf& change = request.what_if;
  if (change.pad < 0 || change.pad > max_pad) {
    return usage_error(
        tr("Shared arrays cannot be padded by 1 element in {0}: it must be 1 in 1 to 1 in {1}.",
           change.pad, max_pad));
  }
  if (change.drop_barrier != 0) return check_barrier(kernel, request);
  return Done{};
}

}  // namespace warpscope
