#include "app/session/show_term.hpp"

#include <array>

#include "instrumentation/language/message.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

SearchWords search_words(const Term& term) {
  const std::array<std::string_view, 2> names{term.title.en, term.title.ru};
  std::string others = term.also.en + ' ' + term.also.ru;
  for (const std::string& form : term.forms) others += ' ' + form;
  return search_words(names, others, term.text.en + ' ' + term.text.ru);
}

std::string title_of_lesson(const Session& session, std::string_view kernel) {
  const Words title = session.lesson.title_of(kernel);
  if (!title.en.empty()) return in_current_language(title);
  const KernelInfo* const info = kernel_of(kernel);
  return info == nullptr ? std::string() : std::string(tr(info->title));
}

Status show_term(Session& session, const Commands& commands, const Term& term) {
  if (Status chosen = session.choose_kernel(term.kernel, term.parameters); !chosen) return chosen;
  if (!term.open.empty()) (void)commands.run(term.open);
  return Done{};
}

}  // namespace warpscope
