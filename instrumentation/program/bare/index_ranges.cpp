#include "instrumentation/program/bare/index_ranges.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "instrumentation/program/bare/bare_types.hpp"

namespace warpscope {
namespace {

constexpr std::int64_t unbounded = WholeRange::unbounded;
constexpr std::int64_t unknown_element = 16;  // bytes of a type that is not known

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

Value number(std::int64_t lo, std::int64_t hi) {
  Value value;
  value.range = {lo, hi};
  return value;
}

void add_sources(Value& to, const Value& from) {
  to.blocks |= from.blocks;
  to.threads = to.threads || from.threads;
  to.loads.insert(from.loads.begin(), from.loads.end());
}

struct Narrowing {
  std::string text;  // of an expression, without blanks
  WholeRange range;
};

class RangeWalk {
 public:
  RangeWalk(const BareKernel& kernel, const BareNames& names, const RangeLaunch& launch)
      : names_(names), launch_(launch) {
    for (const BareParameter& parameter : kernel.parameters) bind(parameter);
  }
  RangeWalk(const BareNames& names, const RangeLaunch& launch) : names_(names), launch_(launch) {}

  RangeReport run(const BareText& body) {
    walk_function(body, {});
    return std::move(report_);
  }

  std::optional<std::int64_t> constant(const BareText& text) {
    words_ = &text;
    if (text.empty()) return std::nullopt;
    const Value value = read(expression());
    if (at_ < text.size() || value.range.lo != value.range.hi || !value.base.empty()) {
      return std::nullopt;
    }
    return is_finite(value.range) ? std::optional(value.range.lo) : std::nullopt;
  }

 private:
  static constexpr int passes = 6, passes_of_calls = 3, deepest_call = 4, deepest_expression = 200;
  static constexpr std::int64_t most_steps = 400'000;  // words looked at, in all

  // Words

  [[nodiscard]] const std::string& word(std::size_t ahead = 0) const {
    static const std::string none;
    const std::size_t i = at_ + ahead;
    return i < words_->size() ? (*words_)[i].text : none;
  }
  [[nodiscard]] bool is_name(std::size_t ahead = 0) const {
    const std::size_t i = at_ + ahead;
    return i < words_->size() && (*words_)[i].kind == CudaToken::Kind::name;
  }
  [[nodiscard]] bool done() const { return at_ >= words_->size() || steps_ > most_steps; }
  void next() {
    ++at_;
    ++steps_;
  }
  bool take(std::string_view text) {
    if (done() || word() != text) return false;
    next();
    return true;
  }
  [[nodiscard]] std::string text(std::size_t begin, std::size_t end) const {
    std::string all;
    for (std::size_t i = begin; i < std::min(end, words_->size()); ++i) all += (*words_)[i].text;
    return all;
  }
  /// The word that closes the bracket at `open`; the end if there is none.
  [[nodiscard]] std::size_t close(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < words_->size(); ++i) {
      const std::string& is = (*words_)[i].text;
      if (is == "(" || is == "[" || is == "{") ++depth;
      if ((is == ")" || is == "]" || is == "}") && --depth == 0) return i;
    }
    return words_->size();
  }

  // Types

  [[nodiscard]] std::string resolved(std::string type) const {
    if (const auto bound = launch_.types.find(type); bound != launch_.types.end()) {
      return bound->second;
    }
    return names_.type(std::move(type));
  }
  [[nodiscard]] std::int64_t bytes_of(const std::string& type) const {
    const std::int64_t bytes = bare_type_bytes(resolved(type));
    return bytes == 0 ? unknown_element : bytes;
  }
  [[nodiscard]] bool is_type_word(const std::string& name) const {
    return bare_type_bytes(name) != 0 || name == "const" || name == "volatile" ||
           name == "unsigned" || name == "void" || name == "struct" ||
           launch_.types.contains(name) || names_.type(name) != name;
  }
  /// Reads const unsigned int* & and gives the type without qualifiers; empty: there is none.
  std::string type_name(int& stars) {
    std::string type;
    stars = 0;
    while (!done()) {
      const std::string& is = word();
      if (is == "*" || is == "&" || is == "&&") {
        if (type.empty()) break;
        if (is == "*") ++stars;
      } else if (is == "const" || is == "volatile" || is == "__restrict__" || is == "struct" ||
                 is == "typename" || is == "__restrict") {
        // Says nothing of the size.
      } else if (is == "std" && word(1) == "::") {
        next();
      } else if (is_name() && (type.empty() || (is_type_word(type) && is_type_word(is)))) {
        type += (type.empty() ? "" : " ") + is;
      } else {
        break;
      }
      next();
    }
    return type;
  }

  // Variables

  void bind(const BareParameter& parameter) {
    Value value;
    if (parameter.is_pointer) {
      value.base = parameter.name;
      value.range = {0, 0};
      value.size = bytes_of(parameter.element);
      value.whole = is_whole_number_type(resolved(parameter.element));
      bases_[parameter.name] = {Base::Kind::parameter, value.size};
    } else if (const auto known = launch_.numbers.find(parameter.name);
               known != launch_.numbers.end()) {
      value.range = {known->second, known->second};
    }
    values_[parameter.name] = value;
    nesting_of_[parameter.name] = 0;
    bound_[parameter.name] = parameter.name;
  }

  /// What a variable is given where it is declared, or on a way that is always taken behind that, replaces what it was;
  /// elsewhere it is one more thing that it may be.
  void assign(const std::string& id, const Value& value) {
    forget_definitions_with(id);
    const auto declared = nesting_of_.find(id);
    if (declared != nesting_of_.end() && declared->second == nesting_) {
      values_.insert_or_assign(id, value);
    } else {
      add_value(id + "~", value);
    }
  }

  /// Definitions that name a variable which has another value now.
  void forget_definitions_with(const std::string& id) {
    definitions_.erase(id);
    const std::string name = id.substr(id.find(':') + 1);
    std::erase_if(definitions_, [&](const auto& each) {
      const Definition& definition = each.second;
      for (std::size_t i = definition.begin; i < definition.end; ++i) {
        if ((*definition.words)[i].text == name) return true;
      }
      return false;
    });
  }

