// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/blas.h that modify an argument: gemv, ger, gerc, gemm, and lists of these.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

using Complex = std::complex<double>;

std::vector<kiln_dtype> blas_dtypes() {
  auto out = float_dtypes();
  out.insert(out.end(), {KILN_COMPLEX64, KILN_COMPLEX128});
  return out;
}

const Tolerance kUpdateTolerance{2, 2, 16, 16, 16};  // of sums over up to some 100 products

// Real dtypes take real factors.
Complex factor(kiln_dtype d, double re, double im) { return {re, is_complex(d) ? im : 0}; }

// Element (i, j) of op(m) in the batch whose position begins `at`.
Number of(const HostArray& m, kiln_transpose transpose, const Shape& at, std::int64_t i, std::int64_t j) {
  Shape place(at.begin(), at.size() > 2 ? at.end() - 2 : at.begin());
  const bool turned = transpose != KILN_NO_TRANSPOSE;
  place.push_back(turned ? j : i);
  place.push_back(turned ? i : j);
  const Number value = element(m, place);
  return transpose == KILN_CONJUGATE_TRANSPOSE ? std::conj(value) : value;
}

std::int64_t columns(const HostArray& m, kiln_transpose transpose) {
  return m.shape[m.shape.size() - (transpose == KILN_NO_TRANSPOSE ? 1 : 2)];
}

Expected gemm(kiln_transpose ta, kiln_transpose tb, Complex alpha, const HostArray& a, const HostArray& b, Complex beta,
              const HostArray& c) {
  return sums_of_products(
      c.dtype, c.shape, columns(a, ta),
      [&](const Shape& at, std::int64_t i) { return of(a, ta, at, at[at.size() - 2], i); },
      [&](const Shape& at, std::int64_t i) { return of(b, tb, at, i, at[at.size() - 1]); }, Number(alpha), Number(beta),
      &c);
}

Expected gemv(kiln_transpose t, Complex alpha, const HostArray& a, const HostArray& x, Complex beta,
              const HostArray& y) {
  return sums_of_products(
      y.dtype, y.shape, columns(a, t), [&](const Shape& at, std::int64_t i) { return of(a, t, {}, at[0], i); },
      [&](const Shape&, std::int64_t i) { return x.values[std::size_t(i)]; }, Number(alpha), Number(beta), &y);
}

Expected ger(bool conjugate, Complex alpha, const HostArray& x, const HostArray& y, const HostArray& a) {
  return sums_of_products(
      a.dtype, a.shape, 1, [&](const Shape& at, std::int64_t) { return x.values[std::size_t(at[0])]; },
      [&](const Shape& at, std::int64_t) {
        const Number value = y.values[std::size_t(at[1])];
        return conjugate ? std::conj(value) : value;
      },
      Number(alpha), 1, &a);
}

const char* text_of(kiln_transpose transpose) {
  return transpose == KILN_NO_TRANSPOSE ? "N" : transpose == KILN_TRANSPOSE ? "T" : "C";
}

std::vector<Sample> gemv_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](kiln_transpose t, std::int64_t m, std::int64_t n, Complex alpha, Complex beta) {
    const Shape shape = t == KILN_NO_TRANSPOSE ? Shape{m, n} : Shape{n, m};
    HostArray y = ordinary(random, d, {m});
    if (beta == 0.0 && m > 0) y.values[0] = NAN;  // is not read
    out.push_back(modifying(
        std::to_string(m) + " by " + std::to_string(n) + " " + text_of(t),
        {std::move(y), ordinary(random, d, shape), ordinary(random, d, {n})},
        [=](Given in) { kiln::gemv(alpha, in[1], in[2], beta, in[0], t); },
        [=](const Inputs& in) { return gemv(t, alpha, in[1], in[2], beta, in[0]); }));
  };
  add(KILN_NO_TRANSPOSE, 37, 81, factor(d, 1.5, -0.5), factor(d, -0.5, 0.25));
  add(KILN_TRANSPOSE, 37, 81, 1, 0);
  add(KILN_CONJUGATE_TRANSPOSE, 20, 9, factor(d, 1.5, -0.5), 1);
  add(KILN_NO_TRANSPOSE, 5, 0, 1, 0.5);
  add(KILN_NO_TRANSPOSE, 0, 5, 1, 0);
  return out;
}

