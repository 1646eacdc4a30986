#include "app/lesson/claim_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "app/lesson/claim_places.hpp"
#include "app/lesson/claim_records.hpp"
#include "app/lesson/claim_text.hpp"
#include "app/lesson/claim_values.hpp"
#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// A text of a stop that says what a claim says, in each language in which it stands.
struct ClaimInText {
  const Words* words = nullptr;
  std::map<std::string, std::vector<ClaimMatch>, std::less<>> matches;  ///< by language
};

using CoveredParts = std::map<const Words*, std::vector<CoveredSpan>>;

/// A figure with as many digits as a text has of it.
std::string as_written(double value, const WrittenFigure& figure) {
  return fmt::format("{:.{}f}", value, figure.digits);
}

/// Claims of one stop.
class StopClaims {
 public:
  StopClaims(const Lesson& lesson, std::size_t index, const WalkedStop& walked, ClaimRuns& runs,
             ClaimRecords& records, std::vector<Mistake>& mistakes)
      : lesson_(lesson),
        stop_(lesson.stops[index]),
        texts_(texts_of_stop(stop_)),
        places_(lesson, index, walked, runs),
        records_(records),
        mistakes_(mistakes) {}

  void check(const Claim& claim) {
    line_ = claim.line;
    records_.cards().clear();
    for (const ClaimPlace& place : claim.let) {
      if (const Status added = places_.add(place); !added) {
        complain(place.line, tr("\"{0}\": {1}", place.name, added.error().message));
        return;
      }
    }
    if (claim.says.en.empty()) return;
    const std::vector<ClaimInText> where = texts_that_say(claim);
    if (where.empty()) return;
    for (const ClaimInText& text : where) {
      for (const ClaimMatch& match : text.matches.at(std::string(language_id(english)))) {
        covered_[text.words].push_back({match.begin, match.end});
      }
    }
    check_conditions(claim);
    check_figures(claim, where);
    if (records_.cards().size() > 1) {
      complain(line_, tr("This claim sets measurements of {} against each other; take one card's.",
                         fmt::format("{}", fmt::join(records_.cards(), ", "))));
    }
  }

  [[nodiscard]] const CoveredParts& covered() const { return covered_; }

 private:
  void complain(int line, std::string message) {
    mistakes_.push_back({lesson_.file, line, std::move(message)});
  }

  /// The texts of the stop that say so in all their languages; none, with a mistake, if there is none.
  std::vector<ClaimInText> texts_that_say(const Claim& claim) {
    std::vector<ClaimInText> found;
    std::optional<std::string> missing;
    bool in_english = false;
    for (const auto& [what, words] : texts_) {
      ClaimInText text{words, {}};
      bool everywhere = true;
      for (const std::string& language : language_ids()) {
        const std::string& own = words->own(language);
        if (own.empty()) continue;
        const bool is_english = language == language_id(english);
        auto matches = find_claim(own, claim.says.own(language), is_english);
        if (is_english && matches.empty()) {
          everywhere = false;
          break;
        }
        in_english = true;
        if (matches.empty()) {
          missing = language;
          everywhere = false;
        }
        text.matches.emplace(language, std::move(matches));
      }
      if (everywhere && !text.matches.empty()) found.push_back(std::move(text));
    }
    if (!found.empty()) return found;
    if (in_english && claim.says.own(*missing).empty()) {
      complain(line_,
               tr("The text has \"{0}\", but \"says\" has not: write {0}: \"…\".", *missing));
    } else {
      const std::string& says = in_english ? claim.says.own(*missing) : claim.says.en;
      complain(line_, tr("The words of this stop nowhere say \"{}\"; copy a part of them, with "
                         "{{}} where a figure "
                         "stands.",
                         quotable(says, 400)));
    }
    return {};
  }

  ExpressionNames names() {
    ExpressionNames names;
    names.value = [this](std::string_view name) { return places_.value(name); };
    names.of_text = places_.text_functions();
    for (const RecordFunction& each : record_functions()) names.of_text.emplace_back(each.id);
    names.of_number = places_.number_functions();
    names.text_value = [this](std::string_view function, const std::string& text) {
      const auto all = record_functions();
      const bool of_record = std::ranges::find(all, function, &RecordFunction::id) != all.end();
      return of_record ? records_.figure(function, text) : places_.text_value(function, text);
    };
    names.number_value = [this](std::string_view function, double number) {
      return places_.lane_value(function, number);
    };
    return names;
  }

  void check_conditions(const Claim& claim) {
    for (const std::string& condition : claim.holds) {
      const Result<Computed> holds = compute(condition, names());
      if (!holds) {
        complain(line_, holds.error().message);
      } else if (holds.value().value == 0) {
        complain(line_, tr("The lesson says \"{0}\", but {1} does not hold: {2}.",
                           quotable(claim.says.en, 400), quotable(condition),
                           quotable(holds.value().reasons(), 400)));
      }
    }
  }

