#include "app/lesson/lesson_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "app/layout/window_layout.hpp"
#include "app/lesson/claim_reader.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/lesson/lesson_run_reader.hpp"
#include "app/lesson/yaml_fields.hpp"
#include "app/look/choice.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t most_stops = 200;
constexpr std::size_t longest_choice = 500;                          // characters
constexpr std::ptrdiff_t longest_learned = 240, longest_page = 900;  // letters
constexpr std::size_t most_pages = 9;
constexpr std::int64_t most_stop_minutes = 600;

/// Bytes that begin a character.
std::ptrdiff_t letters_of(std::string_view text) {
  return std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; });
}

/// `known`: empty if any will do.
std::string read_stage(YamlFields& fields, const YAML::Node& map,
                       const std::vector<std::string>& known) {
  if (known.empty()) return fields.text(map, "stage").value_or("");
  return chosen(fields, map, "stage", known);
}

Marks read_marks(YamlFields& fields, const YAML::Node& node) {
  Marks marks;
  if (!fields.has_keys(node, "\"highlight\"", {"line", "cuda", "lanes", "cells", "banks"}))
    return marks;
  marks.line = fields.text(node, "line").value_or("");
  marks.cuda = fields.text(node, "cuda").value_or("");
  if (!marks.line.empty() && !marks.cuda.empty()) {
    fields.complain(node, tr("A highlight has a \"line\" of the traced source or one of \"cuda\": "
                             "one of them is in sight; delete the other."));
  }
  marks.lanes = fields.numbers(node, "lanes", warp_lanes - 1);
  marks.banks = fields.numbers(node, "banks", 31);
  const YAML::Node cells = node["cells"];
  if (cells.IsDefined() && fields.has_keys(cells, "\"cells\"", {"array", "indices"})) {
    marks.array = fields.text(cells, "array").value_or("");
    marks.cells = fields.numbers(cells, "indices", std::numeric_limits<std::int32_t>::max());
    if (marks.array.empty() || marks.cells.empty()) {
      fields.complain(cells, tr("\"cells\" needs both: {array: data, indices: [0, 8]}."));
    }
  }
  return marks;
}

void read_cell(YamlFields& fields, const YAML::Node& node, Question& question) {
  const YAML::Node cell = node["cell"];
  const bool wanted = question.ask == "value" || question.ask == "predict";
  if (!cell.IsDefined() || !wanted) {
    if (wanted) {
      fields.complain(node, tr("\"ask: {}\" needs cell: {{array: data, index: 0}}.", question.ask));
    }
    if (cell.IsDefined()) {
      fields.complain(cell, tr("Only \"ask: value\" and \"ask: predict\" take a cell; delete it."));
    }
    return;
  }
  if (!fields.has_keys(cell, "\"cell\"", {"array", "index"})) return;
  question.array = fields.text(cell, "array").value_or("");
  question.cell = fields.number(cell, "index").value_or(0);
}

void read_variable(YamlFields& fields, const YAML::Node& node, Question& question) {
  const bool wanted = question.ask == "lives_in";
  const YAML::Node variable = node["variable"];
  if (variable.IsDefined() != wanted) {
    fields.complain(node, wanted ? tr("\"ask: lives_in\" needs variable: data.")
                                 : tr("Only \"ask: lives_in\" takes a variable; delete it."));
    return;
  }
  if (wanted) question.variable = fields.text(node, "variable").value_or("");
}

