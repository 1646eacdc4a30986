#include "app/lesson/glossary_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/lesson/yaml_fields.hpp"
#include "app/subject/letter_case.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t largest_glossary = std::size_t{1} << 20;  // bytes

/// The parts of a list that `separator` parts, without the blanks around them and without empty ones.
std::vector<std::string> parted(std::string_view list, char separator) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    std::string_view part = list.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

/// Reads terms, and knows what stands in the file before them.
class GlossaryReader {
 public:
  GlossaryReader(YamlFields& fields, Glossary& glossary) : fields_(fields), glossary_(glossary) {}

  void read_topic(const YAML::Node& node) {
    if (!fields_.has_keys(node, "A topic", {"topic", "terms"})) return;
    const YAML::Node terms = node["terms"];
    if (!terms.IsSequence()) {
      return fields_.complain(node,
                              "A topic needs a list \"terms\": write terms: and below it each "
                              "term, indented, with a dash.");
    }
    glossary_.topics.push_back(both(node, "topic"));
    for (const auto& term : terms) read_term(term);
  }

  /// What can be checked only when all terms are known.
  void check_links() {
    std::vector<std::string> ids;
    for (const Term& term : glossary_.terms) ids.push_back(term.id);
    for (const Term& term : glossary_.terms) {
      for (const std::string& other : term.see) {
        if (other == term.id) {
          fields_.complain(
              term.line,
              fmt::format("\"{}\" leads to itself; leave it out of \"see\".", quotable(other)));
        } else if (std::ranges::count(ids, other) == 0) {
          fields_.complain(term.line, fmt::format("\"see\" names \"{}\", which is no term. {}",
                                                  quotable(other), did_you_mean(other, ids)));
        }
      }
    }
  }

 private:
  /// Texts of which no language may be missing.
  Words both(const YAML::Node& map, const char* key) {
    Words words = fields_.words(map, key, true);
    for (const Language& language : languages()) {
      if (!language.complete || words.en.empty() || !words.own(language.id).empty()) continue;
      fields_.complain(map[key],
                       fmt::format("\"{0}\" has no \"{1}\": write {1}: \"…\".", key, language.id));
    }
    return words;
  }

  void read_term(const YAML::Node& node) {
    if (!fields_.has_keys(
            node, "A term",
            {"id", "name", "forms", "not_after", "not_before", "also", "text", "show", "see"})) {
      return;
    }
    const std::size_t mistakes = fields_.mistakes();
    Term term;
    term.line = YamlFields::line_of(node);
    term.topic = glossary_.topics.size() - 1;
    term.id = fields_.text(node, "id").value_or("");
    if (term.id.empty()) fields_.complain(node, "A term needs an \"id\", such as id: bank.");
    if (std::ranges::count(glossary_.terms, term.id, &Term::id) > 0) {
      fields_.complain(
          node, fmt::format("\"{}\" is a term already; delete one of the two.", quotable(term.id)));
    }
    term.title = both(node, "name");
    term.text = both(node, "text");
    term.also = fields_.words(node, "also", false);
    term.not_after = small_words(node, "not_after");
    term.not_before = small_words(node, "not_before");
    read_forms(node, term);
    read_show(node, term);
    read_see(node, term);
    if (fields_.mistakes() == mistakes) glossary_.terms.push_back(std::move(term));
  }

  std::vector<std::string> small_words(const YAML::Node& map, const char* key) {
    const Words words = fields_.words(map, key, false);
    return parted(small_letters(words.all(" ")), ' ');
  }

  void read_forms(const YAML::Node& node, Term& term) {
    const Words patterns = fields_.words(node, "forms", false);
    for (const std::string& pattern : parted(patterns.all(","), ',')) {
      auto forms = spelled_out(pattern);
      if (!forms) {
        fields_.complain(
            node["forms"],
            fmt::format("\"{}\" is no pattern of forms: write endings as in "
                        "bank(|s), with a closing bracket for each opening one, and at "
                        "most {} forms.",
                        quotable(pattern), most_forms));
        continue;
      }
      for (const std::string& spelled : *forms)
        add_form(node["forms"], small_letters(spelled), term);
    }
  }

  void add_form(const YAML::Node& node, const std::string& form, Term& term) {
    const auto [known, is_new] = form_of_.emplace(form, term.id);
    if (is_new) {
      term.forms.push_back(form);
    } else if (known->second != term.id) {
      fields_.complain(node,
                       fmt::format("\"{}\" stands for \"{}\" already; a form has one meaning.",
                                   quotable(form), quotable(known->second)));
    }
  }