std::vector<Sample> ger_samples(Random& random, kiln_dtype d, bool conjugate) {
  std::vector<Sample> out;
  for (const auto& [m, n] : {std::pair{19, 23}, std::pair{1, 300}, std::pair{0, 4}}) {
    const Complex alpha = factor(d, 1.5, -0.5);
    out.push_back(modifying(
        std::to_string(m) + " by " + std::to_string(n),
        {ordinary(random, d, {m, n}), ordinary(random, d, {m}), ordinary(random, d, {n})},
        [=](Given in) { conjugate ? kiln::gerc(alpha, in[1], in[2], in[0]) : kiln::ger(alpha, in[1], in[2], in[0]); },
        [=](const Inputs& in) { return ger(conjugate, alpha, in[1], in[2], in[0]); }));
  }
  return out;
}

std::vector<Sample> gemm_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](kiln_transpose ta, kiln_transpose tb, const Shape& a, const Shape& b, const Shape& c,
                       Complex alpha, Complex beta) {
    HostArray before = ordinary(random, d, c);
    if (beta == 0.0 && !before.values.empty()) before.values.back() = NAN;  // is not read
    out.push_back(modifying(
        std::string(text_of(ta)) + text_of(tb) + " number " + std::to_string(out.size()),
        {std::move(before), ordinary(random, d, a), ordinary(random, d, b)},
        [=](Given in) { kiln::gemm(alpha, in[1], in[2], beta, in[0], ta, tb); },
        [=](const Inputs& in) { return gemm(ta, tb, alpha, in[1], in[2], beta, in[0]); }));
  };
  const auto n = KILN_NO_TRANSPOSE, t = KILN_TRANSPOSE, c = KILN_CONJUGATE_TRANSPOSE;
  add(n, n, {33, 47}, {47, 29}, {33, 29}, factor(d, 1.5, -0.5), 0);
  add(t, n, {60, 17}, {60, 70}, {17, 70}, 1, factor(d, -0.5, 0.25));
  add(n, c, {40, 9}, {31, 9}, {40, 31}, factor(d, 1.5, -0.5), 1);
  add(t, t, {9, 12}, {20, 9}, {12, 20}, 1, 0);
  add(n, n, {3, 1, 9, 8}, {2, 8, 7}, {3, 2, 9, 7}, -1, 0.5);  // a batch that broadcasts
  add(n, n, {5, 0}, {0, 4}, {5, 4}, 1, 2);
  add(n, n, {0, 3}, {3, 4}, {0, 4}, 1, 0);
  return out;
}

// Two of different shapes: results, then first and second operands; and a list of none.
std::vector<Sample> list_samples(std::vector<HostArray> inputs,
                                 std::function<void(const Arrays&, const Arrays&, const Arrays&)> call,
                                 std::function<Expected(const Inputs&, std::size_t)> expected) {
  std::vector<Sample> out;
  out.push_back(without_destination(
      "two of different shapes", std::move(inputs),
      [=](const Context&, Given in) {
        call({in[0], in[1]}, {in[2], in[3]}, {in[4], in[5]});
        return Arrays{in[0], in[1]};
      },
      [=](const Inputs& in) {
        return std::vector<Expected>{expected(in, 0), expected(in, 1)};
      }));
  out.push_back(without_destination(
      "none", {},
      [=](const Context&, Given) {
        call({}, {}, {});
        return Arrays();
      },
      [](const Inputs&) { return std::vector<Expected>(); }));
  return out;
}

std::vector<Sample> gemm_list_samples(Random& random, kiln_dtype d) {
  const Complex alpha = factor(d, 1.5, -0.5), beta = 0.5;
  const auto t = KILN_TRANSPOSE;
  return list_samples(
      {ordinary(random, d, {9, 7}), ordinary(random, d, {20, 3}), ordinary(random, d, {9, 12}),
       ordinary(random, d, {20, 5}), ordinary(random, d, {7, 12}), ordinary(random, d, {3, 5})},
      [=](const Arrays& c, const Arrays& a, const Arrays& b) {
        kiln::gemm(alpha, a, b, beta, c, KILN_NO_TRANSPOSE, t);
      },
      [=](const Inputs& in, std::size_t i) {
        return gemm(KILN_NO_TRANSPOSE, t, alpha, in[2 + i], in[4 + i], beta, in[i]);
      });
}

