#include "instrumentation/program/source/cuda_declarations.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {
namespace {

using TokenKind = CudaToken::Kind;

}  // namespace

CudaDeclarations::CudaDeclarations(const CudaCode& code)
    : code_(code), runs_on_(code.size(), RunsOn::host) {
  std::size_t open = 0;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    if (code_.token(i).kind == TokenKind::directive) {
      const std::string_view name = split_directive(code_.word(i)).first;
      if (name.starts_with("if")) ++open;
      if (name == "endif" && open > 0) --open;
    }
    conditions_.push_back(open);
  }
  read();
}

void CudaDeclarations::read() {
  std::size_t begin = 0;                         // of the declaration
  constexpr std::size_t deepest = 50;            // of real programs
  std::vector<std::vector<Scope>> conditionals;  // what to come back to at the #else of each #if
  for (std::size_t i = 0; i < code_.size(); ++i) {
    if (code_.token(i).kind == TokenKind::directive) {
      if (!scopes_.empty()) runs_on_[i] = scopes_.back().runs_on;
      const std::string_view name = split_directive(code_.word(i)).first;
      if (name.starts_with("if")) {
        conditionals.push_back(conditionals.size() < deepest ? scopes_ : std::vector<Scope>{});
      }
      if (name.starts_with("el") && !conditionals.empty() && conditionals.size() <= deepest) {
        scopes_ = conditionals.back();
      }
      if (name == "endif" && !conditionals.empty()) conditionals.pop_back();
      continue;
    }
    if (code_.hidden(i) || code_.token(i).directive != 0) continue;
    if (!scopes_.empty()) runs_on_[i] = scopes_.back().runs_on;
    const std::string_view is = code_.word(i);
    if (is == "{") {
      read_open_brace(i, begin);
    } else if (is == "}") {
      read_close_brace(i, begin);
    } else if (!in_code()) {
      if (is == ";") {
        read_kernel(begin, i, nullptr);
        read_function(begin, i);
        begin = i + 1;
      } else if (is == "(" && i > 0 && !is_attribute(code_.word(i - 1)) &&
                 code_.word(i - 1) == "main" && in_spaces_only()) {
        has_main_ = true;
      }
    }
  }
}

bool CudaDeclarations::is_whole(std::size_t open) const {
  const std::size_t last = code_.close(open);
  return last != CudaCode::none && conditions_[open] == conditions_[last];
}

bool CudaDeclarations::in_spaces_only() const {
  return std::ranges::all_of(scopes_,
                             [](const Scope& scope) { return scope.kind == Scope::Kind::space; });
}

void CudaDeclarations::read_open_brace(std::size_t& i, std::size_t& begin) {
  using enum Scope::Kind;
  if (in_code()) {
    Scope inner{.kind = block, .declaration = begin, .runs_on = scopes_.back().runs_on};
    // [=] __device__ (int i) mutable -> int {
    std::size_t at = i;
    while (at > 0 && at + 24 > i && !code_.is_other(at - 1, i)) {
      const std::string_view before = code_.word(at - 1);
      if (before == ")") {
        const std::size_t first = code_.open(at - 1);
        at = first == CudaCode::none ? 0 : first;
        break;
      }
      if (before == ";" || before == "{" || before == "}" || before == "(") {
        at = 0;
        break;
      }
      if (before == "__device__" || before == "__host__") break;
      --at;
    }
    bool device = false, host = false;
    for (; at > 0 && (code_.word(at - 1) == "__device__" || code_.word(at - 1) == "__host__");
         --at) {
      device = device || code_.word(at - 1) == "__device__";
      host = host || code_.word(at - 1) == "__host__";
    }
    if (device && at > 0 && code_.word(at - 1) == "]") {
      inner.runs_on = host ? RunsOn::both : RunsOn::device;
    }
    scopes_.push_back(std::move(inner));
    return;
  }

  bool is_space = false, is_type = false, is_enum = false, is_function = false, is_value = false;
  bool in_initialisers = false, is_operator = false;
  std::size_t parameters_end = CudaCode::none;
  for (std::size_t j = begin; j < i; ++j) {
    if (code_.is_other(j, i) || code_.token(j).kind == TokenKind::directive) continue;
    const std::size_t after = code_.after_attribute(j);
    if (after != j) {
      j = after - 1;
      continue;
    }
    const std::string_view is = code_.word(j);
    if (is == "<" && code_.is_name(j - 1) && j > 0 && !is_operator) {
      const std::size_t last = code_.close_angle(j);
      if (last < i) j = last;
    } else if (is == "namespace" ||
               (is == "extern" && code_.token(j + 1).kind == TokenKind::text && j + 2 == i)) {
      is_space = true;
    } else if (is == "struct" || is == "class" || is == "union") {
      is_type = true;
    } else if (is == "enum") {
      is_enum = true;
    } else if (is == "operator") {
      is_operator = true;
    } else if (is == "=" && !is_operator && parameters_end == CudaCode::none) {
      is_value = true;
    } else if (is == "(" && !is_value) {
      is_function = true;
      const std::size_t last = code_.close(j);
      if (last < i) j = last;
      parameters_end = j;
    } else if (is == ":" && parameters_end != CudaCode::none) {
      in_initialisers = true;
    } else if (is == "{") {  // of a class before its variable
      const std::size_t last = code_.close(j);
      if (last < i) j = last;
      is_type = is_enum = false;
    }
  }
  if (is_value || is_enum ||
      (in_initialisers && code_.word(i - 1) != ")" && code_.word(i - 1) != "}") ||
      (!is_space && !is_type && !is_function)) {
    const std::size_t last = code_.close(i);  // a value, enumerators, or a member's initialiser
    if (last == CudaCode::none) {
      begin = i + 1;
    } else {
      i = last;
    }
    return;
  }
  if (is_space) {
    scopes_.push_back({.kind = space, .declaration = i + 1});
  } else if (is_function || is_operator) {
    Scope body{.kind = function, .declaration = begin};
    const CudaCode::Range declaration{begin, i};
    const bool device = code_.has(declaration, "__device__"),
               global = code_.has(declaration, "__global__");
    if (device || global) {
      body.runs_on = code_.has(declaration, "__host__") ? RunsOn::both : RunsOn::device;
    }
    if (global) read_kernel(begin, i, &body);
    read_function(begin, i);
    scopes_.push_back(std::move(body));
  } else {
    scopes_.push_back({.kind = type, .declaration = begin});
  }
  begin = i + 1;
}

