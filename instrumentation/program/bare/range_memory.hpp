#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/program/bare/range_cursor.hpp"
#include "instrumentation/program/bare/range_value.hpp"

namespace warpscope::index_walk {

/// What is known of an expression where the walk stands.
struct Narrowing {
  std::string text;  // of an expression, without blanks
  WholeRange range;
};

/// What variables and arrays hold, and how arrays are used: what is reported.
class Memory : protected Cursor {
 protected:
  using Cursor::Cursor;
  ~Memory() = default;

  enum class Touch : std::uint8_t { read, write, atomic };
  void bind(const BareParameter& parameter);
  /// What a variable is given where it is declared, or on a way that is always taken behind that, replaces what it was;
  /// elsewhere it is one more thing that it may be.
  void assign(const std::string& id, const Value& value);
  /// Definitions that name a variable which has another value now.
  void forget_definitions_with(const std::string& id);
  void add_value(const std::string& id, const Value& value);
  void touch(const Value& place, Touch how);
  /// The value of a place; of other values themselves.
  Value read(Value value);
  void write(const Value& place, const Value& value);
  Value element(const Value& array, const Value& index);
  /// An array or pointer that is in a place of its own is not known.
  Value read_pointer(const Value& value);
  void note_dimension(const Value& array, const Value& index);
  void note_store(const Value& place);
  void apply_narrowings(const std::string& key, Value& value) const;

  struct Base {
    enum class Kind : std::uint8_t { parameter, dynamic, fixed, local };
    Kind kind = Kind::local;
    std::int64_t size = 0;
  };
  struct Definition {
    const BareText* words = nullptr;
    std::size_t begin = 0, end = 0;
  };
  RangeReport report_;
  std::map<std::string, Value> values_;       // by id; "base[]": what an array holds
  std::map<std::string, std::string> bound_;  // names to ids
  std::map<std::string, Base> bases_;
  std::map<std::string, Definition> definitions_;  // of variables: the words of their value
  std::map<std::string, int> nesting_of_;          // of the declaration of a variable
  std::vector<Narrowing> narrowings_;
  int calls_ = 0, pass_ = 0, nesting_ = 0;  // in branches and loops
  bool recording_ = false;
};

}  // namespace warpscope::index_walk