/// What only some kinds take: "of", "lane" and "size".
void read_asked(YamlFields& fields, const YAML::Node& node, Question& question) {
  const auto only_for = [&](const char* key, bool wanted, const std::string& needs) {
    const YAML::Node found = node[key];
    if (found.IsDefined() == wanted) return found.IsDefined();
    fields.complain(
        node, wanted ? needs : tr("\"ask: {0}\" takes no \"{1}\"; delete it.", question.ask, key));
    return false;
  };
  const std::string& ask = question.ask;
  if (only_for("lane", ask == "cell", tr("\"ask: cell\" needs lane: 3."))) {
    question.lane = static_cast<int>(fields.number(node, "lane", 0, warp_lanes - 1).value_or(0));
  }
  if (only_for("size", ask == "faster", tr("\"ask: faster\" needs the size of the record."))) {
    question.size = fields.number(node, "size", 1).value_or(1);
  }
  const bool has_of = ask == "lane" || ask == "line" || ask == "barrier";
  const std::string needs = ask == "lane" ? tr("\"ask: lane\" needs of: {cell: 8}.")
                            : ask == "line"
                                ? tr("\"ask: line\" needs of: next, or of: costliest.")
                                : tr("\"ask: barrier\" needs of: needed, or of: needless.");
  if (!only_for("of", has_of, needs)) return;
  if (ask == "lane") {
    const YAML::Node of = node["of"];
    if (!of.IsMap() || !fields.has_keys(of, "\"of\"", {"cell"})) return fields.complain(of, needs);
    question.cell = fields.number(of, "cell", 0).value_or(0);
  } else {
    const std::vector<std::string> known = ask == "line"
                                               ? std::vector<std::string>{"next", "costliest"}
                                               : std::vector<std::string>{"needed", "needless"};
    question.of = chosen(fields, node, "of", known);
  }
}

/// What is true or left out.
bool read_flag(YamlFields& fields, const YAML::Node& map, const char* key) {
  const YAML::Node node = map[key];
  if (!node.IsDefined()) return false;
  if (node.IsScalar() && node.Scalar() == "true") return true;
  fields.complain(node, tr("\"{}\" is true, or left out.", key));
  return false;
}

/// Whether the view of a stop or a page has the room of the stage.
bool read_large(YamlFields& fields, const YAML::Node& map, std::string_view view,
                const ViewLists& views) {
  if (!read_flag(fields, map, "large")) return false;
  if (view.empty()) {
    fields.complain(map["large"],
                    tr("\"large\" gives the view of the same stop the room of the stage: "
                       "add \"view\"."));
    return false;
  }
  const auto found = std::ranges::find(views.views, view, &ViewInfo::id);
  if (found == views.views.end() || can_be_large(found->slot))
    return true;  // an unknown one is told elsewhere
  fields.complain(map["large"], tr("The view \"{}\" cannot have the room of the stage: leave "
                                   "\"large\" out.",
                                   view));
  return false;
}

/// How it is answered: by its choices, unless it is typed or clicked.
void read_form(YamlFields& fields, const YAML::Node& node, Question& question) {
  if (read_flag(fields, node, "typed")) question.form = AnswerForm::typed;
  if (const auto form = form_of(question.ask)) question.form = *form;
}

std::optional<Question> read_question(YamlFields& fields, const YAML::Node& node) {
  if (!fields.has_keys(node, "\"question\"",
                       {"ask", "cell", "lane", "of", "size", "typed", "variable", "choices", "text",
                        "hint", "after"})) {
    return std::nullopt;
  }
  Question question;
  question.line = YamlFields::line_of(node);
  const std::vector<std::string> kinds = ids_of(question_kinds());
  question.ask = chosen(fields, node, "ask", kinds);
  if (!node["ask"].IsDefined()) {
    fields.complain(node, tr("There is no \"ask\": write one of {}.", one_of(kinds)));
  }
  read_cell(fields, node, question);
  read_variable(fields, node, question);
  read_asked(fields, node, question);
  read_form(fields, node, question);
  const YAML::Node choices = node["choices"];
  if (choices.IsDefined() && choices.IsSequence()) {
    for (const auto& choice : choices) {
      if (question.choices.size() > most_choices) break;
      if (choice.IsScalar()) question.choices.push_back(quotable(choice.Scalar(), longest_choice));
    }
  }
  const bool chosen_from =
      question.form == AnswerForm::choice || question.form == AnswerForm::order;
  if (!chosen_from && !question.choices.empty()) {
    fields.complain(choices, tr("This question is answered without choices; delete them."));
    question.choices.clear();
  }
  if (chosen_from && (question.choices.size() < 2 || question.choices.size() > most_choices)) {
    fields.complain(node, tr("\"choices\" must be a list of 2 to 6 answers, such as [1, 2, 4]."));
    return std::nullopt;
  }
  question.text = fields.words(node, "text", true);
  question.hint = fields.words(node, "hint", false);
  question.after = fields.words(node, "after", true);
  if (question.ask.empty() || question.text.en.empty()) return std::nullopt;
  return question;
}

