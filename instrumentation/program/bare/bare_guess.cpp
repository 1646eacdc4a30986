#include "instrumentation/program/bare/bare_guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "instrumentation/program/bare/bare_types.hpp"
#include "instrumentation/program/bare/index_ranges.hpp"

namespace warpscope {
namespace {

using ArgumentKind = BareArgument::Kind;

constexpr std::int64_t usual_side = 64;           // of matrices and pictures
constexpr std::int64_t most_guessed = 1U << 16U;  // elements of a buffer
constexpr std::int32_t usual_blocks = 4;
constexpr std::int32_t most_blocks_guessed = 1024;

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& letter : made) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return made;
}

/// The parts of a name: "numRows" and "num_rows" are num and rows, "d_in" and "h_in" are in.
std::vector<std::string> parts_of_name(std::string_view name) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto letter = static_cast<unsigned char>(name[i]);
    const bool hump = i > 0 && std::isupper(letter) != 0 &&
                      std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if ((letter == '_' || hump) && !parts.back().empty()) parts.emplace_back();
    if (letter != '_') parts.back() += static_cast<char>(std::tolower(letter));
  }
  if (parts.size() > 1 && parts[0].size() == 1) parts.erase(parts.begin());
  return parts;
}

template <std::size_t Size>
bool has_part(std::string_view name, const std::array<std::string_view, Size>& words) {
  const auto parts = parts_of_name(name);
  return std::ranges::any_of(parts, [&](const std::string& part) {
    return std::ranges::find(words, part) != words.end();
  });
}

constexpr std::array<std::string_view, 12> size_words{"n",     "size", "len",      "length",
                                                      "count", "num",  "elements", "total",
                                                      "numel", "end",  "nelem",    "sz"};
constexpr std::array<std::string_view, 13> column_words{"width", "w",   "cols", "columns", "nx",
                                                        "ncols", "col", "xdim", "imgw",    "dimx",
                                                        "pitch", "lda", "ldb"};
constexpr std::array<std::string_view, 10> row_words{"height", "h",    "rows", "ny",   "nrows",
                                                     "row",    "ydim", "imgh", "dimy", "batch"};
constexpr std::array<std::string_view, 4> depth_words{"depth", "nz", "zdim", "slices"};
constexpr std::array<std::string_view, 6> matrix_words{"m", "k", "c", "side", "dim", "hidden"};
constexpr std::array<std::string_view, 10> result_words{
    "out", "output", "result", "results", "dst", "y", "c", "sum", "res", "odata"};

/// "BLOCK_SIZE", "blockSize", "blocksize", "THREADS_PER_BLOCK", "TILE_DIM"
bool names_a_block(std::string_view name) {
  const std::string letters = lower(name);
  return letters.find("block") != std::string::npos ||
         letters.find("thread") != std::string::npos || letters == "tpb" || letters == "bs" ||
         letters == "nt" || letters == "bdim";
}
bool names_a_tile(std::string_view name) { return lower(name).find("tile") != std::string::npos; }

bool mentions(const BareText& text, std::string_view word) {
  return std::ranges::any_of(text, [&](const BareWord& each) { return each.text == word; });
}
/// threadIdx . y
bool mentions_side(const BareText& text, std::string_view which, std::string_view side) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i].text == which && text[i + 2].text == side) return true;
  }
  return false;
}

std::optional<std::int64_t> whole_value(std::string_view text) {
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  std::int64_t number = 0;
  const bool hex = text.starts_with("0x");
  const char* const begin = text.data() + (hex ? 2 : 0);
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(begin, end, number, hex ? 16 : 10);
  return error == std::errc{} && last == end ? std::optional(number) : std::nullopt;
}

/// What a whole number is for, as its name tells.
enum class Role : std::uint8_t { other, size, columns, rows, depth, side };

class Guesser {
 public:
  Guesser(const BareKernel& kernel, const BareNames& names, const BareSetup& given)
      : kernel_(kernel), names_(names), given_(given), words_(names.expanded(kernel.body)) {
    add_called_words();
  }

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
  // What can be called at all

  /// The words of functions that the kernel calls count, too.
  void add_called_words() {
    std::set<std::string> known;
    for (std::size_t i = 0; i < words_.size() && words_.size() < 50'000; ++i) {
      const auto* const function = names_.function(words_[i].text);
      if (function == nullptr || !known.insert(words_[i].text).second) continue;
      const BareText body = names_.expanded(function->body);
      words_.insert(words_.end(), body.begin(), body.end());
    }
  }

  [[nodiscard]] std::string type_of(const std::string& element) const {
    const auto bound = launch_.types.find(element);
    return bound == launch_.types.end() ? names_.type(element) : bound->second;
  }

