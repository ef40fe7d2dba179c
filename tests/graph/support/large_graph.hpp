// SPDX-License-Identifier: Apache-2.0
// Graphs of many leaves, reductions and outputs, deep and wide, whose elements stay within -1 and 1 and whose
// operations make no error of an operand larger, so that two ways to compute them are close however deep they
// are; and an evaluation of graphs on the host, one element after the other.
#pragma once

#include <random>
#include <unordered_map>

#include "array/fold/fold.hpp"
#include "array/fold/reduce.hpp"
#include "base/flags/flags.hpp"
#include "graph/fusion/bundle_op.hpp"
#include "graph/fusion/fused_reduce.hpp"
#include "graph/ops/reduce_op.hpp"
#include "ops_support.hpp"
#include "support.hpp"

namespace kiln::array {
struct RowParts;
}

namespace kiln::test {

class LargeGraph {
 public:
  // About `most` nodes at most; wide: float64 too.
  LargeGraph(std::uint64_t seed, std::size_t most, bool wide);
  Values inputs, outputs;
  std::vector<Host> elements;  // of the inputs
  std::size_t nodes() const { return topological(outputs).size(); }
  bool exact() const { return !base::is_float(dtype_); }
  // How far off may an element of an output be?
  double tolerance() const { return exact() ? 0 : dtype_ == KILN_FLOAT64 ? 1e-9 : 2e-4; }
  // Anything that a case needs besides.
  std::int64_t below(std::int64_t n) { return std::int64_t(rng_() % std::uint64_t(n)); }
  bool chance(int one_in) { return below(one_in) == 0; }
  std::vector<Argument> arguments() const;
  FunctionSpec spec() const;

 private:
  void add_leaf();
  void add(const Value& value);
  const Value& operand();  // newer ones more often, or the newest
  Value written(const std::string& text, const Value& a, const Value& b = {});
  void grow();
  Dims some_axes(const Value& x);
  void reduce_one();
  void reduce_many();
  void reduce_along(const Value& x, const Dims& axes, bool keepdims);
  void repeat();
  void add_up();
  void choose();

  std::mt19937_64 rng_;
  DType dtype_ = KILN_FLOAT32;
  Dims shape_;
  int newest_ = 2;  // one operand in so many is the newest value
  Values values_, reduced_;
};

// The elements of values of a graph, as the passes left it, for elements of its inputs. Kernels are evaluated
// as the programs that they are made from.
class HostEvaluation {
 public:
  HostEvaluation(const LargeGraph& graph);
  Doubles of(const Value& value);

 private:
  using Elements = std::vector<Scalar>;
  void evaluate(const NodeRef& node);
  static Elements gather(const Elements& from, const Layout& layout);
  Elements broadcast(const Value& value, const Dims& shape);
  void elementwise(const NodeRef& node);
  void bundle(const NodeRef& node, const Bundle& op);
  void row_program(const NodeRef& node, const array::RowParts& parts);
  void reduction(const NodeRef& node, const array::FoldParts& parts, std::vector<std::string> names, const Dims& shape,
                 const Dims& axes);
  std::unordered_map<const Op*, Elements> inputs_;
  std::unordered_map<Value, Elements, ValueHash> known_;
};

// What the kernels of a graph compute: values of programs, at most. One that several kernels compute counts
// for each.
std::size_t values_in_kernels(std::span<const Value> values);

// Of this thread.
double processor_seconds();

}  // namespace kiln::test
