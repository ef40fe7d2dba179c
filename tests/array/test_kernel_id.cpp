// SPDX-License-Identifier: Apache-2.0
// Kernels of the library are told apart by every value that they are specialised on.
#include "array/kernel_id.hpp"

#include <string>
#include <unordered_map>

#include "catch.hpp"

using namespace kiln::array;

TEST_CASE("kernels' identities differ in family, name, number of values and each value", "[launch]") {
  const KernelId id(KernelFamily::sort, "sweep", true, 3, 1 << 20);
  const std::string same = "sweep";  // a name is its characters, not its address
  CHECK(id == KernelId(KernelFamily::sort, same.c_str(), 1, 3, 1 << 20));
  CHECK(KernelId::Hash()(id) == KernelId::Hash()(KernelId(KernelFamily::sort, same.c_str(), 1, 3, 1 << 20)));
  std::unordered_map<KernelId, int, KernelId::Hash> known;
  int next = 0;
  for (const KernelId& each : {id, KernelId(KernelFamily::scan, "sweep", true, 3, 1 << 20),
                               KernelId(KernelFamily::sort, "sweep_end", true, 3, 1 << 20),
                               KernelId(KernelFamily::sort, "sweep", false, 3, 1 << 20),
                               KernelId(KernelFamily::sort, "sweep", true, -3, 1 << 20),
                               KernelId(KernelFamily::sort, "sweep", true, 1 << 20, 3),
                               KernelId(KernelFamily::sort, "sweep", true, 3, 1 << 20, 0),
                               KernelId(KernelFamily::sort, "sweep", true, 3)})
    CHECK(known.emplace(each, next++).second);
  CHECK(known.at(id) == 0);
}
