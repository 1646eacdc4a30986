#include "app/subject/subject.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "app/lesson/lesson_library.hpp"
#include "app/session/session.hpp"
#include "app/shell/side_names.hpp"
#include "app/subject/catalogue_subject.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/recorded_subject.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using test::settle;

RunRequest strided() {
  RunRequest request;
  request.kernel = "reduce_strided";
  request.machine = MachineKind::emulator;
  return request;
}

TEST(NamedSubject, IsAKernelOrAFile) {
  EXPECT_EQ(named_subject("reduce_strided").value(), catalogue_subject("reduce_strided"));
  for (const char* file : {"a.wscope", "runs/reduce_strided", "./a"}) {
    const auto named = named_subject(file);
    ASSERT_TRUE(named) << file;
    EXPECT_EQ(named.value(), file_subject(file)) << "it need not be there";
    EXPECT_EQ(named.value()->file(), file);
  }
  const auto unknown = named_subject("reduce_stridet");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, find_kernel("reduce_stridet").error().message);
}

TEST(NamedSubject, IsAProgramThatIsNotRunByNamingIt) {
  const auto named = named_subject("runs/sum.cu");
  ASSERT_TRUE(named);
  const Subject& subject = *named.value();
  EXPECT_EQ(subject.file(), "runs/sum.cu");
  EXPECT_EQ(subject.name(), "sum.cu");
  EXPECT_EQ(subject.kernel(), nullptr);
  EXPECT_TRUE(subject.runs());
  EXPECT_FALSE(subject.blocks());
  EXPECT_EQ(subject.notes_path({}), "runs/sum.cu.notes.json");
  EXPECT_NE(named.value(), file_subject("runs/sum.cu")) << "opening a file runs nothing";
}

TEST(ProgramSubject, IsEqualIfTheSameIsBuiltAndRun) {
  const auto subject = [](auto change) {
    ProgramChoice choice;
    choice.request.build.files = {"sum.cu"};
    change(choice);
    return program_subject(choice, {});
  };
  const SubjectPtr plain = subject([](ProgramChoice&) {});
  EXPECT_EQ(plain, subject([](ProgramChoice&) {}));
  EXPECT_NE(plain, subject([](ProgramChoice& c) { c.request.build.defines = {"N=2"}; }));
  EXPECT_NE(plain, subject([](ProgramChoice& c) { c.request.build.files.emplace_back("b.cu"); }));
  EXPECT_NE(plain, subject([](ProgramChoice& c) { c.request.arguments = {"64"}; }));
  EXPECT_NE(plain, subject([](ProgramChoice& c) { c.launch.number = 2; }));
  EXPECT_NE(plain, subject([](ProgramChoice& c) { c.request.options.traced_block.y = 1; }));
}

TEST(SubjectPtr, IsEqualWhereItHoldsTheSameThing) {
  EXPECT_EQ(recorded_subject("a.wscope"), recorded_subject("a.wscope"));
  EXPECT_NE(recorded_subject("a.wscope"), recorded_subject("b.wscope"));
  EXPECT_NE(recorded_subject("scan"), catalogue_subject("scan")) << "a file may be called so";
  EXPECT_EQ(catalogue_subject("no_such_kernel"), catalogue_subject("no_such_kernel"));
  EXPECT_NE(SubjectPtr(), catalogue_subject(""));
  EXPECT_EQ(SubjectPtr(), SubjectPtr());
}

TEST(CatalogueSubject, KnowsWhatTheCatalogueKnows) {
  std::set<std::string> titles;
  for (const KernelInfo* kernel : catalogue()) {
    const SubjectPtr subject = catalogue_subject(kernel->id);
    EXPECT_EQ(subject->kernel(), kernel);
    EXPECT_EQ(subject->topic(), kernel->id);
    EXPECT_EQ(subject->parameters().data(), kernel->parameters.data());
    EXPECT_EQ(subject->inputs(), input_kinds(*kernel));
    EXPECT_TRUE(subject->runs());
    EXPECT_TRUE(subject->blocks());
    EXPECT_TRUE(subject->complete(subject->request())) << kernel->id;
    titles.insert(subject->title());
  }
  EXPECT_EQ(titles.size(), catalogue().size());
  EXPECT_EQ(catalogue_subject("reduce_strided")->title(), "Reduction · 2 strided");
}

