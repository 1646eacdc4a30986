#include "app/lesson/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "app/lesson/yaml_fields.hpp"
#include "instrumentation/run/did_you_mean.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

constexpr std::size_t largest_course = 1 << 20;  // bytes
constexpr std::size_t most_chapters = 100, most_lessons = 1000;

/// Reads the chapters of one file.
class CourseReader {
 public:
  CourseReader(std::string_view file, const std::vector<std::string>& known,
               std::vector<Mistake>& mistakes)
      : fields_(file, mistakes), known_(known) {}

  void complain(int line, const std::string& message) { fields_.complain(line, message); }

  Course read(const YAML::Node& root) {
    if (!fields_.has_keys(root, "A course", {"chapters"})) return {};
    const YAML::Node chapters = root["chapters"];
    if (!chapters.IsDefined() || !chapters.IsSequence() || chapters.size() > most_chapters) {
      fields_.complain(root,
                       "There is no list \"chapters\": write chapters: and below it each chapter, "
                       "indented, with a dash.");
      return {};
    }
    for (const auto& node : chapters) read_chapter(node);
    return std::move(course_);
  }

 private:
  void read_chapter(const YAML::Node& node) {
    if (!fields_.has_keys(node, "A chapter", {"title", "about", "picture", "lessons"})) return;
    Chapter chapter;
    chapter.title = fields_.words(node, "title", true);
    chapter.about = fields_.words(node, "about", true);
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
    if (!chapter.lessons.empty()) course_.chapters.push_back(std::move(chapter));
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
};

}  // namespace

std::size_t Course::lessons() const {
  std::size_t sum = 0;
  for (const Chapter& chapter : chapters) sum += chapter.lessons.size();
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
