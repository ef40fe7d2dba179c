// SPDX-License-Identifier: Apache-2.0
// Random programs of rows in one kernel or several, against the same programs with a kernel for each node.
#include <algorithm>
#include <random>

#include "../support/support.hpp"
#include "device_list.hpp"
#include "graph/ops/shape_ops.hpp"
#include "row_kernel.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

constexpr std::int64_t kMostElements = 20000;

// The distance of a dtype's numbers at 1; 0 for integers, which have the same result in every order.
double unit(DType dtype) {
  switch (dtype) {
    case KILN_FLOAT16:
      return 0x1p-10;
    case KILN_BFLOAT16:
      return 0x1p-7;
    case KILN_FLOAT32:
      return 0x1p-23;
    case KILN_FLOAT64:
      return 0x1p-52;
    default:
      return 0;
  }
}

class RandomRows {
 public:
  RandomRows(std::uint64_t seed, Context& context) : context_(context), rng_(seed * 7919) {
    static constexpr std::int64_t kExtents[] = {1, 2, 3, 7, 8, 16, 33, 64, 130};
    const std::int64_t ndim = 1 + below(4);
    std::int64_t size = 1;
    while (std::int64_t(shape_.size()) < ndim) {
      const std::int64_t extent = kExtents[below(9)];
      shape_.push_back(size * extent > kMostElements ? 1 : extent);
      size *= shape_.back();
    }
    special_ = chance(5);
    for (std::int64_t i = 0, n = 2 + below(2); i < n; ++i) add_leaf(i == 0);
    // Mostly reductions over the same axes; sometimes over others too.
    const Dims first = some_axes(), other = chance(3) ? some_axes() : first;
    for (std::int64_t left = 2 + below(4); left > 0; --left) {
      for (std::int64_t i = below(4); i > 0; --i) add_function();
      add_reduction(chance(3) ? other : first);
    }
    for (std::int64_t i = below(4); i > 0; --i) add_function();
    outputs_.push_back(nodes_.back());
    for (const Known& node : nodes_)
      if (!node.leaf && chance(3) && outputs_.size() < 6) outputs_.push_back(node);
    if (chance(4)) outputs_.push_back(outputs_.front());
    // The new value of a variable is written over the old one where that is possible.
    for (const Known& leaf : nodes_) {
      if (!leaf.leaf || !op_as<SharedLeaf>(leaf.value)) continue;
      std::vector<const Known*> fit;
      for (const Known& node : nodes_)
        if (!node.leaf && node.dtype() == leaf.dtype() && !node.kept) fit.push_back(&node);
      if (!fit.empty()) updates_.push_back({leaf.value, *fit[std::size_t(below(std::int64_t(fit.size())))]});
    }
  }

  // Checks the results. Returns how many row programs there were.
  std::size_t check() {
    std::vector<std::vector<double>> want, got;
    const std::size_t none = run(false, want), programs = run(true, got);
    CHECK(none == 0);
    REQUIRE(got.size() == want.size());
    for (std::size_t o = 0; o < want.size(); ++o) {
      const Known& node = o < outputs_.size() ? outputs_[o] : updates_[o - outputs_.size()].second;
      std::size_t far = 0;
      double worst = 0;
      REQUIRE(got[o].size() == want[o].size());
      for (std::size_t i = 0; i < want[o].size(); ++i) {
        const double a = got[o][i], b = want[o][i];
        const bool near = std::isnan(b) ? std::isnan(a) : a == b || std::fabs(a - b) <= node.error * (1 + std::fabs(b));
        far += !near;
        if (!near) worst = std::max(worst, std::fabs(a - b));
      }
      if (far > 0)
        FAIL_CHECK(text() << "\noutput " << o << ": " << far << " far, at most by " << worst << ", allowed "
                          << node.error);
    }
    return programs;
  }

 private:
  struct Known {
    graph::Value value;
    std::string text;
    double error = 0;  // how far results may be off that were computed in another order
    double bound = 2;  // of finite magnitudes of floats
    bool leaf = false;
    bool huge = false;  // squares leave the dtype
    bool whole() const { return !kept; }
    bool kept = false;  // one for each row, with extents of 1 where rows were
    DType dtype() const { return value.type().dtype; }
    bool real() const { return unit(dtype()) > 0; }
  };

  std::int64_t below(std::int64_t n) { return std::int64_t(rng_() % std::uint64_t(n)); }
  bool chance(int one_in) { return below(one_in) == 0; }
  const Known& some() {
    return nodes_[nodes_.size() - 1 - std::size_t(below(std::min<std::int64_t>(6, std::int64_t(nodes_.size()))))];
  }

