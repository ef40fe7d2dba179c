// SPDX-License-Identifier: Apache-2.0
// An embedding: rows of a table by word number, and the gradient back into the table, where words that occur
// more than once add up. Checked on the host. The device comes from KILN_FLAGS.
#include <kiln/kiln.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() try {
  constexpr std::int64_t words = 50, width = 16, length = 400;
  std::vector<float> table_host(words * width);
  for (std::size_t i = 0; i < table_host.size(); ++i) table_host[i] = static_cast<float>(i % 97) / 8;
  std::vector<std::int64_t> text_host(length);
  for (std::size_t i = 0; i < length; ++i) text_host[i] = static_cast<std::int64_t>(i * i % words);

  kiln::Context context;
  const auto table = kiln::GpuArray::from(context, table_host, {words, width});
  const auto text = kiln::GpuArray::from(context, text_host);

  // Forward: one row a word. Backward, of the sum of squares: twice the rows, added where they came from.
  const auto rows = kiln::take(table, text, 0);
  const auto gradient = kiln::GpuArray::zeros(context, {words, width}, KILN_FLOAT32);
  kiln::scatter_add(gradient, text, 0, rows * 2.0F);

  std::vector<float> expected(table_host.size());
  for (const std::int64_t word : text_host)
    for (std::int64_t j = 0; j < width; ++j) {
      const auto at = static_cast<std::size_t>(word * width + j);
      expected[at] += 2 * table_host[at];
    }
  bool right = gradient.read<float>() == expected;

  // Words that occur: their rows lose their gradient, the others are left alone.
  const kiln::GpuArray occurs = gradient.any(1);
  const auto used = kiln::nonzero(occurs)[0];
  std::cout << used.size() << " of " << words << " words occur: " << used << "\n";
  kiln::put(table, used, 0, kiln::take(table, used, 0) - kiln::take(gradient, used, 0) * 0.125F);
  const auto after = table.read<float>();
  for (std::size_t i = 0; i < after.size(); ++i) right = right && after[i] == table_host[i] - expected[i] / 8;
  std::cout << (right ? "right\n" : "WRONG\n") << "Used the device: " << context.device() << " " << context.name()
            << "\n";
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
