// SPDX-License-Identifier: Apache-2.0
// Every operation of the table: what array operations and host loops give.
#include "ops_samples.hpp"

#include <numeric>

#include "array/fold/scan.hpp"
#include "array/index/index.hpp"
#include "array/order/sort.hpp"
#include "array/product/blas.hpp"
#include "array/random/random.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::test {
namespace {

// One array operation.
Reference eager(std::function<Ref<array::Array>(const Arrays&)> run) {
  return [run](const Inputs& in) { return std::vector<Doubles>{numbers(*run(in.arrays()))}; };
}
// One result on the host.
Reference host(std::function<Doubles(const Inputs&)> run) {
  return [run](const Inputs& in) { return std::vector<Doubles>{run(in)}; };
}
// Elements of an input by their places.
Reference places(const std::vector<std::size_t>& at, std::size_t input = 0) {
  return host([at, input](const Inputs& in) {
    const Doubles x = in[input];
    Doubles out;
    for (const std::size_t place : at) out.push_back(x[place]);
    return out;
  });
}
// Of each of the three rows of x.
using Row = std::span<const double>;
Reference rows(std::function<Doubles(Row)> each) {
  return host([each](const Inputs& in) {
    const Doubles x = in[0];
    Doubles out;
    for (int r = 0; r < 3; ++r)
      for (const double value : each(Row(x).subspan(std::size_t(r) * 4, 4))) out.push_back(value);
    return out;
  });
}
Reference fold(std::function<double(Row)> each) {
  return rows([each](Row row) { return Doubles{each(row)}; });
}
double total(Row row) { return std::accumulate(row.begin(), row.end(), 0.0); }
double deviation(Row row, double correction) {
  double sum = 0;
  for (const double v : row) sum += (v - total(row) / 4) * (v - total(row) / 4);
  return sum / (4 - correction);
}
double logsumexp(Row row) {
  double sum = 0;
  for (const double v : row) sum += std::exp(v);
  return std::log(sum);
}

Attributes with(std::function<void(Attributes&)> change) {
  Attributes a;
  change(a);
  return a;
}
Attributes axis(std::int64_t at, double number = 0, int flag = 0) {
  return with([&](Attributes& a) {
    a.axis = at;
    a.numbers[0] = number;
    a.flag = flag;
  });
}
Attributes along(const Dims& axes, double number = 0) {
  return with([&](Attributes& a) {
    a.axes = axes;
    a.numbers[0] = number;
  });
}
Attributes shape(const Dims& of, std::int64_t at = -1) {
  return with([&](Attributes& a) {
    a.shape = of;
    a.has_shape = true;
    a.axis = at;
  });
}
Attributes padding(const Dims& widths, int mode, double value) {
  Attributes a = shape(widths);
  a.numbers[0] = value;
  a.numbers[1] = mode;
  return a;
}
Attributes part(std::int64_t start, std::int64_t stop) {
  return with([&](Attributes& a) {
    a.indices.resize(2);
    a.indices[1].start = start;
    a.indices[1].stop = stop;
  });
}

using array::Array;

std::vector<const Array*> pointers(const Arrays& a) {
  std::vector<const Array*> out;
  for (const auto& each : a) out.push_back(each.get());
  return out;
}

Reference scanned(int op, bool exclusive, bool reverse) {
  return eager([=](const Arrays& a) { return array::scan(*a[0], op, {1, exclusive, reverse}, nullptr, "test"); });
}
Reference padded(const Dims& widths, int mode, double value) {
  return eager([=](const Arrays& a) {
    return array::pad(*a[0], widths, mode, Scalar::real(KILN_FLOAT64, value), nullptr, "test");
  });
}

const std::vector<std::size_t> kAll{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

std::vector<Sample> reductions() {
  const Attributes inner = along(Dims{1});
  Attributes spread = inner;
  spread.numbers[0] = 1;
  return {
      {"all", "x", inner, fold([](Row) { return 1.0; })},
      {"any", "x", inner, fold([](Row) { return 1.0; })},
      {"argmax", "x", inner, fold([](Row r) { return double(std::max_element(r.begin(), r.end()) - r.begin()); })},
      {"argmin", "x", inner, fold([](Row r) { return double(std::min_element(r.begin(), r.end()) - r.begin()); })},
      {"count_nonzero", "x", inner, fold([](Row) { return 4.0; })},
      {"logsumexp", "x", inner, fold(logsumexp)},
      {"mean", "x", inner, fold([](Row r) { return total(r) / 4; })},
      {"norm", "x", inner,
       fold([](Row r) { return std::sqrt(std::inner_product(r.begin(), r.end(), r.begin(), 0.0)); })},
      {"prod", "x", inner, fold([](Row r) { return std::accumulate(r.begin(), r.end(), 1.0, std::multiplies<>()); })},
      {"reduce_max", "x", inner, fold([](Row r) { return *std::max_element(r.begin(), r.end()); })},
      {"reduce_min", "x", inner, fold([](Row r) { return *std::min_element(r.begin(), r.end()); })},
      {"std", "x", spread, fold([](Row r) { return std::sqrt(deviation(r, 1)); })},
      {"sum", "x", inner, fold(total)},
      {"sum", "x", {}, host([](const Inputs& in) { return Doubles{total(in[0])}; })},
      {"var", "x", spread, fold([](Row r) { return deviation(r, 1); })},
  };
}

std::vector<Sample> shapes() {
  const auto same = places(kAll);
  const auto filled = [](double value) { return host([=](const Inputs&) { return Doubles(12, value); }); };
  const auto written = [](bool add) {
    return host([=](const Inputs& in) {
      Doubles x = in[0];
      const Doubles m = in[1];
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 2; ++c) {
          double& to = x[std::size_t(r * 4 + 1 + c)];
          to = m[std::size_t(r * 2 + c)] + (add ? to : 0);
        }
      return x;
    });
  };
  return {
      {"alloc", "s", shape(Dims{3, 4}), filled(0.6)},
      {"arange_like", "x", axis(1), host([](const Inputs&) {
         return Doubles{0, 1, 2, 3};
       })},
      {"broadcast_like", "s x", {}, filled(0.6)},
      {"broadcast_to", "x", shape(Dims{1, 3, 4}), same},
      {"cast", "x", with([](Attributes& a) { a.dtype = KILN_INT32; }), host([](const Inputs& in) {
         Doubles x = in[0];
         for (double& v : x) v = std::trunc(v);
         return x;
       })},
      {"clip_gradient", "x", {}, same, false},
      {"dimshuffle", "x", along(Dims{1, -1, 0}), places({0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11})},
      {"disconnected_gradient", "x", {}, same, false},
      {"flatten", "x", {}, same},
      {"ifelse", "start x y", {}, places(kAll, 1)},
      {"inc_subtensor", "x small", part(1, 3), written(true)},
      {"ones_like", "x", {}, filled(1)},
      {"reshape", "x", shape(Dims{2, -1}), same},
      {"reshape", "x", shape(Dims{graph::kKeep, 2, -1}), same},
      {"reshape", "x", shape(Dims{1, -1, graph::kKeepLast}), same},
      {"scale_gradient", "x", {}, same, false},
      {"set_subtensor", "x small", part(1, 3), written(false)},
      {"shape", "x", {}, host([](const Inputs&) {
         return Doubles{3, 4};
       })},
      {"size", "x", {}, host([](const Inputs&) { return Doubles{12}; })},
      {"subtensor", "x", part(1, 3), places({1, 2, 5, 6, 9, 10})},
      {"transpose", "x", {}, places({0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11})},
      {"specify_shape", "x", shape(Dims{-1, 4}), same},
      {"zero_gradient", "x", {}, same, false},
      {"zeros_like", "x", {}, filled(0)},
  };
}

// Sums the products of each of t's two matrices and x.
Doubles products_of_rows(const Inputs& in) {
  const Doubles t = in[0], x = in[1];
  Doubles out(2);
  for (std::size_t i = 0; i < 24; ++i) out[i / 12] += t[i] * x[i % 12];
  return out;
}

std::vector<Sample> networks() {
  return {
      {"cross_entropy", "x labels", {}, host([](const Inputs& in) {
         const Doubles x = in[0], labels = in[1];
         Doubles out;
         for (std::size_t r = 0; r < 3; ++r)
           out.push_back(logsumexp(Row(x).subspan(r * 4, 4)) - x[r * 4 + std::size_t(labels[r])]);
         return out;
       })},
      {"log_softmax", "x", {}, rows([](Row r) {
         Doubles out(r.begin(), r.end());
         for (double& v : out) v -= logsumexp(r);
         return out;
       })},
      {"softmax", "x", {}, rows([](Row r) {
         Doubles out(r.begin(), r.end());
         for (double& v : out) v = std::exp(v - logsumexp(r));
         return out;
       })},
      {"sigmoid", "x", {}, rows([](Row r) {
         Doubles out(r.begin(), r.end());
         for (double& v : out) v = 1 / (1 + std::exp(-v));
         return out;
       })},
      {"relu", "x", {}, rows([](Row r) {
         Doubles out(r.begin(), r.end());
         for (double& v : out) v = std::max(v, 0.0);
         return out;
       })},
      {"softplus", "x", {}, rows([](Row r) {
         Doubles out(r.begin(), r.end());
         for (double& v : out) v = std::log1p(std::exp(v));
         return out;
       })},
      {"dot", "x m", {}, eager([](const Arrays& a) { return array::matmul(*a[0], *a[1], nullptr, "test"); })},
      {"batched_dot", "t m", {}, eager([](const Arrays& a) { return array::matmul(*a[0], *a[1], nullptr, "test"); })},
      {"tensordot", "t x", along(Dims{1, 2, 0, 1}), host(products_of_rows)},
      {"tensordot", "t x", along(Dims{2, 1, 1, 0}), host(products_of_rows)},
      {"tensordot", "t x", along(Dims{1, 0}), host([](const Inputs& in) {
         const Doubles t = in[0], x = in[1];
         Doubles out;
         for (std::size_t b = 0; b < 2; ++b)
           for (std::size_t k = 0; k < 4; ++k)
             for (std::size_t l = 0; l < 4; ++l) {
               double sum = 0;
               for (std::size_t j = 0; j < 3; ++j) sum += t[b * 12 + j * 4 + k] * x[j * 4 + l];
               out.push_back(sum);
             }
         return out;
       })},
      {"outer", "v v", {}, host([](const Inputs& in) {
         Doubles out;
         for (const double a : in[0])
           for (const double b : in[1]) out.push_back(a * b);
         return out;
       })},
  };
}

std::vector<Sample> positions() {
  std::vector<Sample> list{
      {"take", "x i", axis(0), eager([](const Arrays& a) { return array::take(*a[0], *a[1], 0, nullptr, "test"); })},
      {"take", "t ii", axis(1), eager([](const Arrays& a) { return array::take(*a[0], *a[1], 1, nullptr, "test"); })},
      {"take_along_axis", "x j", axis(1),
       eager([](const Arrays& a) { return array::take_along_axis(*a[0], *a[1], 1, nullptr, "test"); })},
      {"put", "x i wide", axis(0), eager([](const Arrays& a) {
         array::put(*a[0], *a[1], 0, *a[2], "test");
         return a[0];
       })},
      {"scatter_add", "x i wide", axis(0), eager([](const Arrays& a) {
         array::scatter_add(*a[0], *a[1], 0, *a[2], "test");
         return a[0];
       })},
      {"slice", "x start", axis(1, 2), places({1, 2, 5, 6, 9, 10})},
      {"concat", "x small", axis(1),
       eager([](const Arrays& a) { return array::concat(pointers(a), 1, nullptr, "test"); })},
      {"stack", "x y", axis(1), eager([](const Arrays& a) { return array::stack(pointers(a), 1, nullptr, "test"); })},
      {"split", "x", shape(Dims{3, 1}, 1),
       [](const Inputs& in) {
         return std::vector<Doubles>{places({0, 1, 2, 4, 5, 6, 8, 9, 10})(in)[0], places({3, 7, 11})(in)[0]};
       }},
      {"split", "x", shape(Dims{-1, -1}, 0),
       [](const Inputs& in) {
         return std::vector<Doubles>{places({0, 1, 2, 3, 4, 5, 6, 7})(in)[0], places({8, 9, 10, 11})(in)[0]};
       }},
      {"repeat", "x", axis(0, 2), eager([](const Arrays& a) { return array::repeat(*a[0], 2, 0, nullptr, "test"); })},
      {"tile", "x", shape(Dims{2, 1, 3}), eager([](const Arrays& a) {
         return array::tile(*a[0], Dims{2, 1, 3}, nullptr, "test");
       })},
      {"roll", "x", with([](Attributes& a) {
         a.shape = Dims{1, -1};
         a.has_shape = true;
         a.axes = Dims{0, 1};
       }),
       eager([](const Arrays& a) {
         const std::int64_t axes[] = {0, 1};
         return array::roll(*a[0], Dims{1, -1}, axes, nullptr, "test");
       })},
      {"flip", "x", along(Dims{1}), places({3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8})},
      {"pad", "x", padding(Dims{1, 0, 0, 2}, KILN_PAD_CONSTANT, 0.5), padded(Dims{1, 0, 0, 2}, KILN_PAD_CONSTANT, 0.5)},
      {"pad", "x", padding(Dims{1, 0, 0, 2}, KILN_PAD_REFLECT, 0), padded(Dims{1, 0, 0, 2}, KILN_PAD_REFLECT, 0)},
      {"pad", "x", padding(Dims{1, 0, 0, 2}, KILN_PAD_SYMMETRIC, 0), padded(Dims{1, 0, 0, 2}, KILN_PAD_SYMMETRIC, 0)},
      {"tril", "x", axis(-1, 1),
       eager([](const Arrays& a) { return array::triangle(*a[0], false, 1, nullptr, "test"); })},
      {"triu", "x", axis(-1, 1),
       eager([](const Arrays& a) { return array::triangle(*a[0], true, 1, nullptr, "test"); })},
      {"eye", "",
       [] {
         Attributes a = shape(Dims{2, 3});
         a.numbers[0] = 1;
         a.dtype = KILN_FLOAT32;
         return a;
       }(),
       host([](const Inputs&) { return Doubles{0, 1, 0, 0, 0, 1}; })},
      {"diagonal", "t", along(Dims{2, 0}, -1), places({1, 14})},
  };
  list.back().expected = host([](const Inputs& in) {
    // t[b, j, b + 1]: rows are axis 2, columns axis 0.
    const Doubles t = in[0];
    Doubles out;
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t b = 0; b < 2; ++b) out.push_back(t[b * 12 + j * 4 + b + 1]);
    return out;
  });
  return list;
}

