// SPDX-License-Identifier: Apache-2.0
// Leaves of random graphs, what is known of new nodes, and the choice of outputs and updates.
#include "random_graph.hpp"

#include <fmt/ranges.h>

#include <cmath>

namespace kiln::test {

RandomGraph::RandomGraph(std::uint64_t seed, Context& context)
    : context_(context), wide_(context.properties().has_float64), rng_(seed) {
  real_ = wide_ && chance(4) ? KILN_FLOAT64 : KILN_FLOAT32;
  const bool empty = chance(4);
  for (std::size_t s = 0; s < kShapings; ++s) {
    extents_[0][s] = empty && chance(2) ? 0 : 1 + below(7);
    extents_[1][s] = 1 + below(7);
    extents_[2][s] = chance(10) ? 100 + below(60) : 2 + below(5);
    extents_[3][s] = 3;
    extents_[4][s] = 1;
  }
  values.reserve(400);  // operations point to their operands
  const std::size_t count = 2 + std::size_t(below(3));
  for (std::size_t i = 0; i < count; ++i) add_leaf(false);
  for (std::int64_t i = 1 + below(3); i > 0; --i) add_leaf(true);
  for (std::int64_t i = below(3); i > 0; --i) add_constant();
  const std::size_t nodes = values.size() + 4 + std::size_t(below(22));
  for (int tries = 0; values.size() < nodes && tries < 1000; ++tries) grow();
  if (real_ == KILN_FLOAT64 && chance(2)) add_gradient();
  choose();
}

std::vector<std::byte> RandomGraph::elements(const RandomValue& value, std::size_t shaping) {
  const DType dtype = value.dtype();
  std::vector<std::byte> bytes;
  std::int64_t size = 1;
  for (const std::int64_t extent : value.shape(shaping)) size *= extent;
  for (; size > 0; --size) {
    bytes.resize(bytes.size() + base::dtype_size(dtype));
    element(value).cast(dtype).store(bytes.data() + bytes.size() - base::dtype_size(dtype));
  }
  return bytes;
}

std::string RandomGraph::text() const {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i)
    out += fmt::format("%{} = {} : {} {}\n", i, made_[i], type_text(values[i].value.type()),
                       type_text(values[i].shaped[0].type()));
  return out + fmt::format("outputs {}; updates {}\n", fmt::join(outputs, ","), update_text());
}

Scalar RandomGraph::element(const RandomValue& value) {
  const auto steps = std::int64_t(value.range.bound * std::ldexp(1.0, value.range.bits));
  if (value.dtype() == KILN_BOOL) return Scalar::integer(KILN_INT64, below(2));
  const std::int64_t number = below(2 * steps + 1) - steps;
  if (base::is_integer(value.dtype())) return Scalar::integer(KILN_INT64, number);
  return Scalar::real(KILN_FLOAT64, std::ldexp(double(number), -value.range.bits));
}

DType RandomGraph::leaf_dtype() {
  const DType dtypes[] = {real_, real_, real_, real_, KILN_INT32, KILN_BOOL, KILN_INT64};
  return dtypes[below(7)];
}

Range RandomGraph::leaf_range(DType dtype) const {
  return {dtype == KILN_BOOL ? 1.0 : 4.0, base::is_float(dtype) ? 2 : 0, true, 0};
}

void RandomGraph::add_leaf(bool shares) {
  RandomValue made;
  const DType dtype = leaf_dtype();
  Type type{dtype, {}};
  std::array<Type, kShapings> types;
  for (Type& each : types) each.dtype = dtype;
  for (std::int64_t d = shares || !chance(6) ? 1 + below(3) : 0; d > 0; --d) {
    const std::size_t which = std::size_t(chance(2) ? 1 + below(2) : below(shares ? 4 : 5));
    const bool told = !shares && which >= 3 && (which == 4 || chance(2));
    type.shape.push_back(told ? extents_[which][0] : kUnknown);
    for (std::size_t s = 0; s < kShapings; ++s) types[s].shape.push_back(extents_[which][s]);
  }
  made.range = leaf_range(dtype);
  // Its new values may be any numbers.
  made.range.exact = !shares || !base::is_float(dtype) || chance(2);
  for (std::size_t s = 0; s < kShapings; ++s) made.shaped[s] = make_input("shaped", types[s]);
  const std::string name = fmt::format("{}{}", shares ? "s" : "x", values.size());
  if (shares) {
    const Dims& shape = types[0].shape;
    made.value = make_shared(array::empty(context_, dtype, shape, "test"), name, nullptr);
  } else {
    made.value = make_input(name, type);
  }
  (shares ? shared : inputs).push_back(values.size());
  add(std::move(made), name);
}

void RandomGraph::add_constant() {
  RandomValue made;
  HostValue host{leaf_dtype(), {}, {}};
  for (std::int64_t d = below(3); d > 0; --d) host.shape.push_back(chance(2) ? 1 : 3);
  made.range = leaf_range(host.dtype);
  made.value = make_input("c", {host.dtype, host.shape});
  made.shaped.fill(made.value);
  host.bytes = elements(made, 0);
  made.value = make_constant(std::move(host));
  made.shaped.fill(made.value);
  add(std::move(made), "constant");
}

void RandomGraph::add(RandomValue made, std::string text) {
  values.push_back(std::move(made));
  made_.push_back(std::move(text));
}

double RandomGraph::unit(DType dtype) const {
  return dtype == KILN_FLOAT64 ? 0x1p-52 : dtype == KILN_FLOAT32 ? 0x1p-23 : 0;
}

