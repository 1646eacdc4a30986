#include "app/cli/typed_run_options.hpp"
#include "app/subject/find_subject.hpp"

namespace warpscope {

Result<DocumentPtr> open_document(const std::string& target, const RunOptions& options) {
  const Result<BankModel> banks = chosen_banks(options);
  if (!banks) return banks.error();
  const Result<SubjectPtr> subject = named_subject(target);
  if (!subject) return subject.error();
  const Result<RunRequest> request = run_request(*subject.value(), options);
  if (!request) return request.error();
  return make_document(*subject.value(), request.value(), banks.value());
}

}  // namespace warpscope