std::vector<Sample> orders() {
  const auto turned = [](bool positions) {
    return eager([=](const Arrays& a) {
      return positions ? array::argsort(*a[0], 0, true, nullptr, "test") : array::sort(*a[0], 0, true, nullptr, "test");
    });
  };
  return {
      {"argsort", "x", axis(0, 0, 1), turned(true)},
      {"sort", "x", axis(0, 0, 1), turned(false)},
      {"topk", "x", axis(1, 2),
       [](const Inputs& in) {
         const Arrays a = in.arrays();
         Ref<Array> values, indices;
         array::topk(*a[0], 2, 1, true, &values, &indices, "test");
         return std::vector<Doubles>{numbers(*values), numbers(*indices)};
       }},
      {"searchsorted", "v x", axis(0, 0, 1),
       eager([](const Arrays& a) { return array::searchsorted(*a[0], *a[1], true, nullptr, "test"); })},
      {"cumsum", "x", axis(1, 0, 3), scanned(KILN_SCAN_SUM, true, true)},
      {"cumprod", "zeros", axis(1), scanned(KILN_SCAN_PROD, false, false)},
      {"cumprod", "x", axis(1, 0, 3), scanned(KILN_SCAN_PROD, true, true)},
      {"cummax", "x", axis(1), scanned(KILN_SCAN_MAX, false, false), false},
      {"cummin", "x", axis(1), scanned(KILN_SCAN_MIN, false, false), false},
  };
}

