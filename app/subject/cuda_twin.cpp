#include "app/subject/cuda_twin.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <vector>

#include "instrumentation/run/embedded.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

/// Kernels whose twin goes by other names than theirs, or is more than one function.
struct TwinParts {
  std::string_view kernel;
  std::string_view parts;          ///< what it is made of, in their order; names apart by spaces
  std::string_view launched = {};  ///< the instances of templates that are launched
};
constexpr std::array twin_parts{
    TwinParts{"reduce_to_one", "reduce_vectorized reduce_results"},
    TwinParts{"scan_blelloch", "scan_blelloch", "scan_blelloch<0, 0>"},
    TwinParts{"scan_padded16", "scan_blelloch", "scan_blelloch<4, 0>"},
    TwinParts{"scan_padded16_twice", "scan_blelloch", "scan_blelloch<4, 8>"},
    TwinParts{"scan_padded32", "scan_blelloch", "scan_blelloch<5, 0>"},
    TwinParts{"compact", "compact_mark compact"},
    TwinParts{"histogram64_thread_major", "ThreadMajor histogram64", "histogram64<ThreadMajor>"},
    TwinParts{"histogram64_bin_major", "BinMajor histogram64", "histogram64<BinMajor>"},
    TwinParts{"histogram64_permuted16", "Permuted16 histogram64", "histogram64<Permuted16>"},
    TwinParts{"histogram64_permuted32", "Permuted32 histogram64", "histogram64<Permuted32>"},
    TwinParts{"radix_split", "radix_bits radix_sums radix_split"},
    TwinParts{"transpose_tiled", "transpose_tiled", "transpose_tiled<0>"},
    TwinParts{"transpose_padded", "transpose_tiled", "transpose_tiled<1>"},
    TwinParts{"matmul_abt", "matmul_abt", "matmul_abt<0>"},
    TwinParts{"matmul_abt_padded", "matmul_abt", "matmul_abt<1>"},
    TwinParts{"bank_stride", "bank_stride", "bank_stride<int>, if an element has 4 bytes"},
    TwinParts{"bank_broadcast", "OneWord bank_broadcast",
              "bank_broadcast<OneWord, int>, if all lanes read one word"},
    TwinParts{"branch_divergence", "FirstThread branch_divergence",
              "branch_divergence<FirstThread>, if the first thread goes another way"},
    TwinParts{"global_stride", "global_stride", "global_stride<float>, if an element is a float"},
    TwinParts{"vector_aos", "vector_aos_fields vector_aos_whole"},
    TwinParts{"latency_hiding", "latency_hiding",
              "latency_hiding<true>, if a load brings the address of the next"},
    TwinParts{"local_array", "local_array", "local_array<false>, if the index is a runtime one"},
    TwinParts{"matmul_register_tiled", "matmul_register_tiled",
              "matmul_register_tiled<64>, if a block has 32 threads"},
    TwinParts{"scan_lookback", "scan_lookback",
              "scan_lookback<8>; at full speed as scan_lookback<24>"},
    TwinParts{"radix_float", "radix_float radix_bits radix_sums radix_split radix_unflip"},
    TwinParts{"radix_onesweep", "radix_digits radix_starts radix_onesweep",
              "radix_digits<64, 4, 1> and radix_onesweep<64, 4, 1>; at full speed as "
              "radix_digits<1024, 4, 16> and radix_onesweep<448, 22, 3>"},
    TwinParts{"fft_bit_reversed", "fft_in_place", "fft_in_place<false>"},
    TwinParts{"fft_padded", "fft_in_place", "fft_in_place<true>"},
    TwinParts{"poisson_fft", "poisson_right_side poisson_fft poisson_divide poisson_error"},
    TwinParts{"jacobi", "jacobi residual_norm"},
    TwinParts{"simple_iteration", "simple_iteration residual_norm"},
    TwinParts{"power_method", "power_method power_scale"},
    TwinParts{"monte_carlo_pi", "monte_carlo_pi monte_carlo_estimate"},
};

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool names(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end]))) {
      return true;
    }
  }
  return false;
}

/// What stands between two empty lines of a file, outside of brackets: a function with its comment, or
/// some constants.
struct TwinPart {
  std::string text;
  std::vector<std::string> defines;
};

