#include "app/cli/typed_program_options.hpp"

#include <algorithm>

#include "instrumentation/language/message.hpp"
#include "instrumentation/run/run_option_table.hpp"

namespace warpscope {
namespace {

bool is_of_kernels_too(const ProgramOption& option) {
  return std::ranges::count(run_options(), option.id, &RunOption::id) > 0;
}

/// "--include": the name that messages use.
std::string long_name_of(const ProgramOption& option) {
  return std::string(option.names.substr(option.names.find("--")));
}

}  // namespace

void TypedProgramOptions::describe(Arguments& command, Use use) {
  for (const ProgramOption& option : program_options()) {
    if (option.of_sums && use != Use::sums) continue;
    if (option.of_files && use == Use::sums) continue;
    if (use == Use::beside_kernels && is_of_kernels_too(option)) continue;
    const std::string names(option.names), value(option.value), about(tr(option.about));
    if (option.value.empty()) {
      command.flag(names.c_str(), flags_[option.id], about);
    } else if (option.repeated) {
      command.repeated(names.c_str(), repeatedly_[option.id], value.c_str(), about);
    } else {
      command.option(names.c_str(), typed_[option.id], value.c_str(), about);
    }
  }
  command.trailing(arguments);
}

std::vector<std::string> TypedProgramOptions::texts(const ProgramOption& option) const {
  if (const auto found = repeatedly_.find(option.id); found != repeatedly_.end()) {
    return found->second;
  }
  if (const auto flag = flags_.find(option.id); flag != flags_.end() && flag->second) return {""};
  const auto found = typed_.find(option.id);
  if (found == typed_.end() || found->second.empty()) return {};
  return {found->second};
}

void TypedProgramOptions::set(const ProgramOption& option, const std::vector<std::string>& texts) {
  if (option.value.empty()) {
    flags_[option.id] = !texts.empty();
  } else if (option.repeated) {
    repeatedly_[option.id] = texts;
  } else {
    typed_[option.id] = texts.empty() ? "" : texts.back();
  }
}

Status read_program_options(const TypedProgramOptions& typed, ProgramChoice& choice) {
  for (const ProgramOption& option : program_options()) {
    for (const std::string& text : typed.texts(option)) {
      if (Status read = option.read(long_name_of(option), text, choice); !read) return read;
    }
  }
  choice.request.arguments = typed.arguments;
  return Done{};
}

Status no_program_options(const TypedProgramOptions& typed, const std::string& why) {
  for (const ProgramOption& option : program_options()) {
    if (typed.texts(option).empty()) continue;
    return usage_error(
        tr("{0} So {1} says nothing here: it is about a program of your own, such as reduce.cu.",
           why, long_name_of(option)));
  }
  if (typed.arguments.empty()) return Done{};
  return usage_error(
      tr("{} So nothing may stand after --: there stand the arguments of a program of your own.",
         why));
}

}  // namespace warpscope