  Dims some_axes() {
    for (;;) {
      Dims axes;
      for (std::size_t d = 0; d < shape_.size(); ++d)
        if (chance(2)) axes.push_back(std::int64_t(d));
      if (axes.empty()) continue;
      std::shuffle(axes.begin(), axes.end(), rng_);
      for (std::int64_t& axis : axes)
        if (chance(4)) axis -= std::int64_t(shape_.size());
      return axes;
    }
  }

  DType some_dtype() {
    static constexpr DType kOften[] = {KILN_FLOAT32, KILN_FLOAT32, KILN_FLOAT32,
                                       KILN_FLOAT64, KILN_FLOAT16, KILN_BFLOAT16};
    static constexpr DType kWhole[] = {KILN_INT8,   KILN_INT16,  KILN_INT32,  KILN_INT64, KILN_UINT8,
                                       KILN_UINT16, KILN_UINT32, KILN_UINT64, KILN_BOOL};
    const DType dtype = chance(3) ? kWhole[below(9)] : kOften[below(6)];
    return array::has_dtype(context_, dtype) ? dtype : KILN_FLOAT32;
  }

  // ---- Leaves ----

  // An array of this shape that lies in memory in one of several ways.
  Ref<Array> lying(DType dtype, const Dims& shape, bool huge) {
    const std::size_t ndim = shape.size();
    Dims order, around;
    std::vector<layout::Index> cuts(ndim);
    for (std::size_t d = 0; d < ndim; ++d) order.push_back(std::int64_t(d));
    const std::int64_t kind = below(6);
    if (kind == 1) std::shuffle(order.begin(), order.end(), rng_);
    const auto broadcast = kind == 4 ? std::size_t(below(std::int64_t(ndim))) : ndim;
    for (std::size_t d = 0; d < ndim; ++d) {
      const std::int64_t extent = d == broadcast ? 1 : shape[std::size_t(order[d])];
      // Every second element, backwards, or a piece that begins behind the first.
      const std::int64_t step = kind == 2 && chance(2) ? 2 : 1, begin = kind == 3 ? 1 + below(3) : 0;
      around.push_back(begin + extent * step);
      cuts[d].start = begin;
      cuts[d].step = step;
    }
    std::int64_t size = 1;
    for (const std::int64_t extent : around) size *= extent;
    std::vector<double> values;
    for (std::int64_t i = 0; i < size; ++i) values.push_back(number(dtype, huge));
    const Ref<Array> whole = array::from_host(context_, dtype, around, nullptr, KILN_FLOAT64, values.data());
    Layout lies = layout::index(whole->layout(), cuts, "test");
    if (kind == 5 && ndim > 0) lies = layout::flip(lies, Dims{below(std::int64_t(ndim))}, false, "test");
    Dims back = order;
    for (std::size_t d = 0; d < ndim; ++d) back[std::size_t(order[d])] = std::int64_t(d);
    if (kind == 1) lies = layout::transpose(lies, back, "test");
    if (broadcast < ndim) lies = layout::broadcast_to(lies, shape, "test");
    return array::view(*whole, lies, true);
  }

  double number(DType dtype, bool huge) {
    if (dtype == KILN_BOOL) return double(below(2));
    if (unit(dtype) == 0) return double(below(5)) - (base::is_signed(dtype) ? 2 : 0);
    if (special_ && chance(200)) return chance(2) ? NAN : chance(2) ? -INFINITY : INFINITY;
    const double value = double(below(2001)) / 1000 - 1;
    return huge && chance(3) ? value * 1e25 : value;
  }

  void add_leaf(bool first) {
    Dims shape = shape_;
    const bool whole = first || chance(2);
    if (!whole) {
      for (std::int64_t& extent : shape) extent = chance(2) ? 1 : extent;
      const auto missing = std::size_t(below(std::int64_t(shape.size())));
      Dims rest;
      for (std::size_t d = missing; d < shape.size(); ++d) rest.push_back(shape[d]);
      shape = rest;
    }
    const DType dtype = some_dtype();
    const std::string name = "x" + std::to_string(arrays_.size());
    const bool shares = whole && chance(2), huge = !shares && dtype == KILN_FLOAT32 && chance(6);
    arrays_.push_back(lying(dtype, shape, huge));
    bool ones[4] = {};
    for (std::size_t d = 0; d < shape.size(); ++d) ones[d] = shape[d] == 1;
    Known leaf;
    leaf.value = shares ? make_shared(array::copy(*arrays_.back(), KILN_ORDER_C, "test"), name, ones)
                        : make_input(name, {dtype, shape});
    leaf.text = fmt::format("{}: {} {} of strides {}{}", name, base::dtype_name(dtype), layout::shape_text(shape),
                            layout::shape_text(arrays_.back()->strides()), shares ? ", shared" : "");
    leaf.leaf = true;
    leaf.huge = huge;
    leaf.bound = huge ? 1e25 : 1;
    leaf.kept = !whole;
    add(std::move(leaf));
  }

