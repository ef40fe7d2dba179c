// SPDX-License-Identifier: Apache-2.0
// `kiln cache`: shows, checks, prunes and clears the folder of compiled kernels.
#include <kiln/cache.h>

#include <iostream>

#include "commands.hpp"
#include "output.hpp"

namespace kiln_tool {

int run_cache(kiln_disk_cache_action action, std::uint64_t bytes) {
  kiln_disk_cache_info info = KILN_DISK_CACHE_INFO_INIT;
  if (kiln_disk_cache(action, bytes, &info) != KILN_OK) return report_error();
  if (*info.path) std::cout << "folder:    " << info.path << '\n';
  if (*info.reason) {
    std::cout << "the disk cache is off: " << info.reason << '\n';
    return action == KILN_CACHE_STAT ? 0 : 1;
  }
  std::cout << "entries:   " << info.entries << '\n' << "size:      " << bytes_text(info.bytes) << '\n';
  std::cout << "temporary: " << info.temporary << '\n';
  if (action != KILN_CACHE_VERIFY) return 0;
  std::cout << "damaged:   " << info.damaged << (info.damaged ? " (removed)" : "") << '\n';
  return info.damaged ? 1 : 0;
}

}  // namespace kiln_tool
