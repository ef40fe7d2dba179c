// SPDX-License-Identifier: Apache-2.0
// Checks the parameters of draws, and makes the nodes that draw numbers and advance the state.
#include "graph/ops/random_ops.hpp"

#include <fmt/format.h>

#include <cmath>
#include <mutex>
#include <utility>

#include "array/elementwise/elementwise.hpp"
#include "array/random/random.hpp"
#include "base/text.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"

namespace kiln::graph {
namespace {

constexpr const char* kNames[] = {"uniform", "normal", "exponential", "integers", "bernoulli", "bits", "permutation"};

void check(const RandomRequest& request) {
  const std::string operation = fmt::format("graph.random_{}", kNames[int(request.distribution)]);
  const auto refuse = [&](const char* expected) {
    fail(KILN_TYPE_ERROR, "{}: got dtype {}, expected {}", operation, base::dtype_name(request.dtype), expected);
  };
  const double a = request.numbers[0], b = request.numbers[1];
  const auto demand = [&](bool holds, const char* expected) {
    if (!holds) fail(KILN_INVALID_ARGUMENT, "{}: got {} and {}, expected {}", operation, a, b, expected);
  };
  switch (request.distribution) {
    case Distribution::uniform:
      demand(a < b && std::isfinite(b - a), "low < high");
      break;
    case Distribution::normal:
      demand(std::isfinite(a) && std::isfinite(b) && b >= 0, "a mean and a deviation of at least 0");
      break;
    case Distribution::exponential:
      demand(std::isfinite(a) && a >= 0, "a scale of at least 0");
      break;
    case Distribution::integers:
      demand(a < b && std::floor(a) == a && std::floor(b) == b && std::fabs(a) <= 0x1p53 && std::fabs(b) <= 0x1p53,
             "integers low < high");
      if (!base::is_integer(request.dtype)) refuse("an integer dtype");
      break;
    case Distribution::bernoulli:
      demand(a >= 0 && a <= 1, "a probability of 0 to 1");
      break;
    case Distribution::bits:
      if (!base::is_unsigned(request.dtype)) refuse("uint8, uint16, uint32 or uint64");
      break;
    case Distribution::permutation:
      if (request.dtype != KILN_INT64) refuse("int64");
      if (request.shape && (request.shape->size() != 1))
        fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected one dimension", operation,
             layout::shape_text(*request.shape));
      break;
  }
  if (request.distribution <= Distribution::exponential && !base::is_float(request.dtype))
    refuse("a floating-point dtype");
  if (request.shape)
    for (const std::int64_t extent : *request.shape)
      if (extent < 0)
        fail(KILN_SHAPE_ERROR, "{}: got shape {}, expected extents of at least 0", operation,
             layout::shape_text(*request.shape));
}

}  // namespace

std::string RandomRequest::key() const {
  return fmt::format("{} {} {} {} {}", int(distribution), int(dtype), shape ? layout::shape_text(*shape) : "like",
                     base::hexadecimal(numbers[0]), base::hexadecimal(numbers[1]));
}

std::uint64_t RandomRequest::blocks(const Dims& of) const {
  const auto n = std::uint64_t(layout::checked_size(of, 1, "graph.random"));
  if (distribution == Distribution::permutation) return n ? 2 : 0;
  const bool two =
      distribution == Distribution::integers || (dtype == KILN_FLOAT64 && distribution <= Distribution::exponential);
  if (distribution == Distribution::bits) return (n * base::dtype_size(dtype) + 15) / 16;
  return two ? (n + 1) / 2 : (n + 3) / 4;
}

namespace {

// The state after a draw, or after a given number of blocks.
class RandomAdvance final : public Op {
 public:
  explicit RandomAdvance(RandomRequest request) : request_(request) {}
  explicit RandomAdvance(std::uint64_t blocks) : blocks_(blocks) {}
  std::string name() const override { return "RandomAdvance"; }
  std::string key() const override { return "RandomAdvance " + (blocks_ ? std::to_string(*blocks_) : request_.key()); }
  std::vector<Type> infer(std::span<const Type> inputs) const override { return {inputs[0]}; }
  bool reads(std::size_t input) const override { return input == 0; }
  bool in_place(const Node&, std::size_t input, std::size_t) const override { return input == 0; }
  std::optional<std::uint64_t> blocks() const noexcept { return blocks_; }
  mutable Value after_loop;  // see set_state_after_loop()

  Values expand(const Node&, std::span<const Value> inputs) const override {
    Value state = inputs[0];
    std::uint64_t blocks =
        blocks_ ? *blocks_ : request_.blocks(request_.shape ? *request_.shape : inputs[1].type().shape);
    if (const auto* before = op_as<RandomAdvance>(state); before && before->blocks()) {
      blocks += *before->blocks();
      state = state.node->inputs()[0];
    } else if (blocks_) {
      return {};
    }
    return {single(base::make_ref<RandomAdvance>(blocks), {state})};
  }

  Runner prepare(const Node&, runtime::Context& context) const override {
    const std::uint64_t by[] = {0, *blocks_};
    const Dims shape{2};
    const auto steps = array::from_host(context, KILN_UINT64, shape, nullptr, KILN_UINT64, by, "random");
    const auto add = array::Elementwise::create(context, expr::parse_statements("r = s + d"), "r, s, d");
    return [=](NodeArrays inputs, NodeArrays outputs) { add->call({*outputs[0], *inputs[0], *steps}, "random"); };
  }