  void add_value(const std::string& id, const Value& value) {
    const auto known = values_.find(id);
    if (known == values_.end()) {
      values_[id] = value;
      return;
    }
    Value& old = known->second;
    WholeRange range = joined(old.range, value.range);
    if (pass_ >= (calls_ > 1 ? 1 : 2)) {
      if (range.lo < old.range.lo) range.lo = old.range.lo > 0 && range.lo >= 0 ? 0 : -unbounded;
      if (range.hi > old.range.hi) range.hi = unbounded;
    }
    old.range = range;
    add_sources(old, value);
    if (old.base.empty() && !value.base.empty()) {
      old.base = value.base;
      old.size = value.size;
      old.whole = value.whole;
      old.extents = value.extents;
      old.range = value.range;
    }
  }

  Value variable(const std::string& name) {
    if (const auto bound = bound_.find(name); bound != bound_.end()) {
      const auto known = values_.find(bound->second);
      if (known != values_.end()) {
        Value value = known->second;
        if (const auto more = values_.find(bound->second + "~"); more != values_.end()) {
          const Value& other = more->second;
          if (value.base == other.base) value.range = joined(value.range, other.range);
          if (value.base.empty() && !other.base.empty()) value = other;
          add_sources(value, other);
        } else {
          narrow_by_definition(bound->second, value);
        }
        if (!value.place) value.variable = bound->second;
        return value;
      }
    }
    if (const auto known = launch_.numbers.find(name); known != launch_.numbers.end()) {
      return number(known->second, known->second);
    }
    if (name == "true" || name == "false") return number(name == "true", name == "true");
    if (name == "warpSize") return number(32, 32);
    if (name == "nullptr") return number(0, 0);
    const BareText* const constant = names_.constant(name);
    constexpr std::size_t deepest = 20;
    if (constant != nullptr && constants_open_.size() < deepest &&
        !constants_open_.contains(name)) {
      constants_open_.insert(name);
      const BareText expanded = names_.expanded(*constant);
      auto value = nested(expanded, [&] { return read(expression()); });
      constants_open_.erase(name);
      return value;
    }
    return {};
  }

  /// i = blockIdx.x * 256 + threadIdx.x is less where threadIdx.x < 32 is known.
  void narrow_by_definition(const std::string& id, Value& value) {
    constexpr int deepest = 3;
    const auto found = definitions_.find(id);
    if (found == definitions_.end() || narrowings_.empty() || definition_depth_ >= deepest ||
        found->second.words != words_ || value.place || !value.base.empty()) {
      return;
    }
    ++definition_depth_;
    const WholeRange again = quiet_range(found->second.begin, found->second.end);
    --definition_depth_;
    const WholeRange both{std::max(value.range.lo, again.lo), std::min(value.range.hi, again.hi)};
    if (both.lo <= both.hi) value.range = both;
  }

  /// Reads other words than those where it stands.
  template <class Read>
  Value nested(const BareText& text, const Read& read_it) {
    const BareText* const words = std::exchange(words_, &text);
    const std::size_t at = std::exchange(at_, 0);
    auto narrowings = std::exchange(narrowings_, {});
    Value value = read_it();
    narrowings_ = std::move(narrowings);
    words_ = words;
    at_ = at;
    return value;
  }

  // Memory

  struct Base {
    enum class Kind : std::uint8_t { parameter, dynamic, fixed, local };
    Kind kind = Kind::local;
    std::int64_t size = 0;
  };
  enum class Touch : std::uint8_t { read, write, atomic };

  void touch(const Value& place, Touch how) {
    const auto base = bases_.find(place.base);
    if (base == bases_.end() || !recording_) return;
    if (base->second.kind == Base::Kind::dynamic) {
      report_.dynamic_indexed_by.insert(place.loads.begin(), place.loads.end());
      report_.dynamic_bytes =
          std::max(report_.dynamic_bytes, std::min(place.range.hi, unbounded) + place.size);
      if (!is_finite(place.range)) report_.dynamic_bounded = false;
    }
    if (base->second.kind == Base::Kind::fixed && how != Touch::read) note_store(place);
    if (base->second.kind != Base::Kind::parameter) return;
    ArrayUse& use = report_.arrays[place.base];
    use.read = use.read || how == Touch::read;
    use.written = use.written || how == Touch::write;
    use.atomic = use.atomic || how == Touch::atomic;
    use.indexed_by.insert(place.loads.begin(), place.loads.end());
    if (how == Touch::write) use.scattered_by.insert(place.loads.begin(), place.loads.end());
    use.direct = use.direct || place.loads.empty();
    use.by_block_only = use.by_block_only || (place.blocks != 0 && !place.threads);
    if (!is_finite(place.range)) {
      use.bounded = false;
      return;
    }
    const std::int64_t size = base->second.size;
    const auto index = [&](std::int64_t byte) {
      return byte >= 0 ? byte / size : -((-byte + size - 1) / size);
    };
    use.elements = joined(
        use.elements,
        {index(place.range.lo), index(place.range.hi + std::max<std::int64_t>(place.size, 1) - 1)});
  }

  /// The value of a place; of other values themselves.
  Value read(Value value) {
    if (!value.place) return value;
    touch(value, Touch::read);
    Value loaded;
    add_sources(loaded, value);
    loaded.loads = value.loads;
    const auto base = bases_.find(value.base);
    if (base == bases_.end() || !value.whole) return loaded;
    if (base->second.kind == Base::Kind::parameter) {
      loaded.loads.insert(value.base);
      const auto contents = launch_.contents.find(value.base);
      if (contents != launch_.contents.end()) loaded.range = contents->second;
    } else if (const auto stored = values_.find(value.base + "[]"); stored != values_.end()) {
      const Value& of = stored->second;
      loaded.range = of.range;
      add_sources(loaded, of);
    }
    return loaded;
  }

  void write(const Value& place, const Value& value) {
    if (place.place) {
      touch(place, Touch::write);
      const auto base = bases_.find(place.base);
      if (base != bases_.end() && base->second.kind != Base::Kind::parameter && place.whole) {
        add_value(place.base + "[]", value);
      }
    } else if (!place.variable.empty()) {
      assign(place.variable, value);
    }
  }

  Value element(const Value& array, const Value& index) {
    Value place = array;
    place.variable.clear();
    add_sources(place, index);
    std::int64_t stride = array.size;
    for (const std::int64_t extent : array.extents) stride = bounded_product(stride, extent);
    place.range = sum(array.range, product(index.range, {stride, stride}));
    if (!array.extents.empty()) {
      place.extents.erase(place.extents.begin());
      place.subscripts.emplace_back(index.range, index.threads);
      note_dimension(array, index);
      return place;
    }
    note_dimension(array, index);
    place.subscripts.emplace_back(index.range, index.threads);
    place.place = !array.base.empty();
    if (!place.place) place = Value{};
    return place;
  }

