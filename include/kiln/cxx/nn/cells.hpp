// SPDX-License-Identifier: Apache-2.0
// Recurrent cells. A cell is a step, which a program writes out or gives to graph::scan(); scan() of the cell does
// that.
//
//   const nn::Lstm lstm(net, "lstm", 64, 128);
//   const g::Variables states = lstm.scan(x);  // x: (steps, batch, 64); states[0]: (steps, batch, 128)
#ifndef KILN_CXX_NN_CELLS_HPP
#define KILN_CXX_NN_CELLS_HPP

#include <kiln/cxx/graph_loop.hpp>
#include <kiln/cxx/nn/layers.hpp>

namespace kiln::nn {

struct CellOptions {
  Initialiser weight = glorot_uniform();
  Initialiser recurrent = orthogonal();
  Initialiser bias = zeros();
  // scan() goes through x from its end to its beginning. Row t of the result still belongs to row t of x.
  bool backwards = false;
};

namespace detail {

// What cells share: `gates` products of the input and of the state h, and the loop over steps.
struct Cell {
  std::string name, where;
  std::int64_t inputs, units, gates;
  bool backwards;
  Variable weight, recurrent, bias;

  Cell(Parameters& parameters, const char* kind, const std::string& called, std::int64_t in, std::int64_t out,
       std::int64_t products, const CellOptions& options)
      : name(called),
        where(std::string("nn.") + kind + " '" + called + "'"),
        inputs(in),
        units(out),
        gates(products),
        backwards(options.backwards) {
    check_positive(in, where, "inputs");
    check_positive(out, where, "units");
    const double fan_in = double(in), fan_out = double(out);
    const Parameters::Together together(parameters);
    weight = parameters.weight(name + ".weight", {in, gates * out}, options.weight, fan_in, fan_out);
    recurrent = parameters.weight(name + ".recurrent", {out, gates * out}, options.recurrent, fan_out, fan_out);
    bias = parameters.weight(name + ".bias", {gates * out}, options.bias, fan_in, fan_out);
  }
  // x weight + bias, for one step or for all.
  Variable project(const Variable& x) const {
    check_real(x, where, "an input");
    check_ndim(x, 1, std::size_t(-1), where, "an input");
    return dense(with_extent(x, x.ndim() - 1, inputs, where, "an input"),
                 with_extents(weight, {inputs, gates * units}, where, "a weight"), bias, where);
  }
  Variable state(const Variable& h) const {
    check_not_complex(h, where, "a state");
    check_ndim(h, 1, std::size_t(-1), where, "a state");
    return with_extent(h, h.ndim() - 1, units, where, "a state");
  }
  Variable state_product(const Variable& h) const {
    return dense(h, with_extents(recurrent, {units, gates * units}, where, "a recurrent weight"), {}, where);
  }
  // What project() gives, which a program may have stored.
  Variable projection(const Variable& projected) const {
    check_not_complex(projected, where, "a projected input");
    check_ndim(projected, 1, std::size_t(-1), where, "a projected input");
    return with_extent(projected, projected.ndim() - 1, gates * units, where, "a projected input");
  }
  // A state of zeros for inputs (steps, batch, ...) that project() made.
  Variable nothing(const Variable& projected) const {
    return graph::slice(graph::zeros_like(graph::sum(projected, {0})), 0, units, -1);
  }
  // Calls step(projected input, states) for each step. Empty initial states are zeros.
  Variables loop(const Variable& x, const Variables& initial, const graph::StepFunction& step) const {
    check_ndim(x, 3, 3, where, "a sequence");
    const Variable projected = project(x);
    std::vector<graph::Recurrence> states;
    for (const Variable& first : initial) {
      if (first) check_ndim(first, 2, 2, where, "an initial state");
      states.emplace_back(first ? state(first) : nothing(projected));
    }
    graph::ScanOptions options;
    options.backwards = backwards;
    options.name = name;
    Variables out = graph::scan(step, {projected}, states, options);
    if (backwards)
      for (Variable& each : out) each = graph::flip(each, {0});
    return out;
  }
};

// The bias of an LSTM: `initial`, and 1 more for the gate that forgets, which is the second quarter.
inline Initialiser remembering(const Initialiser& initial, double more) {
  return [=](const Context& context, Random& random, const Blank& blank) {
    std::vector<double> values = initial(context, random, blank).template read<double>();
    const std::size_t quarter = values.size() / 4;
    for (std::size_t i = quarter; i < 2 * quarter; ++i) values[i] += more;
    return GpuArray::from(context, values, blank.shape, blank.dtype);
  };
}

}  // namespace detail

// CellOptions, and what is added to the bias of the gate that forgets.
struct LstmOptions {
  Initialiser weight = glorot_uniform();
  Initialiser recurrent = orthogonal();
  Initialiser bias = zeros();
  bool backwards = false;
  double forget_bias = 1;
};

// S. Hochreiter and J. Schmidhuber, "Long short-term memory" (1997), with the gate that forgets of F. Gers et al.,
// "Learning to forget" (2000): with (i, f, g, o) = x weight + h recurrent + bias,
// c' = sigmoid(f) c + sigmoid(i) tanh(g), h' = sigmoid(o) tanh(c'). Parameters: NAME.weight (inputs, 4 units),
// NAME.recurrent (units, 4 units), NAME.bias (4 units), each in four parts in the order i, f, g, o.
struct Lstm : detail::Cell {
  Lstm(Parameters& parameters, const std::string& called, std::int64_t in, std::int64_t out,
       const LstmOptions& options = {})
      : Cell(parameters, "Lstm", called, in, out, 4, with_forget_bias(options)) {}
  // A step: x (batch, inputs), h and c (batch, units). Returns the new h and c.
  Variables operator()(const Variable& x, const Variable& h, const Variable& c) const { return step(project(x), h, c); }
  // The same with project(x), which a loop computes for all steps at once.
  Variables step(const Variable& projected, const Variable& h, const Variable& c) const {
    const Variable sum = (projection(projected) + state_product(state(h))).named(where), old = state(c);
    const Variables part = graph::split(sum, 4, -1);
    const Variable kept = (graph::sigmoid(part[1]) * old).named(where);
    const Variable next = kept + graph::sigmoid(part[0]) * graph::tanh(part[2]);
    return {graph::sigmoid(part[3]) * graph::tanh(next), next};
  }
  // All steps of x (steps, batch, inputs). Returns h and c after each step, both (steps, batch, units).
  Variables scan(const Variable& x, const Variable& h = {}, const Variable& c = {}) const {
    return loop(x, {h, c}, [this](const Variables& v) { return step(v[0], v[1], v[2]); });
  }

