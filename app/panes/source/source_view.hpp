#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/layout/access_groups.hpp"
#include "app/look/source_reading.hpp"
#include "app/look/source_words.hpp"
#include "app/panes/source/source_page.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/tr_noop.hpp"

namespace warpscope {

struct ConsolePage;

struct SourceColumns;

/// The kernel's own source: the cost of each line, what is wrong there, and the line that runs now;
/// or its twin in plain CUDA.
/// Of a program of the user's own that could not be built, or has not run yet: its files as they
/// are, with what the compiler says.
class SourceView final : public View {
 public:
  static constexpr std::array options{source_words_option};
  static constexpr ViewInfo info{.id = "source",
                                 .title = tr_noop("Source"),
                                 .slot = Slot::source,
                                 .keys = {"Alt+S", "Ctrl+U"},
                                 .options = options};
  [[nodiscard]] const ViewInfo& about() const override { return info; }
  [[nodiscard]] std::string subtitle(const Frame& frame) const override;
  [[nodiscard]] Link link(const Frame& frame) const override;
  void on_document(const Document& document) override;
  void continue_from(const View& before) override;
  void draw(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) override;

 private:
  void prepare_page(const Document& document, std::uint32_t source);
  /// Gives each line what its calls cost.
  void add_calls(const Trace& trace);
  /// Takes over what the console says of this document, or of the files that were not built.
  void follow_console(const Frame& frame);
  /// Makes the notes anew, in the language of now.
  void retell(const Frame& frame);
  [[nodiscard]] SourceSpot spot_of(const Frame& frame) const;
  /// Finds what is sought, and goes from one place to the next.
  void search(const Frame& frame, Wishes& wishes);
  /// The place of the search that is looked at; nullptr: none is, or something else has been looked at since.
  [[nodiscard]] const SourceHit* match_in_sight(const Frame& frame) const;
  void turn_to(const SourceSpot& spot, const Frame& frame);
  /// Scrolls to where the user read before a save, unless the source followed the playhead.
  void return_to_read();
  /// The part of the source that runs now.
  void find_part(const Frame& frame);
  [[nodiscard]] const SourcePage& page() const {
    return spot_.listing ? listing_[spot_.source] : pages_[spot_.source];
  }
  [[nodiscard]] SourcePage& page() {
    return spot_.listing ? listing_[spot_.source] : pages_[spot_.source];
  }
  void prepare_twin(const Frame& frame);
  /// The kernel in plain CUDA, which no run has stepped through.
  void draw_twin(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes);
  /// Marks the lines at which a lesson points, and brings them in sight once.
  void point_in_twin(SourceColumns& at, float rows, const Frame& frame);
  void hover_twin(Canvas& canvas, const SourceColumns& at, int line, Rect row, const Frame& frame,
                  Wishes& wishes) const;
  void draw_head(Canvas& canvas, Rect& area, const Frame& frame, const TypeScale& type,
                 Wishes& wishes) const;
  void scroll(const SourceColumns& at, float rows, const Frame& frame, Wishes& wishes);
  /// Moves the code sideways, by the wheel, keys, and a bar below it; before lines are drawn.
  void pan(SourceColumns& at, const SourcePage& page, const SourcePart& part, const Frame& frame);
  void draw_pan(Canvas& canvas, const SourceColumns& at, const Frame& frame) const;
  /// Hears what keys ask for.
  void follow_reading(const Frame& frame);
  /// Folds what they have asked for.
  void fold(Wishes& wishes);
  /// Runs a change of what is folded in the page, and tells the session what it changed.
  template <class Change>
  void change_folds(Wishes& wishes, const Change& change) {
    const FoldedBlocks before{file_, page().folds.heads()};
    change(page().folds);
    FoldedBlocks after{before.file, page().folds.heads()};
    if (after != before) wishes.folds = FoldWish{before, std::move(after)};
  }
  /// What a click on a fold's mark does, and the marks while the mouse is over the lines.
  [[nodiscard]] bool hover_fold(Canvas& canvas, const SourceColumns& at, int line, Rect row,
                                const Frame& frame, Wishes& wishes);
  [[nodiscard]] float wanted_scroll(const SourceColumns& at, float rows) const;
  void draw_lines(Canvas& canvas, const SourceColumns& at, const SourceScene& scene,
                  Wishes& wishes);
  void hover_line(Canvas& canvas, const SourceColumns& at, int line, Rect row, const Frame& frame,
                  Wishes& wishes) const;
  /// Says what CUDA calls a word of ours at the mouse, instead of what the line costs.
  void explain_word(Canvas& canvas, const SourceColumns& at, int line, Rect row, const Frame& frame,
                    Wishes& wishes) const;
  [[nodiscard]] std::string line_tooltip(const Frame& frame, int line, bool cut) const;
  [[nodiscard]] std::optional<std::uint32_t> next_access(int line, const Frame& frame) const;
  [[nodiscard]] ContextMenu menu_of_line(int line, const Frame& frame) const;
  /// The nearest ones before and after the playhead's.
  struct LineAccesses {
    std::optional<std::uint32_t> previous, next;
  };
  [[nodiscard]] LineAccesses accesses_around(int line, const Frame& frame) const;

