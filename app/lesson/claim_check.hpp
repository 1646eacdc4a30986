#pragma once

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_tour.hpp"

namespace warpscope {

/// A sentence that no claim covers, though it holds a number or a word of a cause.
struct Unclaimed {
  std::size_t stop = 0;  ///< into Lesson::stops
  int line = 0;          ///< in the lesson's file: of the stop
  std::string sentence;  ///< English
};

/// Everything that a stop says beside its choices, each text with what it is called in the file.
[[nodiscard]] std::vector<std::pair<std::string, const Words*>> texts_of_stop(const Stop& stop);

/// Computes what the claims of a lesson say, in every language in which the lesson has the text, and adds a mistake
/// for each that is wrong, that stands nowhere or that cannot be computed. `walked`: what walk() returned.
/// Returns the sentences without a claim. Runs what claims name besides the stops' own runs, each once.
std::vector<Unclaimed> check_claims(const Lesson& lesson, std::span<const WalkedStop> walked,
                                    std::vector<Mistake>& mistakes,
                                    const std::stop_token& stop = {});

}  // namespace warpscope