 private:
  RandomRequest request_;
  std::optional<std::uint64_t> blocks_;
};

// Draws numbers, beginning `skipped` blocks after the state.
class RandomDraw final : public Op {
 public:
  RandomDraw(RandomRequest request, std::uint64_t skipped) : request_(request), skipped_(skipped) {}
  const RandomRequest& request() const noexcept { return request_; }
  std::string name() const override { return fmt::format("Random{{{}}}", kNames[int(request_.distribution)]); }
  std::string key() const override { return fmt::format("Random {} {}", request_.key(), skipped_); }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value>) const override { return Values(node.inputs().size()); }
  bool reads(std::size_t input) const override { return input == 0; }
  Values expand(const Node& node, std::span<const Value> inputs) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;

 private:
  RandomRequest request_;
  std::uint64_t skipped_;
};

std::vector<Type> RandomDraw::infer(std::span<const Type> inputs) const {
  const Type& state = inputs[0];
  const bool fits = state.ndim() == 1 && (state.shape[0] == kUnknown || state.shape[0] == 2);
  if (state.dtype != KILN_UINT64 || !fits)
    fail(state.dtype != KILN_UINT64 ? KILN_TYPE_ERROR : KILN_SHAPE_ERROR,
         "graph.{}: the state is {}, expected uint64(2,): seed and counter", name(), type_text(state));
  return {{request_.dtype, request_.shape ? *request_.shape : inputs[1].shape}};
}

Values RandomDraw::expand(const Node& node, std::span<const Value> inputs) const {
  RandomRequest request = request_;
  request.shape = node.types()[0].shape;
  if (!request_.shape) request.shape = inputs[1].type().shape;
  Value state = inputs[0];
  std::uint64_t skipped = skipped_;
  while (const auto* advance = op_as<RandomAdvance>(state)) {
    if (!advance->blocks()) break;
    skipped += *advance->blocks();
    state = state.node->inputs()[0];
  }
  if (request_.shape && state == inputs[0]) return {};
  return {single(base::make_ref<RandomDraw>(request, skipped), {state})};
}

Runner RandomDraw::prepare(const Node& node, runtime::Context& context) const {
  const auto generator = array::RandomGenerator::create(context, 0);
  return [=, request = request_, skipped = skipped_, shape = node.types()[0].shape](NodeArrays inputs,
                                                                                    NodeArrays outputs) {
    const array::RandomGenerator::Request what{request.dtype, shape, outputs[0], "random", inputs[0], skipped};
    const double a = request.numbers[0], b = request.numbers[1];
    switch (request.distribution) {
      case Distribution::uniform:
        generator->uniform(what, a, b);
        break;
      case Distribution::normal:
        generator->normal(what, a, b);
        break;
      case Distribution::exponential:
        generator->exponential(what, a);
        break;
      case Distribution::integers:
        generator->integers(what, std::int64_t(a), std::int64_t(b));
        break;
      case Distribution::bernoulli:
        generator->bernoulli(what, a);
        break;
      case Distribution::bits:
        generator->bits(what);
        break;
      case Distribution::permutation:
        generator->permutation(what);
        break;
    }
  };
}

thread_local DrawNotes* current_draws = nullptr;
std::mutex after_loop_mutex;

}  // namespace

DrawNotes::DrawNotes() : outer_(std::exchange(current_draws, this)) {}
DrawNotes::~DrawNotes() { current_draws = outer_; }

void set_state_after_loop(const Value& state, const Value& after) {
  const std::lock_guard lock(after_loop_mutex);
  op_as<RandomAdvance>(state)->after_loop = after;
}

Value state_after_loop(const Value& state) {
  const std::lock_guard lock(after_loop_mutex);
  Value at = state;
  for (const auto* advance = op_as<RandomAdvance>(at); advance && advance->after_loop;
       advance = op_as<RandomAdvance>(at))
    at = Value(advance->after_loop);
  return at;
}

Values draw(const RandomRequest& request, const Values& given) {
  check(request);
  Values inputs = given;
  if (!inputs.empty()) inputs[0] = state_after_loop(inputs[0]);
  if (inputs.size() != (request.shape ? 1u : 2u))
    fail(KILN_INVALID_ARGUMENT, "graph.random_{}: got {}, expected {}", kNames[int(request.distribution)],
         base::plural(inputs.size(), "input"), request.shape ? "the state" : "the state and what gives the shape");
  const Values made{single(base::make_ref<RandomDraw>(request, 0), inputs),
                    single(base::make_ref<RandomAdvance>(request), inputs)};
  if (current_draws) current_draws->made_.push_back({made[0], made[1]});
  return made;
}

std::vector<std::pair<Value, Value>> random_updates(std::span<const Value> values) {
  struct Last {
    std::size_t depth = 0;
    Value variable, next;
  };
  std::vector<Last> found;
  for (const NodeRef& node : topological(values)) {
    const auto* draw = op_as<RandomDraw>(*node);
    if (!draw) continue;
    std::size_t depth = 1;
    Value state = node->inputs()[0];
    while (op_as<RandomAdvance>(state)) {
      state = state.node->inputs()[0];
      ++depth;
    }
    if (!op_as<SharedLeaf>(state)) continue;
    Last* last = nullptr;
    for (Last& each : found)
      if (each.variable == state) last = &each;
    if (!last) last = &found.emplace_back();
    if (depth <= last->depth) continue;
    *last = {depth, state, single(base::make_ref<RandomAdvance>(draw->request()), node->inputs())};
  }
  std::vector<std::pair<Value, Value>> updates;
  for (const Last& each : found) updates.emplace_back(each.variable, each.next);
  return updates;
}

}  // namespace kiln::graph
