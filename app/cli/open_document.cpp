#include <filesystem>
#include <memory>
#include <utility>

#include "app/cli/run_options.hpp"
#include "instrumentation/analysis/padding.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {

bool names_trace_file(const std::string& target) {
  std::error_code ignored;
  return target.ends_with(".wscope") || target.find('/') != std::string::npos ||
         (!find_kernel(target) && std::filesystem::exists(target, ignored));
}

Result<DocumentPtr> open_document(const std::string& target, const RunOptions& options) {
  const Result<BankModel> banks = chosen_banks(options);
  if (!banks) return banks.error();
  if (!names_trace_file(target)) {
    const Result<RunRequest> request = run_request(target, options);
    if (!request) return request.error();
    return make_document(request.value(), banks.value());
  }
  RunOptions others = options;
  others["pad"].clear();  // a trace can be padded afterwards
  if (Status none = no_run_options(others, target + " is a recorded trace"); !none) {
    return none.error();
  }
  const Result<WhatIf> what_if = chosen_what_if(options);
  if (!what_if) return what_if.error();
  Result<Trace> trace = read_trace(target);
  if (trace && what_if->pad > 0) trace = pad_shared(trace.value(), what_if->pad);
  if (!trace) return trace.error();
  return DocumentPtr(std::make_shared<const Document>(
      RunRequest{}, std::make_shared<const Trace>(std::move(trace).value()), banks.value()));
}

}  // namespace warpscope
