#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/look/view_info.hpp"
#include "instrumentation/analysis/bank_model.hpp"
#include "instrumentation/run/run_option_table.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// One text in the languages of the program.
struct Words {
  std::string en;
  std::map<std::string, std::string, std::less<>>
      others;  ///< by the language's id, as po/ names it
  /// The text in `language`, else the English one.
  [[nodiscard]] const std::string& in(std::string_view language) const;
  /// The text in `language`; empty if there is none.
  [[nodiscard]] const std::string& own(std::string_view language) const;
  /// The texts in all languages, joined by `between`; English first.
  [[nodiscard]] std::string all(std::string_view between) const;
  /// In the language that the program speaks now.
  [[nodiscard]] const std::string& now() const;
};

/// The changes that a stop makes to the run; the rest stays as it was at the stop before.
struct StopRun {
  bool fresh = false;                  ///< the rest is as a kernel runs by itself
  std::optional<std::string> kernel;   ///< catalogue id
  std::optional<std::string> compare;  ///< the kernel beside it; empty: none
  std::optional<BankModel> banks;
  /// Texts for RunOption::read, in this order.
  std::vector<std::pair<const RunOption*, std::string>> options;
};

/// Which access of a trace is meant: first filters, then which of those that are left.
struct StopPlace {
  std::string
      kernel;  ///< of a program of the user's own, in all of whose launches it is looked for
  enum class Pick : std::uint8_t {
    first,
    last,
    costliest,  ///< the first with the most passes or sectors above the ideal, else the most
    number,
  };
  std::optional<std::string> step;     ///< the name that sync or step gives: "combine"
  std::optional<std::int64_t> value;   ///< and its value
  std::optional<std::int64_t> round;   ///< of the steps that fit this one, from 1
  std::optional<std::int64_t> launch;  ///< from 1, of the kernel if there is one
  std::optional<std::string> line;     ///< part of the source line
  std::optional<std::string> array;
  std::optional<Operation> operation;  ///< or another one with the same key
  std::optional<std::int64_t> warp;
  Pick pick = Pick::first;
  std::int64_t number = 1;  ///< from 1, of Pick::number
};

/// How a stop shows things: choices of options, and sliders. Both live as long as the list of views.
struct StopLook {
  std::vector<std::pair<const LookOption*, std::size_t>> options;
  std::vector<std::pair<const LookSlider*, int>> sliders;
};
/// Makes a look that of the stop. If the stop sets a slider, all others follow the document again.
void apply(const StopLook& stop, Look& look);

/// The things that a stop points at.
struct Marks {
  std::string line;                 ///< part of a source line
  std::string cuda;                 ///< part of a line of the kernel as plain CUDA
  std::vector<std::int64_t> lanes;  ///< of the present warp
  std::string array;                ///< whose cells are marked
  std::vector<std::int64_t> cells;
  std::vector<std::int64_t> banks;
};

inline constexpr std::size_t most_choices = 6;

/// How a question is answered.
enum class AnswerForm : std::uint8_t {
  choice,  ///< one of Question::choices
  typed,   ///< a number
  lane,    ///< by a click in the lanes, or a number
  cell,    ///< by a click in memory, or "data[8]"
  line,    ///< by a click in the source, or a number
  order,   ///< of Question::choices: one after the other
};

/// A question about the trace; the answer is computed. See question_kinds().
struct Question {
  std::string ask;  ///< "degree"
  std::string array;
  std::int64_t cell =
      -1;         ///< of array, for "value" and "predict"; for "lane" of the array that is accessed
  int lane = -1;  ///< for "cell"
  std::string variable;   ///< of the kernel's source, for "lives_in"
  std::string of;         ///< "next", "costliest"; "needed", "needless"
  std::int64_t size = 0;  ///< for "faster"
  std::vector<std::string>
      choices;  ///< parts of source lines for "order" and "barrier"; empty: see `form`
  AnswerForm form = AnswerForm::choice;
  Words text, after;
  Words hint;    ///< after the first wrong answer; empty: that of its kind
  int line = 0;  ///< in the lesson's file
};

/// A page of a stop's second layer, which derives what the stop only says. What it does not set stays as the stop has it.
struct WhyPage {
  Words text;
  std::optional<StopPlace> at;  ///< another place in the stop's run
  std::string view, stage;
  bool large = false;  ///< the view has the room of the stage
  StopLook look;
  std::optional<Marks> marks;  ///< nullopt: the stop's, unless the page has a place of its own
  int line = 0;                ///< in the lesson's file
  /// The paragraphs in a language: what line breaks part.
  [[nodiscard]] std::vector<std::string> paragraphs(std::string_view language) const;
};

/// A place that a claim names, besides the stop's own: accesses of a run, and one of them.
struct ClaimPlace {
  std::string name;  ///< by which expressions call it
  enum class Of : std::uint8_t {
    run,    ///< the stop's
    rival,  ///< the one beside it
    step,   ///< that of the stop's own access, in the stop's run
  };
  Of of = Of::run;              ///< whose accesses are looked at
  std::vector<StopRun> runs;    ///< what each changes of the stop's run; empty: that one
  std::optional<StopPlace> at;  ///< unset: the stop's own
  std::string where;            ///< an expression that keeps accesses; empty: all
  int line = 0;                 ///< in the lesson's file
};

/// What a part of a stop's words says, as expressions whose values are checked (claim_check.hpp).
struct Claim {
  Words says;  ///< "{}" or "{0}" where a figure stands; may be empty if only places are named
  std::vector<std::string> is;     ///< the figures, in the order of their fields
  std::vector<std::string> holds;  ///< conditions
  std::vector<ClaimPlace> let;     ///< known to the claims below it, too
  int line = 0;                    ///< in the lesson's file
};

struct Stop {
  StopRun run;
  StopPlace at;
  std::string view;    ///< brought to the front; empty: as it is
  bool large = false;  ///< the view has the room of the stage, for as long as the stop lasts
  std::string stage;   ///< how the dataflow is drawn from here on; empty: as it was
  StopLook look;
  Marks marks;
  Words text;
  Words note;       ///< an aside, below everything else; with a question only once that is answered
  Words speaker;    ///< for who gives the lecture: never in the window, only on paper; may be empty
  int minutes = 0;  ///< that the stop is planned for; 0: not said
  std::optional<Question> question;
  bool optional = false;     ///< may be skipped: its question counts only if it is answered
  std::vector<WhyPage> why;  ///< offered once no question is open
  std::vector<Claim> claims;
  int line = 0, run_line = 0, at_line = 0;  ///< in the lesson's file, 1 is the first
};

/// A guided tour through the runs of one kernel.
struct Lesson {
  std::string
      id;  ///< by which it is named: that of its kernel, unless it is about more than one kernel's run
  std::string kernel;    ///< catalogue id, or the name of a kernel of `program`
  std::string program;   ///< the file of the user's own program; empty: a kernel of the catalogue
  std::string stage;     ///< how its dataflow is drawn: "tree"; empty: not said
  Words title;           ///< may be empty: the kernel's own
  Words learned;         ///< what it comes to, shown at its end; may be empty
  int learned_line = 0;  ///< in its file; 0: there is none
  std::vector<Stop> stops;
  std::string file;  ///< it was read from
};

/// Something wrong in a lesson's file.
struct Mistake {
  std::string file;
  int line = 0;         ///< 1 is the first; 0: the file as a whole
  std::string message;  ///< what happened, what was expected, what to do
  [[nodiscard]] std::string text() const {
    return file + (line > 0 ? ":" + std::to_string(line) : "") + ": " + message;
  }
};

}  // namespace warpscope