std::vector<Sample> gemv_list_samples(Random& random, kiln_dtype d) {
  const Complex alpha = factor(d, 1.5, -0.5), beta = 0.5;
  const auto t = KILN_CONJUGATE_TRANSPOSE;
  return list_samples(
      {ordinary(random, d, {9}), ordinary(random, d, {20}), ordinary(random, d, {12, 9}), ordinary(random, d, {5, 20}),
       ordinary(random, d, {12}), ordinary(random, d, {5})},
      [=](const Arrays& y, const Arrays& a, const Arrays& x) { kiln::gemv(alpha, a, x, beta, y, t); },
      [=](const Inputs& in, std::size_t i) { return gemv(t, alpha, in[2 + i], in[4 + i], beta, in[i]); });
}

std::vector<Sample> ger_list_samples(Random& random, kiln_dtype d, bool conjugate) {
  const Complex alpha = factor(d, 1.5, -0.5);
  return list_samples(
      {ordinary(random, d, {9, 7}), ordinary(random, d, {2, 30}), ordinary(random, d, {9}), ordinary(random, d, {2}),
       ordinary(random, d, {7}), ordinary(random, d, {30})},
      [=](const Arrays& a, const Arrays& x, const Arrays& y) {
        conjugate ? kiln::gerc(alpha, x, y, a) : kiln::ger(alpha, x, y, a);
      },
      [=](const Inputs& in, std::size_t i) { return ger(conjugate, alpha, in[2 + i], in[4 + i], in[i]); });
}

// What every one of them refuses; `run` gets y, A, x or C, A, B.
using UpdateCall = std::function<void(const GpuArray& result, const GpuArray& a, const GpuArray& b)>;
std::vector<ErrorSample> errors_of(const UpdateCall& call, const Shape& result, const Shape& a, const Shape& b) {
  return {{"int32", KILN_TYPE_ERROR, "floating-point",
           [=](const Context& context) {
             const kiln_dtype d = KILN_INT32;
             call(zeros(context, result, d), zeros(context, a, d), zeros(context, b, d));
           }},
          {"two dtypes", KILN_TYPE_ERROR, "expected float32",
           [=](const Context& context) {
             call(zeros(context, result), zeros(context, a), zeros(context, b, KILN_FLOAT16));
           }},
          {"another shape", KILN_SHAPE_ERROR, "expected",
           [=](const Context& context) {
             Shape longer = b;
             ++longer[0];
             call(zeros(context, result), zeros(context, a), zeros(context, longer));
           }},
          {"read-only", KILN_READ_ONLY, "read-only",
           [=](const Context& context) { call(read_only(context, result), zeros(context, a), zeros(context, b)); }}};
}

Operation update(const char* name, const char* entry) {
  Operation made = row(name, "product", {entry}, blas_dtypes(), Gradient::exists);
  made.tolerance = kUpdateTolerance;
  return made;
}

void add_of_vectors(std::vector<Operation>& table) {
  Operation gemv = update("gemv", "kiln_blas_gemv");
  gemv.samples = gemv_samples;
  gemv.errors = [] {
    return errors_of([](const GpuArray& y, const GpuArray& a, const GpuArray& x) { kiln::gemv(1.0, a, x, 0.0, y); },
                     {2}, {2, 3}, {3});
  };
  time(gemv, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto side = std::max<std::int64_t>(std::int64_t(std::sqrt(double(size))), 1);
    const auto a = random_elements(context, d, {side, side}), x = random_elements(context, d, {side}), y = x.copy();
    const double work = operations_of(d, double(side * side));
    return std::vector<Timing>{
        {"", [=] { kiln::gemv(1.0, a, x, 0.0, y); }, bytes_of(a), work},
        {"transposed", [=] { kiln::gemv(1.0, a, x, 0.0, y, KILN_TRANSPOSE); }, bytes_of(a), work}};
  });
  table.push_back(std::move(gemv));

  for (const bool conjugate : {false, true}) {
    using Call = void (*)(Complex, const GpuArray&, const GpuArray&, kiln::Written);
    const Call call = conjugate ? Call(kiln::gerc) : Call(kiln::ger);
    Operation ger = update(conjugate ? "gerc" : "ger", "kiln_blas_ger");
    ger.samples = [=](Random& random, kiln_dtype d) { return ger_samples(random, d, conjugate); };
    ger.errors = [=] {
      return errors_of([=](const GpuArray& a, const GpuArray& x, const GpuArray& y) { call(1.0, x, y, a); }, {2, 3},
                       {2}, {3});
    };
    time(ger, [=](const Context& context, kiln_dtype d, std::int64_t size) {
      const auto side = std::max<std::int64_t>(std::int64_t(std::sqrt(double(size))), 1);
      const auto a = GpuArray::zeros(context, {side, side}, d), x = random_elements(context, d, {side}), y = x.copy();
      return std::vector<Timing>{{"", [=] { call(1.0, x, y, a); }, 2 * bytes_of(a)}};
    });
    table.push_back(std::move(ger));
  }
}

