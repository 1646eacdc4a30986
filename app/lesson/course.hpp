#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "app/look/choice.hpp"

namespace warpscope {

/// The small picture of a chapter.
enum class ChapterPicture : std::uint8_t {
  lanes,
  banks,
  tree,
  scan,
  bins,
  network,
  grid,
  series,
  sparse,
  butterfly,
  sectors,
  mirror,
  race,
  compact,
  slots,
  blocks,
  dice,
  count,  ///< how many there are
};
inline constexpr std::array chapter_pictures = std::to_array<Choice<ChapterPicture>>({
    {ChapterPicture::lanes, "lanes"},
    {ChapterPicture::banks, "banks"},
    {ChapterPicture::tree, "tree"},
    {ChapterPicture::scan, "scan"},
    {ChapterPicture::bins, "bins"},
    {ChapterPicture::network, "network"},
    {ChapterPicture::grid, "grid"},
    {ChapterPicture::series, "series"},
    {ChapterPicture::sparse, "sparse"},
    {ChapterPicture::butterfly, "butterfly"},
    {ChapterPicture::sectors, "sectors"},
    {ChapterPicture::mirror, "mirror"},
    {ChapterPicture::race, "race"},
    {ChapterPicture::compact, "compact"},
    {ChapterPicture::slots, "slots"},
    {ChapterPicture::blocks, "blocks"},
    {ChapterPicture::dice, "dice"},
});
[[nodiscard]] constexpr const auto& choices_of(ChapterPicture) { return chapter_pictures; }

/// Lessons that belong together.
struct Chapter {
  std::string id;
  Words title;
  Words about;      ///< one sentence
  Words can;        ///< what one can do afterwards, a sentence
  int minutes = 0;  ///< that it takes, roughly
  ChapterPicture picture = ChapterPicture::lanes;
  std::vector<std::size_t> needs;    ///< chapters before it, by number from 0, in that order
  std::vector<std::string> lessons;  ///< ids, in the order of learning
};

/// All lessons in the order in which they are learned.
struct Course {
  std::vector<Chapter> chapters;
  std::map<std::string, std::string, std::less<>>
      lessons_on;  ///< course_place() reads them; by topic
  /// The lesson on a topic, see lesson_topics(), and the stop that explains it, if one is named: "primer", "primer:5";
  /// empty if there is none.
  [[nodiscard]] std::string_view lesson_on(std::string_view topic) const;
  [[nodiscard]] std::size_t lessons() const;  ///< how many there are
  [[nodiscard]] int minutes() const;          ///< of all chapters
  /// The number of the lesson's chapter; nullopt if it is in none.
  [[nodiscard]] std::optional<std::size_t> chapter_of(std::string_view lesson) const;
  /// The id of the first lesson, of the one that follows another; empty if there is none.
  [[nodiscard]] std::string first() const;
  [[nodiscard]] std::string after(std::string_view lesson) const;
};

/// A lesson, and one of its stops, as topics name them.
struct CoursePlace {
  std::string_view lesson;
  std::size_t stop = 0;  ///< from 1; 0: none is named
};
/// Of "primer" or "primer:5".
[[nodiscard]] CoursePlace course_place(std::string_view text);

/// What a lesson can be about, if a program shows it: the kinds of findings, and then what costs.
[[nodiscard]] std::vector<std::string> lesson_topics();
/// The topic of a kind of findings: "out_of_bounds".
[[nodiscard]] std::string topic_of(FindingKind kind);
/// The topic of races that only an atomic operation mends.
inline constexpr std::string_view race_of_updates = "race_of_updates";
/// What costs, as topics.
namespace cost_topic {
inline constexpr std::string_view banks = "bank_conflicts";
inline constexpr std::string_view atomics = "atomic_contention";
inline constexpr std::string_view constants = "constant_words";
inline constexpr std::string_view uncoalesced = "uncoalesced_access";
inline constexpr std::string_view local = "local_memory";
inline constexpr std::string_view divergence = "divergence";
inline constexpr std::string_view other_blocks = "other_blocks";
inline constexpr std::string_view time = "time";
inline constexpr std::array all{banks, atomics,    constants,    uncoalesced,
                                local, divergence, other_blocks, time};
}  // namespace cost_topic

/// Reads a course's file, see docs/lessons.md. What is wrong goes to `mistakes`, with the line; the rest of the file
/// still works. `known`: the ids of lessons that there are; one that is not among them is a mistake, and so is one
/// that stands twice. Chapters need chapters before them: one that comes later, or that needs the chapter itself, is a
/// mistake.
[[nodiscard]] Course read_course(std::string_view text, std::string_view file,
                                 const std::vector<std::string>& known,
                                 std::vector<Mistake>& mistakes);

/// Warpscope's own, assets/course.yaml.
[[nodiscard]] const Course& own_course();

}  // namespace warpscope
