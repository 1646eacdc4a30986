// The emulator's traces are sound and pass through a file unchanged.
#include <gtest/gtest.h>

#include "instrumentation/run/run.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "instrumentation/trace/trace_diff.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

TEST(TraceRoundTrip, EveryKernelOfTheCatalogue) {
  for (const KernelInfo* kernel : catalogue()) {
    SCOPED_TRACE(kernel->id);
    RunRequest request;
    request.kernel = kernel->id;
    request.machine = MachineKind::emulator;
    const auto result = run(request);
    ASSERT_TRUE(result.ok()) << result.error().message;
    const Trace& trace = *result->trace;
    ASSERT_FALSE(trace.accesses.empty());
    EXPECT_EQ(find_fault(trace), std::nullopt);

    const auto bytes = encode_trace(trace);
    const Result<Trace> back = decode_trace(bytes, "memory");
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(back->header, trace.header);
    EXPECT_EQ(back->steps, trace.steps);
    EXPECT_EQ(back->findings, trace.findings);
    const auto divergence = first_divergence(trace, back.value());
    EXPECT_FALSE(divergence) << divergence->what.text();
    EXPECT_EQ(encode_trace(back.value()), bytes);
  }
}

}  // namespace
}  // namespace warpscope
