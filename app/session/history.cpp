#include "app/session/history.hpp"

#include <utility>

namespace warpscope {

void History::change(Options next, std::uint32_t place) {
  if (next == present_) return;
  past_.push_back({std::exchange(present_, std::move(next)), place});
  future_.clear();
}

std::uint32_t History::go(std::vector<Moment>& from, std::vector<Moment>& to, std::uint32_t place) {
  if (from.empty()) return place;
  Moment moment = std::move(from.back());
  from.pop_back();
  to.push_back({std::exchange(present_, std::move(moment.options)), place});
  return moment.place;
}

void History::renew(const SubjectPtr& program) {
  const auto take = [&](Options& options) {
    if (options.opened && options.opened->program() != nullptr &&
        options.opened->id() == program->id()) {
      options.opened = program;
    }
  };
  take(present_);
  for (Moment& moment : past_) take(moment.options);
  for (Moment& moment : future_) take(moment.options);
}

std::uint32_t History::undo(std::uint32_t place) { return go(past_, future_, place); }
std::uint32_t History::redo(std::uint32_t place) { return go(future_, past_, place); }

}  // namespace warpscope
