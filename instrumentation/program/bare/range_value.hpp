#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/program/bare/whole_range.hpp"

namespace warpscope::index_walk {

inline constexpr std::int64_t unbounded = WholeRange::unbounded;

/// What an expression is: a number, a pointer, or something in memory.
struct Value {
  WholeRange range;                   // of a number; of a pointer or place: bytes behind its base
  std::string base;                   // not empty: it points into this
  std::int64_t size = 0;              // bytes of an element; of a place: of itself
  std::vector<std::int64_t> extents;  // of an array of arrays: those behind the first
  bool place = false;                 // the element itself, neither read nor written yet
  bool whole = false;                 // the element is a whole number
  std::string variable;               // this variable; empty: none
  std::vector<std::pair<WholeRange, bool>>
      subscripts;               // that led here; whether they move with threadIdx
  unsigned blocks = 0;          // it moves with blockIdx: bits 1, 2, 4
  bool threads = false;         // with threadIdx
  std::set<std::string> loads;  // with elements of these parameters
};

[[nodiscard]] Value number(std::int64_t lo, std::int64_t hi);
/// Of a number as it is written in code; unbounded if it is no whole one.
[[nodiscard]] Value literal(std::string_view text);
/// What `from` moves with, `to` moves with, too.
void add_sources(Value& to, const Value& from);

/// How strongly an operator of two operands binds: 1 is ||, 10 is *; 0: it is none.
[[nodiscard]] int precedence(std::string_view op);
/// Two operands, of which none is a place, and what an operator makes of them.
[[nodiscard]] Value combined(const std::string& op, const Value& a, const Value& b);

}  // namespace warpscope::index_walk
