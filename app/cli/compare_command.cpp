#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/table.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/comparison/comparison.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/options.hpp"

namespace warpscope {
namespace {

struct CompareOptions {
  std::string a, b;
  RunOptions run;
  std::string against_banks, against_block, against_launch;  // of the right side
  bool json = false;
};

/// The change from a to b: a factor, or a difference if one of them is zero.
std::string change(std::uint64_t a, std::uint64_t b) {
  if (a == b) return "same";
  if (a == 0 || b == 0) return fmt::format("{:+}", static_cast<std::int64_t>(b - a));
  const double factor = static_cast<double>(b) / static_cast<double>(a);
  return factor >= 100 ? fmt::format("× {:.0f}", factor) : fmt::format("× {:.2g}", factor);
}

/// One side of the comparison.
struct Side {
  std::string target;
  RunOptions run;
  std::string name;  ///< above its column
};

/// "pad 32, cc1": the options in which the right side differs from the left.
std::string changes_of(const RunOptions& left, const RunOptions& right) {
  std::vector<std::string> changes;
  for (const RunOption& option : run_options()) {
    const auto texts = right.texts(option);
    if (texts == left.texts(option)) continue;
    changes.push_back(fmt::format("{} {}", option.id, fmt::join(texts, " ")));
  }
  for (const ProgramOption& option : program_options()) {
    const auto texts = right.program.texts(option);
    if (texts == left.program.texts(option)) continue;
    changes.push_back(fmt::format("{} {}", option.id, fmt::join(texts, " ")));
  }
  if (left.banks != right.banks) changes.push_back(right.banks);
  return fmt::format("{}", fmt::join(changes, ", "));
}

/// Splits the options into two sides. If only one kernel is named, --pad, --relayout and --drop-barrier
/// apply to the right side alone.
Result<std::pair<Side, Side>> sides_of(const CompareOptions& options) {
  Side left{options.a, options.run, ""}, right = left;
  if (options.b.empty()) {
    for (const RunOption& option : run_options()) {
      if (option.what_if) left.run.set(option, {});
    }
  } else {
    right.target = options.b;
  }
  if (!options.against_banks.empty()) right.run.banks = options.against_banks;
  if (!options.against_block.empty()) right.run["block"] = options.against_block;
  if (!options.against_launch.empty()) {
    const auto launch = std::ranges::find(program_options(), "launch", &ProgramOption::id);
    right.run.program.set(*launch, {options.against_launch});
  }
  right.name = changes_of(left.run, right.run);
  if (options.b.empty() && right.name.empty()) {
    return Error{
        ErrorKind::usage,
        fmt::format(
            "There is nothing to compare {} with: name another kernel or trace "
            "file, or a change, such as --pad 32, --relayout tile:xor, --drop-barrier LINE, "
            "--against-banks cc1 or --against-block 128.",
            options.a)};
  }
  return std::pair(left, right);
}

/// One total of two documents per row.
class TotalsTable {
 public:
  TotalsTable(const Document& a, const Document& b, const std::string& change)
      : a_(a.summary.totals), b_(b.summary.totals) {
    const TraceHeader &left = a.trace->header, &right = b.trace->header;
    const bool same = left.kernel == right.kernel;
    if (same && change.empty() && left.program != right.program) {
      table_.row({"", left.program, right.program, "change"});
    } else {
      table_.row({"", left.kernel, same && !change.empty() ? change : right.kernel, "change"});
    }
  }

  template <class Get>
  void row(const char* label, Get get) {
    const auto a = static_cast<std::uint64_t>(get(a_));
    const auto b = static_cast<std::uint64_t>(get(b_));
    table_.row({label, fmt::format("{}", a), fmt::format("{}", b), change(a, b)});
  }
  void shared(const char* title, SharedTotals Totals::*member) {
    if ((a_.*member).requests == 0 && (b_.*member).requests == 0) return;
    table_.row({title, "", "", ""});
    row("  requests", [=](const Totals& t) { return (t.*member).requests; });
    row("  wavefronts", [=](const Totals& t) { return (t.*member).wavefronts; });
    row("  excessive", [=](const Totals& t) { return (t.*member).conflicts(); });
  }
  void constant(const char* title, SharedTotals Totals::*member) {
    if ((a_.*member).requests == 0 && (b_.*member).requests == 0) return;
    table_.row({title, "", "", ""});
    row("  requests", [=](const Totals& t) { return (t.*member).requests; });
    row("  wavefronts", [=](const Totals& t) { return (t.*member).wavefronts; });
  }
  void global(const char* title, GlobalTotals Totals::*member) {
    if ((a_.*member).requests == 0 && (b_.*member).requests == 0) return;
    table_.row({title, "", "", ""});
    row("  requests", [=](const Totals& t) { return (t.*member).requests; });
    row("  sectors", [=](const Totals& t) { return (t.*member).sectors; });
  }
  void print(std::ostream& out) const { table_.print(out); }

