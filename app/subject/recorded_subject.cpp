#include "app/subject/recorded_subject.hpp"

#include <memory>
#include <utility>

#include "app/subject/catalogue_subject.hpp"
#include "app/subject/trace_what_if.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

class RecordedSubject final : public Subject {
 public:
  RecordedSubject(std::filesystem::path file, const TraceHeader& header, ShownLaunches shown)
      : file_(std::move(file)),
        shown_(std::move(shown)),
        topic_(header.program.empty() ? header.kernel : header.program + ": " + header.kernel),
        kernel_(kernel_of(topic_)) {}

  [[nodiscard]] std::string id() const override {
    const std::string launch = launch_choice_text(shown_.launch);
    return file_.string() + (launch.empty() ? "" : " --launch " + launch);
  }
  [[nodiscard]] std::string_view kind() const override { return tr_noop("recorded trace"); }
  [[nodiscard]] std::string topic() const override { return topic_; }
  [[nodiscard]] std::string title() const override {
    return topic_.empty() ? name() : kernel_title(topic_);
  }
  [[nodiscard]] std::string name() const override { return file_.filename().string(); }
  [[nodiscard]] const KernelInfo* kernel() const override { return kernel_; }
  [[nodiscard]] std::filesystem::path file() const override { return file_; }
  [[nodiscard]] std::filesystem::path notes_path(const std::filesystem::path&) const override {
    if (file_.empty()) return {};
    std::filesystem::path path = file_;
    return path += ".notes.json";
  }

  [[nodiscard]] std::string_view why_not_run() const override {
    return tr(
        "What is shown was read from a trace file: barriers, block and machine can be changed "
        "of a kernel that is run here.");
  }
  [[nodiscard]] Result<std::vector<int>> blocks() const override {
    return usage_error(say("A trace file has the blocks that it was recorded with."));
  }

  /// Shared memory can be laid out otherwise afterwards.
  [[nodiscard]] Status check(const RunOption& option, std::string_view name, const std::string&,
                             const RunRequest&) const override {
    if (changes_a_trace(option)) return Done{};
    return usage_error(
        say("{0} is a recorded trace, so {1} says nothing here.", file_.string(), name));
  }
  [[nodiscard]] Result<RunRequest> complete(const RunRequest& wanted) const override {
    return wanted;
  }
  [[nodiscard]] bool same_trace(const RunRequest& a, const RunRequest& b) const override {
    return of_a_trace(a.what_if) == of_a_trace(b.what_if);
  }
  [[nodiscard]] Result<Recorded> record(const RunRequest& wanted, std::stop_token) const override {
    RunRequest request;
    request.what_if = of_a_trace(wanted.what_if);
    Result<Trace> trace = read_trace(file_);
    if (trace && shows_one(trace.value())) {
      trace = chosen_launch(std::move(trace).value(), shown_.launch, shown_.banks);
    }
    if (trace) trace = with_what_if(std::move(trace).value(), request.what_if);
    if (!trace) return trace.error();
    return Recorded{recorded_subject(file_, trace->header, shown_), std::move(request),
                    std::make_shared<const Trace>(std::move(trace).value())};
  }

 private:
  [[nodiscard]] bool shows_one(const Trace& trace) const {
    if (shown_.launch != LaunchChoice{}) return true;
    return shown_.costliest && trace.launches.size() > 1 && !trace.header.program.empty();
  }

  std::filesystem::path file_;
  ShownLaunches shown_;
  std::string topic_;
  const KernelInfo* kernel_;
};

}  // namespace

SubjectPtr recorded_subject(std::filesystem::path file, ShownLaunches shown) {
  return new_subject<RecordedSubject>(std::move(file), TraceHeader{}, std::move(shown));
}

SubjectPtr recorded_subject(std::filesystem::path file, const TraceHeader& header,
                            ShownLaunches shown) {
  return new_subject<RecordedSubject>(std::move(file), header, std::move(shown));
}

}  // namespace warpscope
