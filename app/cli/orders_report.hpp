#pragma once

#include <ostream>

#include "app/cli/report_json.hpp"
#include "instrumentation/program/run/run_orders.hpp"

namespace warpscope {

/// What other orders change, for a person: a table of the runs, and a sentence for each of those that differ.
void print_orders(std::ostream& out, const OrdersReport& report);
/// The same as the key `orders` of `run --json`.
[[nodiscard]] Json orders_json(const OrdersReport& report);

}  // namespace warpscope
