#pragma once

#include "kernels/families.hpp"

namespace warpscope {

// Apart from the declaration, since it needs the families' headers; who calls it does not.
template <class F, class Machine>
void add_family_programs(ProgramTable<Machine>& table) {
  F::add_programs(table);
}

}  // namespace warpscope
