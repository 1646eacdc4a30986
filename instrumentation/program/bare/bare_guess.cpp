#include "instrumentation/program/bare/bare_guess.hpp"

#include <algorithm>

#include "instrumentation/program/bare/bare_types.hpp"
#include "instrumentation/program/bare/guess_buffers.hpp"

namespace warpscope {
namespace {

using guess::Role;

/// Puts together what the layers below guess.
class Guesser final : guess::Buffers {
 public:
  Guesser(const BareKernel& kernel, const BareNames& names, const BareSetup& given)
      : Buffers(kernel, names, given) {}

  Result<BareSetup> run() {
    if (Status known = check_parameters(); !known) return known.error();
    choose_block();
    fit_sizes();
    BareSetup made;
    made.kernel = given_.kernel;
    made.grid = launch_.grid;
    made.block = launch_.block;
    if (given_.shared_bytes) made.shared_bytes = given_.shared_bytes;
    const RangeReport report = look();
    if (!made.shared_bytes && uses_dynamic_shared()) made.shared_bytes = dynamic_bytes(report);
    for (const BareTemplateParameter& parameter : kernel_.template_parameters) {
      const auto argument = templates_.find(parameter.name);
      if (argument != templates_.end()) made.arguments.push_back(argument->second);
    }
    for (const BareParameter& parameter : kernel_.parameters) {
      made.arguments.push_back(parameter.is_pointer ? buffer(parameter, report)
                                                    : scalar(parameter));
    }
    return made;
  }

 private:
  [[nodiscard]] bool uses_dynamic_shared() const {
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      if (words_[i].text == "extern" && words_[i + 1].text == "__shared__") return true;
    }
    return false;
  }

  [[nodiscard]] std::int64_t dynamic_bytes(const RangeReport& report) const {
    std::int64_t bytes = report.dynamic_bytes;
    constexpr std::int64_t most = 48 << 10;
    if (!report.dynamic_bounded || bytes <= 0 || bytes > most) {
      std::int64_t size = 4;
      for (std::size_t i = 0; i + 2 < words_.size(); ++i) {
        if (words_[i].text == "extern" && words_[i + 1].text == "__shared__") {
          size = std::max<std::int64_t>(bare_type_bytes(type_of(words_[i + 2].text)), 4);
        }
      }
      const std::int64_t threads = launch_.block.count();
      const std::int64_t elements =
          std::max(threads, std::min(number_with(Role::size), 2 * threads));
      bytes = std::max(bytes > most ? 0 : bytes, elements * size);
    }
    return std::min((bytes + 3) / 4 * 4, most);
  }
};

}  // namespace

Result<BareSetup> guess_bare_setup(const BareKernel& kernel, const BareNames& names,
                                   const BareSetup& given) {
  return Guesser(kernel, names, given).run();
}

}  // namespace warpscope
