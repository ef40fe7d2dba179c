// SPDX-License-Identifier: Apache-2.0
// Kernels of the library are told apart by every value that they are specialised on.
#include "array/kernel_id.hpp"

#include <string>
#include <unordered_map>
#include <vector>

#include "catch.hpp"

using namespace kiln::array;

TEST_CASE("kernels' identities differ in family, name, number of values and each value", "[launch]") {
  const KernelId id(KernelFamily::sort, "sort_pass", true, 3, 1 << 20);
  const std::string same = "sort_pass";  // a name is its characters, not its address
  CHECK(id == KernelId(KernelFamily::sort, same.c_str(), 1, 3, 1 << 20));
  CHECK(KernelId::Hash()(id) == KernelId::Hash()(KernelId(KernelFamily::sort, same.c_str(), 1, 3, 1 << 20)));
  const std::vector<KernelId> all = {id,
                                     KernelId(KernelFamily::scan, "sort_pass", true, 3, 1 << 20),
                                     KernelId(KernelFamily::sort, "sort_pass_end", true, 3, 1 << 20),
                                     KernelId(KernelFamily::sort, "sort_pass", false, 3, 1 << 20),
                                     KernelId(KernelFamily::sort, "sort_pass", true, -3, 1 << 20),
                                     KernelId(KernelFamily::sort, "sort_pass", true, 1 << 20, 3),
                                     KernelId(KernelFamily::sort, "sort_pass", true, 3, 1 << 21),
                                     KernelId(KernelFamily::sort, "sort_pass", true, 3, 1 << 20, 0),
                                     KernelId(KernelFamily::sort, "sort_pass", true, 3)};
  std::unordered_map<KernelId, std::size_t, KernelId::Hash> known;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t other = 0; other < all.size(); ++other) CHECK((all[i] == all[other]) == (i == other));
    known.emplace(all[i], i);
  }
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(known.at(all[i]) == i);
}