bool RandomGraph::attempt(const Operands& operands, Range range, bool elementwise, std::string text, const Make& make) {
  std::array<Values, kShapings + 1> all;
  for (const RandomValue* each : operands) {
    for (std::size_t s = 0; s < kShapings; ++s) all[s].push_back(each->shaped[s]);
    all[kShapings].push_back(each->value);
  }
  RandomValue made;
  try {
    for (std::size_t s = 0; s < kShapings; ++s) made.shaped[s] = make(all[s]);
    made.value = make(all[kShapings]);
  } catch (const base::Error&) {
    return false;
  }
  for (std::size_t s = 0; s < kShapings; ++s) {
    const Type& type = made.shaped[s].type();
    if (type.ndim() > 5 || type.size() > 20000) return false;
    if (elementwise)
      for (const RandomValue* each : operands)
        if (!broadcasts(*each, s, type.shape)) return false;
  }
  const DType dtype = made.dtype();
  if (base::needs_float64(dtype) && !wide_) return false;
  if (base::is_float(dtype)) {
    const double u = unit(dtype);
    if (range.exact && range.bound * std::ldexp(1.0, range.bits) > 0.5 / u) range.exact = false;
    if (!range.exact) range.error += u * range.bound;
    if (range.bound > 1e4 || range.error > 1e-2) return false;
  } else if (!range.exact || range.bound > 0x1p30) {
    return false;
  } else {
    range.bits = 0;
  }
  made.range = range;
  for (const RandomValue* each : operands) text += fmt::format(" %{}", each - values.data());
  add(std::move(made), std::move(text));
  return true;
}

bool RandomGraph::broadcasts(const RandomValue& value, std::size_t shaping, const Dims& out) const {
  const Dims &known = value.value.type().shape, &now = value.shape(shaping);
  for (std::size_t d = 0; d < now.size() && now.size() <= out.size(); ++d)
    if (known[d] == kUnknown && now[d] == 1 && out[out.size() - now.size() + d] != 1) return false;
  return true;
}

bool RandomGraph::by_name(const std::string& name, const Operands& operands, const Range& range,
                          const Attributes& attributes, std::uint32_t output) {
  return attempt(operands, range, false, name,
                 [&](const Values& x) { return graph::apply(name, x, attributes).at(output); });
}

bool RandomGraph::written(const std::string& expression, const Operands& operands, const Range& range) {
  return attempt(operands, range, true, expression, [&](const Values& x) {
    Names names;
    const char* const letters[] = {"a", "b", "c"};
    for (std::size_t i = 0; i < x.size(); ++i) names.emplace_back(letters[i], x[i]);
    return build(expression, names);
  });
}

std::int64_t RandomGraph::least_extent(const RandomValue& x, std::size_t axis) const {
  std::int64_t least = x.shape(0)[axis];
  for (std::size_t s = 1; s < kShapings; ++s) least = std::min(least, x.shape(s)[axis]);
  return least;
}

std::int64_t RandomGraph::greatest_extent(const RandomValue& x, std::size_t axis) const {
  std::int64_t greatest = x.shape(0)[axis];
  for (std::size_t s = 1; s < kShapings; ++s) greatest = std::max(greatest, x.shape(s)[axis]);
  return greatest;
}

void RandomGraph::choose() {
  for (std::int64_t i = 1 + below(4); i > 0; --i)
    outputs.push_back(std::size_t(std::max(below(std::int64_t(values.size())), below(std::int64_t(values.size())))));
  if (values.back().last) outputs.push_back(values.size() - 1);
  for (const std::size_t variable : shared) {
    if (chance(4)) continue;
    std::size_t found = variable;
    for (int tries = 0; tries < 3 && found == variable; ++tries) found = new_value(variable);
    if (found == variable && chance(2)) continue;
    updates.emplace_back(variable, found);
  }
}

std::size_t RandomGraph::new_value(std::size_t variable) {
  const auto fits = [&](const RandomValue& v) {
    bool same = v.dtype() == values[variable].dtype() && v.ndim() == values[variable].ndim();
    for (std::size_t s = 0; s < kShapings && same; ++s) same = v.shape(s) == values[variable].shape(s);
    return same;
  };
  const RandomValue* v = pick(fits);
  if (!v || chance(3)) {
    const RandomValue* other = any_value();
    if (!other) return variable;
    const std::size_t before = values.size();
    const Range r = values[variable].range, q = other->range;
    const bool boolean = values[variable].dtype() == KILN_BOOL;
    if (boolean ? !written("a != (b < 1)", {&values[variable], other}, {1, 0, other->range.exact, 0})
                : !written("a + b", {&values[variable], other},
                           {r.bound + q.bound, std::max(r.bits, q.bits), r.exact && q.exact, r.error + q.error}))
      return variable;
    v = &values[before];
    if (!fits(*v)) return variable;
  }
  if (v->dtype() == KILN_BOOL) return std::size_t(v - values.data());
  const Range own = leaf_range(v->dtype()), r = v->range;
  if (r.exact && r.bound <= own.bound && r.bits <= own.bits) return std::size_t(v - values.data());
  if (!values[variable].range.exact) {
    repeatable = false;
    return written("clamp(a, -4, 4)", {v}, {4, 2, false, r.error}) && fits(values.back()) ? values.size() - 1
                                                                                          : variable;
  }
  // Exact ones stay exact.
  const char* const text = base::is_float(v->dtype()) ? "floor(clamp(a, -3.75, 3.75) * 4) * 0.25" : "clamp(a, -4, 4)";
  return r.exact && written(text, {v}, own) && fits(values.back()) ? values.size() - 1 : variable;
}

std::string RandomGraph::update_text() const {
  std::string out;
  for (const auto& [variable, value] : updates) out += fmt::format("%{} := %{} ", variable, value);
  return out;
}

}  // namespace kiln::test
