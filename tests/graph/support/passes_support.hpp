// SPDX-License-Identifier: Apache-2.0
// Graphs that passes look for, and others: what a pass makes of each has its type and its elements.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"
#include "host_graph.hpp"
#include "support.hpp"

namespace kiln::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInf = std::numeric_limits<double>::infinity();

enum class Equal { exactly, rounded, digits };  // digits: the pass may give numbers where there were none

// Inputs of one graph.
struct Leaves {
  struct Leaf {
    Type type;
    std::vector<double> elements;  // repeated as often as there are elements
  };
  std::vector<Leaf> all;
  Values variables(bool known) const {
    Values out;
    for (const Leaf& leaf : all) {
      Type type = leaf.type;
      for (std::int64_t& extent : type.shape)
        if (!known && extent != 1) extent = kUnknown;
      out.push_back(make_input("x", type));
    }
    return out;
  }
  std::vector<HostInput> elements(const Values& variables) const {
    std::vector<HostInput> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Numbers numbers;
      for (std::int64_t k = 0; k < all[i].type.size(); ++k)
        numbers.push_back(Scalar::real(KILN_FLOAT64, all[i].elements[std::size_t(k) % all[i].elements.size()])
                              .cast(all[i].type.dtype));
      out.push_back({variables[i], std::move(numbers)});
    }
    return out;
  }
};
inline Leaves leaf(DType dtype, Dims shape, std::vector<double> elements) {
  return {{{{dtype, shape}, std::move(elements)}}};
}

using Make = std::function<graph::Value(const Values& x)>;

inline double tolerance(DType dtype) {
  switch (base::real_dtype(dtype)) {
    case KILN_FLOAT64:
      return 1e-12;
    case KILN_FLOAT32:
      return 1e-5;
    case KILN_FLOAT16:
      return 4e-3;
    case KILN_BFLOAT16:
      return 3e-2;
    default:
      return 0;
  }
}

inline bool same(double want, double got, Equal how, double allowed) {
  if (std::isnan(want) || std::isinf(want)) {
    if (how == Equal::digits && std::isfinite(got)) return true;
    return std::isnan(want) ? std::isnan(got) : want == got;
  }
  if (how == Equal::exactly) return want == got && std::signbit(want) == std::signbit(got);
  if (how == Equal::digits) allowed = std::max(allowed, 0.05);
  return std::fabs(want - got) <= allowed * std::max(1.0, std::fabs(want));
}

inline std::string difference(const Type& type, const Numbers& want, const Numbers& got, Equal how) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    const Scalar a = want[i].cast(KILN_COMPLEX128), b = got[i].cast(KILN_COMPLEX128);
    if (!same(a.re, b.re, how, tolerance(type.dtype)) || !same(a.im, b.im, how, tolerance(type.dtype)))
      return fmt::format("element {} is {}+{}i, expected {}+{}i", i, b.re, b.im, a.re, a.im);
  }
  return "";
}

inline std::string debug_text(const graph::Value& value) {
  std::string text;
  for (const NodeRef& node : topological({&value, 1})) text += "  " + node_text(*node) + "\n";
  return text;
}

// Nodes of its own, as a function's compilation has: passes note in them what they merge.
inline graph::Value copied(const graph::Value& value) {
  return rewrite({&value, 1}, [](const NodeRef& node, const Values& inputs) -> Values {
    if (node->op().leaf()) return {};
    return all_outputs(Node::make_typed(node->op_ref(), inputs, node->types()));
  })[0];
}

inline Values all_passes(std::span<const graph::Value> values) {
  Values out(values.begin(), values.end());
  for (const Pass& pass : passes()) out = pass.run(out);
  return out;
}

inline int tried = 0;  // samples

// The sample computed as it is and behind each pass. False: it cannot be built.
inline bool check(const std::string& name, const Leaves& leaves, const Make& make, Equal how) {
  const Values known = leaves.variables(true), open = leaves.variables(false);
  graph::Value plain, unknown;
  try {
    plain = make(known);
    unknown = make(open);
  } catch (const base::Error&) {
    return false;
  }
  ++tried;
  const auto elements = leaves.elements(known);
  const graph::Value expanded = expand({&plain, 1})[0];
  const Numbers want = on_host({&expanded, 1}, elements)[0];
  const auto compare = [&](const std::string& pass, const graph::Value& made) {
    std::string wrong;
    if (made.type() == plain.type())
      wrong = difference(plain.type(), want, on_host({&made, 1}, elements)[0], how);
    else
      wrong = fmt::format("it is {}, expected {}", type_text(made.type()), type_text(plain.type()));
    if (!wrong.empty())
      FAIL_CHECK(name << " behind " << pass << ": " << wrong << "\n"
                      << debug_text(expanded) << "became\n"
                      << debug_text(made));
  };
  // Before and behind the passes that others profit from.
  for (const Pass& pass : passes()) {
    const graph::Value own = copied(expanded), made = pass.run({&own, 1})[0];
    if (!(made == own)) compare(pass.name, expand({&made, 1})[0]);
  }
  const graph::Value own = copied(expanded), all = all_passes({&own, 1})[0];
  compare("all", expand({&all, 1})[0]);
  // As grad() sees it, before shapes are known.
  const graph::Value stable = stabilise({&unknown, 1})[0];
  const graph::Value told = rewrite({&stable, 1}, [&](const NodeRef& node, const Values&) -> Values {
    for (std::size_t i = 0; i < open.size(); ++i)
      if (open[i].node == node) return {known[i]};
    return {};
  })[0];
  compare("stabilise of unknown shapes", expand({&told, 1})[0]);
  return true;
}