/// A slider's value, by name or as a number in its range; nullopt: neither.
std::optional<int> slider_value(const LookSlider& slider, std::string_view text) {
  const auto name = std::ranges::find(slider.names, text);
  if (name != slider.names.end()) return static_cast<int>(name - slider.names.begin());
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!slider.names.empty() || !whole || number < slider.low || number > slider.high) {
    return std::nullopt;
  }
  return number;
}

/// {multiprocessor: latency, resident: 13}: options of views and sliders.
StopLook read_look(YamlFields& fields, const YAML::Node& node, const ViewLists& views) {
  StopLook look;
  const auto options = look_options(views.views);
  const auto sliders = look_sliders(views.views);
  std::vector<std::string> keys;
  for (const ViewOption& each : options) keys.emplace_back(each.option->id);
  for (const ViewSlider& each : sliders) keys.emplace_back(each.slider->id);
  if (!fields.has_keys(node, "\"show\"", keys)) return look;
  for (const auto& [view, option] : options) {
    const std::string key(option->id);
    if (!node[key].IsDefined()) continue;
    const std::string chosen_one = chosen(fields, node, key.c_str(), ids_of(option->choices));
    const auto found = std::ranges::find(option->choices, chosen_one, &LookChoice::id);
    if (found == option->choices.end()) continue;
    look.options.emplace_back(option, static_cast<std::size_t>(found - option->choices.begin()));
  }
  for (const auto& [view, slider] : sliders) {
    const std::string key(slider->id);
    const auto text = fields.text(node, key.c_str());
    if (!text) continue;
    if (const auto value = slider_value(*slider, *text)) {
      look.sliders.emplace_back(slider, *value);
      continue;
    }
    const std::string range = slider->names.empty()
                                  ? tr("{0} to {1}", slider->low, slider->high)
                                  : fmt::format("{}", fmt::join(slider->names, ", "));
    fields.complain(node[key], tr("\"{0}\" must be {1}.", key, range));
  }
  return look;
}

std::optional<WhyPage> read_page(YamlFields& fields, const YAML::Node& node, const ViewLists& views,
                                 bool of_program) {
  if (!fields.has_keys(node, tr("A page of \"why\""),
                       {"text", "at", "view", "large", "show", "stage", "highlight"})) {
    return std::nullopt;
  }
  WhyPage page;
  page.line = YamlFields::line_of(node);
  page.text = fields.words(node, "text", true);
  for (const std::string& language : language_ids()) {
    const std::ptrdiff_t letters = letters_of(page.text.own(language));
    if (letters <= longest_page) continue;
    fields.complain(node["text"], tr("This page has {0} letters in \"{1}\", but at most {2} may "
                                     "stand on one; part it in two.",
                                     letters, language, longest_page));
  }
  if (const YAML::Node at = node["at"]; at.IsDefined()) {
    page.at = read_place(fields, at, of_program);
  }
  page.view = fields.text(node, "view").value_or("");
  page.large = read_large(fields, node, page.view, views);
  page.stage = read_stage(fields, node, ids_of(views.stages));
  if (const YAML::Node show = node["show"]; show.IsDefined() && !views.views.empty()) {
    page.look = read_look(fields, show, views);
  }
  if (const YAML::Node marks = node["highlight"]; marks.IsDefined()) {
    page.marks = read_marks(fields, marks);
  }
  if (page.text.en.empty()) return std::nullopt;
  return page;
}

