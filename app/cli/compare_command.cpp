#include <fmt/ostream.h>

#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/run_options.hpp"
#include "app/cli/table.hpp"

namespace warpscope {
namespace {

struct CompareOptions {
  std::string a, b;
  RunOptions run;
  bool json = false;
};

/// What became of a number from a to b: a factor says more than a difference, where there is one.
std::string change(std::uint64_t a, std::uint64_t b) {
  if (a == b) return "same";
  if (a == 0 || b == 0) return fmt::format("{:+}", static_cast<std::int64_t>(b - a));
  return fmt::format("× {:.2g}", static_cast<double>(b) / static_cast<double>(a));
}

/// One total of two documents per row.
class Comparison {
 public:
  Comparison(const Document& a, const Document& b) : a_(a.summary.totals), b_(b.summary.totals) {
    table_.row({"", a.trace->header.kernel, b.trace->header.kernel, "change"});
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
    row("  conflicts", [=](const Totals& t) { return (t.*member).conflicts(); });
  }
  void constant(const char* title, SharedTotals Totals::*member) {
    if ((a_.*member).requests == 0 && (b_.*member).requests == 0) return;
    table_.row({title, "", "", ""});
    row("  requests", [=](const Totals& t) { return (t.*member).requests; });
    row("  passes", [=](const Totals& t) { return (t.*member).wavefronts; });
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

void print_comparison(std::ostream& out, const Document& a, const Document& b) {
  for (const Document* document : {&a, &b}) {
    const TraceHeader& header = document->trace->header;
    const std::size_t launches = document->trace->launches.size();
    fmt::print(out, "{}: {}\n  {}{}, on {}\n", header.kernel, header.title,
               geometry_text(*document->trace),
               launches > 1 ? fmt::format(", {} launches", launches) : "", machine_text(header));
  }
  fmt::print(out, "Modelled banks: {}. Totals of the recorded block.\n\n", label(a.summary.model));
  Comparison comparison(a, b);
  comparison.shared("Shared loads", &Totals::shared_load);
  comparison.shared("Shared stores", &Totals::shared_store);
  comparison.shared("Shared atomics", &Totals::shared_atomic);
  comparison.row("Worst conflict, N-way", [](const Totals& t) { return t.max_degree; });
  comparison.global("Global loads", &Totals::global_load);
  comparison.global("Global stores", &Totals::global_store);
  comparison.global("Global atomics", &Totals::global_atomic);
  comparison.constant("Constant loads", &Totals::constant_load);
  comparison.row("Shuffles", [](const Totals& t) { return t.shuffles; });
  comparison.row("Barriers", [](const Totals& t) { return t.barriers; });
  comparison.row("Warp accesses", [](const Totals& t) { return t.lane_slots / warp_lanes; });
  comparison.row("Active lanes, %", [](const Totals& t) {
    return t.lane_slots == 0 ? 0 : (100 * t.active_lanes + t.lane_slots / 2) / t.lane_slots;
  });
  comparison.print(out);
  for (const Document* document : {&a, &b}) {
    if (document->trace->findings.empty()) continue;
    fmt::print(out, "\n{}. ", document->trace->header.kernel);
    print_findings(out, *document->trace);
  }
}

Result<int> compare(const CompareOptions& options, std::ostream& out) {
  const Result<DocumentPtr> a = open_document(options.a, options.run);
  if (!a) return a.error();
  const Result<DocumentPtr> b = open_document(options.b, options.run);
  if (!b) return b.error();
  if (options.json) {
    out << Json{{"a", report_json(*a.value())}, {"b", report_json(*b.value())}}.dump(2) << '\n';
  } else {
    print_comparison(out, *a.value(), *b.value());
  }
  for (const DocumentPtr& document : {a.value(), b.value()}) {
    if (document->mismatch.empty()) continue;
    return Error{ErrorKind::failed, fmt::format("The result of {} is not the reference's: {}",
                                                document->request.kernel, document->mismatch)};
  }
  return 0;
}

}  // namespace

void add_compare(CLI::App& program, Invocation& invocation) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App& command = *program.add_subcommand("compare", "The totals of two kernels side by side");
  command.add_option("KERNEL_A", options->a, "A kernel of warpscope list, or a trace file")
      ->type_name("")
      ->required();
  command.add_option("KERNEL_B", options->b, "Another")->type_name("")->required();
  add_run_options(command, options->run);
  command.add_flag("--json", options->json, "Print JSON: the reports as \"a\" and \"b\"");
  command.footer(
      "Examples:\n"
      "  warpscope compare reduce_strided reduce_sequential\n"
      "  warpscope compare scan_blelloch scan_padded16 --size 512 --banks cc1 --json");
  command.callback([options, &invocation] {
    invocation.action = [options, &invocation] { return compare(*options, invocation.out); };
  });
}

}  // namespace warpscope
