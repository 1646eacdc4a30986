#include "app/shell/handout_export.hpp"

#include <string>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"

namespace warpscope {

Result<std::unique_ptr<ExportJob>> HandoutExport::start(const ExportWish& wish) {
  std::vector<std::string> words{"export",
                                 "--lesson",
                                 wish.lesson,
                                 "--output",
                                 wish.output.string(),
                                 "--format",
                                 std::string(wish.format->id),
                                 "--theme",
                                 wish.theme,
                                 "--language",
                                 wish.language};
  if (wish.answers) words.emplace_back("--answers");
  auto started = Process::start(wish.program, words);
  if (!started) return started.error();
  return std::unique_ptr<ExportJob>(new HandoutExport(std::move(started).value()));
}

Result<ExportJob::Turn> HandoutExport::advance() {
  if (!process_->ended()) return Turn::waits;
  if (process_->wait() == 0) return Turn::done;
  const std::string why = process_->last_words();
  if (!why.empty()) return Error{ErrorKind::failed, why};
  return Error{ErrorKind::failed, say("The hand-out was not printed: its process ended early.")};
}

}  // namespace warpscope