 private:
  const Totals& a_;
  const Totals& b_;
  Table table_{"lrrr"};
};

void print_comparison(std::ostream& out, const Document& a, const Document& b,
                      const std::string& changed) {
  for (const Document* document : {&a, &b}) {
    const TraceHeader& header = document->trace->header;
    const std::size_t launches = document->trace->launches.size();
    fmt::print(out, "{}: {}\n  {}{}, on {}\n", header.kernel, header.title,
               geometry_text(*document->trace),
               launches > 1 ? fmt::format(", {} launches", launches) : "", machine_text(header));
  }
  fmt::print(out, "Modelled banks: {}{}. Totals of the recorded block.\n\n", label(a.summary.model),
             a.summary.model == b.summary.model
                 ? ""
                 : fmt::format(", at the right {}", label(b.summary.model)));
  TotalsTable comparison(a, b, changed);
  comparison.shared("Shared loads", &Totals::shared_load);
  comparison.shared("Shared stores", &Totals::shared_store);
  comparison.shared("Shared atomics", &Totals::shared_atomic);
  comparison.row("Worst conflict, N-way", [](const Totals& t) { return t.max_degree; });
  comparison.global("Global loads", &Totals::global_load);
  comparison.global("Global stores", &Totals::global_store);
  comparison.global("Global atomics", &Totals::global_atomic);
  comparison.global("Local loads", &Totals::local_load);
  comparison.global("Local stores", &Totals::local_store);
  comparison.constant("Constant loads", &Totals::constant_load);
  comparison.row("Shuffles", [](const Totals& t) { return t.shuffles; });
  comparison.row("Barriers", [](const Totals& t) { return t.barriers; });
  comparison.row("Steps", [](const Totals& t) { return t.steps; });
  comparison.row("Warp accesses", [](const Totals& t) { return t.lane_slots / warp_lanes; });
  comparison.row("Active lanes, %", [](const Totals& t) {
    return t.lane_slots == 0 ? 0 : (100 * t.active_lanes + t.lane_slots / 2) / t.lane_slots;
  });
  comparison.print(out);
  for (const Document* document : {&a, &b}) {
    if (document->trace->findings.empty()) continue;
    const bool named = document == &b && !changed.empty();
    const TraceHeader& header = document->trace->header;
    fmt::print(out, "\n{}{}{}. ", header.kernel,
               header.program.empty() ? "" : " of " + header.program, named ? ", " + changed : "");
    print_findings(out, *document->trace);
  }
  if (const auto unlike = unlike_work(a, b)) {
    fmt::print(out, "\n{}\n", wrapped(*unlike, terminal_columns));
  }
  const auto first = first_difference(*a.trace, *b.trace);
  if (first) fmt::print(out, "\n{}\n", wrapped(first->text, terminal_columns));
}

Json comparison_json(const Document& a, const Document& b, const std::string& changed) {
  Json json{{"a", report_json(a)}, {"b", report_json(b)}};
  if (!changed.empty()) json["change"] = changed;
  if (auto unlike = unlike_work(a, b)) json["note"] = std::move(*unlike);
  const auto first = first_difference(*a.trace, *b.trace);
  if (first) json["first_difference"] = first->text;
  return json;
}

/// Chooses a size and block with which both sides' blocks do the same work, unless either was
/// typed.
RunOptions alike(const Document& left, const std::string& target, RunOptions right) {
  const auto kernel_runs = [](const Subject& subject) {
    return subject.runs() && subject.kernel() != nullptr;
  };
  const Result<SubjectPtr> named = named_subject(target);
  if (!right["size"].empty() || !right["block"].empty() || !kernel_runs(*left.subject) || !named ||
      !kernel_runs(*named.value())) {
    return right;
  }
  const Subject& subject = *named.value();
  const auto request = subject.complete(for_rival(left.request, subject.id()));
  if (!request) return right;
  right["size"] = std::to_string(*request->size);
  right["block"] = std::to_string(*request->block);
  return right;
}

Result<int> compare(const CompareOptions& options, Invocation& invocation) {
  std::ostream& out = invocation.out;
  const auto sides = sides_of(options);
  if (!sides) return sides.error();
  const auto& [left, right] = sides.value();
  const Result<DocumentPtr> a =
      open_document(left.target, left.run, invocation, OfSeveral::costliest);
  if (!a) return a.error();
  const Result<DocumentPtr> b = open_document(
      right.target, alike(*a.value(), right.target, right.run), invocation, OfSeveral::costliest);
  if (!b) return b.error();
  if (options.json) {
    out << json_text(comparison_json(*a.value(), *b.value(), right.name), 2) << '\n';
  } else {
    print_comparison(out, *a.value(), *b.value(), right.name);
  }
  Result<int> left_code = code_of_judged(*a.value());
  if (!left_code || left_code.value() != 0) return left_code;
  return code_of_judged(*b.value());
}

}  // namespace

void add_compare(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<CompareOptions>();
  Arguments command = program.subcommand(
      "compare", "The totals of two kernels side by side, or of one and a change of it");
  command
      .word("KERNEL_A", options->a,
            "A kernel of warpscope list, a program of your own such as sum.cu, or a trace file")
      .required();
  command.word("KERNEL_B", options->b,
               "Another; without one, --pad, --relayout and --drop-barrier change the right side "
               "only");
  options->run.describe(command);
  options->run.describe_programs(command);
  command.option("--against-banks", options->against_banks, "MODEL",
                 "Bank model of the right side");
  command.option("--against-block", options->against_block, "B",
                 "Threads per block at the right side");
  command.option("--against-launch", options->against_launch, "NAME[:K]|N",
                 "Launch of the right side, if it is a program of your own or a trace");
  command.flag("--json", options->json, "Print JSON: the reports as \"a\" and \"b\"");
  command.footer(
      "Examples:\n"
      "  warpscope compare reduce_strided reduce_sequential\n"
      "  warpscope compare scan_blelloch scan_padded16 --size 512 --banks cc1 --json\n"
      "  warpscope compare reduce_strided --pad 32\n"
      "  warpscope compare transpose_tiled --relayout tile:pad=1\n"
      "  warpscope compare reduce_strided --drop-barrier 42\n"
      "  warpscope compare scan_blelloch --against-banks cc1\n"
      "  warpscope compare sum.cu --launch naive --against-launch tuned");
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return compare(*options, invocation); };
  });
}

}  // namespace warpscope
