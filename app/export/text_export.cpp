#include "app/export/text_export.hpp"

#include <span>
#include <string>
#include <utility>

#include "app/export/chrome_trace.hpp"
#include "app/export/csv.hpp"
#include "app/follow/cell_accesses.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {

Result<std::unique_ptr<TextExport>> TextExport::start(const std::filesystem::path& output,
                                                      std::uint64_t accesses, TextWriter writer) {
  auto file = AtomicFile::open(output);
  if (!file) return file.error();
  std::unique_ptr<TextExport> job(new TextExport(accesses));
  auto write = [self = job.get(), writer = std::move(writer),
                to = std::make_shared<AtomicFile>(std::move(file).value())] {
    Status status = Done{};
    const bool whole = writer([&](std::string_view piece, std::uint64_t done) {
      status = to->write(std::as_bytes(std::span(piece)));
      self->done_ = done;
      return status.ok() && !self->stopped_;
    });
    return whole ? to->commit() : status;
  };
  job->written_ = Background<Done>("write " + output.string(), std::move(write));
  return job;
}

TextExport::~TextExport() {
  stopped_ = true;
  written_.wait();
}

Result<ExportJob::Turn> TextExport::advance() {
  if (!written_.ready()) return Turn::waits;
  const Status written = written_.take();
  if (!written) return written.error();
  return Turn::done;
}

Result<std::unique_ptr<TextExport>> start_table(const DocumentPtr& document,
                                                const std::string& table,
                                                const std::filesystem::path& output) {
  const std::uint64_t accesses = document->trace->accesses.size();
  return TextExport::start(output, accesses, [document, table, accesses](const TextSink& sink) {
    return sink(table_csv(*document, table), accesses);
  });
}

Result<std::unique_ptr<TextExport>> start_compared_table(
    const DocumentPtr& left, const DocumentPtr& right,
    const std::shared_ptr<const Comparison>& comparison, const std::string& table,
    const std::filesystem::path& output) {
  const std::uint64_t accesses = left->trace->accesses.size();
  return TextExport::start(output, accesses,
                           [left, right, comparison, table, accesses](const TextSink& sink) {
                             return sink(compared_csv(*left, *right, *comparison, table), accesses);
                           });
}

Result<std::unique_ptr<TextExport>> start_cell_table(const DocumentPtr& document,
                                                     const CellPlace& cell,
                                                     const std::filesystem::path& output) {
  const std::uint64_t accesses = document->trace->accesses.size();
  return TextExport::start(output, accesses, [document, cell, accesses](const TextSink& sink) {
    const Trace& trace = *document->trace;
    const auto list = cell_accesses(trace, cell, document->telling.access);
    return sink(cell_accesses_csv(trace, cell, list), accesses);
  });
}

Result<std::unique_ptr<TextExport>> start_chrome_trace(const DocumentPtr& document,
                                                       const std::filesystem::path& output) {
  return TextExport::start(
      output, document->trace->accesses.size(),
      [document](const TextSink& sink) { return write_chrome_trace(*document, sink); });
}

}  // namespace warpscope
