#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/compared_lines.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/report_text.hpp"
#include "app/cli/table.hpp"
#include "app/cli/typed_run_options.hpp"
#include "app/comparison/comparison.hpp"
#include "app/subject/find_subject.hpp"
#include "app/subject/grid_totals.hpp"
#include "app/subject/options.hpp"
#include "instrumentation/analysis/totals_table.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

struct CompareOptions {
  std::string a, b;
  RunOptions run;
  std::string against_banks, against_block, against_launch;  // of the right side
  bool lines = false, json = false;
};

/// The change from a to b: a factor, or a difference if one of them is zero.
std::string change(std::uint64_t a, std::uint64_t b) {
  if (a == b) return tr("same");
  if (a == 0 || b == 0) return number_text(fmt::format("{:+}", static_cast<std::int64_t>(b - a)));
  const double factor = static_cast<double>(b) / static_cast<double>(a);
  return "× " + (factor >= 100 ? fixed_text(factor, 0) : short_text(factor, 2));
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
    return usage_error(
        tr("There is nothing to compare {} with: name another kernel or trace file, or a change, "
           "such as "
           "--pad 32, --relayout tile:xor, --drop-barrier LINE, --against-banks cc1 or "
           "--against-block 128.",
           options.a));
  }
  return std::pair(left, right);
}

/// One total of two documents' whole grids per row.
class TotalsTable {
 public:
  TotalsTable(const Document& a, const Document& b, const std::string& change)
      : a_(grid_totals(*a.trace, a.summary.model)), b_(grid_totals(*b.trace, b.summary.model)) {
    const TraceHeader &left = a.trace->header, &right = b.trace->header;
    const bool same = left.kernel == right.kernel;
    if (same && change.empty() && left.program != right.program) {
      table_.row({"", left.program, right.program, tr_c("column of a table", "change")});
    } else {
      table_.row({"", left.kernel, same && !change.empty() ? change : right.kernel,
                  tr_c("column of a table", "change")});
    }
  }

  template <class Get>
  void row(const std::string& label, Get get) {
    const auto a = static_cast<std::uint64_t>(get(a_.totals));
    const auto b = static_cast<std::uint64_t>(get(b_.totals));
    table_.row({label, grid_figure_text(a_, a), grid_figure_text(b_, b), change(a, b)});
  }
  /// What is no sum over blocks.
  template <class Get>
  void share(const std::string& label, Get get) {
    const auto a = static_cast<std::uint64_t>(get(a_.totals));
    const auto b = static_cast<std::uint64_t>(get(b_.totals));
    table_.row({label, grouped(a), grouped(b), change(a, b)});
  }
  /// What was done to a memory in one way, if it was done at either side.
  void memory(const TotalsEntry& entry) {
    const auto any = [&](const GridTotals& of) { return figures(of.totals, entry).requests > 0; };
    if (!any(a_) && !any(b_)) return;
    const auto figure = [&](const char* label, std::uint64_t MemoryFigures::*member) {
      row(fmt::format("  {}", label),
          [&entry, member](const Totals& t) { return figures(t, entry).*member; });
    };
    table_.row({std::string(tr(std::string_view(entry.title))), "", "", ""});
    figure(tr_c("row of a table", "requests"), &MemoryFigures::requests);
    if (entry.sectors != nullptr) {
      figure(tr_c("row of a table", "sectors"), &MemoryFigures::served);
      return figure(tr_c("row of a table", "ideal"), &MemoryFigures::ideal);
    }
    figure(tr_c("row of a table", "wavefronts"), &MemoryFigures::served);
    if (service_of(entry.space) != Service::banks) return;
    row(fmt::format("  {}", tr_c("row of a table", "excessive")),
        [&entry](const Totals& t) { return figures(t, entry).excessive(); });
  }
  [[nodiscard]] bool exact() const { return a_.exact() && b_.exact(); }
  /// If the grids of programs differ, a sentence that says so.
  [[nodiscard]] std::string blocks_text() const {
    if (a_.blocks == b_.blocks) return {};
    return tr("The grids differ. Blocks: {0} at the left, {1} at the right.", whole_text(a_.blocks),
              whole_text(b_.blocks));
  }
  void print(std::ostream& out) const { table_.print(out); }

 private:
  GridTotals a_, b_;
  Table table_{"lrrr"};
};

