#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/subject.hpp"

namespace warpscope {

// The size and the block of a kernel's run as a user chooses them: what has to change with a choice so that
// the kernel takes it, and which values are worth offering. Kernels of the catalogue only: of other subjects
// nothing is offered, and nothing changes.

/// The one that was chosen, and stays as it is.
enum class RunChoice : std::uint8_t { size, block, parameter };

/// `wanted`, completed, with what must change beside the choice: a block or a parameter brings the nearest
/// size that it can work on; a size that does not fill the block brings the largest block that it fills; a
/// traced block that the launch no longer has gives way to the kernel's own. ErrorKind::usage if no such
/// change makes it legal, or if the choice itself is not legal: the sentence says what is.
[[nodiscard]] Result<RunRequest> with_what_follows(const Subject& subject, const RunRequest& wanted,
                                                   RunChoice choice);

/// The run with another size, and what follows from that. `one_block`: it stays one of one block, with at least the
/// block of the request, if a block can work on so many elements, so that its picture shows them all.
[[nodiscard]] Result<RunRequest> with_size(const Subject& subject, const RunRequest& request,
                                           std::int64_t size, bool one_block);

/// The legal size next to `request.size` for its block and parameters; nullopt if there is none.
[[nodiscard]] std::optional<std::int64_t> nearest_size(const Subject& subject,
                                                       const RunRequest& request);
/// The legal block next to it; nullopt if there is no choice.
[[nodiscard]] std::optional<int> nearest_block(const Subject& subject, int block);

/// At most nine sizes that are quickly recorded, rising: they are legal with some block, and `request.size`
/// is among them if it is legal.
[[nodiscard]] std::vector<std::int64_t> size_choices(const Subject& subject,
                                                     const RunRequest& request);
/// Blocks of the launch of a legal request; 0 if it is none.
[[nodiscard]] int block_count(const RunRequest& request);

/// Which sizes are legal with the request's block and parameters: "a multiple of 512".
[[nodiscard]] Sentence size_rule(const Subject& subject, const RunRequest& request);
/// The elements that a block of the request works on, in the current language.
[[nodiscard]] std::string work_of_a_block(const Subject& subject, const RunRequest& request);

}  // namespace warpscope
