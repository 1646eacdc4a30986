#pragma once

#include <cstdint>
#include <string_view>

#include "app/subject/console_page.hpp"
#include "app/subject/document.hpp"

namespace warpscope {

/// The lesson of the course that is about what is wrong in a program, or, if nothing is, about what costs most in it: a
/// place for course_place(). Empty if there is none. `page`: what its run has told; nullptr: only the trace is known.
[[nodiscard]] std::string_view next_lesson(const Document& document, const ConsolePage* page);

/// What an access costs more than it would have to, as a topic of the course (lesson_topics()); empty: nothing.
[[nodiscard]] std::string_view costly_topic(const Document& document, std::uint32_t access);
/// The same of accesses of one kind that are above the ideal, or leave lanes idle.
[[nodiscard]] std::string_view costly_topic(Space space, Operation operation, bool above_ideal,
                                            bool lanes_idle);
/// The lesson on that, and on a kind of findings that have such a remedy; likewise.
[[nodiscard]] std::string_view lesson_on(const Document& document, std::uint32_t access);
[[nodiscard]] std::string_view lesson_on(FindingKind kind, RemedyWay way = RemedyWay::other);

}  // namespace warpscope
