#include "app/commands/show_term.hpp"

#include <string_view>
#include <vector>

#include "instrumentation/language/message.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {

SearchWords search_words(const Term& term) {
  std::vector<std::string_view> names{term.title.en};
  for (const auto& [language, name] : term.title.others) names.push_back(name);
  std::string forms;
  for (const std::string& form : term.forms) forms += form + ' ';
  return search_words(names, term.also.all(" "), term.text.all(" "), forms);
}

std::string title_of_lesson(const Session& session, std::string_view kernel) {
  const Words title = session.lesson.title_of(kernel);
  if (!title.en.empty()) return title.now();
  const KernelInfo* const info = kernel_of(kernel);
  return info == nullptr ? std::string() : std::string(tr(info->title));
}

Status show_term(Session& session, const Commands& commands, const Term& term) {
  if (Status chosen = session.choose_kernel(term.kernel, term.parameters); !chosen) return chosen;
  if (!term.open.empty()) (void)commands.run(term.open);
  return Done{};
}

}  // namespace warpscope