  void read_show(const YAML::Node& node, Term& term) {
    const YAML::Node show = node["show"];
    if (!show.IsDefined()) {
      return fields_.complain(node,
                              "A term needs a kernel that shows it: write show: {kernel: …}.");
    }
    if (!fields_.has_keys(show, "\"show\"", {"kernel", "parameters", "open"})) return;
    term.kernel = fields_.text(show, "kernel").value_or("");
    term.open = fields_.text(show, "open").value_or("");
    const auto kernel = find_kernel(term.kernel);
    if (!kernel) return fields_.complain(show, kernel.error().message);
    const YAML::Node parameters = show["parameters"];
    if (!parameters.IsDefined()) return;
    if (!parameters.IsMap()) {
      return fields_.complain(parameters, "\"parameters\" must be a map, such as {stride: 8}.");
    }
    for (const auto& entry : parameters) {
      if (!entry.first.IsScalar() || !entry.second.IsScalar()) continue;
      term.parameters[entry.first.Scalar()] = entry.second.Scalar();
    }
    if (const Status known = check_parameter_names(*kernel.value(), term.parameters); !known) {
      fields_.complain(parameters, known.error().message);
    }
  }

  void read_see(const YAML::Node& node, Term& term) {
    const YAML::Node see = node["see"];
    if (!see.IsDefined()) return;
    if (!see.IsSequence()) {
      return fields_.complain(see, "\"see\" must be a list of ids, such as [bank, lane].");
    }
    for (const auto& id : see) {
      if (id.IsScalar()) term.see.push_back(id.Scalar());
    }
  }

  YamlFields& fields_;
  Glossary& glossary_;
  std::map<std::string, std::string> form_of_;  // and the id of its term
};

/// Spells a pattern out. What is no pattern, or stands for too many forms, is left unread.
class PatternReader {
 public:
  explicit PatternReader(std::string_view pattern) : rest_(pattern) {}
  [[nodiscard]] bool at_end() const { return rest_.empty() && !wrong_; }

  /// Up to the end, or to a bar or a bracket that belongs to what is around.
  std::vector<std::string> sequence() {
    std::vector<std::string> forms{""};
    while (!wrong_ && !rest_.empty() && rest_.front() != '|' && rest_.front() != ')') {
      if (rest_.front() == '(') {
        rest_.remove_prefix(1);
        forms = each_with_each(forms, choice());
      } else {
        const std::size_t end = std::min(rest_.find_first_of("(|)"), rest_.size());
        forms = each_with_each(forms, {std::string(rest_.substr(0, end))});
        rest_.remove_prefix(end);
      }
    }
    return forms;
  }

 private:
  /// Behind a bracket: all that stands between bars, and the closing bracket.
  std::vector<std::string> choice() {
    constexpr int deepest = 8;
    std::vector<std::string> forms;
    wrong_ = wrong_ || ++depth_ > deepest;
    while (!wrong_) {
      for (std::string& form : sequence()) forms.push_back(std::move(form));
      wrong_ = wrong_ || rest_.empty();
      if (wrong_) break;
      const bool more = rest_.front() == '|';
      rest_.remove_prefix(1);
      if (!more) break;
    }
    --depth_;
    return forms;
  }

  std::vector<std::string> each_with_each(const std::vector<std::string>& begins,
                                          const std::vector<std::string>& ends) {
    std::vector<std::string> forms;
    wrong_ = wrong_ || begins.size() * ends.size() > most_forms;
    if (wrong_) return forms;
    for (const std::string& begin : begins) {
      for (const std::string& end : ends) forms.push_back(begin + end);
    }
    return forms;
  }

  std::string_view rest_;
  int depth_ = 0;
  bool wrong_ = false;
};

}  // namespace

std::string_view Term::name() const { return title.now(); }
std::string_view Term::meaning() const { return text.now(); }

std::optional<std::vector<std::string>> spelled_out(std::string_view pattern) {
  PatternReader reader(pattern);
  std::vector<std::string> forms = reader.sequence();
  if (!reader.at_end()) return std::nullopt;
  return forms;
}

Glossary read_glossary(std::string_view text, std::string_view file,
                       std::vector<Mistake>& mistakes) {
  YamlFields fields(file, mistakes);
  Glossary glossary;
  if (text.size() > largest_glossary) {
    fields.complain(0, "The file is larger than 1 MiB, which no glossary is.");
    return glossary;
  }
  try {
    const YAML::Node root = YAML::Load(std::string(text));
    if (!root.IsSequence()) {
      fields.complain(0, "A glossary is a list of topics: write - topic: {en: …, ru: …}.");
      return glossary;
    }
    GlossaryReader reader(fields, glossary);
    for (const auto& topic : root) reader.read_topic(topic);
    reader.check_links();
  } catch (const YAML::Exception& error) {
    fields.complain(error.mark.is_null() ? 0 : error.mark.line + 1,
                    fmt::format("This is not YAML: {}. Check indentation, quotes and brackets "
                                "above this line.",
                                error.msg));
  }
  return glossary;
}

}  // namespace warpscope
