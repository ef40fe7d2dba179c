// SPDX-License-Identifier: Apache-2.0
// The table of operations that callers apply by name. A row has the name, how many inputs the operation
// takes, and the function that makes its nodes.
#include "graph/build/apply.hpp"

#include <kiln/pool.h>
#include <kiln/scan.h>

#include <algorithm>
#include <cmath>

#include "base/flags/flags.hpp"
#include "base/text.hpp"
#include "expr/callable.hpp"
#include "graph/build/grad.hpp"
#include "graph/node/axes.hpp"
#include "graph/node/ifelse_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/order_ops.hpp"
#include "graph/ops/random_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/spatial/conv_ops.hpp"

namespace kiln::graph {
namespace {

struct Application {
  const std::string& name;
  const Values& x;
  const Attributes& a;
};

const Dims& needed_shape(const Application& call) {
  if (!call.a.sizes.empty())
    fail(KILN_SHAPE_ERROR, "graph.{}: got a shape of {} extents, expected at most {}", call.name, call.a.sizes.size(),
         KILN_MAX_DIMS);
  if (!call.a.has_shape) fail(KILN_INVALID_ARGUMENT, "graph.{}: no shape is given", call.name);
  return call.a.shape;
}

std::vector<std::int64_t> needed_sizes(const Application& call) {
  if (!call.a.sizes.empty()) return call.a.sizes;
  const Dims& shape = needed_shape(call);
  return {shape.begin(), shape.end()};
}

Values broadcast(const Application& call) {
  for (const std::int64_t extent : needed_shape(call))
    if (extent < 0)
      fail(KILN_SHAPE_ERROR, "graph.{}: got shape {}, expected extents of at least 0", call.name,
           layout::shape_text(call.a.shape));
  return {broadcast_to(call.x[0], call.a.shape)};
}

template <int op>
Values reduction(const Application& call) {
  return {reduce(op, call.x[0], call.a.axes, call.a.keepdims, call.a.dtype, call.a.numbers[0])};
}

template <int op>
Values scanned(const Application& call) {
  return {scan(op, call.x[0], call.a.axis, (call.a.flag & 1) != 0, (call.a.flag & 2) != 0, call.a.dtype)};
}

// Number i of the attributes, which must be an integer from `least` to 2^53.
std::int64_t whole(const Application& call, std::size_t i, std::int64_t least) {
  const double number = call.a.numbers[i];
  if (!(number >= double(least) && number <= 0x1p53 && number == std::floor(number)))
    fail(KILN_INVALID_ARGUMENT, "graph.{}: got {}, expected an integer of at least {}", call.name, number, least);
  return std::int64_t(number);
}
constexpr std::int64_t kAny = -(std::int64_t{1} << 53);

Values tensordot_of(const Application& call) {
  const Dims axes = call.a.axes.value_or(Dims{});
  const std::size_t half = axes.size() / 2;
  if (!call.a.axes || axes.size() % 2)
    fail(KILN_INVALID_ARGUMENT,
         "graph.tensordot: got {}, expected those of the first input, then as "
         "many of the second",
         base::plural(axes.size(), "axis", "axes"));
  return {
      tensordot(call.x[0], call.x[1], Dims(std::span(axes.data(), half)), Dims(std::span(axes.data() + half, half)))};
}

Values diagonal_of(const Application& call) {
  const Dims axes = call.a.axes.value_or(Dims{0, 1});
  if (axes.size() != 2)
    fail(KILN_INVALID_ARGUMENT, "graph.diagonal: got {}, expected 2", base::plural(axes.size(), "axis", "axes"));
  return {diagonal(call.x[0], whole(call, 0, kAny), axes[0], axes[1])};
}

Values eye_of(const Application& call) {
  const Dims& shape = needed_shape(call);
  if (shape.size() != 2)
    fail(KILN_SHAPE_ERROR, "graph.eye: got shape {}, expected rows and columns", layout::shape_text(shape));
  const DType dtype = call.a.dtype >= 0 ? DType(call.a.dtype) : base::flag_floatX();
  return {eye(shape[0], shape[1], whole(call, 0, kAny), dtype)};
}

// The extents of a result, for operations that may do without.
Dims given_extents(const Application& call) { return call.a.has_shape ? call.a.shape : Dims(); }

array::PoolOp pool_op(const Application& call) {
  if (call.a.flag < KILN_POOL_MAX || call.a.flag > KILN_POOL_AVERAGE_PADDED)
    fail(KILN_INVALID_ARGUMENT, "graph.{}: the flag is {}, expected a kiln_pool_op", call.name, call.a.flag);
  return array::PoolOp(call.a.flag);
}

// upsample() or upsample_gradient().
template <Value (*make)(const Value& x, const Value& like, bool linear, const Dims& extents, bool channels_last)>
Values upsampled(const Application& call) {
  if (call.a.flag < 0 || call.a.flag > 3)
    fail(KILN_INVALID_ARGUMENT, "graph.{}: the flag is {}, expected 0 to 3", call.name, call.a.flag);
  return {make(call.x[0], {}, (call.a.flag & 1) != 0, needed_shape(call), (call.a.flag & 2) != 0)};
}

// The inputs are the condition, the values of one side and those of the other. A number takes the dtype of its
// counterpart.
Values ifelse_of(const Application& call) {
  if (call.x.size() < 3 || call.x.size() % 2 == 0)
    fail(KILN_INVALID_ARGUMENT, "graph.ifelse: got {}, expected a condition and as many values for each side",
         base::plural(call.x.size(), "input"));
  const std::size_t count = call.x.size() / 2;
  Values sides[2] = {{call.x.begin() + 1, call.x.begin() + 1 + std::ptrdiff_t(count)},
                     {call.x.begin() + 1 + std::ptrdiff_t(count), call.x.end()}};
  const auto is_number = [](const Value& value) { return op_as<Constant>(value) && op_as<Constant>(value)->weak(); };
  for (std::size_t i = 0; i < count; ++i)
    for (const int side : {0, 1}) {
      Value& value = sides[side][i];
      const Value& other = sides[1 - side][i];
      if (is_number(value) && !is_number(other)) value = cast(value, other.type().dtype);
    }
  return ifelse(call.x[0], sides[0], sides[1]);
}

// Makes the nodes of a draw. Callers that give no parameters leave them 0: these become the distribution's
// usual parameters, such as 0 and 1 for a uniform one.
template <Distribution distribution>
Values random(const Application& call) {
  RandomRequest request;
  request.distribution = distribution;
  const bool real = distribution <= Distribution::exponential;
  request.dtype = call.a.dtype >= 0                         ? DType(call.a.dtype)
                  : real                                    ? base::flag_floatX()
                  : distribution == Distribution::bernoulli ? KILN_BOOL
                  : distribution == Distribution::bits      ? KILN_UINT32
                                                            : KILN_INT64;
  if (call.x.size() < 2) request.shape = needed_shape(call);
  request.numbers[0] = call.a.numbers[0];
  request.numbers[1] = call.a.numbers[1];
  const bool none = request.numbers[0] == 0 && request.numbers[1] == 0;
  if (none && (distribution == Distribution::uniform || distribution == Distribution::normal)) request.numbers[1] = 1;
  if (none && distribution == Distribution::exponential) request.numbers[0] = 1;
  return draw(request, call.x);
}

// Refuses operations whose result has a shape that depends on elements.
Values refused(const Application& call) {
  fail(KILN_UNSUPPORTED,
       "graph.{}: the shape of the result depends on elements, which a graph does not know before a call; use "
       "where() for a mask, or the array operation outside of the graph",
       call.name);
}

struct Row {
  const char* name;
  int inputs;  // how many; -1: any number
  Values (*make)(const Application& call);
};

constexpr Row kRows[] = {
    {"all", 1, reduction<KILN_REDUCE_ALL>},
    {"alloc", 1, broadcast},
    {"any", 1, reduction<KILN_REDUCE_ANY>},
    {"arange_like", 1, [](const Application& c) { return Values{arange_like(c.x[0], c.a.axis)}; }},
    {"argmax", 1, reduction<KILN_REDUCE_ARGMAX>},
    {"argmin", 1, reduction<KILN_REDUCE_ARGMIN>},
    {"argsort", 1, [](const Application& c) { return Values{argsort(c.x[0], c.a.axis, c.a.flag)}; }},
    {"batched_dot", 2, [](const Application& c) { return Values{dot(c.x[0], c.x[1])}; }},
    {"broadcast_like", 2, [](const Application& c) { return Values{broadcast_like(c.x[0], c.x[1])}; }},
    {"broadcast_to", 1, broadcast},
    {"cast", 1,
     [](const Application& c) {
       if (c.a.dtype < 0) fail(KILN_INVALID_ARGUMENT, "graph.cast: no dtype is given");
       return Values{cast(c.x[0], DType(c.a.dtype))};
     }},
    {"clip_gradient", 1,
     [](const Application& c) { return Values{clip_gradient(c.x[0], c.a.numbers[0], c.a.numbers[1])}; }},
    {"compress", -1, refused},
    {"concat", -1, [](const Application& c) { return Values{concat(c.x, c.a.axis)}; }},
    {"conv", 2, [](const Application& c) { return Values{conv(c.x[0], c.x[1], c.a.conv)}; }},
    {"conv_filter_gradient", 2,
     [](const Application& c) { return Values{conv_filter_gradient(c.x[0], c.x[1], {}, c.a.conv, needed_shape(c))}; }},
    {"conv_transpose", 2,
     [](const Application& c) { return Values{conv_transpose(c.x[0], c.x[1], {}, c.a.conv, given_extents(c))}; }},
    {"count_nonzero", 1, reduction<KILN_REDUCE_COUNT_NONZERO>},
    {"cross_entropy", 2, [](const Application& c) { return Values{cross_entropy(c.x[0], c.x[1])}; }},
    {"cummax", 1, scanned<KILN_SCAN_MAX>},
    {"cummin", 1, scanned<KILN_SCAN_MIN>},
    {"cumprod", 1, scanned<KILN_SCAN_PROD>},
    {"cumsum", 1, scanned<KILN_SCAN_SUM>},
    {"diagonal", 1, diagonal_of},
    {"dimshuffle", 1,
     [](const Application& c) {
       if (!c.a.axes) fail(KILN_INVALID_ARGUMENT, "graph.dimshuffle: no axes are given");
       return Values{dimshuffle(c.x[0], *c.a.axes)};
     }},
    {"disconnected_gradient", 1, [](const Application& c) { return Values{disconnected_gradient(c.x[0])}; }},
    {"dot", 2, [](const Application& c) { return Values{dot(c.x[0], c.x[1])}; }},
    {"eye", 0, eye_of},
    {"flatten", 1, [](const Application& c) { return Values{flatten(c.x[0])}; }},
    {"flip", 1, [](const Application& c) { return Values{flip(c.x[0], c.a.axes)}; }},
    {"ifelse", -1, ifelse_of},
    {"inc_subtensor", 2,
     [](const Application& c) { return Values{update_subtensor(c.x[0], c.x[1], c.a.indices, true)}; }},
    {"log_softmax", 1, [](const Application& c) { return Values{softmax(c.x[0], c.a.axis, true)}; }},
    {"logsumexp", 1, reduction<KILN_REDUCE_LOGSUMEXP>},
    {"mean", 1, reduction<KILN_REDUCE_MEAN>},
    {"nonzero", -1, refused},
    {"norm", 1, reduction<KILN_REDUCE_NORM>},
    {"ones_like", 1, [](const Application& c) { return Values{ones_like(c.x[0])}; }},
    {"outer", 2, [](const Application& c) { return Values{outer(c.x[0], c.x[1])}; }},
    {"pad", 1,
     [](const Application& c) { return Values{pad(c.x[0], needed_sizes(c), whole(c, 1, 0), c.a.numbers[0])}; }},
    {"pool", 1, [](const Application& c) { return Values{pool(c.x[0], pool_op(c), c.a.pool)}; }},
    {"pool_gradient", 2,
     [](const Application& c) { return Values{pool_gradient(c.x[0], c.x[1], pool_op(c), c.a.pool)}; }},
    {"prod", 1, reduction<KILN_REDUCE_PROD>},
    {"put", 3, [](const Application& c) { return Values{put(c.x[0], c.x[1], c.x[2], c.a.axis)}; }},
    {"random_bernoulli", -1, random<Distribution::bernoulli>},
    {"random_bits", -1, random<Distribution::bits>},
    {"random_exponential", -1, random<Distribution::exponential>},
    {"random_integers", -1, random<Distribution::integers>},
    {"random_normal", -1, random<Distribution::normal>},
    {"random_permutation", -1, random<Distribution::permutation>},
    {"random_uniform", -1, random<Distribution::uniform>},
    // These have names of their own because "max" and "min" of two values are functions of expressions.
    // apply() finds these rows for "max" and "min" of one value.
    {"reduce_max", 1, reduction<KILN_REDUCE_MAX>},
    {"reduce_min", 1, reduction<KILN_REDUCE_MIN>},
    {"relu", 1, [](const Application& c) { return Values{relu(c.x[0])}; }},
    {"repeat", 1, [](const Application& c) { return Values{repeat(c.x[0], whole(c, 0, 0), c.a.axis)}; }},
    {"reshape", 1, [](const Application& c) { return Values{reshape(c.x[0], needed_shape(c))}; }},
    {"roll", 1, [](const Application& c) { return Values{roll(c.x[0], needed_shape(c), c.a.axes)}; }},
    {"scale_gradient", 1, [](const Application& c) { return Values{scale_gradient(c.x[0], c.a.numbers[0])}; }},
    {"scatter_add", 3, [](const Application& c) { return Values{scatter_add(c.x[0], c.x[1], c.x[2], c.a.axis)}; }},
    {"searchsorted", 2, [](const Application& c) { return Values{searchsorted(c.x[0], c.x[1], c.a.flag)}; }},
    {"set_subtensor", 2,
     [](const Application& c) { return Values{update_subtensor(c.x[0], c.x[1], c.a.indices, false)}; }},
    {"shape", 1, [](const Application& c) { return Values{extent(c.x[0], std::nullopt)}; }},
    {"sigmoid", 1, [](const Application& c) { return Values{sigmoid(c.x[0])}; }},
    {"size", 1, [](const Application& c) { return Values{extent(c.x[0], counted(c.x[0].type().ndim()))}; }},
    {"slice", 2, [](const Application& c) { return Values{slice(c.x[0], c.x[1], whole(c, 0, 0), c.a.axis)}; }},
    {"softmax", 1, [](const Application& c) { return Values{softmax(c.x[0], c.a.axis)}; }},
    {"softplus", 1, [](const Application& c) { return Values{softplus(c.x[0])}; }},
    {"sort", 1, [](const Application& c) { return Values{sort(c.x[0], c.a.axis, c.a.flag)}; }},
    {"specify_shape", 1, [](const Application& c) { return Values{specify_shape(c.x[0], needed_shape(c))}; }},
    {"split", 1, [](const Application& c) { return split(c.x[0], needed_sizes(c), c.a.axis); }},
    {"stack", -1, [](const Application& c) { return Values{stack(c.x, c.a.axis)}; }},
    {"std", 1, reduction<KILN_REDUCE_STD>},
    {"subtensor", 1, [](const Application& c) { return Values{subtensor(c.x[0], c.a.indices)}; }},
    {"sum", 1, reduction<KILN_REDUCE_SUM>},
    {"take", 2, [](const Application& c) { return Values{take(c.x[0], c.x[1], c.a.axis)}; }},
    {"take_along_axis", 2, [](const Application& c) { return Values{take_along_axis(c.x[0], c.x[1], c.a.axis)}; }},
    {"tensordot", 2, tensordot_of},
    {"tile", 1, [](const Application& c) { return Values{tile(c.x[0], needed_shape(c))}; }},
    {"topk", 1, [](const Application& c) { return topk(c.x[0], whole(c, 0, 0), c.a.axis, !c.a.flag); }},
    {"transpose", 1, [](const Application& c) { return Values{transpose(c.x[0])}; }},
    {"tril", 1, [](const Application& c) { return Values{triangle(c.x[0], false, whole(c, 0, kAny))}; }},
    {"triu", 1, [](const Application& c) { return Values{triangle(c.x[0], true, whole(c, 0, kAny))}; }},
    {"unique", -1, refused},
    {"upsample", 1, upsampled<upsample>},
    {"upsample_gradient", 1, upsampled<upsample_gradient>},
    {"var", 1, reduction<KILN_REDUCE_VAR>},
    {"zero_gradient", 1, [](const Application& c) { return Values{zero_gradient(c.x[0])}; }},
    {"zeros_like", 1, [](const Application& c) { return Values{zeros_like(c.x[0])}; }},
};

const Row* find(std::string_view name) {
  for (const Row& row : kRows)
    if (name == row.name) return &row;
  return nullptr;
}

}  // namespace

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) names.push_back(row.name);
  std::sort(names.begin(), names.end());
  return names;
}

