#include "instrumentation/analysis/caption_english.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "instrumentation/analysis/caption_grammar.hpp"
#include "instrumentation/analysis/caption_host.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace english_words {
namespace {

std::string with_noun(const std::string& number, std::int64_t count, std::string_view noun) {
  const char* plural = noun.ends_with('s') ? "es" : "s";
  return number + ' ' + std::string(noun) + (count == 1 ? "" : plural);
}

std::string partners(const ShuffleFacts& facts, int lanes) {
  if (facts.lane >= 0) {
    return "every lane reads the register of lane " + std::to_string(facts.lane);
  }
  const std::string who = lanes == 1 ? "the lane" : "each lane";
  if (facts.distance == 0) return who + " reads the register of a partner lane";
  return who + " takes the register of the lane whose number is " +
         in_words(std::abs(facts.distance)) + (facts.distance > 0 ? " higher" : " lower") +
         ", if there is one";
}

/// Only lanes that have a thread can be idle; a warp of a small block has fewer threads than lanes.
std::string idle_lanes(const CaptionFacts& facts) {
  const int idle = facts.threads - facts.lanes;
  const bool full = facts.threads == warp_lanes;
  const std::string of_all =
      " of its " + std::to_string(facts.threads) + (full ? " lanes" : " threads");
  if (idle == 0) return {};
  if (idle == 1) return " One" + of_all + " is idle.";
  if (2 * idle == facts.threads)
    return full ? " Half of its lanes are idle." : " Half" + of_all + " are idle.";
  return " " + std::to_string(idle) + of_all + " are idle.";
}

/// " on line 12 of helper.cuh, called from line 40 of kernel.cu".
std::string line_text(const CaptionLine& at) {
  std::string text = " on line " + std::to_string(at.line);
  if (!at.file.empty()) text += " of " + at.file;
  if (at.caller == 0) return text;
  text += ", called from line " + std::to_string(at.caller);
  return at.caller_file.empty() ? text : text + " of " + at.caller_file;
}

class Grammar final : public CaptionGrammar {
 public:
  [[nodiscard]] std::string step(const CaptionPlace& place) const override {
    const std::string step = std::to_string(place.step) + " of " + std::to_string(place.steps);
    std::string text = "Step " + step;
    if (place.launches > 1) {
      text = "Launch " + whole_text(place.launch) + " of " + whole_text(place.launches);
      if (place.recorded > 1 && place.recorded < place.launches) {
        text += " (" + whole_text(place.recorded) + " recorded)";
      }
      text += ", step " + step;
    }
    if (!place.phase.title.empty()) {
      text += " · " + place.phase.title + " (lines " + std::to_string(place.phase.first) + "–" +
              std::to_string(place.phase.last) + ")";
    }
    const std::string name = step_text(place.name);
    return name.empty() ? text : text + " · " + name;
  }

  [[nodiscard]] std::string host(const HostFacts& host) const override {
    if (host.deeds.empty()) return {};
    std::string text = host.afterwards ? "Host, afterwards:" : "Host:";
    for (const HostDeed& deed : host.deeds) {
      text += &deed == &host.deeds.front() ? " " : ", ";
      text += deed.launch == nullptr
                  ? deed.text.english()
                  : "launches " + deed.launch->kernel + " on " + shape_text(*deed.launch);
    }
    return text + '.';
  }

  void tell(Caption& caption, const CaptionFacts& facts) const override {
    caption.sentence = "Warp " + std::to_string(facts.warp) + ' ';
    caption.sentence += traits_of(facts.operation).does;
    SourceName what = facts.what;
    if (is_bare_name(what.expression)) what.expression = "“" + what.expression + "”";
    if (!exchanges(facts.operation)) caption.sentence += ' ' + written_text(what);
    caption.sentence += line_text(facts.at) + ": ";
    std::visit(Teller{caption, facts}, facts.demand);
    caption.sentence += '.' + idle_lanes(facts);
  }

 private:
  struct Teller {
    Caption& caption;
    const CaptionFacts& facts;
    void operator()(const SharedFacts& demand) const {
      english_words::tell(caption, demand, facts.operation);
    }
    void operator()(const GlobalFacts& demand) const {
      english_words::tell(caption, demand, facts.operation, facts.lanes);
    }
    void operator()(const ContentionFacts& demand) const {
      english_words::tell(caption, demand, facts.operation, facts.lanes);
    }
    void operator()(const auto& demand) const { english_words::tell(caption, demand, facts.lanes); }
  };
};

}  // namespace

std::string in_words(std::int64_t number) {
  constexpr std::array<std::string_view, 13> words{"no",   "one",    "two",   "three", "four",
                                                   "five", "six",    "seven", "eight", "nine",
                                                   "ten",  "eleven", "twelve"};
  const bool small = number >= 0 && number < static_cast<std::int64_t>(words.size());
  return small ? std::string(words[static_cast<std::size_t>(number)]) : std::to_string(number);
}

std::string count_of(std::int64_t number, std::string_view noun) {
  return with_noun(in_words(number), number, noun);
}
std::string cost_of(std::int64_t number, std::string_view noun) {
  return with_noun(whole_text(number), number, noun);
}

std::string_view deed(Operation operation) { return traits_of(operation).lanes_do; }

std::string actors(int lanes, std::string_view deed) {
  std::string text(deed);
  if (lanes == 1) text.insert(std::min(text.find(' '), text.size()), "s");  // "adds to"
  return count_of(lanes, "lane") + ' ' + text + ' ';
}

void tell(Caption& caption, const ShuffleFacts& facts, int lanes) {
  caption.verdict = "shuffle";
  caption.detail = "no shared memory";
  caption.sentence += partners(facts, lanes) + ", without shared memory";
}

}  // namespace english_words

const CaptionGrammar& english_grammar() {
  static const english_words::Grammar grammar;
  return grammar;
}

}  // namespace warpscope