Reference drawn(std::function<void(array::RandomGenerator&, const array::RandomGenerator::Request&)> draw, DType dtype,
                const Dims& of, double blocks) {
  return [=](const Inputs& in) {
    const auto generator = array::RandomGenerator::create(in.context, 7);
    generator->set_counter(5);
    const auto out = array::empty(in.context, dtype, of, "test");
    draw(*generator, {dtype, of, out.get(), "test"});
    return std::vector<Doubles>{numbers(*out), {7, 5 + blocks}};
  };
}

std::vector<Sample> draws() {
  const auto like = [](int dtype, double a, double b) {
    return with([&](Attributes& to) {
      to.dtype = dtype;
      to.numbers[0] = a;
      to.numbers[1] = b;
    });
  };
  Attributes given = like(KILN_FLOAT32, -1, 2), whole = like(-1, -3, 9), order;
  given.shape = whole.shape = Dims{3, 5};
  order.shape = Dims{11};
  given.has_shape = whole.has_shape = order.has_shape = true;
  using Generator = array::RandomGenerator;
  using Request = array::RandomGenerator::Request;
  return {
      {"random_uniform", "state", given,
       drawn([](Generator& g, const Request& r) { g.uniform(r, -1, 2); }, KILN_FLOAT32, Dims{3, 5}, 4)},
      {"random_normal", "state x", like(KILN_FLOAT32, 1, 2),
       drawn([](Generator& g, const Request& r) { g.normal(r, 1, 2); }, KILN_FLOAT32, Dims{3, 4}, 3)},
      {"random_exponential", "state x", like(KILN_FLOAT32, 2, 0),
       drawn([](Generator& g, const Request& r) { g.exponential(r, 2); }, KILN_FLOAT32, Dims{3, 4}, 3)},
      {"random_integers", "state", whole,
       drawn([](Generator& g, const Request& r) { g.integers(r, -3, 9); }, KILN_INT64, Dims{3, 5}, 8)},
      {"random_bernoulli", "state x", like(-1, 0.3, 0),
       drawn([](Generator& g, const Request& r) { g.bernoulli(r, 0.3); }, KILN_BOOL, Dims{3, 4}, 3)},
      {"random_bits", "state x", like(-1, 0, 0),
       drawn([](Generator& g, const Request& r) { g.bits(r); }, KILN_UINT32, Dims{3, 4}, 3)},
      {"random_permutation", "state", order,
       drawn([](Generator& g, const Request& r) { g.permutation(11, r.into, "test"); }, KILN_INT64, Dims{11}, 2)},
  };
}

}  // namespace

std::vector<std::vector<Sample>> samples() {
  return {reductions(), shapes(), networks(), positions(), orders(), image_samples(), draws()};
}

}  // namespace kiln::test