  // ---- Nodes ----

  // Whether the value has fewer elements than a whole one. The extents of shared variables are not known unless 1.
  bool is_kept(const graph::Value& value) const {
    const Dims& shape = value.type().shape;
    if (shape.size() < shape_.size()) return true;
    for (std::size_t d = 0; d < shape.size(); ++d)
      if (shape[d] == 1 && shape_[d] != 1) return true;
    return false;
  }

  void add(Known node) {
    if (!node.leaf)
      node.text = fmt::format("v{} = {} [{} {}]", nodes_.size(), node.text, base::dtype_name(node.dtype()),
                              layout::shape_text(node.value.type().shape));
    nodes_.push_back(std::move(node));
    names_.push_back(nodes_.back().leaf ? nodes_.back().text.substr(0, 2) : "v" + std::to_string(nodes_.size() - 1));
  }
  std::string name(const Known& node) const { return names_[std::size_t(&node - nodes_.data())]; }

  void add_function() {
    const Known& a = some();
    const Known& b = some();
    if (a.huge || b.huge) return;
    Known made;
    if (a.whole() && chance(12)) {
      // What no row program takes.
      if (!a.real() || a.bound > 4) return;
      Attributes attributes;
      attributes.axis = below(std::int64_t(shape_.size()));
      made.value = op("cumsum", {a.value}, attributes);
      const auto n = double(shape_[std::size_t(attributes.axis)]);
      made.bound = n * a.bound;
      made.error = n * (a.error + unit(made.dtype()) * made.bound);
      made.text = fmt::format("cumsum({}) along {}", name(a), attributes.axis);
      return add(std::move(made));
    }
    static constexpr const char* kOfReals[] = {"tanh(a)",           "tanh(a + b)",   "tanh(a - b)",
                                               "tanh(a) * tanh(b)", "maximum(a, b)", "exp(tanh(a)) * 0.5",
                                               "minimum(a, b)",     "abs(a - b)"};
    static constexpr const char* kOfIntegers[] = {"a + b",         "a * b",  "maximum(a, b)",
                                                  "minimum(a, b)", "a == b", "a < b"};
    const bool real = a.real() || b.real();
    const char* const text = real ? kOfReals[below(8)] : kOfIntegers[below(6)];
    if (a.dtype() == KILN_BOOL && b.dtype() == KILN_BOOL && !real) return;
    made.value = expression(text, {{"a", a.value}, {"b", b.value}});
    made.kept = is_kept(made.value);
    if (real) {
      made.bound = std::max({a.bound, b.bound, 2.0});
      if (std::string(text).starts_with("tanh") || std::string(text).starts_with("exp")) made.bound = 2;
      const double coarse = std::max({unit(made.dtype()), unit(a.dtype()), unit(b.dtype())});
      made.error = 3 * (a.error + b.error) + 4 * coarse * std::max(a.bound, b.bound);
    }
    made.text = fmt::format("{} of {}, {}", text, name(a), name(b));
    if (made.real() != real) return;
    add(std::move(made));
  }

