#include "instrumentation/patterns/cell_history.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {

CellHistory::CellHistory(const Trace& trace, const Dataflow& flow)
    : CellHistory(trace, flow, std::make_shared<const CellVersions>(trace, flow)) {}

CellHistory::CellHistory(const Trace& trace, const Dataflow& flow,
                         std::shared_ptr<const CellVersions> versions)
    : trace_(&trace),
      flow_(&flow),
      versions_(std::move(versions)),
      now_(versions_->frame_before(0)) {}

void CellHistory::seek(std::uint32_t count) {
  if (versions_ == nullptr) return;
  count = std::min(count, static_cast<std::uint32_t>(trace_->accesses.size()));
  const CellMoment& frame = versions_->frame_before(count);
  if (count < now_.moment || frame.moment > now_.moment) now_ = frame;
  versions_->play(*trace_, *flow_, count, now_);
}

std::uint32_t CellHistory::slot(int array, std::int64_t index) const {
  return versions_ == nullptr ? no_slot : versions_->slot(array, index);
}

bool CellHistory::gone(int array, std::uint32_t access) const {
  const Space space = trace_->arrays[static_cast<std::size_t>(array)].space;
  if (is_lasting(space) || now_.moment == 0) return false;
  const auto launch = [&](std::uint32_t a) {
    return trace_->steps[trace_->accesses[a].step].launch;
  };
  return launch(access) != launch(now_.moment - 1);
}

CellState CellHistory::at(int array, std::int64_t index) const {
  const std::uint32_t at = slot(array, index);
  if (at == no_slot) return {};
  CellState state = now_.cells[at];
  if (state.read != 0 && gone(array, state.read - 1)) state.read = 0;
  if (state.node != 0 && gone(array, flow_->nodes[state.node - 1].access)) state.node = 0;
  return state;
}

std::uint32_t CellHistory::next(int array, std::int64_t index) const {
  const std::uint32_t at = slot(array, index);
  if (at == no_slot) return FlowEdge::no_node;
  const std::uint32_t next = versions_->next(at, now_.cells[at].node);
  return next == 0 ? FlowEdge::no_node : next - 1;
}

std::span<const std::uint32_t> CellHistory::value(int array, std::int64_t index) const {
  const CellState state = at(array, index);
  const FlowNode* node = state.node == 0 ? nullptr : &flow_->nodes[state.node - 1];
  const bool loaded_later = state.read != 0 && (node == nullptr || state.read - 1 > node->access);
  if (loaded_later) {
    const Access& access = trace_->accesses[state.read - 1];
    const auto loaded = trace_->value_of(access, index);
    if (access.operation == Operation::load && !loaded.empty()) return loaded;
  }
  return node == nullptr ? std::span<const std::uint32_t>{} : value_of(*trace_, *flow_, *node);
}

}  // namespace warpscope
