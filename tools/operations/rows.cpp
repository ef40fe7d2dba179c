// SPDX-License-Identifier: Apache-2.0
#include "rows.hpp"

#include <algorithm>
#include <cmath>

namespace kiln::operations {

Operation row(std::string name, std::string group, std::vector<std::string> functions, std::vector<kiln_dtype> dtypes,
              Gradient gradient) {
  Operation operation;
  operation.name = std::move(name);
  operation.group = std::move(group);
  operation.functions = std::move(functions);
  operation.dtypes = std::move(dtypes);
  operation.gradient = gradient;
  return operation;
}

Sample sample(std::string text, Inputs inputs, std::function<GpuArray(const Context&, Given, const GpuArray&)> run,
              std::function<Expected(const Inputs&)> expected) {
  Sample out;
  out.text = std::move(text);
  out.expected = [inputs, expected = std::move(expected)] { return std::vector<Expected>{expected(inputs)}; };
  out.inputs = std::move(inputs);
  out.run = [run = std::move(run)](const Context& context, Given in, Given result) {
    return Arrays{run(context, in, result.empty() ? GpuArray() : result[0])};
  };
  return out;
}

Sample without_destination(std::string text, Inputs inputs, std::function<Arrays(const Context&, Given)> run,
                           std::function<std::vector<Expected>(const Inputs&)> expected) {
  Sample out;
  out.text = std::move(text);
  out.expected = [inputs, expected = std::move(expected)] { return expected(inputs); };
  out.inputs = std::move(inputs);
  out.run = [run = std::move(run)](const Context& context, Given in, Given) { return run(context, in); };
  out.takes_destination = false;
  return out;
}

Sample modifying(std::string text, Inputs inputs, std::function<void(Given)> run,
                 std::function<Expected(const Inputs&)> expected) {
  return without_destination(
      std::move(text), std::move(inputs),
      [run = std::move(run)](const Context&, Given in) {
        run(in);
        return Arrays{in[0]};
      },
      [expected = std::move(expected)](const Inputs& in) { return std::vector<Expected>{expected(in)}; });
}

GpuArray zeros(const Context& context, const Shape& shape, kiln_dtype dtype) {
  return GpuArray::zeros(context, shape, dtype);
}

GpuArray read_only(const Context& context, const Shape& shape, kiln_dtype dtype) {
  return GpuArray::zeros(context, {}, dtype).broadcast_to(shape);
}

void add_destination_errors(std::vector<ErrorSample>& errors, const Shape& shape, kiln_dtype dtype,
                            std::function<void(const Context&, const GpuArray&)> run) {
  errors.push_back({"destination of another shape", KILN_SHAPE_ERROR, "has shape", [=](const Context& context) {
                      Shape other = shape;
                      other.push_back(2);
                      run(context, zeros(context, other, dtype));
                    }});
  errors.push_back({"read-only destination", KILN_READ_ONLY, "read-only",
                    [=](const Context& context) { run(context, read_only(context, shape, dtype)); }});
}

void time(Operation& operation,
          std::function<std::vector<Timing>(const Context& context, kiln_dtype dtype, std::int64_t size)> timings) {
  operation.timings = [dtypes = operation.dtypes, timings = std::move(timings)](const Context& context,
                                                                                kiln_dtype dtype, std::int64_t size) {
    const bool has = std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
    return has ? timings(context, dtype, size) : std::vector<Timing>();
  };
}

Shape matrix_of(std::int64_t size) {
  const std::int64_t columns = std::int64_t(1) << std::int64_t(std::log2(double(size)) / 2 + 1);
  return {std::max<std::int64_t>(size / columns, 1), columns};
}

GpuArray random_elements(const Context& context, kiln_dtype dtype, const Shape& shape) {
  kiln::Random random(context, 42);
  if (is_bool(dtype)) return random.bernoulli(shape);
  if (is_integer(dtype)) return random.integers(shape, 0, 127, dtype);
  if (is_float(dtype)) return random.uniform(shape, 0, 1, dtype);
  return random.uniform(shape, 0, 1, real_dtype(dtype)).astype(dtype);
}

double bytes_of(const GpuArray& array) { return double(array.bytes()); }

std::vector<std::int64_t> sides_of(std::int64_t size) {
  std::vector<std::int64_t> out;
  for (const std::int64_t side : {512, 1024, 2048, 4096, 8192})
    if (side * side <= size) out.push_back(side);
  if (out.empty()) out.push_back(std::max<std::int64_t>(std::int64_t(std::sqrt(double(size))), 1));
  return out;
}

double operations_of(kiln_dtype d, double products) { return (is_complex(d) ? 8 : 2) * products; }

void each(const Shape& shape, const std::function<void(const Shape&)>& call) {
  Shape at(shape.size(), 0);
  for (std::size_t i = size_of(shape); i-- > 0;) {
    call(at);
    for (std::size_t d = shape.size(); d-- > 0 && ++at[d] == shape[d];) at[d] = 0;
  }
}

Number element(const HostArray& array, const Shape& at) {
  const std::size_t missing = at.size() - array.shape.size();
  std::size_t place = 0;
  for (std::size_t d = 0; d < array.shape.size(); ++d) {
    const auto extent = std::size_t(array.shape[d]);
    place = place * extent + (extent == 1 ? 0 : std::size_t(at[missing + d]));
  }
  return array.values[place];
}

Expected elements(kiln_dtype dtype, const Shape& shape, const std::function<Number(const Shape&)>& value) {
  Expected out{{dtype, shape, {}}, {}};
  out.array.values.reserve(size_of(shape));
  each(shape, [&](const Shape& at) { out.array.values.push_back(value(at)); });
  return out;
}

Expected sums_of_products(kiln_dtype dtype, const Shape& shape, std::int64_t count,
                          const std::function<Number(const Shape&, std::int64_t)>& x,
                          const std::function<Number(const Shape&, std::int64_t)>& y, Number alpha, Number beta,
                          const HostArray* old) {
  std::vector<Real> scale;
  Expected out = elements(dtype, shape, [&](const Shape& at) {
    Number sum = 0;
    Real size = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const Number product = x(at, i) * y(at, i);
      sum += product;
      size += std::abs(product);
    }
    sum *= alpha;
    size *= std::abs(alpha);
    if (beta != Number(0)) {
      const Number before = beta * element(*old, at);
      sum += before;
      size += std::abs(before);
    }
    scale.push_back(size);
    return convert(dtype, sum);
  });
  out.scale = std::move(scale);
  return out;
}

