#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/subject/finding_list.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

struct ConsolePage;

/// What is wrong with a program of the user's own, and what to do about it. A click on one of its
/// places goes to the access there, or shows the line if that was not recorded.
class FindingsView final : public View {
 public:
  static constexpr ViewInfo info{.id = "findings",
                                 .title = tr_noop("Findings"),
                                 .slot = Slot::console,
                                 .keys = {"Alt+8"},
                                 .call = tr_noop("Console: findings"),
                                 .sheet = "",
                                 .tells_all = Told::races,
                                 .of_programs = true,
                                 .of_text = true};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string tab(const Frame& frame) const override;
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  [[nodiscard]] std::string text(const Frame& frame) const override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  /// A row of text of one finding.
  struct Row {
    enum class Kind : std::uint8_t { head, message, hint, lesson, gap } kind = Kind::head;
    std::size_t finding = 0;
    std::string_view text{};  // of the finding
  };
  void follow(const Frame& frame);
  void break_rows(const Canvas& canvas, float width, const TextStyle& style);
  void draw_head(Canvas& canvas, Rect rect, const ListedFinding& finding, const TypeScale& type,
                 const Frame& frame, Wishes& wishes) const;
  void draw_nothing(Canvas& canvas, Rect area, const Frame& frame) const;

  std::vector<ListedFinding> findings_;
  std::vector<std::string> learn_;  ///< what leads to the lesson on each; empty: there is none
  std::vector<ListedFinding> of_trace_;
  std::vector<Row> rows_;
  const ConsolePage* page_ = nullptr;  // that the findings are of; compared, not used
  std::uint64_t revision_ = 0;
  int language_ = 0;   // theirs
  bool stale_ = true;  // they are of another document
  float width_ = 0;    // that the rows are broken to
  float size_ = 0;     // of the letters that they are broken for
  float scroll_ = 0;   // first row shown, or wanted: the list is shorter during a build
};

}  // namespace warpscope