 private:
  static CellOptions with_forget_bias(const LstmOptions& options) {
    detail::check_finite(options.forget_bias, "nn.Lstm", "a forget_bias of");
    return {options.weight, options.recurrent, detail::remembering(options.bias, options.forget_bias),
            options.backwards};
  }
};

// K. Cho et al., "Learning phrase representations using RNN encoder-decoder" (2014), with the gate r applied behind the
// product, so that a step has one: with (r, z, n) = x weight + bias and (s, t, m) = h recurrent,
// h' = (1 - u) tanh(n + sigmoid(r + s) (m + recurrent_bias)) + u h, where u = sigmoid(z + t). Parameters: NAME.weight
// (inputs, 3 units), NAME.recurrent (units, 3 units), NAME.bias (3 units), each in three parts in the order r, z, n,
// and NAME.recurrent_bias (units).
struct Gru : detail::Cell {
  Variable recurrent_bias;

  Gru(Parameters& parameters, const std::string& called, std::int64_t in, std::int64_t out,
      const CellOptions& options = {})
      : Gru(parameters, called, in, out, options, Parameters::Together(parameters)) {}
  // A step: x (batch, inputs), h (batch, units). Returns the new h.
  Variable operator()(const Variable& x, const Variable& h) const { return step(project(x), h); }
  Variable step(const Variable& projected, const Variable& h) const {
    const Variable old = state(h);
    const Variable more = detail::with_extents(recurrent_bias, {units}, where, "a recurrent bias");
    const Variables in = graph::split(projection(projected), 3, -1), has = graph::split(state_product(old), 3, -1);
    const Variable reset = graph::sigmoid((in[0] + has[0]).named(where)), keep = graph::sigmoid(in[1] + has[1]);
    const Variable fresh = graph::tanh(in[2] + reset * (has[2] + detail::beside(more, h)));
    return fresh + keep * (old - fresh);
  }
  // All steps of x (steps, batch, inputs). Returns h after each step, (steps, batch, units).
  Variable scan(const Variable& x, const Variable& h = {}) const {
    return loop(x, {h}, [this](const Variables& v) { return Variables{step(v[0], v[1])}; })[0];
  }

 private:
  Gru(Parameters& parameters, const std::string& called, std::int64_t in, std::int64_t out, const CellOptions& options,
      const Parameters::Together&)
      : Cell(parameters, "Gru", called, in, out, 3, options) {
    recurrent_bias = parameters.weight(name + ".recurrent_bias", {out}, options.bias, double(out), double(out));
  }
};

}  // namespace kiln::nn

#endif