void CudaDeclarations::read_close_brace(std::size_t i, std::size_t& begin) {
  if (scopes_.empty()) {
    begin = i + 1;
    return;
  }
  Scope ended = std::move(scopes_.back());
  scopes_.pop_back();
  if (ended.kind == Scope::Kind::type) {
    begin = ended.declaration;  // its variables may follow
    return;
  }
  if (!ended.kernel.empty()) {
    definitions_.push_back({.name = ended.kernel, .parameters = ended.parameters, .last = i});
  }
  if (ended.finder) {
    ended.finder->last = i;
    finders_.push_back(*std::move(ended.finder));
  }
  if (!in_code()) begin = i + 1;
}

void CudaDeclarations::read_function(std::size_t begin, std::size_t end) {
  if (!in_spaces_only() || end >= code_.size()) return;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.is_other(i, end)) continue;
    if (const std::size_t after = code_.after_attribute(i); after != i) {
      i = after - 1;
      continue;
    }
    const std::string_view is = code_.word(i);
    if (is == "__global__" || is == "=" || is == "operator" || is == "using") return;
    if (is == "{" || (is == "<" && i > begin && code_.is_name(i - 1))) {
      const std::size_t last = is == "{" ? code_.close(i) : code_.close_angle(i);
      if (last >= end) return;
      i = last;  // a class, or arguments of a template
    } else if (code_.is_name(i) && code_.word(i + 1) == "(") {
      const bool member = i > begin && code_.word(i - 1) == "::";
      if (!member) kernels_.functions.emplace(is);
      return;
    }
  }
}

void CudaDeclarations::read_kernel(std::size_t begin, std::size_t end, Scope* body) {
  const bool in_type = std::ranges::any_of(
      scopes_, [](const Scope& scope) { return scope.kind == Scope::Kind::type; });
  if (in_type || end >= code_.size() || !code_.has({begin, end}, "__global__")) return;
  KernelShape shape;
  bool specialised = false;
  int headers = 0;
  CudaCode::Range template_parameters;
  for (std::size_t i = begin; i < end; ++i) {
    if (code_.is_other(i, end)) continue;
    if (const std::size_t after = code_.after_attribute(i); after != i) {
      i = after - 1;
      continue;
    }
    if (code_.word(i) == "template") {
      if (code_.word(i + 1) != "<") return;  // an explicit instantiation
      const std::size_t last = code_.close_angle(i + 1);
      if (last >= end) return;
      specialised = last == i + 2;
      shape.is_template = true;
      ++headers;
      template_parameters = {i + 1, last};
      for (const CudaCode::Range& parameter : code_.parts(i + 1, last)) {
        const bool pack = code_.has(parameter, ".");  // of "..."
        shape.template_pack = shape.template_pack || pack;
        if (!pack && !code_.has(parameter, "=")) ++shape.template_arguments;
      }
      i = last;
    } else if (code_.is_name(i) && code_.word(i + 1) == "<") {
      specialised = true;  // k<int>(…)
      return;
    } else if (code_.is_name(i) && code_.word(i + 1) == "(") {
      const std::size_t last = code_.close(i + 1);
      if (last >= end || specialised) return;
      std::size_t next = last + 1;
      while (code_.after_attribute(next) != next) next = code_.after_attribute(next);
      if (code_.is_name(next) && next < end) {  // it was a macro: LIMITS(256) k(…)
        i = last;
        continue;
      }
      if (next != end) return;
      for (const CudaCode::Range& parameter : code_.parts(i + 1, last)) {
        if (parameter.end - parameter.begin == 1 && code_.word(parameter.begin) == "void") continue;
        ++shape.parameters;
        shape.has_defaults = shape.has_defaults || code_.has(parameter, "=");
        shape.parameter_types += parameter_type(code_, parameter) + ",";
      }
      const std::string name(code_.word(i));
      std::optional<KernelFinder> find;
      if (headers <= 1 && (body == nullptr || is_whole(end))) {
        find = kernel_finder(code_, name, template_parameters, {i + 1, last});
      }
      shape.has_finder = find.has_value();
      kernels_.add(name, shape);
      if (body == nullptr) {
        if (!find) return;
        find->in_body = false;
        find->last = end;
        finders_.push_back(*std::move(find));
      } else {
        if (!shape.is_template) body->kernel = name;
        if (find) body->parameters = find->parameters;
        if (find) find->body = end;
        body->finder = std::move(find);
      }
      return;
    }
  }
}

}  // namespace warpscope
