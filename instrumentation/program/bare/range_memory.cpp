#include "instrumentation/program/bare/range_memory.hpp"

#include <algorithm>
#include <utility>

#include "instrumentation/program/bare/bare_types.hpp"

namespace warpscope::index_walk {

void Memory::bind(const BareParameter& parameter) {
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

void Memory::assign(const std::string& id, const Value& value) {
  forget_definitions_with(id);
  const auto declared = nesting_of_.find(id);
  if (declared != nesting_of_.end() && declared->second == nesting_) {
    values_.insert_or_assign(id, value);
  } else {
    add_value(id + "~", value);
  }
}

void Memory::forget_definitions_with(const std::string& id) {
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

void Memory::add_value(const std::string& id, const Value& value) {
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

void Memory::touch(const Value& place, Touch how) {
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

Value Memory::read(Value value) {
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

void Memory::write(const Value& place, const Value& value) {
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

Value Memory::element(const Value& array, const Value& index) {
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

Value Memory::read_pointer(const Value& value) { return value.place ? read(value) : value; }

void Memory::note_dimension(const Value& array, const Value& index) {
  const auto shared = report_.shared.find(array.base);
  if (shared == report_.shared.end() || !recording_ || array.place) return;
  SharedUse& use = shared->second;
  // A pointer into it has no dimensions of its own.
  if (array.extents.size() >= use.extents.size() || array.size != bases_[array.base].size) return;
  const std::size_t dimension = use.extents.size() - 1 - array.extents.size();
  if (use.extents.size() == 1 && array.range != WholeRange{0, 0}) return;
  use.touched[dimension] = joined(use.touched[dimension], index.range);
}

void Memory::note_store(const Value& place) {
  const auto shared = report_.shared.find(place.base);
  if (shared == report_.shared.end()) return;
  SharedUse& use = shared->second;
  if (place.subscripts.size() != use.extents.size()) return;
  for (std::size_t d = 0; d < use.extents.size(); ++d) {
    const auto& [range, threads] = place.subscripts[d];
    if (threads) use.stored[d] = joined(use.stored[d], range);
  }
}

void Memory::apply_narrowings(const std::string& key, Value& value) const {
  if (value.place || !value.base.empty()) return;
  for (const Narrowing& each : narrowings_) {
    if (each.text != key) continue;
    value.range.lo = std::max(value.range.lo, each.range.lo);
    value.range.hi = std::min(value.range.hi, each.range.hi);
    if (value.range.lo > value.range.hi) value.range.lo = value.range.hi;
  }
}

}  // namespace warpscope::index_walk