TEST(CatalogueSubject, AnUnknownKernelFailsOnlyWhenItIsAskedToRun) {
  const SubjectPtr subject = catalogue_subject("no_such_kernel");
  EXPECT_EQ(subject->title(), "no_such_kernel");
  EXPECT_EQ(subject->kernel(), nullptr);
  EXPECT_TRUE(subject->inputs().empty());
  EXPECT_TRUE(subject->barriers().empty());
  EXPECT_FALSE(subject->blocks());
  EXPECT_FALSE(subject->complete(subject->request()));
  EXPECT_FALSE(subject->record(subject->request(), {}));
}

class RecordedSubjectTest : public testing::Test {
 protected:
  RecordedSubjectTest() : trace_(*run(strided())->trace) {}
  Result<Recorded> read(const RunRequest& request = {}) {
    EXPECT_TRUE(write_trace(trace_, path_));
    return recorded_subject(path_)->record(request, {});
  }
  TestFolder folder_;
  fs::path path_ = folder_.path() / "recorded_subject.wscope";
  Trace trace_;
};

TEST_F(RecordedSubjectTest, KnowsItsKernelOnceItIsRead) {
  EXPECT_EQ(recorded_subject(path_)->kernel(), nullptr);
  EXPECT_EQ(recorded_subject(path_)->title(), "recorded_subject.wscope");
  const auto recorded = read();
  ASSERT_TRUE(recorded) << recorded.error().message;
  const Subject& subject = *recorded->subject;
  EXPECT_EQ(recorded->subject, recorded_subject(path_)) << "it is the same file";
  EXPECT_EQ(subject.topic(), "reduce_strided");
  EXPECT_EQ(subject.kernel(), kernel_of("reduce_strided"));
  EXPECT_EQ(subject.title(), catalogue_subject("reduce_strided")->title());
  EXPECT_EQ(subject.name(), "recorded_subject.wscope");
  EXPECT_FALSE(recorded->checked) << "nobody held its result against a reference";
}

TEST_F(RecordedSubjectTest, OfAnotherKernelIsCalledAsTheTraceCallsIt) {
  trace_.header.kernel = "my_own_sum";
  const auto recorded = read();
  ASSERT_TRUE(recorded) << recorded.error().message;
  EXPECT_EQ(recorded->subject->title(), "my_own_sum");
  EXPECT_EQ(recorded->subject->kernel(), nullptr);
}

TEST_F(RecordedSubjectTest, CanBePaddedAndNothingElse) {
  const SubjectPtr subject = recorded_subject(path_);
  EXPECT_FALSE(subject->runs());
  EXPECT_FALSE(subject->blocks());
  for (const RunOption& option : run_options()) {
    const Status taken = subject->check(option, "--it", "1", {});
    EXPECT_EQ(taken.ok(), option.id == "pad" || option.id == "relayout") << option.id;
    if (taken) continue;
    EXPECT_EQ(taken.error().message,
              path_.string() + " is a recorded trace, so --it says nothing here.");
  }
  RunRequest padded;
  padded.what_if.pad = 32;
  EXPECT_FALSE(subject->same_trace(padded, {}));
  const auto recorded = read(padded);
  ASSERT_TRUE(recorded) << recorded.error().message;
  EXPECT_TRUE(recorded->trace->header.parameters.contains("padded"));
  EXPECT_EQ(recorded->request.what_if.pad, 32);
  RunRequest moved;
  moved.what_if = {.drop_barrier = 3, .layouts = {{.array = "data", .pad = 1}}};
  EXPECT_FALSE(subject->same_trace(moved, {}));
  const auto relaid = read(moved);
  ASSERT_TRUE(relaid) << relaid.error().message;
  EXPECT_EQ(relaid->trace->header.parameters.at("relayout"), "data:pad=1");
  EXPECT_EQ(relaid->request.what_if.drop_barrier, 0) << "a trace is not run";
}

