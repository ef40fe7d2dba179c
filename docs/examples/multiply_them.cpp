// SPDX-License-Identifier: Apache-2.0
// A kernel of the user's own: 400 products, products of a 20 by 10 matrix, two outputs, and strided inputs
// without copying them. Each result is checked on the host. The device comes from KILN_FLAGS.
#include <kiln/kiln.hpp>

#include <cmath>
#include <iostream>
#include <random>

namespace {

const char* const kSource = R"(
KILN_KERNEL void multiply_them(KILN_ARG(float, dest), KILN_ARG(const float, a), KILN_ARG(const float, b), int n) {
  KILN_PTR(float, dest);
  KILN_PTR(const float, a);
  KILN_PTR(const float, b);
  const int i = (int)get_global_id(0);
  if (i < n) dest[i] = a[i] * b[i];
}

KILN_KERNEL void sum_and_difference(KILN_ARG(float, sum), KILN_ARG(float, difference), KILN_ARG(const float, x),
                                    KILN_ARG(const float, y), int n) {
  KILN_PTR(float, sum);
  KILN_PTR(float, difference);
  KILN_PTR(const float, x);
  KILN_PTR(const float, y);
  const int i = (int)get_global_id(0);
  if (i >= n) return;
  const float u = x[i], v = y[i];
  sum[i] = u + v;
  difference[i] = u - v;
}

// Views of two dimensions: strides in elements, along rows and along columns. dest is in C order.
KILN_KERNEL void multiply_strided(KILN_ARG(float, dest), KILN_ARG(const float, a), long a_row, long a_column,
                                  KILN_ARG(const float, b), long b_row, long b_column, int rows, int columns) {
  KILN_PTR(float, dest);
  KILN_PTR(const float, a);
  KILN_PTR(const float, b);
  const int column = (int)get_global_id(0);
  const int row = (int)get_global_id(1);
  if (row < rows && column < columns)
    dest[row * columns + column] = a[row * a_row + column * a_column] * b[row * b_row + column * b_column];
}
)";

std::vector<float> random_values(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(generator);
  return values;
}

int failures = 0;

// Compares an array with what the host computes for each of its flat indices, and prints a line.
template <class Expected>
void check(const char* what, const kiln::GpuArray& array, Expected&& expected) {
  const auto got = array.read<float>();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(std::fabs(got[i] - expected(i)) <= 1e-6f * std::fabs(expected(i)))) ++wrong;
  std::cout << what << ": " << got.size() - wrong << " of " << got.size() << " right\n";
  if (wrong) ++failures;
}

// A stride of a view in elements, as the kernel counts them.
std::int64_t stride(const kiln::GpuArray& view, std::size_t axis) {
  return view.strides()[axis] / static_cast<std::int64_t>(sizeof(float));
}

void run() {
  using namespace kiln::parameter;
  kiln::Context context;
  const kiln::Program program(context, kSource);
  const auto ha = random_values(400, 1), hb = random_values(400, 2);
  const auto a = kiln::GpuArray::from(context, ha), b = kiln::GpuArray::from(context, hb);
  const auto product = [&](std::size_t i) { return ha[i] * hb[i]; };

  const auto multiply =
      program.kernel("multiply_them", {output<float>(), input<float>(), input<float>(), scalar<int>()});
  const auto dest = kiln::GpuArray::zeros(context, {400}, KILN_FLOAT32);
  multiply.launch({400}, dest, a, b, 400);
  check("400 products", dest, product);
  std::cout << dest(kiln::slice(0, 6)) << '\n';

  // A matrix in C order is the same run of elements.
  const auto matrix = kiln::GpuArray::zeros(context, {20, 10}, KILN_FLOAT32);
  const auto ma = a(kiln::slice(0, 200)).reshape({20, 10}), mb = b(kiln::slice(0, 200)).reshape({20, 10});
  multiply.launch({200}, matrix, ma, mb, 200);
  check("a 20 by 10 matrix", matrix, product);

  const auto two = program.kernel("sum_and_difference",
                                  {output<float>(), output<float>(), input<float>(), input<float>(), scalar<int>()});
  const auto sum = kiln::GpuArray::empty(context, {400}, KILN_FLOAT32);
  const auto difference = kiln::GpuArray::empty(context, {400}, KILN_FLOAT32);
  two.launch({400}, sum, difference, a, b, 400);
  check("x + y", sum, [&](std::size_t i) { return ha[i] + hb[i]; });
  check("x - y", difference, [&](std::size_t i) { return ha[i] - hb[i]; });

  // Every other row from the second on, columns backwards, times a transposed matrix: views only, nothing is
  // copied.
  const auto strided =
      program.kernel("multiply_strided",
                     {output<float>(), input<float>(), scalar<std::int64_t>(), scalar<std::int64_t>(), input<float>(),
                      scalar<std::int64_t>(), scalar<std::int64_t>(), scalar<int>(), scalar<int>()});
  const auto va = a.reshape({40, 10})(kiln::slice(1, kiln::none, 2), kiln::slice(kiln::none, kiln::none, -1));
  const auto vb = b(kiln::slice(3, 203)).reshape({10, 20}).transpose();
  const auto result = kiln::GpuArray::zeros(context, {20, 10}, KILN_FLOAT32);
  strided.launch({10, 20}, result, va, stride(va, 0), stride(va, 1), vb, stride(vb, 0), stride(vb, 1), 20, 10);
  check("strided inputs", result, [&](std::size_t i) {
    const std::size_t row = i / 10, column = i % 10;
    return ha[(1 + 2 * row) * 10 + (9 - column)] * hb[3 + column * 20 + row];
  });
  std::cout << "Used the device: " << context.device() << ' ' << context.name() << '\n';
}

}  // namespace

int main() {
  kiln_set_log_callback([](kiln_log_level, const char* line, void*) { std::cerr << line << '\n'; }, nullptr);
  try {
    run();
    return failures ? 1 : 0;
  } catch (const kiln::Error& error) {
    std::cerr << kiln_status_name(error.status()) << ": " << error.what() << '\n' << error.build_log();
    return 1;
  }
}
