#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// What is to be optimised as for a GPU, as clang's front end leaves it: a thread's own number does not change, what a
/// warp's lanes tell one another touches no memory of the program's, and a variable in shared memory is aligned as its
/// type. `major`: clang's version.
[[nodiscard]] std::string with_facts_of_devices(std::string_view module, int major);

}  // namespace warpscope
