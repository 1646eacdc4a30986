// Views know no kernel, so every kernel must look well in each of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/panes/view_list.hpp"
#include "app/session/playhead.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::expect_readable;
using test::Shown;

struct Case {
  std::string kernel;
  std::map<std::string, std::string> parameters{};
};

/// Every kernel with its defaults, and those whose parameters change what views have to show.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const KernelInfo* kernel : catalogue()) all.push_back({std::string(kernel->id)});
  for (const char* width : {"1", "2", "8", "16"}) {
    all.push_back({"bank_stride", {{"width", width}, {"stride", "3"}}});
  }
  for (const char* element : {"float3", "float4"}) {
    all.push_back({"global_stride", {{"element", element}}});
  }
  for (const char* words : {"7", "32"}) {
    all.push_back({"constant_broadcast", {{"words", words}}});
  }
  return all;
}

/// The beginning, the costliest access, the first of another launch, and the end.
std::vector<std::uint32_t> moments(const Document& document) {
  const auto count = static_cast<std::uint32_t>(document.trace->accesses.size());
  std::uint32_t dearest = 0;
  const auto cost = [&](std::uint32_t a) {
    const AccessCost& of = document.summary.accesses[a];
    return of.wavefronts + of.sectors;
  };
  for (std::uint32_t a = 0; a < count; ++a) {
    if (cost(a) > cost(dearest)) dearest = a;
  }
  return {0, dearest, next_place(*document.trace, 0, Granularity::launch), count - 1};
}

/// Sizes of small panes, and of a lecture hall's.
std::vector<Rect> areas_of(std::string_view view) {
  if (view == "caption")
    return {{0, 0, 940, 60}, {0, 0, 1220, 60}, {0, 0, 1180, 156}, {0, 0, 1800, 187}};
  if (view == "timeline") return {{0, 0, 560, 80}, {0, 0, 1400, 96}};
  return {{16, 44, 270, 118}, {16, 44, 590, 280}, {16, 44, 1100, 700}};
}

class EveryKernel : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryKernel, IsReadable) {
  for (const Case& one : cases()) {
    RunRequest request;
    request.kernel = one.kernel;
    request.parameters = one.parameters;
    request.machine = MachineKind::emulator;
    const auto document = make_document(request, BankModel::cc5);
    ASSERT_TRUE(document.ok()) << document.error().message;
    const std::unique_ptr<View> view = make_view(GetParam());
    view->on_document(*document.value());
    for (const Rect area : areas_of(GetParam())) {
      for (const std::uint32_t access : moments(*document.value())) {
        SCOPED_TRACE(one.kernel + " access " + std::to_string(access) + " in " +
                     std::to_string(static_cast<int>(area.w)));
        Shown shown{.area = area, .lecture = area.w > 1000 && area.h > 100};
        expect_readable(shown.draw(*view, *document.value(), access), area);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

std::vector<std::string> one_of_each_family() {
  std::vector<std::string> kernels;
  std::set<std::string_view> families;
  for (const KernelInfo* kernel : catalogue()) {
    if (families.insert(kernel->family->name).second) kernels.emplace_back(kernel->id);
  }
  return kernels;
}

/// One kernel of each family, with every stage picture.
TEST(EveryFamily, IsReadableOnEveryStage) {
  for (const std::string& kernel : one_of_each_family()) {
    const DocumentPtr document = test::emulated(kernel);
    for (const StageInfo& kind : view_lists().stages) {
      const std::unique_ptr<View> view = make_view("stage");
      view->on_document(*document);
      for (const Rect area : areas_of("stage")) {
        for (const std::uint32_t access : moments(*document)) {
          SCOPED_TRACE(kernel + " as " + std::string(kind.label) + " access " +
                       std::to_string(access) + " in " + std::to_string(static_cast<int>(area.w)));
          Shown shown{.area = area, .lecture = area.w > 1000};
          shown.stage = kind.id;
          expect_readable(shown.draw(*view, *document, access), area);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(one_of_each_family().size(), 5U);
}

/// One kernel of each family, with every choice of how a view shows it.
TEST(EveryFamily, IsReadableWithEveryChoice) {
  for (const std::string& kernel : one_of_each_family()) {
    const DocumentPtr document = test::emulated(kernel);
    for (const auto& [of, option] : look_options(view_lists().views)) {
      const std::unique_ptr<View> view = make_view(of->id);
      view->on_document(*document);
      for (std::size_t choice = 0; choice < option->choices.size(); ++choice) {
        for (const Rect area : areas_of(of->id)) {
          SCOPED_TRACE(kernel + ", " + std::string(option->choices[choice].id) + " in " +
                       std::to_string(static_cast<int>(area.w)));
          Shown shown{.area = area, .lecture = area.w > 1000 && area.h > 100};
          option->choose(shown.look, choice);
          expect_readable(shown.draw(*view, *document, moments(*document).back()), area);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Views, EveryKernel, testing::ValuesIn(view_ids()),
                         [](const auto& named) { return std::string(named.param); });

}  // namespace
}  // namespace warpscope
