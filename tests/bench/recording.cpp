// How long recording and analysing one default block takes, per kernel and machine: median of 21
// after a warm-up. Prints a table; figures, not a test.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "app/subject/document.hpp"
#include "kernels/catalogue.hpp"

namespace {

using namespace warpscope;

double median_ms(const RunRequest& request) {
  std::vector<double> times;
  for (int i = -2; i < 21; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const auto document = make_document(request, BankModel::cc5);
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    if (!document) return -1;
    if (i >= 0) times.push_back(spent.count());
  }
  std::nth_element(times.begin(), times.begin() + 10, times.end());
  return times[10];
}

}  // namespace

int main() {
  const bool gpu = cuda_status().usable;
  fmt::print("Recording and analysing one default block, median of 21, ms\n{:26} {:>10} {:>10}\n",
             "", "emulator", gpu ? cuda_status().device : "no GPU");
  for (const KernelInfo* kernel : catalogue()) {
    RunRequest request;
    request.kernel = std::string(kernel->id);
    request.machine = MachineKind::emulator;
    const double emulated = median_ms(request);
    request.machine = MachineKind::cuda;
    fmt::print("{:26} {:10.2f} {:>10}\n", kernel->id, emulated,
               gpu ? fmt::format("{:.2f}", median_ms(request)) : "–");
  }
  return 0;
}