inline graph::Value number(DType dtype, double value, Dims shape = {}) {
  const graph::Value scalar = make_constant(Scalar::real(KILN_FLOAT64, value).cast(dtype));
  if (shape.empty()) return scalar;
  if (Type{dtype, shape}.size() != 1) return broadcast_to(scalar, shape);
  HostValue host{dtype, shape, std::vector<std::byte>(base::dtype_size(dtype))};
  Scalar::real(KILN_FLOAT64, value).cast(dtype).store(host.bytes.data());
  return make_constant(std::move(host));
}

inline const std::vector<double> kReals{0.5, -1.25, 0, -0.0, 3, -2, kNan, kInf, -kInf, 1e-3, 120, -120};
inline const std::vector<double> kFinite{0.5, -1.25, 0, 3, -2, 1e-3, 8, -8};
inline const std::vector<double> kWhole{0, 1, 2, 3, 100, 127, -1, -128, -3};

inline const std::vector<double>& elements_of(DType dtype) { return base::is_integer(dtype) ? kWhole : kReals; }

inline constexpr DType kDTypes[] = {KILN_FLOAT32, KILN_FLOAT64, KILN_FLOAT16, KILN_BFLOAT16, KILN_INT8,
                                    KILN_UINT8,   KILN_INT32,   KILN_INT64,   KILN_BOOL,     KILN_COMPLEX64};
inline const Dims kOnes[] = {{}, {1}, {1, 1}, {1, 1, 1}, {3}, {2, 3}, {2, 1}, {4, 2, 3}};

// The text of x and o, where o is a number of any dtype and shape, and x of any dtype and shape.
inline void check_text(const std::string& text, double o, Equal how) {
  const auto run = [&](DType dtype, Dims shape, DType number_dtype, Dims number_shape, bool weak) {
    const Leaves leaves = leaf(dtype, shape, elements_of(dtype));
    const std::string name = fmt::format("{} where x is {} and o is {}{} {}", text, type_text({dtype, shape}),
                                         weak ? "weak " : "", type_text({number_dtype, number_shape}), o);
    check(
        name, leaves,
        [&](const Values& x) {
          return expression(text, {{"x", x[0]}, {"o", weak ? make_number(o) : number(number_dtype, o, number_shape)}});
        },
        how);
  };
  for (const DType dtype : kDTypes) {
    run(dtype, {2, 3}, KILN_FLOAT64, {}, true);
    run(dtype, {2, 3}, dtype, {}, false);
    run(KILN_FLOAT32, {2, 3}, dtype, {}, false);
    run(KILN_FLOAT32, {2, 3}, dtype, {1, 1, 1}, false);
  }
  for (const Dims& shape : kOnes) {
    run(KILN_FLOAT32, {3}, KILN_FLOAT32, shape, false);
    run(KILN_FLOAT32, {}, KILN_FLOAT32, shape, false);
    run(KILN_FLOAT32, shape, KILN_FLOAT32, {1, 1}, false);
  }
}

inline graph::Value reduced(int op, const graph::Value& x, const Dims& axes, bool keepdims, int dtype = -1) {
  return reduce(op, x, axes, keepdims, dtype);
}

// Every way to put the axes of a value of that rank into another of `ndim`, some dropped and some new.
inline std::vector<Dims> shuffles(std::size_t rank, std::size_t ndim) {
  std::vector<Dims> out{{}};
  for (std::size_t d = 0; d < ndim; ++d) {
    std::vector<Dims> longer;
    for (const Dims& order : out)
      for (std::int64_t axis = -1; axis < std::int64_t(rank); ++axis) {
        if (axis >= 0 && std::find(order.begin(), order.end(), axis) != order.end()) continue;
        longer.push_back(order);
        longer.back().push_back(axis);
      }
    out = std::move(longer);
  }
  return out;
}

// A function of these outputs, on a device.
struct Ran {
  std::vector<Ref<Array>> results;
  std::size_t steps;
  std::string why;
};

// Once, with passes left out. Row programs and epilogues are too, as they hide how many kernels fusion and the passes
// before it give.
inline Ran run(const Values& outputs, const std::string& excluded = "", Mode mode = Mode::fast_run) {
  FunctionSpec spec;
  spec.mode = mode;
  spec.context = contexts()[0].get();
  for (const graph::Value& output : outputs) spec.outputs.push_back({output});
  spec.excluded_passes = {"rows", "epilogue"};
  if (!excluded.empty()) spec.excluded_passes.push_back(excluded);
  const auto f = Function::create(spec);
  Ran out{f->call({}), 0, f->describe("explain")};
  out.steps = count_of(out.why, "  step ");
  return out;
}

inline std::vector<float> ramp(std::size_t n) {
  std::vector<float> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(float(0.1 * double(i * 7 % 11) - 0.4));
  return out;
}

inline void check_near(const Ran& got, const Ran& want) {
  REQUIRE(got.results.size() == want.results.size());
  for (std::size_t k = 0; k < got.results.size(); ++k) {
    REQUIRE(got.results[k]->shape() == want.results[k]->shape());
    const auto a = values_of<float>(*got.results[k]), b = values_of<float>(*want.results[k]);
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == Near(b[i]));
  }
}

// The steps with and without a pass; values are equal.
using Steps = std::pair<std::size_t, std::size_t>;
inline Steps steps_beside(const Values& outputs, const std::string& pass) {
  const Ran ran = run(outputs), plain = run(outputs, pass);
  INFO(ran.why);
  check_near(ran, plain);
  return {ran.steps, plain.steps};
}

}  // namespace kiln::test
