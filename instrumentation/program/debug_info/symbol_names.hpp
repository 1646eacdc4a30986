#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// A name of debug information as people and both compilers write it: "apply<lambda>" for clang's
/// "apply<(lambda at reduce.cu:24:10)>", "f<int*, 4>" for "f<int *, 4U>".
[[nodiscard]] std::string tidy_name(std::string_view name);

/// The last part of a variable's symbol: "data" of "_ZZ1kvE4data". What is not mangled stays.
[[nodiscard]] std::string last_name(const std::string& symbol);

/// The linkage name of the function that a variable is local to, from the variable's own:
/// "_Z1kPf" of "_ZZ1kPfE1s". Empty: it is local to none.
[[nodiscard]] std::string function_around(const std::string& symbol, const std::string& name);

/// The name of the function that a lambda is written in, from the lambda's own symbol:
/// "reduce<256>" of "_ZZ6reduceILi256EEvPfENKUliE_clEi". Empty: in none.
[[nodiscard]] std::string function_around_lambda(const std::string& symbol);

/// As the C++ ABI writes a name: "4data".
[[nodiscard]] std::string counted_name(const std::string& name);

}  // namespace warpscope
