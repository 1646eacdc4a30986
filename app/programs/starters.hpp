#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A small program to begin with, with its lesson.
struct Starter {
  std::string_view id;         ///< "vector_add"
  std::string_view title;      ///< "Vector addition"
  std::string_view summary;    ///< one sentence
  std::string_view file_name;  ///< "vector_add.cu"
  std::string_view text;       ///< of the program
  std::string_view lesson;     ///< YAML, of lesson_beside() the program
};
/// In the order in which a newcomer should take them.
[[nodiscard]] std::span<const Starter> starters();
/// nullptr if there is none.
[[nodiscard]] const Starter* find_starter(std::string_view id);

/// The folder for new programs: the working folder if files may be written there and it is not of
/// Warpscope's own sources, else the user's folder of documents, else the home folder.
[[nodiscard]] std::filesystem::path default_program_folder();

/// Writes a starter and its lesson into a folder, which is made if necessary. Never overwrites: a
/// second one becomes vector_add_2.cu. Returns the program's path. Fails with a sentence.
[[nodiscard]] Result<std::filesystem::path> new_program(const std::filesystem::path& folder,
                                                        const Starter& starter);

/// The name of the first kernel of a program's text; empty: there is none.
[[nodiscard]] std::string first_kernel(std::string_view text);

/// The text of a kernel that was copied from a slide or a page: without the line numbers and the
/// indentation that all its lines have, and with line feeds only. Nothing else is changed.
[[nodiscard]] std::string tidy_paste(std::string_view text);
/// Writes pasted text into a .cu file that is named after its first kernel. Never overwrites. Fails
/// with a sentence if there is no __global__ function.
[[nodiscard]] Result<std::filesystem::path> paste_program(const std::filesystem::path& folder,
                                                          std::string_view text);

}  // namespace warpscope
