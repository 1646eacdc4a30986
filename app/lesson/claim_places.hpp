#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/expression/expression.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_tour.hpp"
#include "app/subject/document.hpp"
#include "app/subject/options.hpp"

namespace warpscope {

/// Runs that claims name, each made once.
class ClaimRuns {
 public:
  explicit ClaimRuns(std::stop_token stop) : stop_(std::move(stop)) {}
  /// Knows a run that was made elsewhere.
  void add(const Options& options, DocumentPtr document);
  [[nodiscard]] Result<DocumentPtr> of(const Options& options);

 private:
  struct Known {
    Options options;
    DocumentPtr document;
  };
  std::vector<Known> known_;
  std::stop_token stop_;
};

/// Accesses of one or several runs, and one of them, which a name without more means.
struct FoundClaimPlace {
  struct InRun {
    DocumentPtr document;
    std::vector<std::uint32_t> accesses;
  };
  std::vector<InRun> runs;
  std::uint32_t picked = 0;  ///< in the first run; only if that has accesses
};

/// The stop's own place and run, and those that claims name. Values are asked for by name: see
/// docs/lessons.md.
class ClaimPlaces {
 public:
  /// `walked` must have been found.
  ClaimPlaces(const Lesson& lesson, std::size_t stop, const WalkedStop& walked, ClaimRuns& runs);

  /// Adds a place. Fails with a sentence.
  [[nodiscard]] Status add(const ClaimPlace& place);
  /// "degree", "other.degree", "other.count".
  [[nodiscard]] Result<double> value(std::string_view name);
  /// Functions of the places: "cell", "other.cell"; and "element", "other.element".
  [[nodiscard]] std::vector<std::string> text_functions() const;
  [[nodiscard]] std::vector<std::string> number_functions() const;
  [[nodiscard]] Result<double> text_value(std::string_view function, const std::string& text);
  [[nodiscard]] Result<double> lane_value(std::string_view function, double lane);

 private:
  [[nodiscard]] Result<const FoundClaimPlace*> find(std::string_view name);
  [[nodiscard]] Result<FoundClaimPlace> found_rival();
  [[nodiscard]] FoundClaimPlace own_step() const;
  [[nodiscard]] std::vector<std::string> names_of_places() const;
  [[nodiscard]] Status fill(const ClaimPlace& place, const Options& options,
                            FoundClaimPlace& found);

  const StopPlace own_place_, any_{};
  const Options options_;
  ClaimRuns& runs_;
  std::map<std::string, FoundClaimPlace, std::less<>> places_;  ///< by name; "": the stop's own
};

}  // namespace warpscope
