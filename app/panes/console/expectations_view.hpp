#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/told_expectation.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

struct ConsolePage;

/// What the files of a program of the user's own expect of its run ("// warpscope: expect excessive == 0"), and what
/// became of it. A click on one that failed goes to the costliest access of the line at which it fails most.
class ExpectationsView final : public View {
 public:
  static constexpr ViewInfo info{.id = "expectations",
                                 .title = tr_noop("Expectations"),
                                 .slot = Slot::console,
                                 .keys = {"Alt+Shift+8"},
                                 .call = tr_noop("Console: expectations"),
                                 .sheet = "",
                                 .tells_all = Told::costs | Told::races | Told::counts,
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
  /// A row of text of one expectation.
  struct Row {
    enum class Kind : std::uint8_t { head, condition, detail, place, gap } kind = Kind::head;
    std::size_t expectation = 0;
    std::string text{};
  };
  void follow(const Frame& frame);
  void break_rows(const Canvas& canvas, float width, const TypeScale& type);
  void draw_head(Canvas& canvas, Rect rect, const Row& row, const TypeScale& type,
                 const Frame& frame, Wishes& wishes) const;
  void wish_moment(std::size_t expectation, const Frame& frame, Wishes& wishes) const;

  std::vector<ToldExpectation> told_;
  std::vector<std::optional<std::uint32_t>> accesses_;  ///< at which each fails
  std::vector<Row> rows_;
  const ConsolePage* page_ = nullptr;  // that they are of; compared, not used
  std::uint64_t revision_ = 0;
  int language_ = 0;   // that of the rows
  bool stale_ = true;  // the accesses are of another document
  float width_ = 0;    // that the rows are broken to
  float size_ = 0;     // of the letters that they are broken for
  float scroll_ = 0;   // first row shown, or wanted: the list is shorter during a build
};

}  // namespace warpscope