/// A third kind, which nothing else knows of: a program with a kernel that is called as one of the
/// catalogue, but is none.
class OwnProgram final : public Subject {
 public:
  [[nodiscard]] std::string id() const override { return "/home/me/sums.cu"; }
  [[nodiscard]] std::string_view kind() const override { return "program"; }
  [[nodiscard]] std::string topic() const override { return id(); }
  [[nodiscard]] std::string title() const override { return "sums.cu · reduce_strided"; }
  [[nodiscard]] std::string name() const override { return "sums.cu"; }
  [[nodiscard]] fs::path file() const override { return id(); }
  [[nodiscard]] fs::path notes_path(const fs::path&) const override { return id() + ".notes.json"; }
  [[nodiscard]] Result<std::vector<int>> blocks() const override {
    return usage_error("The program says how large its blocks are.");
  }
  [[nodiscard]] Status check(const RunOption&, std::string_view, const std::string&,
                             const RunRequest&) const override {
    return Done{};
  }
  [[nodiscard]] Result<RunRequest> complete(const RunRequest& wanted) const override {
    RunRequest own;
    own.traced_block = wanted.traced_block;
    own.what_if.pad = wanted.what_if.pad;
    return own;
  }
  [[nodiscard]] Result<Recorded> record(const RunRequest& wanted, std::stop_token) const override {
    Result<RunResult> result = run(strided());
    if (!result) return result.error();
    return Recorded{new_subject<OwnProgram>(), complete(wanted).value(), result->trace};
  }
};

TEST(ThirdKindOfSubject, IsShownWithoutAnybodyKnowingIt) {
  Session session;
  session.lesson.use(std::make_shared<LessonLibrary>());
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  settle(session);
  EXPECT_TRUE(session.lesson.available());
  session.views.choose_stage("bins");

  Options next = session.options();
  next.opened = new_subject<OwnProgram>();
  ASSERT_TRUE(session.change(next));
  settle(session);
  ASSERT_TRUE(session.playback.left().ready());
  const Document& document = *session.playback.left().document();
  EXPECT_EQ(document.subject, next.opened);
  EXPECT_EQ(side_names(session).left, "sums.cu");
  EXPECT_EQ(run_label(document), "sums.cu · reduce_strided");
  // Its kernel has the name of one of the catalogue, and nothing else of it.
  EXPECT_FALSE(session.lesson.available());
  EXPECT_EQ(session.views.stage_id(document.subject->topic()), "");
  EXPECT_EQ(session.views.stage_id(document), "tree") << "as suits what it does";
  EXPECT_FALSE(document.measured);
  EXPECT_FALSE(document.checked);
  EXPECT_EQ(session.settings.kernel, "reduce_strided") << "the next start has no program";

  session.notes.set(3);
  EXPECT_TRUE(session.notes.shows_run_of(*session.notes.notebook.find(3)));
  ASSERT_TRUE(session.comparison.with(Variant{.what_if = {.pad = 32}}));
  ASSERT_TRUE(session.choose_kernel("scan_blelloch"));
  settle(session);
  EXPECT_EQ(session.playback.left().document()->subject, catalogue_subject("scan_blelloch"));
  EXPECT_EQ(session.notes.notebook.find(3), nullptr);
  ASSERT_TRUE(session.comparison.with(variant_with(new_subject<OwnProgram>())));
  settle(session);
  EXPECT_EQ(side_names(session).right, "sums.cu");
  EXPECT_TRUE(session.comparison.on());
}

}  // namespace
}  // namespace warpscope
