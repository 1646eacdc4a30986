#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/export/export_job.hpp"
#include "app/session/session.hpp"
#include "app/shell/export_form.hpp"
#include "instrumentation/executor/background.hpp"

namespace warpscope {

/// An export that runs while the window lives on. Pictures are drawn in turns between the window's
/// frames, because OpenGL and Dear ImGui want it on their thread; everything else runs beside.
class WindowExport {
 public:
  /// Exports what `session` shows now. The session must outlive a single picture of the present
  /// access, which shows the session itself; otherwise later changes of it do not matter.
  WindowExport(Session& session, ExportWish wish);

  [[nodiscard]] const ExportWish& wish() const { return wish_; }
  /// Works for that long, or for as long as one picture takes. Changes which contexts of OpenGL and
  /// Dear ImGui are current; so does the destructor.
  void advance(std::chrono::milliseconds time);
  /// The outcome, once it has ended.
  [[nodiscard]] const std::optional<Status>& result() const { return result_; }
  [[nodiscard]] std::uint64_t drawn() const { return job_ ? job_->drawn() : 0; }
  [[nodiscard]] std::uint64_t total() const { return job_ ? job_->total() : 0; }
  /// How long to wait before the next advance().
  [[nodiscard]] float seconds_until_change() const { return job_ && !waits_ ? 0 : 0.01F; }

 private:
  void write_text(const DocumentPtr& document);
  void print_handout();
  void prepare(const Recording& shown);
  [[nodiscard]] Status start();

  ExportWish wish_;
  std::shared_ptr<Session> session_;  // until its pictures are opened
  bool stays_ = false;                // it is the window's own
  Background<Recording> preparing_;   // with views of its own
  std::unique_ptr<ExportJob> job_;
  bool waits_ = false;
  std::optional<Status> result_;
};

}  // namespace warpscope