  Status check_parameters() {
    for (const BareTemplateParameter& parameter : kernel_.template_parameters) {
      if (Status known = guess_template(parameter); !known) return known;
    }
    for (const BareParameter& parameter : kernel_.parameters) {
      const BareArgument* const said = given_.find(parameter.name);
      const std::string type = type_of(parameter.element);
      if (parameter.is_pointer) {
        if (type == "void" && (said == nullptr || said->type.empty())) {
          return usage_error(fmt::format(
              "{} points to void, which says nothing of its elements: write their type, such as {} "
              "random float[512].",
              parameter.name, parameter.name));
        }
        continue;
      }
      if (bare_type_bytes(type) == 0 && said == nullptr) {
        return usage_error(fmt::format(
            "{} is a {}, for which there is no guess: write \"{} zero\" for one that is made "
            "without arguments, or add a main() that launches the kernel.",
            parameter.name, parameter.element, parameter.name));
      }
    }
    return Done{};
  }

  Status guess_template(const BareTemplateParameter& parameter) {
    BareArgument argument{.name = parameter.name};
    const BareArgument* const given = given_.find(parameter.name);
    if (given != nullptr && defaults_begin_ != nullptr) {
      return usage_error(fmt::format("{} stands behind {} in the template: write {}, too.",
                                     parameter.name, defaults_begin_->name, defaults_begin_->name));
    }
    if (given == nullptr && parameter.has_default) {
      use_default(parameter);
      return Done{};
    }
    if (given != nullptr) {
      argument = *given;
    } else if (parameter.type.empty()) {
      const auto of = [&](const BareParameter& each) { return each.element == parameter.name; };
      const auto user = std::ranges::find_if(kernel_.parameters, of);
      const bool elements = std::ranges::any_of(kernel_.parameters, [&](const BareParameter& each) {
        return of(each) && each.is_pointer;
      });
      const bool plain_name =
          parameter.name == "T" || lower(parameter.name).find("type") != std::string::npos;
      if (user == kernel_.parameters.end() || (!elements && !plain_name)) {
        return usage_error(fmt::format(
            "The template's type {} has no guess: write the type's name, such as {} float.",
            parameter.name, parameter.name));
      }
      std::string type = bit_work() ? "int" : "float";
      for (const BareParameter& each : kernel_.parameters) {
        const BareArgument* const buffer = given_.find(each.name);
        if (of(each) && buffer != nullptr && !buffer->type.empty()) type = buffer->type;
      }
      argument.value = type;
    } else {
      argument.value = template_number(parameter);
      if (argument.value.empty()) {
        return usage_error(
            fmt::format("The template's number {} has no guess: write it, such as {} 16.",
                        parameter.name, parameter.name));
      }
    }
    if (parameter.type.empty()) {
      launch_.types[parameter.name] = argument.value;
    } else if (const auto value = whole_value(argument.value)) {
      launch_.numbers[parameter.name] = *value;
    }
    templates_[parameter.name] = std::move(argument);
    return Done{};
  }

  void use_default(const BareTemplateParameter& parameter) {
    if (defaults_begin_ == nullptr) defaults_begin_ = &parameter;
    if (parameter.type.empty()) {
      std::string type;
      for (const BareWord& word : parameter.default_value) {
        type += (type.empty() ? "" : " ") + word.text;
      }
      launch_.types[parameter.name] = names_.type(type);
    } else if (const auto value = constant_value(parameter.default_value, names_)) {
      launch_.numbers[parameter.name] = *value;
    }
  }

  /// Whether elements are taken for whole numbers: atomics of bits, and of maxima.
  [[nodiscard]] bool bit_work() const {
    constexpr std::array<std::string_view, 6> words{"atomicMax", "atomicMin", "atomicAnd",
                                                    "atomicOr",  "atomicXor", "__popc"};
    return std::ranges::any_of(words,
                               [&](std::string_view each) { return mentions(words_, each); });
  }

  [[nodiscard]] bool is_flat() const {
    return !mentions_side(words_, "threadIdx", "y") && !mentions_side(words_, "blockIdx", "y");
  }

  [[nodiscard]] bool is_solid() const { return mentions_side(words_, "threadIdx", "z"); }

  [[nodiscard]] std::string template_number(const BareTemplateParameter& parameter) const {
    const std::string name = lower(parameter.name);
    if (parameter.type == "bool") return "true";
    constexpr std::array<std::string_view, 2> warps{"warp", "warps"};
    if (has_part(parameter.name, std::array<std::string_view, 1>{"rows"})) return "8";
    if (name == "warp_size" || name == "warpsize" || name == "width") return "32";
    if (has_part(parameter.name, warps)) return "8";
    if (names_a_tile(name)) return is_flat() ? "256" : mentions(words_, "BLOCK_ROWS") ? "32" : "16";
    if (names_a_block(name)) return is_flat() ? "256" : "16";
    if (name.find("radius") != std::string::npos || name == "r") return "2";
    if (name.find("item") != std::string::npos || name.find("unroll") != std::string::npos ||
        name == "vt" || name.find("per") != std::string::npos ||
        name.find("coars") != std::string::npos) {
      return "4";
    }
    if (name.find("bin") != std::string::npos) return "64";
    if (name.find("size") != std::string::npos) return is_flat() ? "256" : "16";
    return {};
  }

