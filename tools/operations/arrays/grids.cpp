// SPDX-License-Identifier: Apache-2.0
// Rows of arrays that are known by their positions: arange, linspace, eye, meshgrid.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

std::vector<kiln_dtype> float_and_complex_dtypes() {
  auto out = float_dtypes();
  out.insert(out.end(), {KILN_COMPLEX64, KILN_COMPLEX128});
  return out;
}

std::vector<Sample> arange_samples(Random&, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, double start, double stop, double step, std::int64_t count) {
    out.push_back(sample(
        std::move(text), {},
        [=](const Context& context, Given, const GpuArray& to) {
          return GpuArray::arange(context, start, stop, step, d, to);
        },
        [=](const Inputs&) {
          Expected made = elements(d, {count}, [&](const Shape& at) {
            return cast(KILN_FLOAT64, d, Real(start) + Real(step) * Real(at[0]));
          });
          made.scale.assign(std::size_t(count), std::max(std::abs(start), std::abs(stop)));
          return made;
        }));
  };
  add("2, 100, 3", 2, 100, 3, 33);
  add("40, 2, -5", 40, 2, -5, 8);
  add("quarters", 0.25, 90, 0.5, 180);
  if (!is_integer(d)) add("0, 1, 0.1", 0, 1, 0.1, 10);
  add("no elements", 3, 3, 1, 0);
  return out;
}

std::vector<Sample> linspace_samples(Random&, kiln_dtype d) {
  std::vector<Sample> out;
  for (const bool endpoint : {true, false})
    for (const std::int64_t count : {101, 1, 0}) {
      const bool complex = is_complex(d);
      const std::complex<double> start{-1, complex ? 2.5 : 0}, stop{2.75, complex ? -0.75 : 0};
      out.push_back(sample(
          std::to_string(count) + (endpoint ? "" : ", without the end"), {},
          [=](const Context& context, Given, const GpuArray& to) {
            return complex ? kiln::linspace(context, start, stop, count, endpoint, d, to)
                           : kiln::linspace(context, start.real(), stop.real(), count, endpoint, d, to);
          },
          [=](const Inputs&) {
            const Real steps = Real(std::max<std::int64_t>(endpoint ? count - 1 : count, 1));
            Expected made = elements(d, {count}, [&](const Shape& at) {
              return convert(d, Number(start) + Number(stop - start) * (Real(at[0]) / steps));
            });
            made.scale.assign(std::size_t(count), std::abs(stop));
            return made;
          }));
    }
  if (is_complex(d))
    out.push_back(sample(
        "real ends", {},
        [=](const Context& context, Given, const GpuArray& to) {
          return kiln::linspace(context, 0.0, 4.0, 5, true, d, to);
        },
        [=](const Inputs&) { return elements(d, {5}, [](const Shape& at) { return Number(Real(at[0])); }); }));
  return out;
}

std::vector<Sample> eye_samples(Random&, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::int64_t rows, std::int64_t columns, std::int64_t k) {
    out.push_back(sample(
        std::to_string(rows) + " by " + std::to_string(columns) + ", k " + std::to_string(k), {},
        [=](const Context& context, Given, const GpuArray& to) { return kiln::eye(context, rows, columns, k, d, to); },
        [=](const Inputs&) {
          return elements(d, {rows, columns}, [&](const Shape& at) { return Number(at[1] - at[0] == k ? 1 : 0); });
        }));
  };
  add(7, 9, 2);
  add(9, 4, -3);
  add(3, 3, INT64_MAX);
  add(3, 4, INT64_MIN);
  add(0, 4, 0);
  return out;
}

std::vector<Sample> meshgrid_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& extents, bool ij) {
    Inputs inputs;
    for (const std::int64_t extent : extents) inputs.push_back(mixed(random, d, {extent}));
    out.push_back(without_destination(
        std::move(text), std::move(inputs),
        [=](const Context&, Given in) {
          return kiln::meshgrid({in.begin(), in.end()}, ij);
        },
        [=](const Inputs& in) {
          const auto axis = [&](std::size_t i) { return ij || i > 1 || in.size() < 2 ? i : 1 - i; };
          Shape grid(in.size());
          for (std::size_t i = 0; i < in.size(); ++i) grid[axis(i)] = in[i].shape[0];
          std::vector<Expected> made;
          for (std::size_t i = 0; i < in.size(); ++i)
            made.push_back(elements(d, grid, [&](const Shape& at) { return in[i].values[std::size_t(at[axis(i)])]; }));
          return made;
        }));
  };
  add("6 by 5", {6, 5}, false);
  add("6 by 5 by 4, ij", {6, 5, 4}, true);
  add("no elements", {3, 0}, false);
  return out;
}

}  // namespace