  std::vector<SourcePage> pages_;    // one per source of the trace
  std::vector<SiteCost> sites_;      // of all sources
  std::vector<std::string> names_;   // of their files
  std::vector<SourcePage> listing_;  // of the console, if it was not built
  std::vector<ListedFinding> trace_findings_;
  std::vector<std::vector<SourceNote>> trace_notes_;  // of pages_, without a console
  int language_ = 0;                                  // of the notes
  const ConsolePage* console_ = nullptr;  // that notes and listing are of; compared, not used
  std::uint64_t revision_ = 0;
  std::string file_;                   // name of the one that was drawn last
  bool stale_ = true;                  // they are of another document
  std::vector<SourcePart> of_launch_;  // the operator that each launch runs
  AccessGroups of_line_;               // of all sources
  SourceSpot spot_;
  SourcePart part_;  // of the page that is shown
  SourcePage twin_;
  std::string twin_of_;       // the kernel
  std::string twin_pointed_;  // part of the lines that a lesson pointed at last
  float twin_rows_ = 0;       // of the pane, when it was scrolled there
  float twin_scroll_ = 0;     // first row shown
  static constexpr std::uint32_t no_location = 0xffffffffU;
  std::uint32_t part_location_ = no_location;  // that the part was found for, in another file
  float scroll_ = 0;                           // first row shown
  int pan_ = 0, most_pan_ = 0;                 // columns out of sight at the left, and at most
  std::optional<float> pan_held_;              // where on the bar's thumb the mouse holds it
  Rect pan_bar_;                               // the bar's way; empty: nothing is out of sight
  std::optional<SourceReading> heard_;         // by the last frame
  SourceReading added_;                        // to its counts, for this one
  SourceHits matches_;
  std::optional<std::size_t> match_;  // of them, looked at last
  /// What they are the matches of.
  struct Sought {
    std::string text;
    bool match_case = false, twin = false;
    int read = 0;  // reads_
    friend bool operator==(const Sought&, const Sought&) = default;
  };
  std::optional<Sought> sought_;             // none: no search is on
  int reads_ = 0;                            // how often pages were made
  std::pair<std::size_t, int> sought_from_;  // file and line from which the next match is the first
  /// Where the user was when the match was gone to.
  struct MatchedAt {
    std::uint32_t access = 0;
    std::optional<FilePlace> reads;
    friend bool operator==(const MatchedAt&, const MatchedAt&) = default;
  };
  [[nodiscard]] static MatchedAt matched_at(const Frame& frame);
  MatchedAt matched_at_;
  int toggled_ = -1;       // the line whose fold was clicked; negative: none
  bool placed_ = false;    // scroll_ is right for this document
  bool following_ = true;  // until the wheel turns; again when the playhead moves
  std::uint32_t followed_ = 0;
  /// What the user read before a save.
  struct Read {
    std::string file;
    float below_top = 0;  // rows from the first in sight to the line
    int line = 0;         // one in sight, from 0, with its text
    std::string text;
  };
  std::optional<Read> read_;
};

}  // namespace warpscope