  // Numbers

  [[nodiscard]] Role role_of(const BareParameter& parameter) const {
    if (parameter.is_pointer || !is_whole_number_type(type_of(parameter.element))) {
      return Role::other;
    }
    const std::string name = lower(parameter.name);

    if (name_role(parameter.name) != Role::other) {
      // The only extent of a row of threads is its length.
      return is_flat() && !has_both_extents() ? Role::size : name_role(parameter.name);
    }
    if (has_part(parameter.name, depth_words)) return Role::depth;
    const bool steps = has_part(
        parameter.name, std::array<std::string_view, 8>{"steps", "iter", "iters", "iterations",
                                                        "bins", "step", "iteration", "bucket"});
    if (!steps && (has_part(parameter.name, size_words) ||
                   (name.size() > 1 && name[0] == 'n' && name.find("num") != std::string::npos))) {
      return Role::size;
    }
    if (has_part(parameter.name, matrix_words) && !is_bitonic_pair()) return Role::side;
    return Role::other;
  }

  [[nodiscard]] static Role name_role(std::string_view parameter) {
    const std::string name = lower(parameter);
    if (name == "numcols" || name == "ncol" || has_part(parameter, column_words)) {
      return Role::columns;
    }
    if (name == "numrows" || name == "nrow" || has_part(parameter, row_words)) return Role::rows;
    return Role::other;
  }
  /// Whether there is more than one extent.
  [[nodiscard]] bool has_both_extents() const {
    return std::ranges::count_if(kernel_.parameters, [](const BareParameter& each) {
             return !each.is_pointer &&
                    (name_role(each.name) != Role::other || has_part(each.name, matrix_words) ||
                     has_part(each.name, size_words));
           }) > 1;
  }

  /// (…, int j, int k) of a bitonic step.
  [[nodiscard]] bool is_bitonic_pair() const {
    const auto has = [&](std::string_view name) {
      return std::ranges::any_of(kernel_.parameters, [&](const BareParameter& each) {
        return each.name == name && !each.is_pointer;
      });
    };
    return has("j") && has("k") && mentions(words_, "^");
  }

  [[nodiscard]] bool has_role(Role role) const {
    return std::ranges::any_of(kernel_.parameters,
                               [&](const BareParameter& each) { return role_of(each) == role; });
  }

  [[nodiscard]] std::string other_number(const BareParameter& parameter) const {
    const std::string name = lower(parameter.name);
    const std::string type = type_of(parameter.element);
    if (!is_whole_number_type(type)) {
      if (name == "a" || name == "alpha" || name == "scale" || name == "factor") return "2";
      if (name == "dx" || name == "dy") return "0.05";
      if (name == "dt" || name == "eps" || name == "epsilon") return "0.1";
      if (name == "x0" || name == "xmin" || name == "left") return "-2";
      if (name == "y0" || name == "ymin" || name == "bottom" || name == "top") return "-1.5";
      return "1";
    }
    if (type == "bool") return "true";
    if (is_bitonic_pair() && name == "k") return "2";
    if (name.find("bin") != std::string::npos || name.find("bucket") != std::string::npos)
      return "64";
    if (name.find("iter") != std::string::npos || name == "steps" || name == "nsteps") return "16";
    if (name == "radius" || name == "r" || name.find("halo") != std::string::npos) return "2";
    if (name == "start" || name == "begin" || name == "lo" || name == "first" || name == "shift" ||
        name == "bit" || name == "base") {
      return "0";
    }
    if (name.find("mask") != std::string::npos || name.find("filter") != std::string::npos ||
        name == "ksize") {
      return "5";
    }
    if (name.find("color") != std::string::npos || name.find("channel") != std::string::npos)
      return "3";
    return "1";
  }

  [[nodiscard]] bool is_matrix() const {
    return !is_flat() || has_role(Role::columns) || has_role(Role::rows) || has_role(Role::side);
  }

  /// Every number that has not been given, for a problem of this size.
  void set_numbers(std::int64_t size, std::int64_t side) {
    for (const BareParameter& parameter : kernel_.parameters) {
      if (parameter.is_pointer) continue;
      const BareArgument* const said = given_.find(parameter.name);
      std::string text = said != nullptr ? said->value : std::string();
      if (said == nullptr) {
        switch (role_of(parameter)) {
          case Role::size: text = std::to_string(size); break;
          case Role::columns:
          case Role::rows:
          case Role::side: text = std::to_string(side); break;
          case Role::depth: text = "8"; break;
          case Role::other: text = other_number(parameter); break;
        }
      }
      numbers_[parameter.name] = text;
      launch_.numbers.erase(parameter.name);
      const bool whole = is_whole_number_type(type_of(parameter.element));
      if (const auto value = whole_value(text); value && whole) {
        launch_.numbers[parameter.name] = *value;
      }
    }
  }