  void check_figures(const Claim& claim, const std::vector<ClaimInText>& where) {
    const std::size_t fields = count_fields(claim.says.en);
    if (fields != claim.is.size()) {
      return complain(line_, tr("\"says\" has {0} figures, but \"is\" {1} expressions.", fields,
                                claim.is.size()));
    }
    std::vector<Computed> figures;
    for (const std::string& expression : claim.is) {
      Result<Computed> figure = compute(expression, names());
      if (!figure) return complain(line_, figure.error().message);
      figures.push_back(std::move(figure).value());
    }
    for (const auto& [language, matches] : where.front().matches) {
      check_language(claim, language, figures, where);
    }
  }

  /// At least one place must have all figures right.
  void check_language(const Claim& claim, const std::string& language,
                      const std::vector<Computed>& figures, const std::vector<ClaimInText>& where) {
    std::optional<std::string> wrong;
    for (const ClaimInText& text : where) {
      const auto matches = text.matches.find(language);
      if (matches == text.matches.end()) continue;
      for (const ClaimMatch& match : matches->second) {
        auto fault = fault_of(claim, match, figures);
        if (!fault) return;
        if (!wrong) wrong = std::move(fault);
      }
    }
    if (wrong) complain(line_, tr("\"{0}\": {1}", quotable(claim.says.own(language), 400), *wrong));
  }

  static std::optional<std::string> fault_of(const Claim& claim, const ClaimMatch& match,
                                             const std::vector<Computed>& figures) {
    for (std::size_t i = 0; i < match.figures.size(); ++i) {
      const std::size_t field = match.fields[i];
      if (field >= figures.size()) return tr("There is no figure {}.", field);
      const Computed& computed = figures[field];
      const std::string right = as_written(computed.value, match.figures[i]);
      if (right == match.figures[i].plain) continue;
      return tr("The lesson says {0}, but {1} is {2} ({3}).", match.figures[i].plain,
                quotable(claim.is[field]), right, quotable(computed.reasons(), 400));
    }
    return std::nullopt;
  }

  const Lesson& lesson_;
  const Stop& stop_;
  std::vector<std::pair<std::string, const Words*>> texts_;
  ClaimPlaces places_;
  ClaimRecords& records_;
  std::vector<Mistake>& mistakes_;
  CoveredParts covered_;
  int line_ = 0;
};

/// Numbers that only repeat the stop's run: those it was asked for, and the answer.
std::vector<double> numbers_of_run(const WalkedStop& walked) {
  const Trace& trace = *walked.document->trace;
  const Access& access = trace.accesses[walked.found->access];
  const Launch& launch = trace.launch_of(access);
  const auto model = walked.document->summary.model;
  std::vector<double> numbers{0,
                              1,
                              warp_lanes,
                              static_cast<double>(bank_count(model)),
                              static_cast<double>(bank_bytes(model)),
                              static_cast<double>(trace.header.size),
                              static_cast<double>(trace.header.seed),
                              static_cast<double>(launch.threads()),
                              static_cast<double>(launch.blocks()),
                              static_cast<double>(trace.steps[access.step].value.value_or(0))};
  const auto add_text = [&](const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() && *end == '\0') numbers.push_back(value);
  };
  for (const auto& [name, value] : trace.header.parameters) add_text(value);
  if (walked.found->answer) add_text(walked.found->answer->answer);
  return numbers;
}

}  // namespace

std::vector<std::pair<std::string, const Words*>> texts_of_stop(const Stop& stop) {
  std::vector<std::pair<std::string, const Words*>> words{{"text", &stop.text}};
  if (stop.question) {
    words.emplace_back("question", &stop.question->text);
    words.emplace_back("after", &stop.question->after);
  }
  words.emplace_back("note", &stop.note);
  for (const WhyPage& page : stop.why) words.emplace_back("why", &page.text);
  return words;
}

std::vector<Unclaimed> check_claims(const Lesson& lesson, std::span<const WalkedStop> walked,
                                    std::vector<Mistake>& mistakes, const std::stop_token& stop) {
  std::vector<Unclaimed> unclaimed;
  ClaimRuns runs(stop);
  ClaimRecords records(lesson.file);
  for (const WalkedStop& each : walked) {
    if (each.document) runs.add(each.options, each.document);
  }
  for (std::size_t i = 0; i < walked.size() && !stop.stop_requested(); ++i) {
    if (!walked[i].found) continue;  // a mistake was told
    StopClaims claims(lesson, i, walked[i], runs, records, mistakes);
    for (const Claim& claim : lesson.stops[i].claims) claims.check(claim);
    const std::vector<double> known = numbers_of_run(walked[i]);
    for (const auto& [what, words] : texts_of_stop(lesson.stops[i])) {
      const auto covered = claims.covered().find(words);
      const std::span<const CoveredSpan> spans =
          covered == claims.covered().end() ? std::span<const CoveredSpan>() : covered->second;
      for (std::string& sentence : unclaimed_sentences(words->en, spans, known)) {
        unclaimed.push_back({i, lesson.stops[i].line, std::move(sentence)});
      }
    }
  }
  return unclaimed;
}

}  // namespace warpscope
