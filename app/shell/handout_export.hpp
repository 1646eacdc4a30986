#pragma once

#include <memory>

#include "app/export/export_job.hpp"
#include "app/shell/export_form.hpp"
#include "instrumentation/process/process.hpp"

namespace warpscope {

/// Prints the hand-out of a lesson beside the window: another process of this program walks through all its stops,
/// as `warpscope export --lesson` does.
class HandoutExport final : public ExportJob {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ExportJob>> start(const ExportWish& wish);

  [[nodiscard]] Result<Turn> advance() override;
  [[nodiscard]] std::uint64_t drawn() const override { return 0; }
  [[nodiscard]] std::uint64_t total() const override { return 0; }

 private:
  explicit HandoutExport(std::unique_ptr<Process> process) : process_(std::move(process)) {}
  std::unique_ptr<Process> process_;
};

}  // namespace warpscope
