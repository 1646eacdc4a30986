#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "app/subject/document.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "app/views/view.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope {

class LessonGuide;
struct Comparison;
struct ConsolePage;
struct FoundMarks;
struct Playground;
struct SinceSave;
struct SourceReading;

}  // namespace warpscope

namespace warpscope::test {

/// A block of a kernel on the emulator, as a document.
inline DocumentPtr emulated(const std::string& kernel, std::int64_t size, int block,
                            BankModel model = BankModel::cc5) {
  RunRequest request;
  request.kernel = kernel;
  request.size = size;
  request.block = block;
  request.machine = MachineKind::emulator;
  auto document = make_document(request, model);
  EXPECT_TRUE(document.ok()) << document.error().message;
  return document.value();
}

/// The same with the kernel's own size and block.
inline DocumentPtr emulated(const std::string& kernel) {
  RunRequest request;
  request.kernel = kernel;
  request.machine = MachineKind::emulator;
  auto document = make_document(request, BankModel::cc5);
  EXPECT_TRUE(document.ok()) << document.error().message;
  return document.value();
}

/// A trace made by hand, as a document.
inline DocumentPtr document_of(Trace trace) {
  return std::make_shared<const Document>(
      RunRequest{}, std::make_shared<const Trace>(std::move(trace)), BankModel::cc5);
}

/// One picture of a view at one moment.
struct Shown {
  Rect area{20, 20, 925, 560};
  bool lecture = false;
  float motion = 1;
  Pointer pointer{};
  std::span<const Flag> flags{};
  std::string stage{};
  bool still = false;
  bool compared = false;
  const Playground* formula = nullptr;
  Look look{};
  KeyScroll scrolled{};
  ZoomAsk zoom{};     ///< what keys ask of it
  float seconds = 0;  ///< since the last picture: 10 if all has come to rest
  const FoundMarks* marks = nullptr;
  const LessonGuide* lesson_guide = nullptr;
  Untold untold{};  ///< of the guide, while its question is open
  const Theme* theme = &dark_theme();
  std::string_view language = "en";
  const ConsolePage* console = nullptr;
  const SinceSave* since_save = nullptr;
  const Comparison* comparison = nullptr;  ///< the document is its left side
  const FilePlace* read_place = nullptr;
  const SourceReading* reading = nullptr;
  const Followed* followed = nullptr;
  Wishes wishes{};

  /// The picture of a View or a StagePicture.
  template <class Picture>
  RecordingCanvas draw(Picture& view, const Document& document, std::uint32_t access) {
    static const Fonts fonts;
    const SharedState before = document.replay.at(access);
    const SharedState after = document.replay.at(access + 1);
    Frame frame;
    frame.document = &document;
    frame.access = access;
    frame.before = &before;
    frame.after = &after;
    frame.motion = motion;
    frame.theme = theme;
    frame.lecture = lecture;
    frame.stage = stage;
    frame.still = still;
    frame.compared = compared;
    frame.lent.lend<Playground>(formula);
    frame.look = look;
    frame.scrolled = scrolled;
    frame.zoom = zoom;
    frame.seconds = seconds;
    frame.lent.lend<FoundMarks>(marks);
    frame.lent.lend<LessonGuide>(lesson_guide);
    frame.untold = untold;
    frame.pointer = pointer;
    frame.flags = flags;
    frame.lent.lend<ConsolePage>(console);
    frame.lent.lend<SinceSave>(since_save);
    frame.lent.lend<Comparison>(comparison);
    frame.lent.lend<FilePlace>(read_place);
    frame.lent.lend<SourceReading>(reading);
    frame.lent.lend<Followed>(followed);
    RecordingCanvas canvas(area, fonts);
    wishes = {};
    const InLanguage speaking(find_language(language).value());
    view.draw(canvas, area, frame, wishes);
    EXPECT_EQ(canvas.open_clips(), 0);
    return canvas;
  }
};

/// The middle of the first visible text that contains `part`; outside every picture if none does.
inline Point middle_of(const RecordingCanvas& canvas, std::string_view part) {
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    if (text.visible() && text.text.find(part) != std::string::npos) return text.rect.center();
  }
  ADD_FAILURE() << "nothing says " << part;
  return {-1, -1};
}

/// The first access with this degree.
inline std::uint32_t with_degree(const Document& document, int degree) {
  std::uint32_t access = 0;
  while (document.summary.accesses.at(access).degree != degree) ++access;
  return access;
}

/// No picture may be empty, cut or pile up its texts, or write too small.
inline void expect_readable(const RecordingCanvas& canvas, const Rect& area) {
  EXPECT_FALSE(canvas.blank());
  for (const std::string& fault : canvas.faults()) ADD_FAILURE() << fault;
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    // Digits of values may be smaller than words, rather than missing.
    EXPECT_GE(text.style.size, text.style.face == Face::mono ? 10 : 12) << text.text;
    EXPECT_GE(text.rect.x, area.x - 0.5F) << text.text;
    EXPECT_LE(text.rect.right(), area.right() + 0.5F) << text.text;
  }
}

/// The last access of its trace.
[[nodiscard]] inline std::uint32_t last_access(const Document& document) {
  return static_cast<std::uint32_t>(document.trace->accesses.size()) - 1;
}

}  // namespace warpscope::test
