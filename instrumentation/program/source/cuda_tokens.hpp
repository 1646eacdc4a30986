#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope {

/// A token of CUDA C++. Comments and whitespace are between tokens. Symbols are single characters, but for
/// :: -> -- and for runs of < and of >, whose meaning only their place tells.
struct CudaToken {
  enum class Kind : std::uint8_t {
    name,
    number,
    text,       ///< a string, raw string or character constant, without its prefix's encoding
    symbol,     ///< a run of < or of > is one token
    directive,  ///< "#define", with the rest of its line as tokens; other directives: the whole line
  };
  Kind kind = Kind::symbol;
  std::size_t begin = 0, end = 0;  ///< bytes of the text
  std::uint32_t directive = 0;     ///< number of the directive whose line it is in; 0: in none
};

/// Never fails: what is no C++ becomes symbols, and what has no end ends with its line or the text.
[[nodiscard]] std::vector<CudaToken> cuda_tokens(std::string_view text);

}  // namespace warpscope
