// SPDX-License-Identifier: Apache-2.0
// Ranks and running totals: the best scores of each game, how often there is each score, and what the best
// players hold together. The device comes from KILN_FLAGS.
#include <kiln/kiln.hpp>

#include <iostream>
#include <vector>

int main() try {
  kiln::Context context;
  // Two games of five players.
  const auto scores = kiln::GpuArray::from(context, std::vector<float>{10, 40, 20, 40, 30, 7, 1, 7, 2, 3}, {2, 5});

  const auto best = kiln::topk(scores, 2);
  std::cout << "best two scores of each game:\n" << best.values << "\nof players:\n" << best.indices << "\n";

  const auto kinds = kiln::unique_all(scores);
  std::cout << "scores: " << kinds.values << "\nhow often: " << kinds.counts << "\n";

  const auto running = kiln::cumsum(kiln::sort(scores, 1, true), 1);
  std::cout << "points of the best 1, 2, ... players:\n" << running << "\n";
  const bool right = best.indices.read<int>() == std::vector<int>{1, 3, 0, 2} &&
                     running.read<float>() == std::vector<float>{40, 80, 110, 130, 140, 7, 14, 17, 19, 20};
  return right ? 0 : 1;
} catch (const kiln::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