std::vector<WhyPage> read_why(YamlFields& fields, const YAML::Node& node, const ViewLists& views,
                              bool of_program) {
  std::vector<WhyPage> pages;
  if (!node.IsSequence() || node.size() == 0 || node.size() > most_pages) {
    fields.complain(node, tr("\"why\" must be a list of 1 to {} pages, each with a dash and a "
                             "\"text\".",
                             most_pages));
    return pages;
  }
  for (const auto& each : node) {
    if (auto page = read_page(fields, each, views, of_program)) {
      pages.push_back(std::move(*page));
    }
  }
  return pages;
}

std::optional<Stop> read_stop(YamlFields& fields, const YAML::Node& node, const ViewLists& views,
                              bool of_program) {
  if (!fields.has_keys(node, tr("A stop"),
                       {"run", "at", "view", "large", "stage", "show", "highlight", "text", "note",
                        "why", "question", "optional", "claims", "speaker", "minutes"})) {
    return std::nullopt;
  }
  Stop stop;
  stop.line = stop.run_line = stop.at_line = YamlFields::line_of(node);
  if (const YAML::Node run = node["run"]; run.IsDefined()) {
    stop.run_line = YamlFields::line_of(run);
    stop.run = read_run(fields, run, of_program);
  }
  if (const YAML::Node at = node["at"]; at.IsDefined()) {
    stop.at_line = YamlFields::line_of(at);
    stop.at = read_place(fields, at, of_program);
  }
  stop.view = fields.text(node, "view").value_or("");
  stop.large = read_large(fields, node, stop.view, views);
  stop.stage = read_stage(fields, node, ids_of(views.stages));
  if (const YAML::Node show = node["show"]; show.IsDefined() && !views.views.empty()) {
    stop.look = read_look(fields, show, views);
  }
  if (const YAML::Node marks = node["highlight"]; marks.IsDefined()) {
    stop.marks = read_marks(fields, marks);
  }
  const YAML::Node question = node["question"];
  stop.text = fields.words(node, "text", !question.IsDefined());
  stop.note = fields.words(node, "note", false);
  stop.speaker = fields.words(node, "speaker", false);
  stop.minutes = static_cast<int>(fields.number(node, "minutes", 1, most_stop_minutes).value_or(0));
  if (question.IsDefined()) stop.question = read_question(fields, question);
  stop.optional = read_flag(fields, node, "optional");
  if (const YAML::Node why = node["why"]; why.IsDefined()) {
    stop.why = read_why(fields, why, views, of_program);
  }
  stop.claims = read_claims(fields, node["claims"], of_program);
  if (stop.text.en.empty() && !stop.question) return std::nullopt;
  return stop;
}

/// Places of a program's lesson are in the launches of its kernel, if they name no other.
void name_kernel(const std::string& kernel, Stop& stop) {
  if (stop.at.kernel.empty()) stop.at.kernel = kernel;
  for (WhyPage& page : stop.why) {
    if (page.at && page.at->kernel.empty()) page.at->kernel = stop.at.kernel;
  }
  for (Claim& claim : stop.claims) {
    for (ClaimPlace& place : claim.let) {
      if (place.at && place.at->kernel.empty()) place.at->kernel = kernel;
    }
  }
}

void read_learned(YamlFields& fields, const YAML::Node& root, Lesson& lesson) {
  const YAML::Node node = root["learned"];
  if (!node.IsDefined()) return;
  lesson.learned = fields.words(root, "learned", true);
  lesson.learned_line = YamlFields::line_of(node);
  for (const std::string& language : language_ids()) {
    const std::string& text = lesson.learned.own(language);
    const std::ptrdiff_t letters = letters_of(text);
    if (letters <= longest_learned) continue;
    fields.complain(node, tr("\"learned\" has {0} letters in \"{1}\", but at most {2} fit "
                             "into the three lines that it has; say less.",
                             letters, language, longest_learned));
  }
}