std::vector<std::vector<std::size_t>> lines(const Shape& shape, std::size_t axis) {
  std::size_t inner = 1;
  for (std::size_t d = axis + 1; d < shape.size(); ++d) inner *= std::size_t(shape[d]);
  const auto n = std::size_t(shape[axis]);
  std::vector<std::vector<std::size_t>> out(n == 0 ? 0 : size_of(shape) / n);
  for (std::size_t line = 0; line < out.size(); ++line)
    for (std::size_t i = 0; i < n; ++i) out[line].push_back((line / inner * n + i) * inner + line % inner);
  return out;
}

std::size_t axis_of(std::int64_t axis, std::size_t dimensions) {
  return std::size_t(axis < 0 ? axis + std::int64_t(dimensions) : axis);
}

HostArray list(kiln_dtype dtype, const std::vector<Real>& values) {
  HostArray out{dtype, {std::int64_t(values.size())}, {}};
  for (Real value : values) out.values.push_back(convert(dtype, value));
  return out;
}

HostArray mixed(Random& random, kiln_dtype dtype, const Shape& shape) {
  HostArray out = ordinary(random, dtype, shape);
  const HostArray others = special(dtype);
  for (std::size_t i = 0; i < out.values.size(); i += 5)
    out.values[i] = others.values[i / 5 * 7 % others.values.size()];
  return out;
}

}  // namespace kiln::operations