  void add_reduction(const Dims& axes) {
    const Known* chosen = &some();
    for (int tries = 0; tries < 30 && chosen->kept; ++tries) chosen = &some();
    const Known& a = chosen->kept ? nodes_[0] : *chosen;
    const double u = unit(a.dtype());
    double n = 1;
    Attributes attributes;
    attributes.axes = axes;
    attributes.keepdims = chance(2);
    for (const std::int64_t axis : axes)
      n *= double(shape_[std::size_t(axis < 0 ? axis + std::int64_t(shape_.size()) : axis)]);
    std::vector<std::string> possible{"reduce_max", "reduce_min"};
    const auto more = [&](std::initializer_list<const char*> names) {
      possible.insert(possible.end(), names.begin(), names.end());
    };
    if (a.dtype() == KILN_BOOL) possible.clear();
    if (a.error == 0) more({"any", "all", "count_nonzero", "argmax", "argmin"});
    if (a.real() && !a.huge && a.bound <= 4) more({"sum", "mean", "logsumexp", "norm", "var", "std"});
    if (a.huge) more({"std", "std", "std"});
    if (!a.real()) more({"sum", "prod"});
    Known made;
    const std::string what = possible[std::size_t(below(std::int64_t(possible.size())))];
    made.value = op(what, {a.value}, attributes);
    made.text = fmt::format("{} of {} over {}{}", what, name(a), layout::shape_text(axes),
                            attributes.keepdims ? ", keepdims" : "");
    const double step = std::max(u, unit(made.dtype()));
    made.bound = a.bound;
    made.error = made.real() ? a.error + 4 * step * a.bound : 0;
    if (what == "sum" || what == "logsumexp" || what == "norm") {
      made.bound = n * a.bound + 5;
      made.error = n * a.error + 4 * step * made.bound;
    }
    if (what == "var") made.error = 4 * a.bound * made.error, made.bound = a.bound * a.bound;
    if (what == "std") made.error = 2 * made.error + (a.huge ? 1e-4 : std::sqrt(u)) * a.bound;
    made.huge = a.huge && made.real();
    made.kept = true;
    if (made.huge && what == "std") made.error = 1e-4;  // of its magnitude, but for sums that vanish
    if (!attributes.keepdims) {
      // As a result it has the shape without the axes; other nodes read it with them.
      if (chance(3)) outputs_.push_back(made);
      Dims order;
      std::int64_t at = 0;
      for (std::int64_t d = 0; d < std::int64_t(shape_.size()); ++d) {
        const bool goes = std::find_if(axes.begin(), axes.end(), [&](std::int64_t axis) {
                            return axis == d || axis + std::int64_t(shape_.size()) == d;
                          }) != axes.end();
        order.push_back(goes ? -1 : at++);
      }
      made.value = dimshuffle(made.value, order);
    }
    made.kept = is_kept(made.value);
    add(std::move(made));
  }

  std::string text() const {
    std::string out = layout::shape_text(shape_);
    for (const Known& node : nodes_) out += "\n" + node.text;
    for (const Known& output : outputs_) out += "\noutput: " + output.text;
    for (const auto& [variable, node] : updates_) out += "\nupdate: " + node.text;
    return out;
  }

  // Runs the function with row programs or with each node by itself. Returns how many row programs there were.
  std::size_t run(bool rows, std::vector<std::vector<double>>& results) {
    FunctionSpec spec;
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (op_as<SharedLeaf>(nodes_[i].value)) {
        op_as<SharedLeaf>(nodes_[i].value)->shared().replace(array::copy(*arrays_[i], KILN_ORDER_C, "test"), "test");
        continue;
      }
      spec.inputs.push_back({nodes_[i].value});
      arguments.emplace_back();
      arguments.back().array = arrays_[i].get();
    }
    for (const Known& output : outputs_) spec.outputs.push_back({output.value});
    for (const auto& [variable, node] : updates_) spec.updates.push_back({variable, node.value});
    spec.on_unused = OnUnused::ignore;
    spec.context = &context_;
    if (rows)
      spec.included_passes = {"rows"};
    else
      spec.excluded_passes = {"rows", "fusion", "sweep"};
    const auto f = Function::create(spec);
    const auto read = [&](const Array& array) {
      results.emplace_back(std::size_t(array.size()));
      array::read_as(array, KILN_FLOAT64, results.back().data(), "test");
    };
    // Queued, recorded, replayed; a variable changes in the first call.
    for (int call = 0; call < (updates_.empty() ? 3 : 1); ++call) {
      results.clear();
      for (const auto& result : f->call(arguments)) read(*result);
    }
    for (const auto& [variable, node] : updates_) read(*op_as<SharedLeaf>(variable)->shared().value());
    return count_of(f->describe("explain"), ": GpuRows{");
  }

  Context& context_;
  std::mt19937_64 rng_;
  Dims shape_;
  bool special_ = false;      // elements that are no finite numbers
  std::vector<Known> nodes_;  // leaves first
  std::vector<std::string> names_;
  std::vector<Known> outputs_;
  std::vector<Ref<Array>> arrays_;  // the leaves' values
  std::vector<std::pair<graph::Value, Known>> updates_;
};

}  // namespace

TEST_CASE("random row programs give what single nodes give", "[rows]") {
  Context& context = *contexts()[0];
  std::size_t programs = 0;
  const auto [first, end] = seeds(4);
  for (std::uint64_t seed = first; seed < end; ++seed) {
    CAPTURE(seed);
    const RowKernel kernel(context, RowWay(seed % 4));
    programs += RandomRows(seed, context).check();
  }
  if (end - first > 2) CHECK(programs > (end - first) / 3);
}
