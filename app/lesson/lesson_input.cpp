#include "app/lesson/lesson_input.hpp"

#include <algorithm>
#include <system_error>

#include "instrumentation/language/message.hpp"
#include "instrumentation/run/legal_requests.hpp"
#include "instrumentation/trace/printable.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

bool is_kind_of_input(const std::string& input) {
  return std::ranges::any_of(catalogue(), [&](const KernelInfo* kernel) {
    return std::ranges::count(input_kinds(*kernel), input) > 0;
  });
}

bool lies_below(const fs::path& folder, const fs::path& file) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

}  // namespace

Result<std::string> lesson_input(const std::string& input, const fs::path& lesson_file) {
  if (is_kind_of_input(input)) return input;
  const auto refused = [](const std::string& why) {
    return usage_error(
        tr("{} Write a kind of input, or the name of a file of numbers in the lesson's own "
           "folder or below it.",
           why));
  };
  const std::string shown = quotable(input);
  const fs::path file = input;
  if (file.is_absolute())
    return refused(tr("\"input\" is \"{}\", which is an absolute path.", shown));
  std::error_code error;
  const fs::path parent = lesson_file.has_parent_path() ? lesson_file.parent_path() : fs::path(".");
  const fs::path folder = fs::canonical(parent, error);
  const fs::path target = error ? fs::path() : fs::weakly_canonical(folder / file, error);
  if (error || !lies_below(folder, target))
    return refused(tr("\"input\" is \"{}\", which leads out of the lesson's folder.", shown));
  if (!fs::is_regular_file(target, error)) {
    return refused(
        tr("\"input\" is \"{}\", which is neither a kind of input nor a file in the lesson's "
           "folder.",
           shown));
  }
  return target.string();
}

}  // namespace warpscope
