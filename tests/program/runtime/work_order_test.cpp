// The order between streams, and between them and the host: WorkOrder by itself, and in whole programs.
#include "instrumentation/program/machine/work_order.hpp"

#include "instrumentation/trace/trace_file.hpp"
#include "tests/program/runtime/runtime_fixture.hpp"
#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

using test::CudaRuntime;

TEST(Footprint, HasEveryByteOnceAndInOrder) {
  Footprint all;
  const auto address = [](std::uintptr_t number) {
    return reinterpret_cast<const void*>(number);  // NOLINT(performance-no-int-to-ptr)
  };
  all.add(address(3 * Footprint::chunk_bytes - 2), 4, Footprint::Does::write);
  all.add(address(16), 8, Footprint::Does::write);
  all.add(address(20), 8, Footprint::Does::write);
  all.add(address(16), 4, Footprint::Does::read);
  const std::vector<ByteRange> writes{
      {16, 28}, {3 * Footprint::chunk_bytes - 2, 3 * Footprint::chunk_bytes + 2}};
  EXPECT_EQ(all.use().writes, writes);
  EXPECT_EQ(all.use().reads, (std::vector<ByteRange>{{16, 20}}));
  EXPECT_TRUE(all.use().updates.empty());
}

struct WorkOrderOfStreams : CudaRuntime {
  int *d = nullptr, *pinned = nullptr;
  void SetUp() override {
    CudaRuntime::SetUp();
    ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&d), 1024), cudaSuccess);
    ASSERT_EQ(cudaMallocHost(reinterpret_cast<void**>(&pinned), 1024), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_EQ(cudaFree(d), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
    CudaRuntime::TearDown();
  }
  static cudaStream_t stream(unsigned int flags = cudaStreamNonBlocking) {
    cudaStream_t made = nullptr;
    EXPECT_EQ(cudaStreamCreateWithFlags(&made, flags), cudaSuccess);
    return made;
  }
};

TEST_F(WorkOrderOfStreams, TellsBytesThatTwoStreamsUse) {
  const cudaStream_t a = stream(), b = stream();
  EXPECT_EQ(cudaMemsetAsync(d, 0, 512, a), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(d + 128, 1, 512, b), cudaSuccess);  // the other half
  expect_no_finding();
  EXPECT_EQ(cudaMemcpyAsync(pinned, d + 127, 8, cudaMemcpyDeviceToHost, b), cudaSuccess);
  expect_finding(FindingKind::race,
                 {"cudaMemcpyAsync reads bytes 508 to 511", "cudaMemsetAsync writes"});
}

TEST_F(WorkOrderOfStreams, FollowsAnEventThroughAThirdStream) {
  const cudaStream_t a = stream(), b = stream(), c = stream();
  cudaEvent_t first = nullptr, second = nullptr;
  ASSERT_EQ(cudaEventCreate(&first), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&second), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(d, 0, 1024, a), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(first, a), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(b, first, 0), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(second, b), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(c, second, 0), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(d, 1, 1024, c), cudaSuccess);
  expect_no_finding();
  EXPECT_EQ(cudaMemsetAsync(d, 2, 4, a), cudaSuccess);  // nobody orders it behind that of c
  expect_finding(FindingKind::race, {"bytes 0 to 3"});
}

TEST_F(WorkOrderOfStreams, LooksAtNothingOnceThereAreTooManyStreams) {
  std::vector<cudaStream_t> all;
  for (std::size_t k = 0; k < WorkOrder::most_streams + 2; ++k) {
    all.push_back(stream());
    EXPECT_EQ(cudaMemsetAsync(pinned + all.size() % 256, 0, 1, all.back()), cudaSuccess);
  }
  forget_findings();
  EXPECT_EQ(cudaMemsetAsync(d, 0, 1024, all.front()), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(d, 1, 1024, all.back()), cudaSuccess);
  expect_no_finding();
}

struct WorkOrderOfPrograms : test::WithCompiler {
  static test::WholeProgramRun run(const std::string& name) {
    return test::run_whole_program((test::program_tests / "programs/streams" / name).string());
  }
};

TEST_P(WorkOrderOfPrograms, WithoutOrderAreFoundAtBothLines) {
  const auto done = run("without_order.cu");
  ASSERT_EQ(done.exit_code, 1) << done.said;
  const std::string text = test::text_of(test::program_tests / "programs/streams/without_order.cu");
  EXPECT_EQ(test::found_lines(done.json["findings"]), test::expected_lines(text))
      << done.json["findings"].dump(1);
  EXPECT_EQ(done.json["findings"].size(), 7);
}

TEST_P(WorkOrderOfPrograms, TellTheirStreamsInTheTrace) {
  const TestFolder folder;
  const auto program = test::program_tests / "programs/streams/told.cu";
  const auto file = folder.path() / "told.wscope";
  const std::string command = std::string(WARPSCOPE_BINARY) + " trace " + program.string() +
                              " -o " + file.string() + " > /dev/null 2>&1 < /dev/null";
  static_cast<void>(std::system(command.c_str()));  // a race makes it fail
  const Result<Trace> trace = read_trace(file);
  ASSERT_TRUE(trace.ok()) << trace.error().message;
  const StreamStory& story = trace.value().streams;
  ASSERT_EQ(story.streams.size(), 2U);
  EXPECT_EQ(story.streams[0].name, "load");
  EXPECT_EQ(story.streams[1].name, "compute");
  std::vector<std::string> told;
  for (const StreamCall& call : story.calls) {
    told.push_back(call.launch > 0 ? call.kernel : call.function);
  }
  const std::vector<std::string> expected{
      "cudaMemcpyAsync", "cudaEventRecord",      "scale", "cudaDeviceSynchronize", "scale",
      "cudaMemcpyAsync", "cudaDeviceSynchronize"};
  ASSERT_EQ(told, expected);
  EXPECT_TRUE(is_ordered(story.calls[0], story.calls[2])) << "by the event";
  EXPECT_FALSE(is_ordered(story.calls[4], story.calls[5]));
  const std::string text = test::text_of(program);
  const auto line = static_cast<std::uint32_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("// does")),
                 '\n') +
      1);
  EXPECT_EQ(story.calls[5].line, line);
  ASSERT_EQ(story.clashes.size(), 1U);
  EXPECT_EQ(story.clashes[0].earlier, 4U);
  EXPECT_EQ(story.clashes[0].later, 5U);
  EXPECT_TRUE(story.clashes[0].earlier_writes);
  EXPECT_FALSE(story.clashes[0].later_writes);
  EXPECT_EQ(story.clashes[0].memory, "out");
}

TEST_P(WorkOrderOfPrograms, InOrderAreSilent) {
  const auto done = run("in_order.cu");
  EXPECT_EQ(done.exit_code, 0) << done.said;
  ASSERT_FALSE(done.json.is_null());
  EXPECT_TRUE(done.json["findings"].empty()) << done.json["findings"].dump(1);
}

TEST_P(WorkOrderOfPrograms, EndWithTheDeviceWhenALaunchFails) {
  for (const std::string told : {" -- wait", ""}) {
    const auto done = run("after_a_fault.cu" + told);
    ASSERT_EQ(done.exit_code, 1) << done.said;
    for (const auto& finding : done.json["findings"])
      EXPECT_EQ(finding["kind"], "out of bounds") << told << finding.dump(1);
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, WorkOrderOfPrograms, testing::Values("clang++", "g++"),
                         [](const auto& tested) {
                           return std::string(tested.param) == "g++" ? "Gcc" : "Clang";
                         });

}  // namespace
}  // namespace warpscope
