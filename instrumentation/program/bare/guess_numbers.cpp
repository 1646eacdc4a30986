#include "instrumentation/program/bare/guess_numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/program/bare/bare_types.hpp"
#include "instrumentation/program/bare/guess_words.hpp"

namespace warpscope::guess {

namespace {

using ArgumentKind = BareArgument::Kind;

}  // namespace

Numbers::Numbers(const BareKernel& kernel, const BareNames& names, const BareSetup& given)
    : kernel_(kernel), names_(names), given_(given), words_(names.expanded(kernel.body)) {
  add_called_words();
}

void Numbers::add_called_words() {
  std::set<std::string> known;
  for (std::size_t i = 0; i < words_.size() && words_.size() < 50'000; ++i) {
    const auto* const function = names_.function(words_[i].text);
    if (function == nullptr || !known.insert(words_[i].text).second) continue;
    const BareText body = names_.expanded(function->body);
    words_.insert(words_.end(), body.begin(), body.end());
  }
}

Status Numbers::check_parameters() {
  for (const BareTemplateParameter& parameter : kernel_.template_parameters) {
    if (Status known = guess_template(parameter); !known) return known;
  }
  for (const BareParameter& parameter : kernel_.parameters) {
    const BareArgument* const said = given_.find(parameter.name);
    const std::string type = type_of(parameter.element);
    if (parameter.is_pointer) {
      if (type == "void" && (said == nullptr || said->type.empty())) {
        return usage_error(tr(
            "{0} points to void, which says nothing of its elements: write their type, such as {1} "
            "random float[512].",
            parameter.name, parameter.name));
      }
      continue;
    }
    if (bare_type_bytes(type) == 0 && said == nullptr) {
      return usage_error(
          tr("{0} is a {1}, for which there is no guess: write \"{2} zero\" for one that is made "
             "without arguments, or add a main() that launches the kernel.",
             parameter.name, parameter.element, parameter.name));
    }
  }
  return Done{};
}

Status Numbers::guess_template(const BareTemplateParameter& parameter) {
  BareArgument argument{.name = parameter.name};
  const BareArgument* const given = given_.find(parameter.name);
  if (given != nullptr && defaults_begin_ != nullptr) {
    return usage_error(tr("{0} stands behind {1} in the template: write {2}, too.", parameter.name,
                          defaults_begin_->name, defaults_begin_->name));
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
    const bool elements = std::ranges::any_of(
        kernel_.parameters, [&](const BareParameter& each) { return of(each) && each.is_pointer; });
    const bool plain_name =
        parameter.name == "T" || lower(parameter.name).find("type") != std::string::npos;
    if (user == kernel_.parameters.end() || (!elements && !plain_name)) {
      return usage_error(
          tr("The template's type {0} has no guess: write the type's name, such as {1} float.",
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
      return usage_error(tr("The template's number {0} has no guess: write it, such as {1} 16.",
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

void Numbers::use_default(const BareTemplateParameter& parameter) {
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

std::string Numbers::template_number(const BareTemplateParameter& parameter) const {
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

std::string Numbers::type_of(const std::string& element) const {
  const auto bound = launch_.types.find(element);
  return bound == launch_.types.end() ? names_.type(element) : bound->second;
}

bool Numbers::bit_work() const {
  constexpr std::array<std::string_view, 6> words{"atomicMax", "atomicMin", "atomicAnd",
                                                  "atomicOr",  "atomicXor", "__popc"};
  return std::ranges::any_of(words, [&](std::string_view each) { return mentions(words_, each); });
}

bool Numbers::is_flat() const {
  return !mentions_side(words_, "threadIdx", "y") && !mentions_side(words_, "blockIdx", "y");
}

bool Numbers::is_solid() const { return mentions_side(words_, "threadIdx", "z"); }

Role Numbers::role_of(const BareParameter& parameter) const {
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

Role Numbers::name_role(std::string_view parameter) {
  const std::string name = lower(parameter);
  if (name == "numcols" || name == "ncol" || has_part(parameter, column_words)) {
    return Role::columns;
  }
  if (name == "numrows" || name == "nrow" || has_part(parameter, row_words)) return Role::rows;
  return Role::other;
}

bool Numbers::has_both_extents() const {
  return std::ranges::count_if(kernel_.parameters, [](const BareParameter& each) {
           return !each.is_pointer &&
                  (name_role(each.name) != Role::other || has_part(each.name, matrix_words) ||
                   has_part(each.name, size_words));
         }) > 1;
}

bool Numbers::is_bitonic_pair() const {
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(kernel_.parameters, [&](const BareParameter& each) {
      return each.name == name && !each.is_pointer;
    });
  };
  return has("j") && has("k") && mentions(words_, "^");
}

bool Numbers::has_role(Role role) const {
  return std::ranges::any_of(kernel_.parameters,
                             [&](const BareParameter& each) { return role_of(each) == role; });
}

std::string Numbers::other_number(const BareParameter& parameter) const {
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

bool Numbers::is_matrix() const {
  return !is_flat() || has_role(Role::columns) || has_role(Role::rows) || has_role(Role::side);
}

void Numbers::set_numbers(std::int64_t size, std::int64_t side) {
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

BareArgument Numbers::scalar(const BareParameter& parameter) const {
  if (const BareArgument* const said = given_.find(parameter.name)) return *said;
  BareArgument argument{.name = parameter.name};
  argument.value = numbers_.at(parameter.name);
  return argument;
}

std::int64_t Numbers::number_with(Role role) const {
  for (const BareParameter& parameter : kernel_.parameters) {
    const auto known = launch_.numbers.find(parameter.name);
    if (role_of(parameter) == role && known != launch_.numbers.end()) return known->second;
  }
  return 0;
}

}  // namespace warpscope::guess
