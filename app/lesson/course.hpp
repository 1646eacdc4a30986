#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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
});
[[nodiscard]] constexpr const auto& choices_of(ChapterPicture) { return chapter_pictures; }

/// Lessons that belong together.
struct Chapter {
  Words title;
  Words about;  ///< one sentence
  ChapterPicture picture = ChapterPicture::lanes;
  std::vector<std::string> lessons;  ///< ids, in the order of learning
};

/// All lessons in the order in which they are learned.
struct Course {
  std::vector<Chapter> chapters;
  [[nodiscard]] std::size_t lessons() const;  ///< how many there are
  /// The number of the lesson's chapter; nullopt if it is in none.
  [[nodiscard]] std::optional<std::size_t> chapter_of(std::string_view lesson) const;
  /// The id of the first lesson, of the one that follows another; empty if there is none.
  [[nodiscard]] std::string first() const;
  [[nodiscard]] std::string after(std::string_view lesson) const;
};

/// Reads a course's file, see docs/lessons.md. What is wrong goes to `mistakes`, with the line; the rest of the file
/// still works. `known`: the ids of lessons that there are; one that is not among them is a mistake, and so is one
/// that stands twice.
[[nodiscard]] Course read_course(std::string_view text, std::string_view file,
                                 const std::vector<std::string>& known,
                                 std::vector<Mistake>& mistakes);

/// Warpscope's own, assets/course.yaml.
[[nodiscard]] const Course& own_course();

}  // namespace warpscope
