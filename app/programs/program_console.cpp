#include "app/programs/program_console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/expect/expected_run.hpp"
#include "app/subject/finding_advice.hpp"
#include "app/subject/program_messages.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

constexpr std::chrono::milliseconds output_pace{50};  // no eye reads faster
constexpr std::uint64_t largest_listing = std::uint64_t{4} << 20U;

/// The files of the user's that errors are about, as they are now.
std::vector<SourceFile> listing_of(const BuildRequest& request,
                                   const std::vector<Diagnostic>& diagnostics) {
  std::vector<SourceFile> files;
  std::set<std::string> named;
  const auto add = [&](const std::string& name) {
    if (name.empty() || !named.insert(name).second) return;
    auto text = read_text_file(name, largest_listing);
    if (text) files.push_back({name, std::move(text).value()});
  };
  for (const Diagnostic& diagnostic : diagnostics) add(diagnostic.file);
  for (const std::filesystem::path& file : request.files) add(file.string());
  return files;
}

std::vector<WrittenExpectation> expectations_in(const std::vector<SourceFile>& listing) {
  std::vector<WrittenExpectation> all;
  for (const SourceFile& file : listing) {
    for (WrittenExpectation& each : expectations_in_source(file.text, file.name)) {
      all.push_back(std::move(each));
    }
  }
  return all;
}

}  // namespace

ProgramRunner ProgramConsole::heard(ProgramRunner runner) {
  ProgramRunner told = runner;
  told.build = [this, build = runner.build](const BuildRequest& request, std::stop_token stop,
                                            const std::function<void(const std::string&)>& hear) {
    begin(request);
    BuildResult result = build(request, std::move(stop), [&](const std::string& words) {
      stage(words);
      hear(words);
    });
    built(request, result);
    return result;
  };
  told.run = [this, run = std::move(runner.run)](const BuiltProgram& program,
                                                 const ProgramRequest& request,
                                                 const ProgramOutput&, std::stop_token stop) {
    ProgramOutput output([this](std::string_view bytes) { this->hear(bytes); });
    output.progress = [this](std::shared_ptr<const RunProgress> so_far) {
      this->progress(std::move(so_far));
    };
    Result<ProgramRun> ran = run(program, request, output, std::move(stop));
    ended(ran);
    return ran;
  };
  return told;
}

std::shared_ptr<const ConsolePage> ProgramConsole::page() const {
  const std::lock_guard lock(mutex_);
  if (!begun_) return nullptr;
  if (shown_ && shown_->revision == page_.revision) return shown_;
  auto page = std::make_shared<ConsolePage>(page_);
  for (const std::string& line : lines_) page->output.push_back(printable(line));
  if (!line_.empty()) page->output.push_back(printable(line_));
  shown_ = std::move(page);
  return shown_;
}

void ProgramConsole::begin(const BuildRequest& request) {
  std::vector<SourceFile> listing = listing_of(request, {});
  std::vector<WrittenExpectation> expected = expectations_in(listing);
  {
    const std::lock_guard lock(mutex_);
    const std::uint64_t revision = page_.revision;
    page_ = {};
    page_.revision = revision;
    if (!request.files.empty()) {
      page_.file = request.files.front();
      page_.program = printable(request.files.front().filename().string());
    }
    std::error_code ignored;
    page_.folder = std::filesystem::current_path(ignored);
    page_.listing = std::move(listing);
    expected_ = std::move(expected);
    lines_.clear();
    line_.clear();
    begun_ = true;
    changed();
  }
  wake();
}

void ProgramConsole::stage(const std::string& words) {
  {
    const std::lock_guard lock(mutex_);
    page_.stage = words;
    changed();
  }
  wake();
}

void ProgramConsole::built(const BuildRequest& request, const BuildResult& result) {
  std::vector<SourceFile> listing;
  if (!result.program) listing = listing_of(request, result.failure.diagnostics);
  {
    const std::lock_guard lock(mutex_);
    page_.stage.clear();
    if (result.program) {
      page_.state = ConsolePage::State::running;
      page_.build_seconds = result.program->seconds;
      page_.from_cache = result.program->from_cache;
      page_.diagnostics = result.program->warnings;
      page_.sources = result.program->sources;
      page_.bare_launches = result.program->bare_launches;
    } else {
      const bool cancelled = result.failure.kind == BuildFailure::Kind::cancelled;
      page_.state = cancelled ? ConsolePage::State::ended : ConsolePage::State::not_built;
      page_.failure = result.failure.message;
      page_.diagnostics = result.failure.diagnostics;
      if (!cancelled) page_.listing = std::move(listing);
    }
    changed();
  }
  wake();
}

void ProgramConsole::end_line() {
  lines_.push_back(std::exchange(line_, {}));
  if (lines_.size() <= most_lines) return;
  lines_.pop_front();
  ++page_.dropped_lines;
}

void ProgramConsole::hear(std::string_view bytes) {
  bool due = false;
  {
    const std::lock_guard lock(mutex_);
    while (!bytes.empty()) {
      const std::size_t room = longest_line - line_.size();
      const std::size_t taken = std::min({room, bytes.find('\n'), bytes.size()});
      line_ += bytes.substr(0, taken);
      bytes.remove_prefix(taken);
      const bool ends = !bytes.empty() && bytes.front() == '\n';
      if (ends) bytes.remove_prefix(1);
      if (ends || line_.size() == longest_line) end_line();
    }
    changed();
    const auto now = Clock::now();
    due = now - woken_ >= output_pace;
    if (due) woken_ = now;
  }
  if (due) wake();
}

void ProgramConsole::progress(std::shared_ptr<const RunProgress> so_far) {
  {
    const std::lock_guard lock(mutex_);
    page_.progress = std::move(so_far);
    changed();
  }
  wake();
}

void ProgramConsole::ended(const Result<ProgramRun>& run) {
  ToldOfProgram told;
  std::vector<ToldExpectation> expectations;
  if (run) {
    std::vector<WrittenExpectation> written;
    std::string own_file;
    {
      const std::lock_guard lock(mutex_);
      written = expected_;
      own_file = page_.file.string();
    }
    // Of the banks of today's GPUs, like `run`: a program does not fail because somebody looks at old ones.
    expectations = check_expectations(written, own_file, run.value(), BankModel::cc5);
    told = told_findings(run->outcome);
    add_remedies(told, run->outcome, run->trace ? &*run->trace : nullptr);
  }
  {
    const std::lock_guard lock(mutex_);
    page_.state = ConsolePage::State::ended;
    page_.told = std::move(told);
    page_.expectations = std::move(expectations);
    page_.progress = nullptr;
    if (run) {
      page_.outcome = run->outcome;
      page_.recorded = run->trace.has_value();
      page_.failure = end_text(run->outcome);
    } else {
      page_.failure = run.error().for_window();
    }
    changed();
  }
  wake();
}

}  // namespace warpscope