void add_grids(std::vector<Operation>& table) {
  Operation arange = row("arange", "grid", {"kiln_array_arange"}, number_dtypes());
  arange.tolerance = {1, 1, 4, 2, 4};
  arange.samples = arange_samples;
  arange.errors = [] {
    std::vector<ErrorSample> errors{{"step 0", KILN_INVALID_ARGUMENT, "step not 0",
                                     [](const Context& context) { GpuArray::arange(context, 0, 1, 0); }},
                                    {"bool", KILN_TYPE_ERROR, "bool",
                                     [](const Context& context) { GpuArray::arange(context, 0, 1, 1, KILN_BOOL); }}};
    add_destination_errors(errors, {5}, KILN_INT32, [](const Context& context, const GpuArray& out) {
      GpuArray::arange(context, 0, 5, 1, KILN_INT32, out);
    });
    return errors;
  };
  time(arange, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const double bytes = double(size) * double(kiln_dtype_size(d));
    return std::vector<Timing>{{"", [=] { GpuArray::arange(context, 0, double(size), 1, d); }, bytes}};
  });
  table.push_back(std::move(arange));

  Operation linspace = row("linspace", "grid", {"kiln_array_linspace"}, float_and_complex_dtypes());
  linspace.tolerance = {1, 1, 4, 2, 4};
  linspace.samples = linspace_samples;
  linspace.errors = [] {
    std::vector<ErrorSample> errors{
        {"int32", KILN_TYPE_ERROR, "floating-point",
         [](const Context& context) { kiln::linspace(context, 0, 1, 5, true, KILN_INT32); }},
        {"complex ends", KILN_TYPE_ERROR, "got dtype float32",
         [](const Context& context) { kiln::linspace(context, 0, std::complex<double>(0, 1), 5, true, KILN_FLOAT32); }},
        {"infinite", KILN_INVALID_ARGUMENT, "finite",
         [](const Context& context) { kiln::linspace(context, 0, HUGE_VAL, 5, true, KILN_FLOAT32); }}};
    add_destination_errors(errors, {5}, KILN_FLOAT32, [](const Context& context, const GpuArray& out) {
      kiln::linspace(context, 0, 1, 5, true, KILN_FLOAT32, out);
    });
    return errors;
  };
  time(linspace, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const double bytes = double(size) * double(kiln_dtype_size(d));
    return std::vector<Timing>{{"", [=] { kiln::linspace(context, 0, 1, size, true, d); }, bytes}};
  });
  table.push_back(std::move(linspace));

  Operation eye = row("eye", "grid", {"kiln_array_eye"}, all_dtypes());
  eye.samples = eye_samples;
  eye.errors = [] {
    std::vector<ErrorSample> errors{
        {"negative", KILN_SHAPE_ERROR, "negative", [](const Context& context) { kiln::eye(context, -1, 2); }}};
    add_destination_errors(errors, {2, 3}, KILN_INT8, [](const Context& context, const GpuArray& out) {
      kiln::eye(context, 2, 3, 0, KILN_INT8, out);
    });
    return errors;
  };
  time(eye, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto side = std::int64_t(std::sqrt(double(size)));
    const double bytes = double(side * side) * double(kiln_dtype_size(d));
    return std::vector<Timing>{{"", [=] { kiln::eye(context, side, side, 0, d); }, bytes}};
  });
  table.push_back(std::move(eye));

  Operation meshgrid = row("meshgrid", "grid", {"kiln_array_meshgrid"}, all_dtypes(), Gradient::exists);
  meshgrid.samples = meshgrid_samples;
  meshgrid.errors = [] {
    return std::vector<ErrorSample>{{"two axes", KILN_SHAPE_ERROR, "at most one axis",
                                     [](const Context& context) {
                                       kiln::meshgrid({zeros(context, {2, 3})});
                                     }},
                                    {"written", KILN_READ_ONLY, "read-only", [](const Context& context) {
                                       kiln::meshgrid({zeros(context, {2}), zeros(context, {3})})[0].fill(1.0F);
                                     }}};
  };
  table.push_back(std::move(meshgrid));
}

}  // namespace kiln::operations
