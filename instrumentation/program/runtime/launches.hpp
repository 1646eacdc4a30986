#pragma once

namespace warpscope {

/// cudaDeviceReset: what cudaFuncSetAttribute said is forgotten.
void forget_function_settings();

}  // namespace warpscope
