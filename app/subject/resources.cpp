#include "app/subject/resources.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "instrumentation/run/embedded.hpp"

namespace warpscope {
namespace {

struct ResourceRow {
  std::string kernel, type, op;
  int registers = 0, stack = 0;
};
struct ResourceRecord {
  std::string architecture, compiler, date;
  std::vector<ResourceRow> rows;
};

/// "CUDA 13.0" of "Build cuda_13.0.r13.0/compiler.36424714_0".
std::string compiler_name(const std::string& toolkit) {
  constexpr std::string_view before = "cuda_";
  const std::size_t begin = toolkit.find(before);
  if (begin == std::string::npos) return toolkit;
  const std::size_t from = begin + before.size();
  return "CUDA " + toolkit.substr(from, toolkit.find(".r", from) - from);
}

ResourceRecord read_resources() {
  using nlohmann::json;
  ResourceRecord record;
  const json read = json::parse(embedded_text("assets/measurements/h200/resources.json"), nullptr,
                                /*allow_exceptions=*/false);
  try {
    record.architecture = read.at("architecture").get<std::string>();
    record.compiler = compiler_name(read.at("toolkit").get<std::string>());
    record.date = read.at("date").get<std::string>();
    for (const json& row : read.at("kernels")) {
      record.rows.push_back({row.at("kernel").get<std::string>(), row.value("type", ""),
                             row.value("op", ""), row.at("registers").get<int>(),
                             row.at("stack").get<int>()});
    }
  } catch (const json::exception&) {
    record.rows.clear();  // then registers are not known
  }
  return record;
}

const ResourceRecord& resources() {
  static const ResourceRecord record = read_resources();
  return record;
}

/// Keeps the rows with the trace's value of a parameter, if any row has it.
void narrow(std::vector<const ResourceRow*>& rows, const Trace& trace, const char* parameter,
            std::string ResourceRow::*member) {
  const auto chosen = trace.header.parameters.find(parameter);
  if (chosen == trace.header.parameters.end()) return;
  const auto other = [&](const ResourceRow* row) { return row->*member != chosen->second; };
  if (!std::ranges::all_of(rows, other)) std::erase_if(rows, other);
}

}  // namespace

std::optional<KernelResources> find_resources(const Trace& trace, std::string_view kernel) {
  if (!trace.header.program.empty()) return std::nullopt;
  std::vector<const ResourceRow*> rows;
  for (const ResourceRow& row : resources().rows) {
    if (row.kernel == kernel) rows.push_back(&row);
  }
  if (rows.empty()) return std::nullopt;
  narrow(rows, trace, "type", &ResourceRow::type);
  narrow(rows, trace, "op", &ResourceRow::op);
  const auto registers = [](const ResourceRow* row) { return row->registers; };
  const auto [least, most] = std::ranges::minmax_element(rows, {}, registers);
  return KernelResources{.registers = (*most)->registers,
                         .fewest_registers = (*least)->registers,
                         .stack = (*most)->stack,
                         .architecture = resources().architecture,
                         .compiler = resources().compiler,
                         .date = resources().date};
}

}  // namespace warpscope