void add_of_matrices(std::vector<Operation>& table) {
  Operation product = update("gemm", "kiln_blas_gemm");
  product.samples = gemm_samples;
  product.errors = [] {
    return errors_of([](const GpuArray& c, const GpuArray& a, const GpuArray& b) { kiln::gemm(1.0, a, b, 0.0, c); },
                     {2, 4}, {2, 3}, {3, 4});
  };
  time(product, [](const Context& context, kiln_dtype d, std::int64_t size) {
    std::vector<Timing> timings;
    for (const std::int64_t n : sides_of(size)) {
      const auto a = random_elements(context, d, {n, n}), b = random_elements(context, d, {n, n}), c = a.copy();
      timings.push_back({std::to_string(n), [=] { kiln::gemm(1.0, a, b, 0.0, c); }, 3 * bytes_of(a),
                         operations_of(d, double(n) * double(n) * double(n))});
    }
    return timings;
  });
  table.push_back(std::move(product));
}

void add_lists(std::vector<Operation>& table) {
  Operation lists = update("gemm_list", "kiln_blas_gemm_list");
  lists.samples = gemm_list_samples;
  lists.errors = [] {
    return errors_of(
        [](const GpuArray& c, const GpuArray& a, const GpuArray& b) {
          kiln::gemm(1.0, Arrays{a, a}, Arrays{b, b}, 0.0, Arrays{c, c});
        },
        {2, 4}, {2, 3}, {3, 4});
  };
  time(lists, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const std::int64_t n = 128, count = std::clamp<std::int64_t>(size / (n * n), 1, 64);
    Arrays a, b, c;
    for (std::int64_t i = 0; i < count; ++i) {
      a.push_back(random_elements(context, d, {n, n}));
      b.push_back(a.back().copy());
      c.push_back(a.back().copy());
    }
    return std::vector<Timing>{{std::to_string(count) + " of 128", [=] { kiln::gemm(1.0, a, b, 0.0, c); },
                                3 * double(count) * bytes_of(a[0]),
                                operations_of(d, double(count) * double(n * n * n))}};
  });
  table.push_back(std::move(lists));

  Operation vectors = update("gemv_list", "kiln_blas_gemv_list");
  vectors.samples = gemv_list_samples;
  vectors.errors = [] {
    return errors_of(
        [](const GpuArray& y, const GpuArray& a, const GpuArray& x) {
          kiln::gemv(1.0, Arrays{a, a}, Arrays{x, x}, 0.0, Arrays{y, y});
        },
        {2}, {2, 3}, {3});
  };
  table.push_back(std::move(vectors));

  for (const bool conjugate : {false, true}) {
    Operation ger = update(conjugate ? "gerc_list" : "ger_list", "kiln_blas_ger_list");
    ger.samples = [=](Random& random, kiln_dtype d) { return ger_list_samples(random, d, conjugate); };
    ger.errors = [=] {
      return errors_of(
          [=](const GpuArray& a, const GpuArray& x, const GpuArray& y) {
            const Arrays lefts{x, x}, rights{y, y}, results{a, a};
            conjugate ? kiln::gerc(1.0, lefts, rights, results) : kiln::ger(1.0, lefts, rights, results);
          },
          {2, 3}, {2}, {3});
    };
    table.push_back(std::move(ger));
  }
}

}  // namespace

void add_updates(std::vector<Operation>& table) {
  add_of_vectors(table);
  add_of_matrices(table);
  add_lists(table);
}

}  // namespace kiln::operations
