#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/panes/source/source_layout.hpp"

namespace warpscope {

/// A word in which the catalogue's kernels are written (instrumentation/block/vocabulary.hpp), and what
/// stands in its place in CUDA.
struct CodeWord {
  std::string_view word;       ///< "block.sync", ".atomic_add" of any array, "shared_array"
  std::string_view cuda;       ///< "__syncthreads()"; empty: nothing
  std::string_view meaning;    ///< a sentence or two; in English
  std::string_view term = {};  ///< id of the glossary's term for it; empty: there is none
};
[[nodiscard]] std::span<const CodeWord> code_words();

/// "block.sync is __syncthreads() in CUDA.", and what it means, in the current language.
[[nodiscard]] std::string code_word_text(const CodeWord& word);

/// Where a word stands in a line, in bytes.
struct CodeWordPlace {
  const CodeWord* word = nullptr;
  std::uint32_t first = 0, length = 0;
};
/// The word at a byte of a line; nullopt if none is there, or if it is in a comment or a string.
[[nodiscard]] std::optional<CodeWordPlace> code_word_at(const SourceLine& line, std::size_t byte);

}  // namespace warpscope