  void note_dimension(const Value& array, const Value& index) {
    const auto shared = report_.shared.find(array.base);
    if (shared == report_.shared.end() || !recording_ || array.place) return;
    SharedUse& use = shared->second;
    // A pointer into it has no dimensions of its own.
    if (array.extents.size() >= use.extents.size() || array.size != bases_[array.base].size) return;
    const std::size_t dimension = use.extents.size() - 1 - array.extents.size();
    if (use.extents.size() == 1 && array.range != WholeRange{0, 0}) return;
    use.touched[dimension] = joined(use.touched[dimension], index.range);
  }

  void note_store(const Value& place) {
    const auto shared = report_.shared.find(place.base);
    if (shared == report_.shared.end()) return;
    SharedUse& use = shared->second;
    if (place.subscripts.size() != use.extents.size()) return;
    for (std::size_t d = 0; d < use.extents.size(); ++d) {
      const auto& [range, threads] = place.subscripts[d];
      if (threads) use.stored[d] = joined(use.stored[d], range);
    }
  }

  // Expressions

  Value expression() {
    Value value = assignment();
    while (word() == "," && !done()) {
      next();
      value = assignment();
    }
    return value;
  }

  Value assignment() {
    if (++depth_ > deepest_expression) {
      at_ = words_->size();
      --depth_;
      return {};
    }
    Value left = conditional();
    constexpr std::array<std::string_view, 11> operators{
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    if (!done() && std::ranges::find(operators, word()) != operators.end()) {
      const std::string how = word();
      next();
      const Value right = read(assignment());
      Value value = right;
      if (how != "=") value = combined(how.substr(0, how.size() - 1), read(left), right);
      write(left, value);
      if (left.place) left = value;
    }
    --depth_;
    return left;
  }

  Value conditional() {
    const std::size_t begin = at_;
    Value condition = binary(1);
    const std::size_t end = at_;
    if (!take("?")) return condition;
    const std::size_t kept = narrowings_.size();
    narrow(begin, end, true);
    Value yes = read(assignment());
    narrowings_.resize(kept);
    take(":");
    narrow(begin, end, false);
    const Value no = read(assignment());
    narrowings_.resize(kept);
    if (yes.base.empty() && no.base.empty()) yes.range = joined(yes.range, no.range);
    add_sources(yes, no);
    add_sources(yes, condition);
    yes.variable.clear();
    return yes;
  }

  static int precedence(std::string_view op) {
    constexpr std::array<std::pair<std::string_view, int>, 18> levels{{{"||", 1},
                                                                       {"&&", 2},
                                                                       {"|", 3},
                                                                       {"^", 4},
                                                                       {"&", 5},
                                                                       {"==", 6},
                                                                       {"!=", 6},
                                                                       {"<", 7},
                                                                       {">", 7},
                                                                       {"<=", 7},
                                                                       {">=", 7},
                                                                       {"<<", 8},
                                                                       {">>", 8},
                                                                       {"+", 9},
                                                                       {"-", 9},
                                                                       {"*", 10},
                                                                       {"/", 10},
                                                                       {"%", 10}}};
    for (const auto& [name, level] : levels) {
      if (name == op) return level;
    }
    return 0;
  }

  Value binary(int least) {
    const std::size_t begin = at_;
    Value left = unary();
    while (!done()) {
      const std::string op = word();
      const int level = precedence(op);
      if (level < least || level == 0) break;
      const std::size_t end = at_;
      next();
      const std::size_t kept = narrowings_.size();
      if (op == "&&" || op == "||") narrow(begin, end, op == "&&");
      const Value right = read(binary(level + 1));
      narrowings_.resize(kept);
      left = combined(op, read(left), right);
      if (at_ - begin <= 12 && !narrowings_.empty()) apply_narrowings(text(begin, at_), left);
    }
    return left;
  }

  void apply_narrowings(const std::string& key, Value& value) const {
    if (value.place || !value.base.empty()) return;
    for (const Narrowing& each : narrowings_) {
      if (each.text != key) continue;
      value.range.lo = std::max(value.range.lo, each.range.lo);
      value.range.hi = std::min(value.range.hi, each.range.hi);
      if (value.range.lo > value.range.hi) value.range.lo = value.range.hi;
    }
  }

  Value combined(const std::string& op, const Value& a, const Value& b) {
    Value made;
    add_sources(made, a);
    add_sources(made, b);
    const bool sums = op == "+" || op == "-";
    if (sums && (!a.base.empty() || !b.base.empty())) {
      const Value& pointer = a.base.empty() ? b : a;
      const Value& offset = a.base.empty() ? a : b;
      if (!offset.base.empty()) return made;  // a difference of pointers
      Value moved = pointer;
      moved.variable.clear();
      add_sources(moved, made);
      std::int64_t stride = pointer.size;
      for (const std::int64_t extent : pointer.extents) stride = bounded_product(stride, extent);
      const WholeRange bytes = product(offset.range, {stride, stride});
      moved.range = sum(pointer.range, op == "+" ? bytes : negated(bytes));
      return moved;
    }
    if (op == "+") made.range = sum(a.range, b.range);
    if (op == "-") made.range = sum(a.range, negated(b.range));
    if (op == "*") made.range = product(a.range, b.range);
    if (op == "/") made.range = quotient(a.range, b.range);
    if (op == "%") made.range = remainder(a.range, b.range);
    if (op == "&" || op == "|" || op == "^") made.range = bits(op[0], a.range, b.range);
    if (op == "<<" || op == ">>") made.range = shifted(a.range, b.range, op == "<<");
    if (precedence(op) == 6 || precedence(op) == 7) made.range = comparison(op, a.range, b.range);
    if (op == "&&" || op == "||") {
      const auto all = [](const WholeRange& of, bool is) {
        return is ? of.lo > 0 || of.hi < 0 : of == WholeRange{0, 0};
      };
      const bool stops = op == "||";
      made.range = {0, 1};
      if (all(a.range, stops) || all(b.range, stops)) made.range = {stops, stops};
      if (all(a.range, !stops) && all(b.range, !stops)) made.range = {!stops, !stops};
    }
    return made;
  }

  Value unary() {
    if (done()) return {};
    const std::string op = word();
    if (op == "++" || op == "--") {
      next();
      const Value place = unary();
      Value value = combined(op.substr(0, 1), read(place), number(1, 1));
      write(place, value);
      return value;
    }
    if (op == "-" || op == "+" || op == "!" || op == "~") {
      next();
      Value value = read(unary());
      if (op == "-") value.range = negated(value.range);
      if (op == "~") value.range = sum(negated(value.range), {-1, -1});
      if (op == "!") value.range = {0, 1};
      value.variable.clear();
      return value;
    }
    if (op == "*") {
      next();
      return element(read(unary()), number(0, 0));
    }
    if (op == "&") {
      next();
      Value value = unary();
      value.place = false;
      value.variable.clear();
      return value;
    }
    if (op == "sizeof") return size_of();
    if (op == "(") {
      if (auto cast = c_cast()) return *cast;
    }
    return postfix();
  }

  Value size_of() {
    next();
    if (word() != "(") {
      static_cast<void>(unary());
      return {};
    }
    const std::size_t end = close(at_);
    next();
    int stars = 0;
    const std::string type = type_name(stars);
    const std::int64_t bytes = stars > 0 ? 8 : bare_type_bytes(resolved(type));
    at_ = end + 1;
    return bytes == 0 ? Value{} : number(bytes, bytes);
  }

  Value recast(Value value, const std::string& type, int stars) const {
    value.variable.clear();
    if (stars > 0) {
      value.size = stars > 1 ? 8 : bytes_of(type);
      value.whole = stars == 1 && is_whole_number_type(resolved(type));
      value.extents.clear();
    } else if (const std::string is = resolved(type);
               is_number_type(is) && !is_whole_number_type(is)) {
      value.range = {};
    }
    return value;
  }

  /// (type) operand; nothing, and nowhere else, if the parenthesis holds something else.
  std::optional<Value> c_cast() {
    const std::size_t begin = at_;
    const std::size_t end = close(at_);
    next();
    int stars = 0;
    const bool starts = is_name() && is_type_word(word());
    // (Body*) of a type that is not known
    const bool pointer_to = is_name() && end > at_ && (*words_)[end - 1].text == "*";
    const std::string type = starts || pointer_to ? type_name(stars) : std::string();
    if (type.empty() || at_ != end) {
      at_ = begin;
      return std::nullopt;
    }
    next();
    return recast(read(unary()), type, stars);
  }

  Value postfix() {
    const std::size_t begin = at_;
    Value value = primary();
    while (!done()) {
      if (word() == "[") {
        const std::size_t end = close(at_);
        next();
        const Value index = read(expression());
        at_ = end + 1;
        value = element(read_pointer(value), index);
      } else if (word() == "." || word() == "->") {
        if (word() == "->") value = element(read_pointer(value), number(0, 0));
        next();
        const std::string member = word();
        next();
        value = member_of(std::move(value), member);
      } else if (word() == "++" || word() == "--") {
        const Value before = read(value);
        write(value, combined(word().substr(0, 1), before, number(1, 1)));
        next();
        value = before;
        value.variable.clear();
      } else if (word() == "(" && at_ > begin) {
        const std::size_t end = close(at_);
        next();
        static_cast<void>(arguments(end));
        value = {};
      } else {
        break;
      }
    }
    if (at_ - begin <= 12 && !narrowings_.empty()) apply_narrowings(text(begin, at_), value);
    return value;
  }

  /// An array or pointer that is in a place of its own is not known.
  Value read_pointer(const Value& value) { return value.place ? read(value) : value; }

  Value member_of(Value value, const std::string& member) {
    if (word() == "(") {  // a call
      const std::size_t end = close(at_);
      next();
      static_cast<void>(arguments(end));
      if (value.place) touch(value, Touch::read);
      Value made;
      if (member == "thread_rank") {
        made = number(0, launch_.block.count() - 1);
        made.threads = true;
      }
      if (member == "size" || member == "num_threads") made.range = {1, launch_.block.count()};
      return made;
    }
    value.whole = false;
    value.variable.clear();
    if (!value.place) value = Value{};
    return value;
  }

  std::vector<Value> arguments(std::size_t end) {
    std::vector<Value> all;
    while (at_ < end && !done()) {
      const std::size_t before = at_;
      all.push_back(assignment());
      if (!take(",") && at_ < end && at_ == before) next();
    }
    at_ = end + 1;
    return all;
  }

  Value primary() {
    if (done()) return {};
    const BareWord& here = (*words_)[at_];
    if (here.kind == CudaToken::Kind::number) {
      next();
      return literal(here.text);
    }
    if (here.text == "(") {
      const std::size_t end = close(at_);
      next();
      Value value = expression();
      at_ = end + 1;
      return value;
    }
    if (here.text == "{" || here.text == "[") {
      const std::size_t end = close(at_);
      next();
      static_cast<void>(arguments(end));
      return {};
    }
    if (here.kind == CudaToken::Kind::text) {
      const bool letter = here.text.size() == 3 && here.text.front() == '\'';
      next();
      return letter ? number(here.text[1], here.text[1]) : Value{};
    }
    if (here.kind == CudaToken::Kind::name) return named();
    if (here.text != ")" && here.text != "]" && here.text != "}" && here.text != ";" &&
        here.text != ",") {
      next();
    }
    return {};
  }

  static Value literal(std::string_view text) {
    std::string digits;
    for (const char letter : text) {
      if (letter != '\'') digits += letter;
    }
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    if (!hex && digits.find_first_of(".eEfF") != std::string::npos) return {};
    std::int64_t value = 0;
    const char* const begin = digits.data() + (hex ? 2 : 0);
    const auto [end, error] =
        std::from_chars(begin, digits.data() + digits.size(), value, hex ? 16 : 10);
    if (error != std::errc{} || end == begin) return {};
    return number(bounded(value), bounded(value));
  }

  std::optional<Value> builtin(const std::string& name) {
    const bool is_block = name == "blockIdx";
    if (!is_block && name != "threadIdx" && name != "blockDim" && name != "gridDim") {
      return std::nullopt;
    }
    if (word() != ".") return Value{};
    next();
    const char which = word().empty() ? 'x' : word()[0];
    next();
    const Dim3& extent = is_block || name == "gridDim" ? launch_.grid : launch_.block;
    const std::int64_t side = which == 'x' ? extent.x : which == 'y' ? extent.y : extent.z;
    if (name == "blockDim" || name == "gridDim") return number(side, side);
    Value value = number(0, side - 1);
    if (is_block) value.blocks = which == 'x' ? 1U : which == 'y' ? 2U : 4U;
    value.threads = !is_block;
    return value;
  }

  Value named() {
    std::string name = word();
    next();
    if (auto value = builtin(name)) return *value;
    if (name.ends_with("_cast") && word() == "<") return cpp_cast();
    while (word() == "::" && is_name(1)) {
      next();
      name = word();
      next();
    }
    skip_template_arguments();
    if (word() == "(") {
      const std::size_t end = close(at_);
      next();
      return call(name, end);
    }
    if (word() == "{" && is_type_word(name)) {
      const std::size_t end = close(at_);
      next();
      static_cast<void>(arguments(end));
      return {};
    }
    return variable(name);
  }

  Value cpp_cast() {
    next();
    int stars = 0;
    const std::string type = type_name(stars);
    while (!done() && word() != ">" && word() != "(" && word() != ";") next();
    take(">");
    if (word() != "(") return {};
    const std::size_t end = close(at_);
    next();
    Value value = expression();
    at_ = end + 1;
    return recast(read(std::move(value)), type, stars);
  }

  /// name<int, 4>(…)
  void skip_template_arguments() {
    if (word() != "<") return;
    constexpr std::size_t longest = 24;
    for (std::size_t k = 1; k < longest && at_ + k < words_->size(); ++k) {
      const std::string& is = word(k);
      if (is == ">" && word(k + 1) == "(") {
        at_ += k + 1;
        return;
      }
      const auto kind = (*words_)[at_ + k].kind;
      const bool fits = kind == CudaToken::Kind::name || kind == CudaToken::Kind::number ||
                        is == "," || is == "*" || is == "::";
      if (!fits) return;
    }
  }

  Value call(const std::string& name, std::size_t end) {
    const std::size_t begin = at_;
    const std::vector<Value> given = arguments(end);
    if (name.starts_with("atomic")) {
      if (!given.empty()) {
        Value place = given[0].place ? read(given[0]) : given[0];
        touch(place, Touch::atomic);
      }
      for (std::size_t k = 1; k < given.size(); ++k) static_cast<void>(read(given[k]));
      return {};
    }
    if (const BareNames::Function* const function = names_.function(name);
        function != nullptr && calls_ < deepest_call) {
      return called(*function, given);
    }
    std::vector<Value> values;
    Value made;
    for (const Value& each : given) {
      values.push_back(read(each));
      add_sources(made, values.back());
    }
    if (name == "__ldg" && !values.empty()) return read(element(values[0], number(0, 0)));
    if ((name == "min" || name == "max") && values.size() == 2) {
      const WholeRange &a = values[0].range, &b = values[1].range;
      made.range = name == "min" ? WholeRange{std::min(a.lo, b.lo), std::min(a.hi, b.hi)}
                                 : WholeRange{std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    } else if (name == "abs" && values.size() == 1) {
      const WholeRange& a = values[0].range;
      made.range = {a.lo >= 0 ? a.lo : 0, std::max(a.hi, -a.lo)};
    } else if ((name.starts_with("__shfl") || is_type_word(name)) && !values.empty()) {
      made.range = values[name.starts_with("__shfl") && values.size() > 1 ? 1 : 0].range;
      if (is_type_word(name)) made = recast(made, name, 0);
    } else if (name == "__popc" || name == "__ffs" || name == "__clz") {
      made.range = {0, 32};
    } else if (begin < end) {
      for (const Value& each : values) {
        if (each.base.empty() || !recording_) continue;
        const auto base = bases_.find(each.base);
        if (base == bases_.end()) continue;
        if (base->second.kind == Base::Kind::parameter) report_.arrays[each.base].escapes = true;
        if (base->second.kind == Base::Kind::dynamic) report_.dynamic_bounded = false;
      }
    }
    return made;
  }

  Value called(const BareNames::Function& function, const std::vector<Value>& given) {
    std::map<std::string, std::string> bound;
    const std::string prefix = std::to_string(++call_number_) + "@call:";
    for (std::size_t k = 0; k < std::min(given.size(), function.parameters.size()); ++k) {
      const std::string id = prefix + function.parameters[k];
      const bool reference =
          k < function.types.size() && function.types[k].find('&') != std::string::npos;
      Value value = reference && given[k].place ? given[k] : read(given[k]);
      value.variable.clear();
      values_.insert_or_assign(id, value);
      nesting_of_[id] = nesting_;
      bound.insert_or_assign(function.parameters[k], id);
    }
    return walk_function(function.body, std::move(bound));
  }

  // Conditions

  [[nodiscard]] bool is_wrapped(std::size_t begin, std::size_t end) const {
    return end > begin + 1 && (*words_)[begin].text == "(" && close(begin) == end - 1;
  }
  /// Where one of the operators stands between brackets; `end`: nowhere.
  [[nodiscard]] std::size_t find_operator(std::size_t begin, std::size_t end,
                                          std::initializer_list<std::string_view> operators) const {
    for (std::size_t i = begin; i < end; ++i) {
      const std::string& is = (*words_)[i].text;
      if (is == "(" || is == "[" || is == "{") {
        i = close(i);
      } else if (std::ranges::find(operators, is) != operators.end()) {
        return i;
      }
    }
    return end;
  }

  /// Adds what is so if the condition in these words is true, or false.
  void narrow(std::size_t begin, std::size_t end, bool is_true) {
    constexpr std::size_t most_narrowings = 200;
    if (narrowings_.size() > most_narrowings) return;
    while (is_wrapped(begin, end)) {
      ++begin;
      --end;
    }
    if (begin >= end) return;
    if ((*words_)[begin].text == "!" && is_wrapped(begin + 1, end)) {
      narrow(begin + 1, end, !is_true);
      return;
    }
    if (const std::size_t either = find_operator(begin, end, {"||"}); either < end) {
      if (is_true) return;
      narrow(begin, either, false);
      narrow(either + 1, end, false);
      return;
    }
    if (const std::size_t both = find_operator(begin, end, {"&&"}); both < end) {
      if (!is_true) return;
      narrow(begin, both, true);
      narrow(both + 1, end, true);
      return;
    }
    if (end == begin + 1) {  // bool inside = x < width;
      const auto bound = bound_.find((*words_)[begin].text);
      const auto known =
          bound == bound_.end() ? conditions_.end() : conditions_.find(bound->second);
      if (known != conditions_.end() && known->second.first > 0) {
        narrow(known->second.first, known->second.second, is_true);
      }
      return;
    }
    const std::size_t compared = find_operator(begin, end, {"<", "<=", ">", ">=", "==", "!="});
    if (compared >= end || compared == begin) return;
    compare(begin, compared, end, is_true);
  }

  WholeRange quiet_range(std::size_t begin, std::size_t end, Value* all = nullptr) {
    const std::size_t at = std::exchange(at_, begin);
    const bool recording = std::exchange(recording_, false);
    Value value = read(binary(8));  // above comparisons
    const bool whole_part = at_ == end;
    recording_ = recording;
    at_ = at;
    if (!whole_part) value = Value{};
    if (all != nullptr) *all = value;
    return value.base.empty() ? value.range : WholeRange{};
  }

  void compare(std::size_t begin, std::size_t middle, std::size_t end, bool is_true) {
    std::string op = (*words_)[middle].text;
    if (!is_true) {
      constexpr std::array<std::pair<std::string_view, std::string_view>, 6> opposites{
          {{"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}}};
      const auto* const found =
          std::ranges::find(opposites, op, &std::pair<std::string_view, std::string_view>::first);
      if (found != opposites.end()) op = found->second;
    }
    narrow_side(begin, middle, op, middle + 1, end);
    std::string mirrored = op;
    if (op[0] == '<' || op[0] == '>') mirrored[0] = op[0] == '<' ? '>' : '<';
    narrow_side(middle + 1, end, mirrored, begin, middle);
  }

  void narrow_side(std::size_t begin, std::size_t end, const std::string& op, std::size_t other,
                   std::size_t other_end) {
    Value left, right;
    const WholeRange from = quiet_range(begin, end, &left);
    const WholeRange to = quiet_range(other, other_end, &right);
    WholeRange range;
    if (op == "<" || op == "<=" || op == "==") {
      range.hi = to.hi >= unbounded ? unbounded : to.hi - (op == "<" ? 1 : 0);
    }
    if (op == ">" || op == ">=" || op == "==") {
      range.lo = to.lo <= -unbounded ? -unbounded : to.lo + (op == ">" ? 1 : 0);
    }
    if (recording_ && (op == "<" || op == "<=") && left.blocks != 0 && right.blocks == 0 &&
        to.hi < unbounded && left.loads.empty() && right.loads.empty()) {
      report_.limits.push_back({left.blocks, left.threads, from.hi, range.hi + 1});
    }
    for (const std::string& array : left.loads) {
      if (recording_ && in_loop_condition_ && right.loads.contains(array)) {
        report_.arrays[array].bounds_loops = true;
      }
    }
    if (range == WholeRange{}) return;
    narrowings_.push_back({text(begin, end), range});
    // i + 1 < n says something of i, too.
    if (end - begin >= 3 &&
        ((*words_)[begin + 1].text == "+" || (*words_)[begin + 1].text == "-") &&
        (*words_)[begin].kind == CudaToken::Kind::name) {
      const WholeRange offset = quiet_range(begin + 2, end);
      const bool plus = (*words_)[begin + 1].text == "+";
      const WholeRange moved = sum(range, plus ? negated(offset) : offset);
      if (is_finite(offset)) narrowings_.push_back({text(begin, begin + 1), moved});
    }
  }

  // Statements

  Value walk_function(const BareText& body, std::map<std::string, std::string> bound) {
    const BareText expanded = names_.expanded(body);
    const bool outermost = calls_ == 0;
    ++calls_;
    auto outer = outermost ? bound_ : std::exchange(bound_, std::move(bound));
    auto conditions = std::exchange(conditions_, {});
    const Value outer_result = std::exchange(result_, Value{});
    const bool had_result = std::exchange(has_result_, false);
    const int outer_pass = pass_;
    const bool recording = outermost ? true : recording_;
    const std::string site = std::exchange(site_, std::to_string(call_number_) + "@");
    Value made = nested(expanded, [&] {
      const int last = (outermost ? passes : passes_of_calls) - 1;
      for (pass_ = 0; pass_ <= last; ++pass_) {
        recording_ = recording && pass_ == last;
        at_ = 0;
        while (!done()) static_cast<void>(statement());
        narrowings_.clear();
      }
      return result_;
    });
    std::erase_if(definitions_, [&](const auto& each) { return each.second.words == &expanded; });
    site_ = site;
    pass_ = outer_pass;
    recording_ = recording && !outermost;
    result_ = outer_result;
    has_result_ = had_result;
    conditions_ = std::move(conditions);
    bound_ = std::move(outer);
    --calls_;
    return made;
  }

  /// True if what follows it in its block is never reached.
  bool statement() {
    const std::size_t begin = at_;
    const bool leaves = statement_here();
    if (at_ == begin) next();
    return leaves;
  }

  bool statement_here() {
    const std::string& is = word();
    if (is == "{") return block();
    if (is == ";") {
      next();
      return false;
    }
    if (is == "if") return if_statement();
    if (is == "for") return for_statement();
    if (is == "while") return while_statement();
    if (is == "do") return do_statement();
    if (is == "switch") {
      next();
      parenthesised();
      ++nesting_;
      static_cast<void>(statement());
      --nesting_;
      return false;
    }
    if (is == "return") {
      next();
      if (word() != ";") give(read(expression()));
      skip_semicolon();
      return true;
    }
    if (is == "break" || is == "continue" || is == "goto" || is == "__trap") {
      skip_semicolon();
      return true;
    }
    if (is == "case" || is == "default") {
      while (!done() && word() != ":") next();
      next();
      return false;
    }
    if (is == "using" || is == "typedef" || is == "static_assert" || is == "asm" ||
        is == "struct") {
      skip_semicolon();
      return false;
    }
    if (is_name() && word(1) == ":") {
      next();
      next();
      return false;
    }
    if (!declaration()) {
      static_cast<void>(expression());
      skip_semicolon();
    }
    return false;
  }

  void give(const Value& value) {
    if (!has_result_) {
      result_ = value;
      result_.variable.clear();
      has_result_ = true;
      return;
    }
    result_.range = joined(result_.range, value.range);
    add_sources(result_, value);
  }

  void skip_semicolon() {
    while (!done() && word() != ";" && word() != "}") {
      if (word() == "(" || word() == "[" || word() == "{") {
        at_ = close(at_);
      }
      next();
    }
    take(";");
  }

  bool block() {
    const std::size_t end = close(at_);
    next();
    const auto bound = bound_;
    const std::size_t kept = narrowings_.size();
    bool leaves = false;
    while (at_ < end && !done()) leaves = statement() || leaves;
    narrowings_.resize(std::min(kept, narrowings_.size()));
    bound_ = bound;
    at_ = end + 1;
    return leaves;
  }

  /// ( condition ): its words.
  std::pair<std::size_t, std::size_t> parenthesised(int* is_true = nullptr) {
    if (word() == "constexpr") next();
    if (word() != "(") return {at_, at_};
    const std::size_t begin = at_ + 1, end = close(at_);
    next();
    const Value value = read(expression());
    const bool known = value.base.empty() && value.range.lo == value.range.hi;
    if (is_true != nullptr && known) *is_true = value.range.lo != 0 ? 1 : 0;
    at_ = end + 1;
    return {begin, end};
  }

  bool if_statement() {
    next();
    int is_true = -1;  // 0 or 1 if it is always so
    const auto [begin, end] = parenthesised(&is_true);
    const std::size_t kept = narrowings_.size();
    narrow(begin, end, true);
    ++nesting_;
    const bool recording = recording_;
    recording_ = recording && is_true != 0;
    const bool leaves = statement();
    narrowings_.resize(kept);
    bool other_leaves = false;
    const bool has_other = word() == "else";
    if (has_other) {
      next();
      narrow(begin, end, false);
      recording_ = recording && is_true != 1;
      other_leaves = statement();
      narrowings_.resize(kept);
    }
    recording_ = recording;
    --nesting_;
    if (leaves) narrow(begin, end, false);  // until the end of the block
    if (has_other && other_leaves) narrow(begin, end, true);
    return leaves && other_leaves;
  }

  void loop_condition(std::size_t begin, std::size_t end) {
    in_loop_condition_ = true;
    narrow(begin, end, true);
    in_loop_condition_ = false;
  }

  bool for_statement() {
    next();
    if (word() != "(") return false;
    const std::size_t close_at = close(at_);
    next();
    const auto bound = bound_;
    const std::size_t kept = narrowings_.size();
    if (!declaration()) {
      if (word() != ";") static_cast<void>(expression());
      take(";");
    }
    const std::size_t begin = at_;
    std::size_t end = begin;
    while (end < close_at && (*words_)[end].text != ";") {
      const std::string& is = (*words_)[end].text;
      end = (is == "(" || is == "[" || is == "{" ? close(end) : end) + 1;
    }
    if (end >= close_at) {  // for (auto x : all)
      at_ = close_at + 1;
      static_cast<void>(statement());
      bound_ = bound;
      return false;
    }
    if (begin < end) static_cast<void>(expression());
    loop_condition(begin, end);
    narrow_by_step(end + 1, close_at, kept);
    at_ = close_at + 1;
    ++nesting_;
    static_cast<void>(statement());
    const std::size_t behind = at_;
    at_ = end + 1;
    if (at_ < close_at) static_cast<void>(expression());
    --nesting_;
    at_ = behind;
    narrowings_.resize(kept);
    bound_ = bound;
    return false;
  }

  /// for (j = 0; j < 32; j += 8): j is at most 24.
  void narrow_by_step(std::size_t begin, std::size_t end, std::size_t first_narrowing) {
    if (begin + 2 >= end || (*words_)[begin + 1].text != "+=") return;
    const std::string& name = (*words_)[begin].text;
    const auto bound = bound_.find(name);
    if (bound == bound_.end() || !initials_.contains(bound->second)) return;
    const WholeRange start = initials_.at(bound->second);
    const WholeRange step = quiet_range(begin + 2, end);
    if (start.lo != start.hi || step.lo != step.hi || step.lo < 1 || !is_finite(step)) return;
    for (std::size_t k = first_narrowing; k < narrowings_.size(); ++k) {
      WholeRange& range = narrowings_[k].range;
      if (narrowings_[k].text != name || range.hi >= unbounded || range.hi < start.lo) continue;
      range.hi = start.lo + (range.hi - start.lo) / step.lo * step.lo;
    }
  }

  bool while_statement() {
    next();
    const auto [begin, end] = parenthesised();
    const std::size_t kept = narrowings_.size();
    loop_condition(begin, end);
    ++nesting_;
    static_cast<void>(statement());
    --nesting_;
    narrowings_.resize(kept);
    return false;
  }

  bool do_statement() {
    next();
    ++nesting_;
    static_cast<void>(statement());
    --nesting_;
    if (take("while")) static_cast<void>(parenthesised());
    take(";");
    return false;
  }

  // Declarations

  /// False, and nowhere else, if none begins here. Ends behind its semicolon.
  bool declaration() {
    const std::size_t begin = at_;
    bool shared = false, dynamic = false;
    while (!done()) {
      const std::string& is = word();
      if (is == "__shared__") shared = true;
      if (is == "extern") dynamic = true;
      if (is == "__align__" || is == "alignas" || is == "__attribute__") {
        next();
        if (word() == "(") at_ = close(at_);
      } else if (is != "__shared__" && is != "extern" && is != "static" && is != "constexpr" &&
                 is != "register" && is != "const" && is != "volatile" && is != "typename") {
        break;
      }
      next();
    }
    std::string type;
    if (!declared_type(type)) {
      at_ = begin;
      return false;
    }
    while (!done()) {
      int stars = 0;
      bool reference = false;
      while (word() == "*" || word() == "&" || word() == "&&" || word() == "const" ||
             word() == "volatile" || word() == "__restrict__" || word() == "__restrict") {
        stars += word() == "*" ? 1 : 0;
        reference = reference || word() == "&";
        next();
      }
      if (!is_name()) break;
      declarator(type, stars, reference, shared, shared && dynamic);
      if (!take(",")) break;
    }
    skip_semicolon();
    return true;
  }

  /// Reads a type that a name follows.
  bool declared_type(std::string& type) {
    const std::size_t begin = at_;
    if (!is_name() || word() == "return" || word() == "else" || word() == "new") return false;
    while (is_name()) {
      if (word(1) == "::") {
        next();
        next();
        continue;
      }
      type += (type.empty() ? "" : " ") + word();
      next();
      if (word() == "<") {  // cg::thread_block_tile<32> tile
        int depth = 0;
        while (!done() && word() != ";" && word() != "(") {
          if (word()[0] == '<') depth += static_cast<int>(word().size());
          if (word()[0] == '>') depth -= static_cast<int>(word().size());
          next();
          if (depth <= 0) break;
        }
      }
      if (!is_name() || !is_type_word(word())) break;
      if (word() == "const" || word() == "volatile") next();
    }
    std::size_t name = 0;
    while (word(name) == "*" || word(name) == "&" || word(name) == "const" ||
           word(name) == "volatile" || word(name) == "__restrict__" || word(name) == "&&") {
      ++name;
    }
    const std::string& behind = word(name + 1);
    const bool is_declaration =
        is_name(name) && (behind == "=" || behind == ";" || behind == "," || behind == "[" ||
                          behind == "{" || behind == ":" || (behind == "(" && name == 0));
    // a * b; declares, and a * b, c is nobody's code.
    if (!is_declaration || type.empty()) {
      at_ = begin;
      return false;
    }
    return true;
  }

  void declarator(const std::string& type, int stars, bool reference, bool shared, bool dynamic) {
    const std::string name = word();
    const std::string id = site_ + std::to_string(at_) + ":" + name;
    next();
    if (word() == "[") {
      array(type, stars, id, name, shared, dynamic);
      return;
    }
    Value value;
    bool given = false;
    const std::size_t begin = at_ + 1;
    if (word() == "=" && word(1) != "{") {
      next();
      value = assignment();
      given = true;
    } else if (word() == "(" || word() == "{" || word() == "=") {
      take("=");
      const std::size_t end = close(at_);
      next();
      const auto all = arguments(end);
      if (all.size() == 1) {
        value = all[0];
        given = true;
      }
    }
    if (type == "bool") conditions_[id] = {begin, at_};
    if (shared) {
      bases_[id] = {Base::Kind::local, 0};
    }
    if (!(reference && value.place)) value = read(std::move(value));
    value.variable.clear();
    if (stars > 0 && value.size != 0) {
      value = recast(std::move(value), type, stars);
    } else if (type != "auto" && !value.place) {
      value = recast(std::move(value), type, 0);
    }
    bound_[name] = id;
    nesting_of_[id] = nesting_;
    initials_[id] = value.range;
    values_.insert_or_assign(id, value);
    forget_definitions_with(id);
    if (given && !value.place) definitions_[id] = {words_, begin, at_};
    note_moving(values_[id]);
  }

  void note_moving(const Value& value) {
    if (!recording_ || value.blocks == 0 || !value.base.empty() || !value.loads.empty()) return;
    if (!is_finite(value.range)) return;
    report_.unlimited.push_back({value.blocks, value.threads, value.range.hi, 0});
  }

  void array(const std::string& type, int stars, const std::string& id, const std::string& name,
             bool shared, bool dynamic) {
    std::vector<std::int64_t> extents;
    while (word() == "[") {
      const std::size_t end = close(at_);
      next();
      std::int64_t extent = 0;
      if (at_ < end) {
        const Value value = read(expression());
        if (value.range.lo == value.range.hi) extent = value.range.lo;
      }
      at_ = end + 1;
      extents.push_back(extent);
    }
    if (take("=")) static_cast<void>(read(assignment()));
    Value value;
    value.base = shared && !dynamic ? name : id;
    value.range = {0, 0};
    value.size = stars > 0 ? 8 : bytes_of(type);
    value.whole = stars == 0 && is_whole_number_type(resolved(type));
    value.extents.assign(extents.begin() + 1, extents.end());
    bases_[value.base] = {dynamic  ? Base::Kind::dynamic
                          : shared ? Base::Kind::fixed
                                   : Base::Kind::local,
                          value.size};
    const bool sized = std::ranges::all_of(extents, [](std::int64_t extent) { return extent > 0; });
    if (shared && !dynamic && sized && !report_.shared.contains(name)) {
      constexpr WholeRange untouched{unbounded, -unbounded};
      const std::vector<WholeRange> none(extents.size(), untouched);
      report_.shared[name] = {extents, none, none};
    }
    bound_[name] = id;
    nesting_of_[id] = nesting_;
    values_.insert_or_assign(id, value);
  }

  const BareNames& names_;
  const RangeLaunch& launch_;
  RangeReport report_;
  const BareText* words_ = nullptr;
  std::size_t at_ = 0;
  std::int64_t steps_ = 0;
  int depth_ = 0, calls_ = 0, call_number_ = 0, pass_ = 0;
  bool recording_ = false, in_loop_condition_ = false, has_result_ = false;
  std::string site_;                          // distinguishes the variables of a call
  Value result_;                              // of the function that is walked through
  std::map<std::string, Value> values_;       // by id; "base[]": what an array holds
  std::map<std::string, std::string> bound_;  // names to ids
  std::map<std::string, Base> bases_;
  std::map<std::string, std::pair<std::size_t, std::size_t>> conditions_;  // of bool variables
  struct Definition {
    const BareText* words = nullptr;
    std::size_t begin = 0, end = 0;
  };
  std::map<std::string, Definition> definitions_;  // of variables: the words of their value
  int definition_depth_ = 0, nesting_ = 0;         // in branches and loops
  std::map<std::string, int> nesting_of_;          // of the declaration of a variable
  std::map<std::string, WholeRange> initials_;     // of variables
  std::vector<Narrowing> narrowings_;
  std::set<std::string> constants_open_;
};

}  // namespace

RangeReport index_ranges(const BareKernel& kernel, const BareNames& names,
                         const RangeLaunch& launch) {
  return RangeWalk(kernel, names, launch).run(kernel.body);
}

std::optional<std::int64_t> constant_value(const BareText& text, const BareNames& names,
                                           const std::map<std::string, std::int64_t>& numbers) {
  const RangeLaunch launch{.numbers = numbers};
  const BareText expanded = names.expanded(text);
  return RangeWalk(names, launch).constant(expanded);
}

}  // namespace warpscope
