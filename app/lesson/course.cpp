#include "app/lesson/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>

#include "app/lesson/yaml_fields.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t largest_course = 1 << 20;  // bytes
constexpr std::size_t most_chapters = 100, most_lessons = 1000;
constexpr std::int64_t most_lesson_minutes = 1000;

/// Reads the chapters of one file.
class CourseReader {
 public:
  CourseReader(std::string_view file, const std::vector<std::string>& known,
               std::vector<Mistake>& mistakes)
      : fields_(file, mistakes), known_(known) {}

  void complain(int line, const std::string& message) { fields_.complain(line, message); }

  Course read(const YAML::Node& root) {
    if (!fields_.has_keys(root, "A course", {"chapters", "lessons_on"})) return {};
    const YAML::Node chapters = root["chapters"];
    if (!chapters.IsDefined() || !chapters.IsSequence() || chapters.size() > most_chapters) {
      fields_.complain(root,
                       "There is no list \"chapters\": write chapters: and below it each chapter, "
                       "indented, with a dash.");
      return {};
    }
    for (const auto& node : chapters) read_chapter(node);
    for (std::size_t i = 0; i < course_.chapters.size(); ++i) read_needs(i);
    if (root["lessons_on"].IsDefined()) read_lessons_on(root["lessons_on"]);
    return std::move(course_);
  }

 private:
  void read_chapter(const YAML::Node& node) {
    if (!fields_.has_keys(
            node, "A chapter",
            {"id", "title", "about", "can", "minutes", "needs", "picture", "lessons"})) {
      return;
    }
    Chapter chapter;
    chapter.id = fields_.text(node, "id").value_or("");
    if (chapter.id.empty()) {
      fields_.complain(node,
                       "There is no \"id\": write one, such as banks, that \"needs\" can name.");
    } else if (number_of(chapter.id)) {
      fields_.complain(node["id"], fmt::format("The chapter \"{}\" stands twice; give one of them "
                                               "another \"id\".",
                                               quotable(chapter.id)));
    }
    chapter.title = fields_.words(node, "title", true);
    chapter.about = fields_.words(node, "about", true);
    chapter.can = fields_.words(node, "can", true);
    if (!node["minutes"].IsDefined()) {
      fields_.complain(node, "There is no \"minutes\": write about how many the chapter takes.");
    }
    chapter.minutes =
        static_cast<int>(fields_.number(node, "minutes", 1, most_lesson_minutes).value_or(0));
    if (const auto picture = fields_.text(node, "picture")) {
      const auto found = find_choice<ChapterPicture>(*picture);
      if (!found) {
        fields_.complain(node["picture"],
                         fmt::format("\"picture\" is \"{}\", but it must be {}.",
                                     quotable(*picture), one_of(ids_of(chapter_pictures))));
      }
      chapter.picture = found.value_or(ChapterPicture{});
    }
    read_lessons(node, chapter);
    if (chapter.lessons.empty()) return;
    course_.chapters.push_back(std::move(chapter));
    needs_.push_back(named_needs(node["needs"]));
  }

  /// A chapter that another one names.
  struct Need {
    std::string id;
    int line = 0;
  };

  std::vector<Need> named_needs(const YAML::Node& node) {
    std::vector<Need> named;
    if (!node.IsDefined()) return named;
    if (!node.IsSequence() || node.size() > most_chapters) {
      fields_.complain(node, "\"needs\" must be a list of chapters, such as [threads, banks].");
      return named;
    }
    for (const auto& item : node) {
      named.push_back(
          {item.IsScalar() ? quotable(item.Scalar()) : std::string(), YamlFields::line_of(item)});
    }
    return named;
  }

  [[nodiscard]] std::optional<std::size_t> number_of(std::string_view id) const {
    const auto found = std::ranges::find(course_.chapters, id, &Chapter::id);
    if (found == course_.chapters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - course_.chapters.begin());
  }

  /// Whether a chapter needs another one, be it by way of others.
  [[nodiscard]] bool leads_to(std::size_t from, std::size_t to) const {
    std::vector<bool> seen(course_.chapters.size());
    std::vector<std::size_t> left{from};
    while (!left.empty()) {
      const std::size_t chapter = left.back();
      left.pop_back();
      if (chapter == to) return true;
      if (seen[chapter]) continue;
      seen[chapter] = true;
      for (const Need& need : needs_[chapter]) {
        if (const auto number = number_of(need.id)) left.push_back(*number);
      }
    }
    return false;
  }

  void read_needs(std::size_t chapter) {
    std::vector<std::string> ids;
    for (const Chapter& each : course_.chapters) ids.push_back(each.id);
    Chapter& here = course_.chapters[chapter];
    for (const Need& need : needs_[chapter]) {
      const auto number = number_of(need.id);
      if (!number) {
        fields_.complain(need.line, fmt::format("There is no chapter \"{}\". {}", need.id,
                                                did_you_mean(need.id, ids)));
      } else if (leads_to(*number, chapter)) {
        fields_.complain(need.line,
                         fmt::format("\"{}\" and \"{}\" need each other, so nobody could "
                                     "begin; delete one need.",
                                     here.id, need.id));
      } else if (*number > chapter) {
        fields_.complain(need.line,
                         fmt::format("\"{}\" comes after \"{}\", which needs it; move it up.",
                                     need.id, here.id));
      } else if (std::ranges::count(here.needs, *number) == 0) {
        here.needs.push_back(*number);
      }
    }
    std::ranges::sort(here.needs);
  }

