#include "instrumentation/analysis/caption.hpp"

#include <cstdlib>
#include <string_view>

#include "instrumentation/analysis/caption_host.hpp"
#include "instrumentation/analysis/caption_parts.hpp"
#include "instrumentation/analysis/source_text.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// "Warp 0 reads data[tid] on line 44".
std::string subject(const Trace& trace, const Access& access) {
  std::string text = "Warp " + std::to_string(access.warp) + ' ';
  text += traits_of(access.operation).does;
  if (access.operation != Operation::shuffle) text += ' ' + written_as(trace, access);
  return text + " on line " + std::to_string(trace.line_of(access));
}

/// Only lanes that have a thread can be idle; a warp of a small block has fewer threads than lanes.
std::string idle_lanes(const Trace& trace, const Access& access) {
  const int threads = threads_of_warp(trace, access);
  const int idle = threads - access.active();
  const bool full = threads == warp_lanes;
  const std::string of_all = " of its " + std::to_string(threads) + (full ? " lanes" : " threads");
  if (idle == 0) return {};
  if (idle == 1) return " One" + of_all + " is idle.";
  if (2 * idle == threads)
    return full ? " Half of its lanes are idle." : " Half" + of_all + " are idle.";
  return " " + std::to_string(idle) + of_all + " are idle.";
}

std::string partners(const Trace& trace, const Access& access) {
  const Partner partner = partner_of(trace, access);
  if (partner.lane >= 0) {
    return "every lane reads the register of lane " + std::to_string(partner.lane);
  }
  const std::string who = access.active() == 1 ? "the lane" : "each lane";
  if (partner.distance == 0) return who + " reads the register of a partner lane";
  const int places = std::abs(partner.distance);
  return who + " takes the register of the lane whose number is " + in_words(places) +
         (partner.distance > 0 ? " higher" : " lower") + ", if there is one";
}

void describe_shuffle(Caption& caption, const Trace& trace, const Access& access) {
  caption.verdict = "shuffle";
  caption.detail = "no shared memory";
  caption.sentence += partners(trace, access) + ", without shared memory";
}

std::string step_text(const Trace& trace, const Access& access) {
  const Step& step = trace.steps[access.step];
  const Launch& launch = trace.launches[step.launch];
  std::string text = "Step " + std::to_string(access.step - launch.first_step + 1) + " of " +
                     std::to_string(launch.step_count);
  if (launch_total(trace) > 1) {
    text = "Launch " + launch_ordinal(trace, step.launch) + ", step" + text.substr(4);
  }
  const std::string label = step_label(trace, step);
  return label.empty() ? text : text + " · " + label;
}

}  // namespace

std::string conflict_text(int degree) {
  return degree > 1 ? tr("{}-way conflict", degree) : tr("conflict-free");
}

std::string step_label(const Trace& trace, const Step& step) {
  if (!step.value) return step.name;
  return step_label(step,
                    step_variable(trace.sources[trace.launches[step.launch].source], step.name));
}

Caption caption(const Trace& trace, const Summary& summary, std::uint32_t number) {
  const InLanguage speaking(english);  // in its numbers, too
  const Access& access = trace.accesses[number];
  Caption caption;
  caption.step = step_text(trace, access);
  caption.host = host_text(trace, number);
  caption.sentence = subject(trace, access) + ": ";
  if (const auto request = shared_request(trace, access)) {
    describe_shared(caption, *request, access.operation, summary.model);
  } else if (access.operation == Operation::shuffle) {
    describe_shuffle(caption, trace, access);
  } else if (trace.arrays[access.array].space == Space::constant) {
    describe_constant(caption, trace, access);
  } else if (trace.arrays[access.array].space == Space::local) {
    describe_local(caption, trace, access);
  } else if (is_atomic(access.operation)) {
    describe_global_atomic(caption, trace, access);
  } else {
    describe_global(caption, trace, access);
  }
  caption.sentence += '.' + idle_lanes(trace, access);
  return caption;
}

}  // namespace warpscope