/// The last name in a text; empty if there is none.
std::string_view last_name(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && !is_of_name(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_of_name(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

/// What a line at a part's left edge defines: a function, a type or constants.
void add_defined(std::string_view line, std::vector<std::string>& found) {
  if (line.starts_with("struct ") || line.starts_with("using ")) {
    line.remove_prefix(line.find(' ') + 1);
    found.emplace_back(last_name(line.substr(0, line.find_first_of(" <;{"))));
  } else if (line.starts_with("__global__") || line.starts_with("__device__")) {
    std::string_view name = line.substr(0, line.find('('));
    if (name.ends_with('>')) name = name.substr(0, name.rfind('<'));  // of an instance
    found.emplace_back(last_name(name));
  } else if (line.starts_with("constexpr ") || line.starts_with("__constant__ ")) {
    line = line.substr(0, line.find(';'));
    while (!line.empty()) {
      const std::string_view one = line.substr(0, line.find(','));
      line.remove_prefix(std::min(one.size() + 1, line.size()));
      found.emplace_back(last_name(one.substr(0, one.find_first_of("=[;"))));
    }
  }
}

/// Without the bounds that stand between a kernel's type and its name, on a line of their own.
std::string without_launch_bounds(std::string text) {
  for (auto at = text.find("__launch_bounds__("); at != text.npos;
       at = text.find("__launch_bounds__(", at)) {
    text.erase(at, text.find_first_not_of(" \n", text.find(')', at) + 1) - at);
  }
  return text;
}

std::vector<std::string> defined_in(const std::string& part) {
  const std::string plain = without_launch_bounds(part);
  std::string_view text = plain;
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    add_defined(line, found);
  }
  return found;
}

std::vector<TwinPart> parts_of(std::string_view file) {
  constexpr std::string_view opening = "namespace twins {\n", closing = "}  // namespace twins";
  const std::size_t begin = file.find(opening);
  if (begin == file.npos) return {};
  file = file.substr(begin + opening.size());
  file = file.substr(0, file.rfind(closing));
  std::vector<TwinPart> parts;
  std::string text;
  int depth = 0;
  const auto finish = [&] {
    if (!text.empty()) parts.push_back({text, defined_in(text)});
    text.clear();
  };
  while (!file.empty()) {
    const std::string_view line = file.substr(0, file.find('\n'));
    file.remove_prefix(std::min(line.size() + 1, file.size()));
    if (line.empty() && depth == 0) {
      finish();
      continue;
    }
    depth += static_cast<int>(std::ranges::count(line, '{') - std::ranges::count(line, '}'));
    text += line;
    text += '\n';
  }
  finish();
  return parts;
}

/// Puts what stands between `before` and `after` in place of all three.
void unwrap(std::string& text, std::string_view before, std::string_view after) {
  for (std::size_t at = text.find(before); at != text.npos; at = text.find(before, at)) {
    const std::size_t end = text.find(after, at);
    if (end == text.npos) return;
    text.erase(end, after.size());
    text.erase(at, before.size());
  }
}

/// Without what only the tests need: types by which the compiler is made to keep every access.
std::string without_test_types(std::string_view file) {
  std::string text(file);
  unwrap(text, "typename ExactElement<", ">::Type");
  unwrap(text, "Exact<", ">");
  return text;
}

const std::vector<std::vector<TwinPart>>& twin_files() {
  static const std::vector<std::vector<TwinPart>> files = [] {
    std::vector<std::vector<TwinPart>> made;
    for (const std::string_view path : embedded_paths("assets/twins/")) {
      made.push_back(parts_of(without_test_types(embedded_text(path))));
    }
    return made;
  }();
  return files;
}

bool defines(const TwinPart& part, std::string_view name) {
  return std::ranges::count(part.defines, name) > 0;
}

/// Takes the parts of a file that define what is taken already needs.
void take_needed(const std::vector<TwinPart>& file, std::vector<bool>& takes) {
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < file.size(); ++i) {
      if (!takes[i]) continue;
      for (std::size_t k = 0; k < file.size(); ++k) {
        const bool uses = !takes[k] && std::ranges::any_of(file[k].defines, [&](const auto& name) {
          return names(file[i].text, name);
        });
        if (uses) takes[k] = grew = true;
      }
    }
  }
}

std::string make_twin(std::string_view kernel) {
  const auto row = std::ranges::find(twin_parts, kernel, &TwinParts::kernel);
  std::string_view list = row == twin_parts.end() ? kernel : row->parts;
  std::string body;
  std::vector<std::vector<bool>> taken;  // of each file's parts
  for (const auto& file : twin_files()) taken.emplace_back(file.size());
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(' '));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    bool found = false;
    for (std::size_t f = 0; f < taken.size(); ++f) {
      const std::vector<TwinPart>& file = twin_files()[f];
      std::vector<bool> takes(file.size());
      for (std::size_t i = 0; i < file.size(); ++i) takes[i] = defines(file[i], name);
      found = found || std::ranges::count(takes, true) > 0;
      take_needed(file, takes);
      for (std::size_t i = 0; i < file.size(); ++i) {
        if (!takes[i] || taken[f][i]) continue;
        body += (body.empty() ? "" : "\n") + file[i].text;
        taken[f][i] = true;
      }
    }
    if (!found) return {};
  }
  std::string text;
  if (names(body, "memory")) text += "extern __shared__ __align__(16) unsigned char memory[];\n\n";
  text += body;
  if (row != twin_parts.end() && !row->launched.empty()) {
    text += "\n// Launched as " + std::string(row->launched) + ".\n";
  }
  return text;
}

}  // namespace

const std::string& cuda_twin(std::string_view kernel) {
  static const auto twins = [] {
    std::map<std::string, std::string, std::less<>> made;
    for (const KernelInfo* info : catalogue()) made.emplace(info->id, make_twin(info->id));
    return made;
  }();
  static const std::string none;
  const auto found = twins.find(kernel);
  return found == twins.end() ? none : found->second;
}

}  // namespace warpscope