  void read_lessons_on(const YAML::Node& node) {
    const std::vector<std::string> topics = lesson_topics();
    if (!fields_.has_keys(node, "\"lessons_on\"", topics)) return;
    for (const std::string& topic : topics) {
      const auto id = fields_.text(node, topic.c_str());
      if (!id) continue;
      const std::string lesson(course_place(*id).lesson);
      if (std::ranges::count(known_, lesson) == 0) {
        fields_.complain(node[topic], fmt::format("There is no lesson \"{}\". {}", quotable(lesson),
                                                  did_you_mean(lesson, known_)));
      } else {
        course_.lessons_on.emplace(topic, *id);
      }
    }
  }

  void read_lessons(const YAML::Node& node, Chapter& chapter) {
    const YAML::Node lessons = node["lessons"];
    if (!lessons.IsDefined() || !lessons.IsSequence() || lessons.size() == 0 ||
        lessons.size() > most_lessons) {
      return fields_.complain(node,
                              "A chapter needs a list of lessons, such as [reduce_divergent, "
                              "reduce_strided].");
    }
    for (const auto& item : lessons) {
      const std::string id = item.IsScalar() ? quotable(item.Scalar()) : std::string();
      const bool twice =
          course_.chapter_of(id).has_value() || std::ranges::count(chapter.lessons, id) > 0;
      if (std::ranges::count(known_, id) == 0) {
        fields_.complain(
            item, fmt::format("There is no lesson \"{}\". {}", id, did_you_mean(id, known_)));
      } else if (twice) {
        fields_.complain(item,
                         fmt::format("The lesson \"{}\" stands twice; delete one of them.", id));
      } else {
        chapter.lessons.push_back(id);
      }
    }
  }

  YamlFields fields_;
  const std::vector<std::string>& known_;
  Course course_;
  std::vector<std::vector<Need>> needs_;  // by chapter, as they are named
};

}  // namespace

std::string topic_of(FindingKind kind) {
  std::string topic(name(kind));
  std::ranges::replace(topic, ' ', '_');
  return topic;
}

CoursePlace course_place(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {text};
  const std::string_view number = text.substr(colon + 1);
  std::size_t stop = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), stop);
  if (error != std::errc() || end != number.data() + number.size() || stop == 0) return {text};
  return {text.substr(0, colon), stop};
}

std::vector<std::string> lesson_topics() {
  std::vector<std::string> topics;
  for (int kind = 0; kind <= static_cast<int>(last_finding_kind); ++kind) {
    topics.push_back(topic_of(static_cast<FindingKind>(kind)));
  }
  topics.emplace_back(race_of_updates);
  topics.insert(topics.end(), cost_topic::all.begin(), cost_topic::all.end());
  return topics;
}

std::string_view Course::lesson_on(std::string_view topic) const {
  const auto found = lessons_on.find(topic);
  return found == lessons_on.end() ? std::string_view() : std::string_view(found->second);
}

std::size_t Course::lessons() const {
  std::size_t sum = 0;
  for (const Chapter& chapter : chapters) sum += chapter.lessons.size();
  return sum;
}

int Course::minutes() const {
  int sum = 0;
  for (const Chapter& chapter : chapters) sum += chapter.minutes;
  return sum;
}

std::optional<std::size_t> Course::chapter_of(std::string_view lesson) const {
  for (std::size_t i = 0; i < chapters.size(); ++i) {
    if (std::ranges::count(chapters[i].lessons, lesson) > 0) return i;
  }
  return std::nullopt;
}

std::string Course::first() const {
  return chapters.empty() ? std::string() : chapters.front().lessons.front();
}

std::string Course::after(std::string_view lesson) const {
  bool next = false;
  for (const Chapter& chapter : chapters) {
    for (const std::string& id : chapter.lessons) {
      if (next) return id;
      next = id == lesson;
    }
  }
  return {};
}

Course read_course(std::string_view text, std::string_view file,
                   const std::vector<std::string>& known, std::vector<Mistake>& mistakes) {
  CourseReader reader(file, known, mistakes);
  if (text.size() > largest_course) {
    reader.complain(0, "The file is larger than 1 MiB, which no course is; split it.");
    return {};
  }
  try {
    return reader.read(YAML::Load(std::string(text)));
  } catch (const YAML::Exception& error) {
    reader.complain(error.mark.is_null() ? 0 : error.mark.line + 1,
                    fmt::format("This is not YAML: {}. Check indentation, quotes and brackets "
                                "above this line.",
                                error.msg));
    return {};
  }
}

const Course& own_course() {
  static const Course course = [] {
    constexpr std::string_view file = "assets/course.yaml", lessons = "assets/lessons/",
                               ending = ".yaml";
    std::vector<std::string> known;
    for (std::string_view path : embedded_paths(lessons)) {
      if (!path.ends_with(ending)) continue;
      path.remove_suffix(ending.size());
      known.emplace_back(path.substr(lessons.size()));
    }
    std::vector<Mistake> mistakes;
    Course read = read_course(embedded_text(file), file, known, mistakes);
    assert(mistakes.empty());
    return read;
  }();
  return course;
}

}  // namespace warpscope
