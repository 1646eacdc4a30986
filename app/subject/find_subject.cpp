#include "app/subject/find_subject.hpp"

#include <system_error>
#include <utility>

#include "app/subject/catalogue_subject.hpp"
#include "app/subject/recorded_subject.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

bool names_a_file(const std::string& target) {
  std::error_code ignored;
  return target.ends_with(".wscope") || target.find('/') != std::string::npos ||
         (kernel_of(target) == nullptr && std::filesystem::exists(target, ignored));
}

}  // namespace

Result<SubjectPtr> named_subject(const std::string& target, ProgramChoice choice,
                                 const ProgramRunner& runner) {
  if (names_a_program(target)) {
    auto& files = choice.request.build.files;
    files.insert(files.begin(), target);
    return program_subject(std::move(choice), runner);
  }
  if (names_a_file(target)) {
    return recorded_subject(target, {.launch = std::move(choice.launch),
                                     .costliest = !choice.all_launches,
                                     .banks = choice.request.options.banks});
  }
  if (const auto kernel = find_kernel(target); !kernel) return kernel.error();
  return catalogue_subject(target);
}

SubjectPtr file_subject(const std::filesystem::path& file) { return recorded_subject(file); }

}  // namespace warpscope
