#include "app/subject/kept_subject.hpp"

#include <utility>

#include "app/subject/trace_what_if.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_extent.hpp"

namespace warpscope {
namespace {

class KeptSubject final : public Subject {
 public:
  KeptSubject(Recorded run, std::string label) : run_(std::move(run)), label_(std::move(label)) {}

  [[nodiscard]] std::string id() const override { return subject().id() + ", " + label_; }
  [[nodiscard]] std::string_view kind() const override { return tr_noop("kept run"); }
  [[nodiscard]] std::string topic() const override { return subject().topic(); }
  [[nodiscard]] std::string title() const override {
    return tr("{0}, {1}", subject().title(), tr(std::string_view(label_)));
  }
  [[nodiscard]] std::string name() const override { return label_; }
  [[nodiscard]] const KernelInfo* kernel() const override { return subject().kernel(); }
  [[nodiscard]] std::uint64_t version() const override { return subject().version(); }
  [[nodiscard]] std::filesystem::path file() const override { return subject().file(); }
  [[nodiscard]] std::uint64_t held_bytes() const override { return memory_of(*run_.trace); }
  [[nodiscard]] std::filesystem::path notes_path(const std::filesystem::path&) const override {
    return {};
  }

  [[nodiscard]] std::string_view why_not_run() const override {
    return tr("What is shown is kept as it was: it is not run again.");
  }
  [[nodiscard]] Result<std::vector<int>> blocks() const override {
    return usage_error(say("What is kept has the blocks that it was recorded with."));
  }
  [[nodiscard]] Status check(const RunOption& option, std::string_view name, const std::string&,
                             const RunRequest&) const override {
    if (changes_a_trace(option)) return Done{};
    return usage_error(say("{0} is a kept run, so {1} says nothing here.", id(), name));
  }
  [[nodiscard]] Result<RunRequest> complete(const RunRequest& wanted) const override {
    return wanted;
  }
  [[nodiscard]] bool same_trace(const RunRequest& a, const RunRequest& b) const override {
    return of_a_trace(a.what_if) == of_a_trace(b.what_if);
  }
  [[nodiscard]] Result<Recorded> record(const RunRequest& wanted, std::stop_token) const override {
    Recorded again = run_;
    again.subject = new_subject<KeptSubject>(run_, label_);
    again.request = {};
    again.request.what_if = of_a_trace(wanted.what_if);
    if (again.request.what_if != WhatIf{}) {
      auto changed = with_what_if(*run_.trace, again.request.what_if);
      if (!changed) return changed.error();
      again.trace = std::make_shared<const Trace>(std::move(changed).value());
    }
    return again;
  }

 private:
  [[nodiscard]] const Subject& subject() const { return *run_.subject; }

  Recorded run_;  // what is computed from it takes several times its memory, and is made again
  std::string label_;
};

}  // namespace

SubjectPtr kept_subject(const Document& document, std::string label) {
  return new_subject<KeptSubject>(Recorded{.subject = document.subject,
                                           .request = document.request,
                                           .trace = document.trace,
                                           .checked = document.checked,
                                           .mismatch = document.mismatch,
                                           .wrong = document.wrong,
                                           .end = document.end},
                                  std::move(label));
}

}  // namespace warpscope
