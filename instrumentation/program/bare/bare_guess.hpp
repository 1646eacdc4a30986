#pragma once

#include "instrumentation/program/bare/bare_kernel.hpp"
#include "instrumentation/program/bare/bare_setup.hpp"
#include "instrumentation/program/bare/bare_words.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A setup that says everything that the kernel needs: what `given` says, and guesses from names, types and code for the
/// rest. Arguments are in the order of the template's parameters, then the kernel's. Fails with a sentence that names the
/// parameter for which there is no guess, and what the setup can say of it. `given` passed check_bare_setup().
[[nodiscard]] Result<BareSetup> guess_bare_setup(const BareKernel& kernel, const BareNames& names,
                                                 const BareSetup& given);

}  // namespace warpscope
