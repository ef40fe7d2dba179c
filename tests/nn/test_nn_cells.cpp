// SPDX-License-Identifier: Apache-2.0
// Recurrent cells beside their formulas on the host, written out and as loops.
#include "nn_support.hpp"

namespace {

constexpr std::size_t kBatch = 2, kIn = 3, kUnits = 4, kLength = 3;

double squashed(double x) { return 1 / (1 + std::exp(-x)); }
// Row `row` of x times column `column` of a matrix.
double times(const Reals& x, std::size_t row, const Reals& w, std::size_t column, std::size_t inner,
             std::size_t columns) {
  double sum = 0;
  for (std::size_t k = 0; k < inner; ++k) sum += x[row * inner + k] * w[k * columns + column];
  return sum;
}
Reals values_of(const g::Variable& shared) { return shared.get_value().read<double>(); }

// A step of an LSTM.
void lstm_on_host(const nn::Lstm& cell, const Reals& x, Reals& h, Reals& c) {
  const Reals w = values_of(cell.weight), u = values_of(cell.recurrent), b = values_of(cell.bias);
  Reals next(h.size());
  for (std::size_t row = 0; row < kBatch; ++row)
    for (std::size_t k = 0; k < kUnits; ++k) {
      const auto gate = [&](std::size_t part) {
        const std::size_t column = part * kUnits + k;
        return times(x, row, w, column, kIn, 4 * kUnits) + times(h, row, u, column, kUnits, 4 * kUnits) + b[column];
      };
      double& state = c[row * kUnits + k];
      state = squashed(gate(1)) * state + squashed(gate(0)) * std::tanh(gate(2));
      next[row * kUnits + k] = squashed(gate(3)) * std::tanh(state);
    }
  h = next;
}
void gru_on_host(const nn::Gru& cell, const Reals& x, Reals& h) {
  const Reals w = values_of(cell.weight), u = values_of(cell.recurrent), b = values_of(cell.bias),
              inner = values_of(cell.recurrent_bias);
  Reals next(h.size());
  for (std::size_t row = 0; row < kBatch; ++row)
    for (std::size_t k = 0; k < kUnits; ++k) {
      const auto in = [&](std::size_t part) {
        return times(x, row, w, part * kUnits + k, kIn, 3 * kUnits) + b[part * kUnits + k];
      };
      const auto state = [&](std::size_t part) { return times(h, row, u, part * kUnits + k, kUnits, 3 * kUnits); };
      const double fresh = std::tanh(in(2) + squashed(in(0) + state(0)) * (state(2) + inner[k]));
      const double keep = squashed(in(1) + state(1));
      next[row * kUnits + k] = (1 - keep) * fresh + keep * h[row * kUnits + k];
    }
  h = next;
}
// The input of one step of all that `x` has.
Reals part_of(const Reals& x, std::size_t step) {
  const std::size_t size = kBatch * kIn;
  return Reals(x.begin() + std::ptrdiff_t(step * size), x.begin() + std::ptrdiff_t((step + 1) * size));
}

}  // namespace