  [[nodiscard]] BareArgument scalar(const BareParameter& parameter) const {
    if (const BareArgument* const said = given_.find(parameter.name)) return *said;
    BareArgument argument{.name = parameter.name};
    argument.value = numbers_.at(parameter.name);
    return argument;
  }

  // Block

  [[nodiscard]] RangeReport look() const { return index_ranges(kernel_, names_, launch_); }

  [[nodiscard]] std::vector<std::int64_t> block_constants() const {
    std::vector<std::int64_t> found;
    const auto add = [&](std::optional<std::int64_t> value) {
      if (value && *value >= 1 && *value <= 1024) found.push_back(*value);
    };
    for (const auto& [name, value] : launch_.numbers) {
      if (names_a_block(name) || names_a_tile(name)) add(value);
    }
    for (const BareWord& word : kernel_.body) {
      if (word.kind != CudaToken::Kind::name ||
          (!names_a_block(word.text) && !names_a_tile(word.text)))
        continue;
      if (const BareText* const text = names_.constant(word.text)) {
        add(constant_value(*text, names_, launch_.numbers));
      }
    }
    return found;
  }

  /// From the most to the least wanted one.
  [[nodiscard]] std::vector<Dim3> block_candidates() const {
    std::vector<Dim3> all;
    const auto constants = block_constants();
    const auto add = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      if (x * y * z <= 1024 && x >= 1 && y >= 1) {
        all.push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                       static_cast<std::int32_t>(z)});
      }
    };
    if (mentions_side(words_, "threadIdx", "z")) {
      for (const std::int64_t side : {8, 4}) add(side, side, 4);
      return all;
    }
    if (mentions_side(words_, "threadIdx", "y")) {
      for (const std::int64_t x : constants) {
        add(x, x, 1);
        for (const std::int64_t y : constants) add(x, y, 1);
        for (const std::int64_t y : {8, 4}) add(x, y, 1);
      }
      for (const auto& [x, y] : {std::pair{16, 16}, {32, 32}, {32, 8}, {8, 8}, {32, 4}, {4, 4}}) {
        add(x, y, 1);
      }
      return all;
    }
    for (const std::int64_t x : constants) add(x, 1, 1);
    if (!mentions(words_, "threadIdx") && !mentions(words_, "thread_rank")) {
      return {Dim3{1, 1, 1}};
    }
    const bool has_buffers = std::ranges::any_of(kernel_.parameters, &BareParameter::is_pointer);
    const RangeReport report = look();
    if (!has_buffers && report.shared.empty()) return {Dim3{32, 1, 1}};  // it only prints
    for (const std::int64_t x : {256, 128, 64, 32, 512, 1024, 16}) add(x, 1, 1);
    for (const auto& [name, use] : report.shared) {
      if (use.extents.size() == 1 && use.extents[0] > 32) add(use.extents[0], 1, 1);
    }
    return all;
  }

  /// How much of the static arrays in shared memory is used; below 0: more than there is.
  [[nodiscard]] static double coverage(const RangeReport& report) {
    double all = 0;
    for (const auto& [name, use] : report.shared) {
      double used = 1;
      for (std::size_t d = 0; d < use.extents.size(); ++d) {
        const WholeRange &touched = use.touched[d], &stored = use.stored[d];
        if (touched.lo > touched.hi) continue;
        if (touched.hi < WholeRange::unbounded && touched.hi >= use.extents[d]) return -1;
        if (touched.lo > -WholeRange::unbounded && touched.lo < 0) return -1;
        if (stored.lo > stored.hi || stored.hi >= WholeRange::unbounded) continue;
        used *= static_cast<double>(stored.hi + 1) / static_cast<double>(use.extents[d]);
      }
      constexpr std::int64_t small = 32;  // one element for each warp of the largest block
      if (use.extents.size() > 1 || use.extents[0] > small) all += used;
    }
    return all;
  }

  void choose_block() {
    launch_.block = {256, 1, 1};
    launch_.grid = {2, is_flat() ? 1 : 2, 1};
    set_numbers(1024, usual_side);
    if (given_.block) {
      launch_.block = *given_.block;
      return;
    }
    std::vector<Dim3> candidates = block_candidates();
    if (const auto bound = constant_value(kernel_.bounds, names_, launch_.numbers)) {
      const auto most = std::clamp<std::int64_t>(*bound, 1, 1024);
      std::erase_if(candidates, [&](const Dim3& each) { return each.count() > most; });
      if (is_flat()) {
        candidates.insert(candidates.begin(), Dim3{static_cast<std::int32_t>(most), 1, 1});
      } else if (candidates.empty()) {
        candidates.push_back({static_cast<std::int32_t>(std::min<std::int64_t>(most, 32)), 1, 1});
      }
    }
    double best = -2;
    for (const Dim3& each : candidates) {
      launch_.block = each;
      set_numbers(usual_size(each), usual_side);
      const double covered = coverage(look());
      constexpr double clearly = 0.01;
      if (covered > best + clearly) {
        best = covered;
        chosen_block_ = each;
      }
    }
    launch_.block = chosen_block_;
  }

  // Sizes and grid

  [[nodiscard]] static std::int64_t usual_size(const Dim3& block) {
    const std::int64_t threads = block.count();
    const std::int64_t size = threads * (threads > 256 ? 2 : usual_blocks);
    return std::max<std::int64_t>(size, 64);
  }

  void fit_sizes() {
    const bool several_blocks = mentions(words_, "blockIdx");
    const std::int64_t threads = launch_.block.count();
    std::int64_t size = is_flat() ? usual_size(launch_.block) : usual_side;
    std::int64_t side = is_solid() ? usual_side / 4 : usual_side;
    for (const std::int64_t each : {std::int64_t{launch_.block.x}, std::int64_t{launch_.block.y}}) {
      if (!is_flat() && each > 1 && side % each != 0) side = (side / each + 1) * each;
    }
    if (!is_flat()) size = side;
    if (!several_blocks && !given_.grid) {
      launch_.grid = {1, 1, 1};
      size = one_block_size(threads);
      set_numbers(size, std::min(side, size));
    } else {
      set_numbers(size, side);
      choose_grid();
    }
    settle_contents();
    for (int attempt = 0; attempt < 4 && too_large(); ++attempt) {
      size = std::max<std::int64_t>(size / 4, 16);
      side = std::max<std::int64_t>(side / 2, 16);
      set_numbers(size, side);
      if (several_blocks) choose_grid();
      settle_contents();
    }
  }

  /// Elements for which a single block has threads: as many as it touches without knowing a size.
  std::int64_t one_block_size(std::int64_t threads) {
    set_numbers(threads, std::min(threads, usual_side));
    if (!is_flat()) return launch_.block.x;
    const RangeReport report = look();
    std::int64_t touched = 0;
    for (const auto& [name, use] : report.arrays) {
      if (use.bounded && use.direct) touched = std::max(touched, use.elements.hi + 1);
    }
    const bool plausible = touched >= threads && touched <= threads * 8 &&
                           std::has_single_bit(static_cast<std::uint64_t>(touched));
    return plausible ? touched : threads;
  }

  [[nodiscard]] bool too_large() const {
    const RangeReport report = look();
    return std::ranges::any_of(kernel_.parameters, [&](const BareParameter& parameter) {
      if (!parameter.is_pointer || given_.find(parameter.name) != nullptr) return false;
      return elements_of(parameter, report).first > most_guessed;
    });
  }

  [[nodiscard]] std::int64_t number_with(Role role) const {
    for (const BareParameter& parameter : kernel_.parameters) {
      const auto known = launch_.numbers.find(parameter.name);
      if (role_of(parameter) == role && known != launch_.numbers.end()) return known->second;
    }
    return 0;
  }

  /// What blocks along x, y or z are to cover if no comparison says it; 0: nothing.
  [[nodiscard]] std::int64_t side_along(unsigned side) const {
    const std::int64_t columns = number_with(Role::columns), rows = number_with(Role::rows);
    const std::int64_t size = number_with(Role::size), matrix = number_with(Role::side);
    if (side == 4) return number_with(Role::depth);
    if (is_flat() && size > 0) return size;
    const std::int64_t own = side == 1 ? columns : rows;
    if (own > 0) return own;
    return size > 0 ? size : std::max({columns, rows, matrix});
  }

  void choose_grid() {
    if (given_.grid) {
      launch_.grid = *given_.grid;
      return;
    }
    launch_.grid = {1, 1, 1};
    constexpr std::array<std::pair<std::string_view, unsigned>, 3> sides{
        {{"x", 1U}, {"y", 2U}, {"z", 4U}}};
    for (const auto& [name, bit] : sides) {
      if (mentions_side(words_, "blockIdx", name)) choose_grid_along(bit);
    }
  }

  std::int32_t& grid_side(unsigned bit) {
    return bit == 1 ? launch_.grid.x : bit == 2 ? launch_.grid.y : launch_.grid.z;
  }

  /// Whether as many blocks along a side as there are cover what they are to cover.
  struct Cover {
    bool covered = false;
    bool limited = false;     ///< a comparison says what that is
    std::int32_t blocks = 0;  ///< not 0: so many, whatever they cover
  };

  [[nodiscard]] Cover cover_along(unsigned bit) const {
    const RangeReport report = look();
    Cover cover{.covered = true};
    for (const BlockLimit& each : report.limits) {
      if ((each.blocks & bit) == 0) continue;
      cover.limited = true;
      cover.covered = cover.covered && each.most >= each.limit - 1;
    }
    if (cover.limited) return cover;
    std::int64_t reached = -1;
    for (const BlockLimit& each : report.unlimited) {
      if ((each.blocks & bit) != 0 && each.with_threads) reached = std::max(reached, each.most);
    }
    bool with_threads = reached >= 0;
    if (!with_threads) {
      for (const auto& [name, use] : report.arrays) {
        if (!use.bounded || !use.direct || use.by_block_only) continue;
        reached = std::max(reached, use.elements.hi);
        with_threads = true;
      }
      const std::int64_t rows = number_with(Role::rows);
      if (rows > 0) {  // a block for each of them
        cover.blocks = static_cast<std::int32_t>(std::min<std::int64_t>(rows, most_blocks_guessed));
      }
    }
    const std::int64_t side = side_along(bit);
    if (cover.blocks == 0 && (!with_threads || side == 0)) cover.blocks = unsized_blocks();
    cover.covered = reached >= side - 1;
    return cover;
  }

  [[nodiscard]] std::int32_t unsized_blocks() const { return is_flat() ? usual_blocks : 2; }

  void choose_grid_along(unsigned bit) {
    std::int32_t& blocks = grid_side(bit);
    blocks = 1;
    const Cover one = cover_along(bit);
    if (!one.limited && one.blocks > 0) {
      blocks = one.blocks;
      return;
    }
    if (one.covered) {
      // A loop that strides over the grid is to be seen.
      if (one.limited && mentions(words_, "gridDim")) blocks = 2;
      return;
    }
    while (blocks < most_blocks_guessed && !cover_along(bit).covered) blocks *= 2;
    if (!cover_along(bit).covered) {
      blocks = unsized_blocks();
      return;
    }
    std::int32_t enough = blocks;
    for (std::int32_t too_few = blocks / 2; enough - too_few > 1;) {
      blocks = (too_few + enough) / 2;
      (cover_along(bit).covered ? enough : too_few) = blocks;
    }
    blocks = enough;
  }

  // Buffers

  [[nodiscard]] bool is_index_name(std::string_view name) const {
    constexpr std::array<std::string_view, 16> words{
        "idx",  "index", "indices", "perm",      "col",    "cols",        "map",  "order",
        "next", "edges", "columns", "neighbors", "parent", "permutation", "inds", "lookup"};
    return has_part(name, words) || lower(name).find("idx") != std::string::npos ||
           lower(name).find("ind") != std::string::npos;
  }

  /// Ranges of what is in buffers of whole numbers, such that indices made of them are legal.
  void settle_contents() {
    launch_.contents.clear();
    for (const BareParameter& parameter : kernel_.parameters) {
      if (!parameter.is_pointer || !is_whole_number_type(type_of(parameter.element))) continue;
      const BareArgument* const said = given_.find(parameter.name);
      launch_.contents[parameter.name] = {
          type_of(parameter.element) == "char" ? std::int64_t{'a'} : 0, usual_below(parameter) - 1};
      if (said != nullptr) launch_.contents[parameter.name] = said_contents(*said, parameter);
    }
    const RangeReport first = look();
    for (const auto& [name, use] : first.arrays) {
      if (use.bounds_loops && given_.find(name) == nullptr) {
        const std::int64_t last = std::max<std::int64_t>(count_of_bounds(name, first) - 1, 1);
        launch_.contents[name] = {0, last * bounds_step};
      }
    }
    for (auto& [name, range] : launch_.contents) {
      const auto use = first.arrays.find(name);
      const bool bounds = use != first.arrays.end() && use->second.bounds_loops;
      if (given_.find(name) == nullptr && !bounds) narrow_contents(name, range);
    }
  }

  static constexpr std::int64_t bounds_step = 4;

  [[nodiscard]] std::int64_t count_of_bounds(const std::string& name,
                                             const RangeReport& report) const {
    const auto use = report.arrays.find(name);
    const bool known = use != report.arrays.end() && use->second.bounded &&
                       use->second.elements.hi >= use->second.elements.lo;
    return known ? use->second.elements.hi + 1 : largest_number() + 1;
  }

  [[nodiscard]] std::int64_t usual_below(const BareParameter& parameter) const {
    const std::string type = type_of(parameter.element);
    if (type == "bool") return 2;
    if (type == "char") return 'z' + 1;
    if (type == "unsigned char" || type == "uint8_t" || type == "uchar") return 256;
    return 100;
  }

  [[nodiscard]] WholeRange said_contents(const BareArgument& said,
                                         const BareParameter& parameter) const {
    switch (said.kind) {
      case ArgumentKind::zero: return {0, 0};
      case ArgumentKind::ones: return {1, 1};
      case ArgumentKind::letters: return {'a', 'z'};
      case ArgumentKind::random:
        return {0, (said.below > 0 ? said.below : usual_below(parameter)) - 1};
      default: break;
    }
    if (said.count == 0) return {0, largest_number()};
    const std::int64_t last = said.count - 1;
    return {std::min<std::int64_t>(0, last * said.step),
            std::max<std::int64_t>(0, last * (said.kind == ArgumentKind::ramp ? said.step : 1))};
  }

  [[nodiscard]] std::int64_t largest_number() const {
    const std::int64_t size = number_with(Role::size);
    return size > 0 ? size : std::max<std::int64_t>(usual_side, number_with(Role::rows));
  }

  [[nodiscard]] const BareParameter* parameter_named(const std::string& name) const {
    const auto found = std::ranges::find(kernel_.parameters, name, &BareParameter::name);
    return found == kernel_.parameters.end() ? nullptr : &*found;
  }

  /// Finds how many values the elements may have, so that what they index is large enough.
  void narrow_contents(const std::string& name, WholeRange& range) {
    const RangeReport now = look();
    std::int64_t below = range.hi + 1;
    for (const auto& [array, use] : now.arrays) {
      if (!use.indexed_by.contains(name)) continue;
      const BareParameter* const target = parameter_named(array);
      const BareArgument* const said = given_.find(array);
      const std::int64_t own = number_named_like_bins();
      if (said != nullptr && said->count > 0) {
        below = std::min(below, said->count);
      } else if (own > 0 && target != nullptr && !is_index_name(name)) {
        below = std::min(below, own);
      } else if (is_index_name(name) || use.scattered_by.contains(name) || use.direct) {
        below = largest_number();
      }
    }
    if (number_named_like_bins() > 0 && now.dynamic_indexed_by.contains(name)) {
      below = std::min(below, number_named_like_bins());
    }
    const WholeRange wanted = range;
    range.hi = std::max(below - 1, range.lo);
    // Static arrays in shared memory.
    if (coverage(look()) >= 0) return;
    range = wanted;
    for (const std::int64_t each : {128, 100, 64, 32, 16, 10, 8, 4, 2}) {
      if (each > below || each <= range.lo) continue;
      range.hi = each - 1;
      if (coverage(look()) >= 0) return;
    }
    range = wanted;
  }

  [[nodiscard]] std::int64_t number_named_like_bins() const {
    for (const BareParameter& parameter : kernel_.parameters) {
      const auto known = launch_.numbers.find(parameter.name);
      const std::string name = lower(parameter.name);
      const bool bins = name.find("bin") != std::string::npos ||
                        name.find("bucket") != std::string::npos ||
                        name.find("class") != std::string::npos;
      if (bins && known != launch_.numbers.end()) return known->second;
    }
    return 0;
  }

  /// Products of the problem's numbers, which buffers usually have as their size.
  [[nodiscard]] std::set<std::int64_t> likely_counts() const {
    std::vector<std::int64_t> sides;
    for (const BareParameter& parameter : kernel_.parameters) {
      const auto known = launch_.numbers.find(parameter.name);
      if (known == launch_.numbers.end() || role_of(parameter) == Role::other) continue;
      if (known->second > 1) sides.push_back(known->second);
    }
    std::set<std::int64_t> counts(sides.begin(), sides.end());
    for (const std::int64_t a : sides) {
      for (const std::int64_t b : sides) {
        counts.insert(a * b);
        for (const std::int64_t c : sides) {
          if (sides.size() >= 3 || is_solid()) counts.insert(a * b * c);
        }
      }
    }
    return counts;
  }

  /// How many elements a buffer has, and how many the code touches before its first one.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> elements_of(const BareParameter& parameter,
                                                                  const RangeReport& report) const {
    const auto found = report.arrays.find(parameter.name);
    if (found == report.arrays.end() || (!found->second.bounded && !found->second.direct) ||
        (!found->second.bounded && found->second.elements.lo > found->second.elements.hi)) {
      return {count_by_name(found == report.arrays.end() ? nullptr : &found->second), 0};
    }
    const ArrayUse& use = found->second;
    if (use.elements.lo > use.elements.hi) return {count_by_name(&use), 0};
    const std::int64_t touched = use.elements.hi + 1;
    if (!use.bounded) return {std::max(touched, count_by_name(&use)), 0};
    if (use.bounds_loops) return {touched, 0};
    const auto counts = likely_counts();
    if (counts.empty() && use.elements.lo < 0) {
      // Without a size, the caller has seen to it that there is something on both sides.
      const std::int64_t halo = -use.elements.lo;
      constexpr std::int64_t widest = 64;
      if (halo <= widest && touched > 2 * halo) return {touched - halo, halo};
    }
    const std::int64_t most_side = std::max({number_with(Role::columns), number_with(Role::rows),
                                             number_with(Role::side), std::int64_t{0}});
    std::int64_t nearest = touched, distance = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t count : counts) {
      // More than a count is a mistake of the kernel's, if it is little.
      const bool flat = count == number_with(Role::size) || most_side == 0;
      const std::int64_t plane = is_solid() ? count / 8 : 0;
      std::int64_t slack = (flat ? 9 : most_side + 9) + plane;
      // Each thread takes two elements, a block apart.
      const std::int64_t pair = 2 * launch_.block.count();
      if (flat && touched > count && count % pair == 0) slack = launch_.block.count();
      const std::int64_t apart = std::abs(touched - count);
      if (apart > slack || apart * 4 > count || apart >= distance) continue;
      nearest = count;
      distance = apart;
    }
    return {std::max<std::int64_t>(nearest, 1), 0};
  }

  [[nodiscard]] std::int64_t count_by_name(const ArrayUse* use) const {
    const std::int64_t columns = number_with(Role::columns), rows = number_with(Role::rows);
    const std::int64_t size = number_with(Role::size), side = number_with(Role::side);
    const std::int64_t threads = launch_.grid.count() * launch_.block.count();
    if (use != nullptr && use->atomic && size == 0 && number_named_like_bins() > 0) {
      return number_named_like_bins();
    }
    if (columns > 0 && rows > 0) return columns * rows;
    if (!is_flat() && std::max({size, side, columns}) > 0) {
      const std::int64_t n = std::max({size, side, columns});
      return n * n;
    }
    return std::max({size, columns * columns, rows, threads});
  }

  [[nodiscard]] BareArgument buffer(const BareParameter& parameter,
                                    const RangeReport& report) const {
    BareArgument argument{.name = parameter.name};
    const BareArgument* const said = given_.find(parameter.name);
    if (said != nullptr) argument = *said;
    if (argument.type.empty()) argument.type = element_type(parameter);
    if (argument.count == 0) {
      const auto [count, halo] = elements_of(parameter, report);
      argument.count = count;
      if (argument.halo == 0) argument.halo = halo;
    }
    if (said == nullptr) choose_contents(parameter, report, argument);
    return argument;
  }

  [[nodiscard]] std::string element_type(const BareParameter& parameter) const {
    const auto bound = launch_.types.find(parameter.element);
    return bound == launch_.types.end() ? parameter.element : bound->second;
  }

  void choose_contents(const BareParameter& parameter, const RangeReport& report,
                       BareArgument& argument) const {
    const auto found = report.arrays.find(parameter.name);
    const ArrayUse use = found == report.arrays.end() ? ArrayUse{} : found->second;
    const std::string type = type_of(parameter.element);
    const bool is_number = bare_type_bytes(type) != 0;
    const bool only_written = (use.written || use.atomic) && !use.read && !use.escapes;
    const bool result = !parameter.is_const && has_part(parameter.name, result_words);
    argument.kind = ArgumentKind::random;
    if (!is_number || only_written || (result && !use.read) || (result && use.atomic)) {
      argument.kind = ArgumentKind::zero;
      return;
    }
    if (use.bounds_loops) {
      argument.kind = ArgumentKind::ramp;
      argument.step = bounds_step;
      return;
    }
    if (type == "char") {
      argument.kind = ArgumentKind::letters;
      return;
    }
    const auto contents = launch_.contents.find(parameter.name);
    if (contents == launch_.contents.end()) return;
    const bool scatters = std::ranges::any_of(report.arrays, [&](const auto& each) {
      return each.second.scattered_by.contains(parameter.name);
    });
    const std::int64_t below = contents->second.hi + 1;
    if (scatters && argument.count <= below) {
      argument.kind = ArgumentKind::shuffled;
    } else if (below != usual_below(parameter)) {
      argument.below = below;
    }
  }

  // Shared memory

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

  const BareKernel& kernel_;
  const BareNames& names_;
  const BareSetup& given_;
  BareText words_;  // of the kernel and of what it calls, macros expanded
  RangeLaunch launch_;
  Dim3 chosen_block_{256, 1, 1};
  std::map<std::string, BareArgument> templates_;
  const BareTemplateParameter* defaults_begin_ = nullptr;  // the first that keeps its default
  std::map<std::string, std::string> numbers_;
};

}  // namespace

Result<BareSetup> guess_bare_setup(const BareKernel& kernel, const BareNames& names,
                                   const BareSetup& given) {
  return Guesser(kernel, names, given).run();
}

}  // namespace warpscope
