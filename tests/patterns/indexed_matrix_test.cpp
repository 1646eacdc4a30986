#include "instrumentation/patterns/indexed_matrix.hpp"

#include <gtest/gtest.h>

#include "kernels/catalogue.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope::test {
namespace {

std::string name_at(const Trace& trace, int array) {
  return array < 0 ? "none" : trace.arrays[static_cast<std::size_t>(array)].name;
}

TEST(IndexedMatrix, IsFoundInEveryFormatOfTheCatalogue) {
  struct Case {
    const char *kernel, *row, *result;
    bool begins;
  };
  for (const Case& c :
       {Case{"spmv_scalar", "row_begin", "y", true}, Case{"spmv_warp", "row_begin", "y", true},
        Case{"spmv_coo", "row", "y", false}, Case{"sptrsv_levels", "row_begin", "x", true}}) {
    SCOPED_TRACE(c.kernel);
    const auto document = emulated(c.kernel);
    const Trace& trace = *document->trace;
    const auto matrix = find_indexed_matrix(trace, trace.launches.front());
    ASSERT_TRUE(matrix);
    EXPECT_EQ(name_at(trace, matrix->value), "value");
    EXPECT_EQ(name_at(trace, matrix->column), "column");
    EXPECT_EQ(name_at(trace, matrix->factor), "x");
    EXPECT_EQ(name_at(trace, matrix->row), c.row);
    EXPECT_EQ(name_at(trace, matrix->result), c.result);
    EXPECT_EQ(matrix->begins, c.begins);
    EXPECT_EQ(matrix->rows, 32);
    EXPECT_EQ(matrix->columns, 32);
  }
}

/// Two formats of one matrix show the same entries at the same places.
TEST(IndexedMatrix, HasTheSameEntriesInEveryFormat) {
  const auto matrix_of = [](const char* kernel) {
    const auto document = emulated(kernel);
    return find_indexed_matrix(*document->trace, document->trace->launches.front()).value();
  };
  const IndexedMatrix rows = matrix_of("spmv_scalar"), entries = matrix_of("spmv_coo");
  ASSERT_EQ(rows.entries.size(), 268U);
  ASSERT_EQ(entries.entries.size(), 268U);
  for (const IndexedMatrix::Entry& entry : rows.entries) {
    EXPECT_EQ(entries.at(entry.row, entry.column), entry.element);
    EXPECT_EQ(rows.entry(entry.element)->row, entry.row);
  }
  EXPECT_FALSE(rows.at(0, 31));
  EXPECT_EQ(rows.entry(268), nullptr);
}

/// As ELLPACK has it: no array tells rows, but the element that a thread stores does.
TEST(IndexedMatrix, RowsAreThoseThatTheLanesWrite) {
  TraceMaker make(32);
  const int column = make.global("column", 64), value = make.global("value", 64);
  const int x = make.global("x", 40), y = make.global("y", 32);
  std::vector<std::uint32_t> columns;
  for (std::uint32_t i = 0; i < 64; ++i) columns.push_back((i * 7 + i / 32) % 40);
  make.fill(column, columns);
  Lanes sum{};
  for (int slot = 0; slot < 2; ++slot) {
    const auto at = [slot](int lane) { return slot * 32 + lane; };
    make.load(column, 3, all_lanes, at);
    make.load(x, 4, all_lanes, [&](int lane) {
      return static_cast<int>(columns[static_cast<std::size_t>(at(lane))]);
    });
    sum = make.load(value, 4, all_lanes, at);
  }
  make.store(y, 6, all_lanes, own, sum);
  const Trace trace = make.take();
  const auto matrix = find_indexed_matrix(trace, trace.launches.front());
  ASSERT_TRUE(matrix);
  EXPECT_EQ(matrix->value, value);
  EXPECT_EQ(matrix->row, -1);
  EXPECT_EQ(matrix->result, y);
  EXPECT_EQ(matrix->entries.size(), 64U);
  EXPECT_EQ(matrix->entry(37)->row, 5);
  EXPECT_EQ(matrix->entry(37)->column, (37 * 7 + 1) % 40);
}

TEST(IndexedMatrix, OtherKernelsHaveNone) {
  for (const KernelInfo* kernel : catalogue()) {
    const std::string id(kernel->id);
    if (id.starts_with("sp")) continue;
    const auto document = emulated(id.c_str());
    for (const Launch& launch : document->trace->launches) {
      const auto matrix = find_indexed_matrix(*document->trace, launch);
      EXPECT_FALSE(matrix) << id << ": " << name_at(*document->trace, matrix->column) << " into "
                           << name_at(*document->trace, matrix->factor) << ", rows "
                           << name_at(*document->trace, matrix->row) << ", value "
                           << name_at(*document->trace, matrix->value);
    }
  }
}

}  // namespace
}  // namespace warpscope::test
