#include "kernels/catalogue.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "instrumentation/run/kernel_source.hpp"
#include "kernels/families.hpp"
#include "kernels/family_entry.hpp"

namespace warpscope {
namespace {

TEST(Catalogue, ListsFamilyByFamilyInTheOrderOfTheList) {
  std::vector<const Family*> met;
  for (const KernelInfo* kernel : catalogue()) {
    ASSERT_NE(kernel->family, nullptr) << kernel->id;
    if (met.empty() || met.back() != kernel->family) met.push_back(kernel->family);
  }
  std::vector<const Family*> listed;
  for (const FamilyEntry& entry : families()) listed.push_back(&entry.family);
  EXPECT_EQ(met, listed);
}

TEST(Catalogue, NamesEachFamilyAndKernelOnce) {
  std::set<std::string_view> names, ids;
  for (const FamilyEntry& entry : families()) {
    EXPECT_FALSE(entry.family.name.empty()) << entry.family.folder;
    EXPECT_TRUE(names.insert(entry.family.name).second) << entry.family.name;
  }
  for (const KernelInfo* kernel : catalogue()) {
    EXPECT_TRUE(ids.insert(kernel->id).second) << kernel->id;
    EXPECT_FALSE(names.contains(kernel->id)) << "bench takes both: " << kernel->id;
  }
}

TEST(Catalogue, FindsEachKernelsSourceInItsFamilysFolder) {
  for (const KernelInfo* kernel : catalogue()) {
    const std::filesystem::path folder =
        std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "kernels" / kernel->family->folder;
    EXPECT_TRUE(exists(folder / "family.hpp")) << folder;
    EXPECT_TRUE(exists(folder / (std::string(kernel->id) + ".cuh"))) << kernel->id;
    // As a launch knows it: without its family.
    KernelInfo launched = *kernel;
    launched.family = nullptr;
    EXPECT_FALSE(source_of(launched).text.empty()) << kernel->id;
  }
}

}  // namespace
}  // namespace warpscope