std::optional<Lesson> read_root(YamlFields& fields, const YAML::Node& root, const ViewLists& views,
                                std::string_view program) {
  if (!fields.has_keys(root, tr("A lesson"),
                       {"id", "kernel", "title", "stage", "learned", "stops"})) {
    return std::nullopt;
  }
  Lesson lesson;
  lesson.program = program;
  const auto kernel =
      program.empty() ? read_kernel(fields, root, "kernel") : fields.text(root, "kernel");
  lesson.kernel = kernel.value_or("");
  lesson.id = fields.text(root, "id").value_or(lesson.kernel);
  if (lesson.id != lesson.kernel && (!program.empty() || find_kernel(lesson.id))) {
    fields.complain(root["id"],
                    program.empty()
                        ? tr("\"id\" is that of another kernel; delete it, or make up one.")
                        : tr("A program has one lesson; delete \"id\"."));
  }
  lesson.title = fields.words(root, "title", false);
  read_learned(fields, root, lesson);
  lesson.stage = read_stage(fields, root, ids_of(views.stages));
  if (!root["kernel"].IsDefined()) {
    fields.complain(root, program.empty()
                              ? tr("There is no \"kernel\": write the id of one, see "
                                   "warpscope list.")
                              : tr("There is no \"kernel\": write the name of one of the "
                                   "program."));
  }
  const YAML::Node stops = root["stops"];
  if (!stops.IsDefined() || !stops.IsSequence()) {
    fields.complain(root, tr("There is no list \"stops\": write stops: and below it each stop, "
                             "indented, with a dash."));
    return std::nullopt;
  }
  if (stops.size() > most_stops) {
    fields.complain(stops, tr("A lesson has at most {} stops; split it.", most_stops));
    return std::nullopt;
  }
  for (const auto& node : stops) {
    auto stop = read_stop(fields, node, views, !program.empty());
    if (!stop) continue;
    if (!program.empty()) name_kernel(lesson.kernel, *stop);
    lesson.stops.push_back(std::move(*stop));
  }
  if (lesson.kernel.empty()) return std::nullopt;
  if (!lesson.stops.empty()) return lesson;
  fields.complain(stops, tr("There is no stop that can be shown: a lesson needs at least one."));
  return std::nullopt;
}

}  // namespace

std::optional<Lesson> read_lesson(std::string_view text, std::string_view file,
                                  std::vector<Mistake>& mistakes, const ViewLists& views,
                                  std::string_view program) {
  YamlFields fields(file, mistakes);
  if (text.size() > largest_lesson) {
    fields.complain(0, tr("The file is larger than 1 MiB, which no lesson is; split it."));
    return std::nullopt;
  }
  try {
    std::optional<Lesson> lesson = read_root(fields, YAML::Load(std::string(text)), views, program);
    if (lesson) lesson->file = file;
    return lesson;
  } catch (const YAML::Exception& error) {
    fields.complain(error.mark.is_null() ? 0 : error.mark.line + 1,
                    tr("This is not YAML: {}. Check indentation, quotes and brackets "
                       "above this line.",
                       error.msg));
    return std::nullopt;
  }
}

Words read_title(std::string_view text) {
  std::vector<Mistake> ignored;  // who reads the lesson tells of them
  YamlFields fields({}, ignored);
  try {
    const YAML::Node root = YAML::Load(std::string(text.substr(0, text.find("\nstops:"))));
    return root.IsMap() ? fields.words(root, "title", false) : Words{};
  } catch (const YAML::Exception&) {
    return {};
  }
}

}  // namespace warpscope
