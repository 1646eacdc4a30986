#include "app/lesson/lesson_draft.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/subject/catalogue_subject.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/run/run.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// Every `word` becomes `text`, as it may stand between quotation marks.
void fill_in(std::string& draft, std::string_view word, std::string_view text) {
  std::string quoted;
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  for (std::size_t at = draft.find(word); at != std::string::npos;
       at = draft.find(word, at + quoted.size())) {
    draft.replace(at, word.size(), quoted);
  }
}

std::string title_in(std::string_view language, std::string_view kernel) {
  const InLanguage scope(find_language(language).value_or(english));
  return kernel_title(kernel);
}

/// 64 elements in one block, where the kernel can: its own numbers elsewhere.
Result<RunRequest> readable_run(std::string_view kernel) {
  RunRequest request;
  request.kernel = kernel;
  const SubjectPtr subject = catalogue_subject(kernel);
  const Result<RunRequest> as_it_is = subject->complete(request);
  request.size = request.block = 64;
  Result<RunRequest> small = subject->complete(request);
  return small ? small : as_it_is;
}

}  // namespace

Result<std::string> draft_lesson(std::string_view kernel) {
  if (const auto known = find_kernel(kernel); !known) return known.error();
  const Result<RunRequest> run = readable_run(kernel);
  if (!run) return run.error();
  std::string draft(embedded_text("assets/starters/lesson.yaml"));
  std::string rival = "reduce_sequential";
  if (kernel == rival) rival = "reduce_strided";
  fill_in(draft, "OTHER_KERNEL", rival);
  fill_in(draft, "KERNEL", kernel);
  fill_in(draft, "TITLE_EN", title_in(language_id(english), kernel));
  fill_in(draft, "TITLE_RU", title_in("ru", kernel));
  fill_in(draft, "RUN",
          fmt::format("{{size: {}, block: {}}}", run->size.value_or(0), run->block.value_or(0)));
  return draft;
}

std::string draft_program_lesson(std::string_view kernel) {
  std::string draft(embedded_text("assets/starters/program_lesson.yaml"));
  fill_in(draft, "KERNEL", kernel);
  fill_in(draft, "TITLE_EN", kernel);
  fill_in(draft, "TITLE_RU", kernel);
  return draft;
}

}  // namespace warpscope