void print_comparison(std::ostream& out, const Document& a, const Document& b,
                      const std::string& changed) {
  for (const Document* document : {&a, &b}) {
    const TraceHeader& header = document->trace->header;
    const auto launches = std::ssize(document->trace->launches);
    std::string shape = geometry_text(*document->trace);
    // Translators: {1} is what stands before, "size 512, block 256"
    if (launches > 1) shape = tr_n("{1}, {0} launch", "{1}, {0} launches", launches, shape);
    fmt::print(out, "{}: {}\n  {}\n", header.kernel, title_text(header),
               on_emulator(header) ? tr("{}, on the emulator", shape)
                                   : tr("{0}, on {1}", shape, header.device));
  }
  TotalsTable comparison(a, b, changed);
  const std::string_view left_banks = tr(label(a.summary.model));
  std::string head =
      a.summary.model == b.summary.model
          ? tr("Modelled banks: {}.", left_banks)
          : tr("Modelled banks: {0}, at the right {1}.", left_banks, tr(label(b.summary.model)));
  head += ' ';
  head += comparison.exact()
              ? tr("Totals of all blocks.")
              : tr("Totals of all blocks, ≈ as if each did what the recorded one did.");
  fmt::print(out, "{}\n\n", wrapped(head, terminal_columns));
  const auto memories = [&](bool banks) {
    for (const TotalsEntry& entry : totals_table()) {
      if ((service_of(entry.space) == Service::banks) == banks) comparison.memory(entry);
    }
  };
  memories(true);
  comparison.share(tr("Worst conflict, N-way"), [](const Totals& t) { return t.max_degree; });
  memories(false);
  comparison.row(tr("Shuffles"), [](const Totals& t) { return t.shuffles; });
  comparison.row(tr("Barriers"), [](const Totals& t) { return t.barriers; });
  comparison.row(tr("Steps"), [](const Totals& t) { return t.steps; });
  comparison.row(tr("Warp accesses"), [](const Totals& t) { return t.lane_slots / warp_lanes; });
  comparison.share(tr("Active lanes, %"), [](const Totals& t) {
    return t.lane_slots == 0 ? 0 : (100 * t.active_lanes + t.lane_slots / 2) / t.lane_slots;
  });
  comparison.print(out);
  for (const Document* document : {&a, &b}) {
    if (document->trace->findings.empty()) continue;
    const bool named = document == &b && !changed.empty();
    const TraceHeader& header = document->trace->header;
    const std::string whose =
        header.program.empty() ? header.kernel : tr("{0} of {1}", header.kernel, header.program);
    fmt::print(out, "\n{}{}. ", whose, named ? ", " + changed : "");
    print_findings(out, *document->trace);
  }
  const bool programs = !a.trace->header.program.empty() || !b.trace->header.program.empty();
  const auto unlike = unlike_sizes(*a.trace, *b.trace);
  if (const std::string text = programs ? comparison.blocks_text()
                               : unlike ? unlike->text()
                                        : "";
      !text.empty()) {
    fmt::print(out, "\n{}\n", wrapped(text, terminal_columns));
  }
  const auto first = first_difference(*a.trace, *b.trace);
  if (first && !unlike) fmt::print(out, "\n{}\n", wrapped(first->text.text(), terminal_columns));
}

Json comparison_json(const Document& a, const Document& b, const std::string& changed) {
  const InLanguage speaking(english);
  Json json{{"a", report_json(a)}, {"b", report_json(b)}};
  if (!changed.empty()) json["change"] = changed;
  if (auto unlike = unlike_work(a, b)) json["note"] = unlike->english();
  const auto first = first_difference(*a.trace, *b.trace);
  if (first) json["first_difference"] = first->text.english();
  json["lines"] = compared_lines_json(a, b, compare_lines(a, b));
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
    if (options.lines) {
      out << '\n';
      print_compared_lines(out, *a.value(), *b.value(), compare_lines(*a.value(), *b.value()));
    }
  }
  Result<int> left_code = code_of_judged(*a.value());
  if (!left_code || left_code.value() != 0) return left_code;
  return code_of_judged(*b.value());
}

}  // namespace

void add_compare(Arguments& program, Invocation& invocation) {
  auto options = std::make_shared<CompareOptions>();
  Arguments command = program.subcommand(
      "compare", tr("The totals of two kernels side by side, or of one and a change of it"));
  command
      .word("KERNEL_A", options->a,
            tr("A kernel of warpscope list, a program of your own such as sum.cu, or a trace file"))
      .required();
  command.word(
      "KERNEL_B", options->b,
      tr("Another; without one, --pad, --relayout and --drop-barrier change the right side "
         "only"));
  options->run.describe(command);
  options->run.describe_programs(command);
  command.option("--against-banks", options->against_banks, "MODEL",
                 tr("Bank model of the right side"));
  command.option("--against-block", options->against_block, "B",
                 tr("Threads per block at the right side"));
  command.option("--against-launch", options->against_launch, "NAME[:K]|N",
                 tr("Launch of the right side, if it is a program of your own or a trace"));
  command.flag("--lines", options->lines,
               tr("Print what each line costs at both sides, what changed most first"));
  command.flag("--json", options->json, tr("Print JSON: the reports as \"a\" and \"b\""));
  command.footer(
      costliest_text() + "\n\n" +
      examples_text({"warpscope compare reduce_strided reduce_sequential",
                     "warpscope compare scan_blelloch scan_padded16 --size 512 --banks cc1 --json",
                     "warpscope compare reduce_strided --pad 32",
                     "warpscope compare transpose_tiled --relayout tile:pad=1",
                     "warpscope compare reduce_strided --drop-barrier 42",
                     "warpscope compare scan_blelloch --against-banks cc1",
                     "warpscope compare sum.cu --launch naive --against-launch tuned",
                     "warpscope compare old.cu new.cu --lines"}));
  command.on_chosen([options, &invocation] {
    invocation.action = [options, &invocation] { return compare(*options, invocation); };
  });
}

}  // namespace warpscope