TEST_CASE("nn: LSTM") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 5);
  const nn::Lstm cell(net, "cell", kIn, kUnits);
  nn::LstmOptions options;
  options.bias = nn::normal(0, 1);
  options.forget_bias = 0;
  options.backwards = true;
  const nn::Lstm back(net, "back", kIn, kUnits, options);
  CHECK(values_of(cell.bias) == Reals{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  const Reals x = rounded(scattered(kLength * kBatch * kIn)), none(kBatch * kUnits, 0);
  Reals h = none, c = none, expected;
  for (std::size_t step = 0; step < kLength; ++step) {
    lstm_on_host(cell, part_of(x, step), h, c);
    expected.insert(expected.end(), h.begin(), h.end());
  }
  Reals back_h = none, back_c = none;
  for (std::size_t step = kLength; step-- > 0;) lstm_on_host(back, part_of(x, step), back_h, back_c);
  const g::Variable in = g::tensor3("in", KILN_FLOAT32);
  const g::Variables states = cell.scan(in);
  const g::Variable zeros = g::shared(GpuArray::zeros(context, {kBatch, kUnits}, KILN_FLOAT32));
  g::Variables each{zeros, zeros};
  for (std::size_t step = 0; step < kLength; ++step) each = cell(in(std::int64_t(step)), each[0], each[1]);
  const auto slopes = [&](const g::Variable& last) {
    return g::grad(g::sum(g::square(last)), {cell.weight, cell.recurrent, cell.bias});
  };
  const g::Variables looped = slopes(states[0](-1)), written = slopes(each[0]);
  const g::Function f({.inputs = {in},
                       .outputs = {states[0], states[1](-1), each[0], back.scan(in, zeros, zeros)[0](0), looped[0],
                                   looped[1], looped[2], written[0], written[1], written[2]},
                       .context = context});
  const auto out = f(array_of(context, x, {kLength, kBatch, kIn}));
  check_close(out[0].read<double>(), expected);
  check_close(out[1].read<double>(), c);
  check_close(out[2].read<double>(), h);
  check_close(out[3].read<double>(), back_h);
  for (std::size_t i = 4; i < 7; ++i) check_close(out[i].read<double>(), out[i + 3].read<double>());
  const g::Variable one = g::matrix("one", KILN_FLOAT32), p = g::matrix("p", KILN_FLOAT32),
                    q = g::matrix("q", KILN_FLOAT32);
  const g::Variables next = cell(one, p, q);
  check_gradients(
      next[0] + next[1], {one, p, q},
      {{part_of(x, 0), {kBatch, kIn}}, {scattered(8, 2), {kBatch, kUnits}}, {scattered(8, 3), {kBatch, kUnits}}},
      context);
  refused(KILN_SHAPE_ERROR, "nn.Lstm 'cell': got an input of float32 (?, ?, 5), expected 3 along axis 2", [&] {
    cell.scan(g::input("x", KILN_FLOAT32, {-1, -1, 5}));
  });
  refused(KILN_SHAPE_ERROR, "nn.Lstm 'cell': got a sequence of float32 (?, ?), expected 3 dimensions",
          [&] { cell.scan(one); });
  refused(KILN_SHAPE_ERROR, "nn.Lstm 'cell': got a state of float32 (?, 5), expected 4 along axis 1", [&] {
    cell(one, g::input("h", KILN_FLOAT32, {-1, 5}), q);
  });
}

TEST_CASE("nn: GRU") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 6);
  nn::CellOptions options;
  options.bias = nn::normal(0, 1);
  const nn::Gru cell(net, "cell", kIn, kUnits, options);
  const Reals x = rounded(scattered(kLength * kBatch * kIn)), start = rounded(scattered(kBatch * kUnits, 3));
  Reals h = start, expected;
  for (std::size_t step = 0; step < kLength; ++step) {
    gru_on_host(cell, part_of(x, step), h);
    expected.insert(expected.end(), h.begin(), h.end());
  }
  const g::Variable in = g::tensor3("in", KILN_FLOAT32), first = g::matrix("first", KILN_FLOAT32);
  const g::Variable states = cell.scan(in, first), half = cell.scan(in.astype(KILN_FLOAT16));
  CHECK(half.dtype() == KILN_FLOAT16);
  const g::Function f({.inputs = {in, first}, .outputs = {states, cell(in(0), first)}, .context = context});
  const auto given = array_of(context, x, {kLength, kBatch, kIn}), begin = array_of(context, start, {kBatch, kUnits});
  const auto out = f(given, begin);
  check_close(out[0].read<double>(), expected);
  check_close(out[1].read<double>(), Reals(expected.begin(), expected.begin() + kBatch * kUnits));
  Reals low(kBatch * kUnits, 0);
  for (std::size_t step = 0; step < kLength; ++step) gru_on_host(cell, part_of(x, step), low);
  check_close(value_of(half(-1), {in}, {given}), low, 1e-2);
  check_gradients(cell(in(0), first), {in, first}, {{part_of(x, 0), {1, kBatch, kIn}}, {start, {kBatch, kUnits}}},
                  context);
  refused(KILN_INVALID_ARGUMENT, "nn.Gru 'none': got 0 units, expected at least 1",
          [&] { nn::Gru(net, "none", 3, 0); });
}

TEST_CASE("nn: cells refuse states without axes") {
  const kiln::Context context(test_devices()[0]);
  nn::Parameters net(context, 6);
  const nn::Gru gru(net, "gru", kIn, kUnits);
  const nn::Lstm lstm(net, "lstm", kIn, kUnits);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), h = g::scalar("h", KILN_FLOAT32);
  refused(KILN_SHAPE_ERROR, "nn.Gru 'gru': got a state of float32 (), expected 1 or more dimensions",
          [&] { gru(x, h); });
  refused(KILN_SHAPE_ERROR, "nn.Lstm 'lstm': got a state of float32 (), expected 1 or more dimensions",
          [&] { lstm(x, h, x); });
  refused(KILN_SHAPE_ERROR, "nn.Lstm 'lstm': got a state of float32 (), expected 1 or more dimensions",
          [&] { lstm(x, x, h); });
}
