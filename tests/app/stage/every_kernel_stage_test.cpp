#include <gtest/gtest.h>

#include "app/stage/bins/bins_picture.hpp"
#include "app/stage/grid/grid_picture.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/stage/shown_picture.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::Shown;

template <class Picture>
void show(const Document& document, const std::string& name) {
  Picture picture;
  picture.on_document(document);
  const std::uint32_t last = test::last_access(document);
  for (std::uint32_t i = 0; i <= 6; ++i) {
    Shown shown{.motion = static_cast<float>(i % 3) / 2};
    SCOPED_TRACE(name + " access " + std::to_string(i * last / 6));
    test::expect_readable(shown.draw(picture, document, i * last / 6), shown.area);
  }
}

TEST(EveryKernel, IsReadableAsGridAndAsBins) {
  for (const KernelInfo* kernel : catalogue()) {
    RunRequest request;
    request.kernel = kernel->id;
    request.machine = MachineKind::emulator;
    const auto document = make_document(request, BankModel::cc5);
    ASSERT_TRUE(document.ok()) << document.error().message;
    show<GridPicture>(*document.value(), std::string(kernel->id) + " grid");
    show<BinsPicture>(*document.value(), std::string(kernel->id) + " bins");
    if (testing::Test::HasFailure()) return;
  }
}

TEST(OddStages, IndicesOutsideOfTheirArraysHarmNoPicture) {
  test::TraceMaker make(32);
  const int data = make.shared("data", 32);
  const int none = make.global("none", 1);
  make.store(
      data, 1, all_lanes, [](int lane) { return lane; }, test::Lanes{});
  make.load(data, 2, all_lanes, [](int lane) { return 31 - lane; });
  make.store(
      none, 3, test::first_lanes(1), [](int) { return 0; }, test::Lanes{});
  make.atomic_add(
      data, 4, all_lanes, [](int lane) { return lane / 8; }, test::Lanes{});
  make.step("odd");
  Trace trace = make.take();
  trace.indices[3] = -5;
  trace.indices[40] = 2'000'000'000;
  trace.indices[64] = 1'999'999'999;
  trace.indices[70] = -1;
  trace.arrays[static_cast<std::size_t>(data)].columns = 7;
  const auto document = test::document_of(std::move(trace));
  show<GridPicture>(*document, "grid");
  show<BinsPicture>(*document, "bins");
}

}  // namespace
}  // namespace warpscope
