#include "app/cli/typed_run_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "app/subject/catalogue_subject.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/did_you_mean.hpp"

namespace warpscope {
namespace {

std::string bank_help() {
  std::string text = tr("Bank model of shared memory; cc5 unless given:");
  for (const BankModel model : all_bank_models) {
    text += fmt::format("\n{} {}", id(model), tr(label(model)));
  }
  return text;
}

/// Sets the option from the text, if the subject takes it.
Status take(const RunOption& option, std::string_view name, const std::string& text,
            const Subject& subject, RunRequest& request) {
  if (Status taken = subject.check(option, name, text, request); !taken) return taken;
  return option.read(name, text, request);
}

}  // namespace

void RunOptions::describe(Arguments& command, const std::string& size_names) {
  size_name_ = size_names.substr(0, size_names.find(','));
  for (const RunOption& option : run_options()) {
    if (option.repeated || !option.joined.empty()) {
      command.repeated(name(option).c_str(), repeatedly_[option.id], option.value.data(),
                       std::string(tr(option.about)));
    } else {
      const std::string names = option.id == "size" ? size_names : name(option);
      command.option(names.c_str(), typed_[option.id], option.value.data(),
                     std::string(tr(option.about)));
    }
  }
  add_bank_option(command, banks);
}

void add_bank_option(Arguments& command, std::string& text) {
  command.option("--banks", text, "MODEL", bank_help());
}

std::vector<std::string> RunOptions::texts(const RunOption& option) const {
  if (const auto found = repeatedly_.find(option.id); found != repeatedly_.end()) {
    if (option.repeated || found->second.size() < 2) return found->second;
    return {fmt::format("{}", fmt::join(found->second, option.joined))};
  }
  const auto found = typed_.find(option.id);
  if (found == typed_.end() || found->second.empty()) return {};
  return {found->second};
}

void RunOptions::set(const RunOption& option, const std::vector<std::string>& texts) {
  if (option.repeated || !option.joined.empty()) {
    repeatedly_[option.id] = texts;
  } else {
    typed_[option.id] = texts.empty() ? "" : texts.back();
  }
}

std::string RunOptions::name(const RunOption& option) const {
  return option.id == "size" ? size_name_ : fmt::format("--{}", option.id);
}

void add_run_option(Arguments& command, std::string_view id, std::string& text) {
  const RunOption& option = run_option(id);
  command.option(fmt::format("--{}", id).c_str(), text, option.value.data(),
                 std::string(tr(option.about)));
}

Result<BankModel> chosen_banks(const RunOptions& options) {
  if (options.banks.empty()) return BankModel::cc5;
  if (const auto model = bank_model(options.banks)) return *model;
  std::vector<std::string> ids;
  for (const BankModel model : all_bank_models) ids.emplace_back(id(model));
  return usage_error(
      tr("{0} is \"{1}\", but it must be {2}.", "--banks", options.banks, one_of(ids)));
}

Status no_run_options(const RunOptions& options, const IdleSentence& idle) {
  for (const RunOption& option : run_options()) {
    if (!options.texts(option).empty()) return usage_error(idle(options.name(option)));
  }
  return Done{};
}

Result<RunRequest> run_request(const Subject& subject, const RunOptions& options) {
  RunRequest request = subject.request();
  for (const RunOption& option : run_options()) {
    for (const std::string& text : options.texts(option)) {
      const Status taken = take(option, options.name(option), text, subject, request);
      if (!taken) return taken.error();
    }
  }
  return request;
}

std::string arguments_of(const RunRequest& request) {
  std::string arguments = request.kernel;
  const SubjectPtr subject = catalogue_subject(request.kernel);
  RunRequest told;
  told.kernel = request.kernel;
  for (const RunOption& option : run_options()) {
    const std::string name = fmt::format("--{}", option.id);
    for (const std::string& text : option.texts(request)) {
      // Leaves out options that change nothing and that the command line would refuse, such as a
      // seed for input that is not random.
      if (take(option, name, text, *subject, told)) arguments += fmt::format(" {} {}", name, text);
    }
  }
  return arguments;
}

}  // namespace warpscope
