// SPDX-License-Identifier: Apache-2.0
// Layers. A layer makes its parameters once; each call applies them to another input.
#ifndef KILN_CXX_NN_LAYERS_HPP
#define KILN_CXX_NN_LAYERS_HPP

#include <kiln/cxx/graph_random.hpp>
#include <kiln/cxx/nn/parameters.hpp>

namespace kiln::nn {

namespace detail {
inline Variable product(const Variable& x, const Variable& w, const std::string& where) {
  const std::size_t ndim = x.ndim();
  return (ndim == 2 ? graph::dot(x, w) : graph::tensordot(x, w, {std::int64_t(ndim) - 1}, {0})).named(where);
}
}  // namespace detail

// x weight + bias along the last axis of x. The weight has the shape (inputs, outputs) and the bias (outputs,); without
// a bias leave it out.
inline Variable dense(const Variable& x, const Variable& weight, const Variable& bias = {},
                      const std::string& where = "nn.dense") {
  detail::check_real(x, where, "an input");
  detail::check_ndim(x, 1, std::size_t(-1), where, "an input");
  detail::check_ndim(weight, 2, 2, where, "a weight");
  const std::size_t last = x.ndim() - 1;
  Variable input = x, w = detail::beside(weight, x);
  detail::match(input, last, "an input", w, 0, "a weight", where);
  if (!bias) return detail::product(input, w, where);
  detail::check_ndim(bias, 1, 1, where, "a bias");
  Variable b = detail::beside(bias, x);
  detail::match(w, 1, "a weight", b, 0, "a bias", where);
  return (detail::product(input, w, where) + b).named(where);
}

struct DenseOptions {
  Initialiser weight = glorot_uniform();
  Initialiser bias = zeros();
  bool with_bias = true;
};

// dense() with parameters NAME.weight (inputs, outputs) and NAME.bias (outputs).
struct Dense {
  std::string name;
  std::int64_t inputs = 0, outputs = 0;
  Variable weight, bias;

  Dense(Parameters& parameters, const std::string& called, std::int64_t in, std::int64_t out,
        const DenseOptions& options = {})
      : name(called), inputs(in), outputs(out) {
    const std::string where = "nn.Dense '" + name + "'";
    detail::check_positive(in, where, "inputs");
    detail::check_positive(out, where, "outputs");
    const Parameters::Together together(parameters);
    weight = parameters.weight(name + ".weight", {in, out}, options.weight, double(in), double(out));
    if (options.with_bias) bias = parameters.weight(name + ".bias", {out}, options.bias, double(in), double(out));
  }
  Variable operator()(const Variable& x) const {
    const std::string where = "nn.Dense '" + name + "'";
    detail::check_real(x, where, "an input");
    detail::check_ndim(x, 1, std::size_t(-1), where, "an input");
    return dense(detail::with_extent(x, x.ndim() - 1, inputs, where, "an input"),
                 detail::with_extents(weight, {inputs, outputs}, where, "a weight"), bias, where);
  }
};

// Rows of a table by their numbers: weight[indices]. NAME.weight has the shape (rows, size); indices of any shape give
// (indices..., size).
struct Embedding {
  std::string name;
  Variable weight;

  Embedding(Parameters& parameters, const std::string& called, std::int64_t rows, std::int64_t size,
            const Initialiser& initial = normal(0, 1))
      : name(called), shape_{rows, size} {
    detail::check_positive(rows, where(), "rows");
    detail::check_positive(size, where(), "elements of a row");
    weight = parameters.weight(name + ".weight", {rows, size}, initial, double(rows), double(size));
  }
  Variable operator()(const Variable& indices) const {
    if (!detail::is_integer(indices.dtype()))
      detail::fail(KILN_TYPE_ERROR, where(),
                   "got indices of " + detail::text_of(indices) + ", expected an integer dtype");
    return graph::take(detail::with_extents(weight, shape_, where(), "a weight"), indices, 0);
  }

 private:
  std::string where() const { return "nn.Embedding '" + name + "'"; }
  Shape shape_;
};

// For training: each element is 0 with probability p, and else x / (1 - p), so that the mean stays. N. Srivastava et
// al., "Dropout: a simple way to prevent neural networks from overfitting" (2014).
inline Variable dropout(const Variable& x, graph::RandomStream& random, double p,
                        const std::string& where = "nn.dropout") {
  detail::check_real(x, where, "an input");
  detail::check_number(p >= 0 && p < 1, p, where, "the probability", "a number from 0 to below 1");
  if (p == 0) return x;
  return graph::where(random.bernoulli_like(x, 1 - p), x * (1 / (1 - p)), graph::zeros_like(x));
}

}  // namespace kiln::nn

#endif