Values apply(std::string_view operation, Values inputs, const Attributes& attributes) {
  const std::string name(operation);
  for (const Value& value : inputs)
    if (!value) fail(KILN_INVALID_ARGUMENT, "graph.{}: an input is empty", name);
  const Row* row = find(name);
  if (!row && inputs.size() == 1 && (name == "max" || name == "min")) row = find("reduce_" + name);
  if (row) {
    if (row->inputs >= 0 && inputs.size() != std::size_t(row->inputs))
      fail(KILN_INVALID_ARGUMENT, "graph.{}: got {}, expected {}", name, base::plural(inputs.size(), "input"),
           row->inputs);
    return row->make({name, inputs, attributes});
  }
  if (const auto callable = expr::find_callable(name)) {
    Names names;
    std::vector<expr::Expr> arguments;
    if (inputs.size() != std::size_t(callable->arity))
      fail(KILN_INVALID_ARGUMENT, "graph.{}: got {}, expected {}", name, base::plural(inputs.size(), "input"),
           callable->arity);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      names.emplace_back("x" + std::to_string(i), inputs[i]);
      arguments.push_back(input_name(i));
    }
    return {build(expr::build_call(*callable, std::move(arguments), 0, 1), names)};
  }
  std::vector<std::string> known = operation_names();
  for (const std::string& each : expr::callable_names()) known.push_back(each);
  const std::string given = base::excerpt(name);
  fail(KILN_INVALID_ARGUMENT, "graph: there is no operation '{}'{}", given, base::suggestion(given, known));
}

}  // namespace kiln::graph
