// SPDX-License-Identifier: Apache-2.0
// `kiln cache`: shows, checks, prunes and clears the folder of compiled kernels.
#include <kiln/cache.h>

#include <iostream>

#include "commands.hpp"
#include "output.hpp"

namespace kiln_tool {

int run_cache(kiln_disk_cache_action action, std::uint64_t bytes, bool json) {
  kiln_disk_cache_info info = KILN_DISK_CACHE_INFO_INIT;
  if (kiln_disk_cache(action, bytes, &info) != KILN_OK) {
    if (json) std::cout << json_object({{"error", json_string(last_error())}}) << '\n';
    return report_error();
  }
  const bool off = *info.reason != '\0', verify = action == KILN_CACHE_VERIFY;
  if (json) {
    std::vector<std::pair<std::string, std::string>> members = {
        {"folder", json_string(info.path)},    {"enabled", json_bool(!off)},
        {"reason", json_string(info.reason)},  {"entries", std::to_string(info.entries)},
        {"bytes", std::to_string(info.bytes)}, {"temporary", std::to_string(info.temporary)}};
    if (verify) members.emplace_back("damaged", std::to_string(info.damaged));
    std::cout << json_object(members) << '\n';
  } else {
    if (*info.path) std::cout << "folder:    " << info.path << '\n';
    if (off) {
      std::cout << "the disk cache is off: " << info.reason << '\n';
    } else {
      std::cout << "entries:   " << info.entries << '\n' << "size:      " << bytes_text(info.bytes) << '\n';
      std::cout << "temporary: " << info.temporary << '\n';
      if (verify) std::cout << "damaged:   " << info.damaged << (info.damaged ? " (removed)" : "") << '\n';
    }
  }
  if (off) return action == KILN_CACHE_STAT ? 0 : 1;
  return verify && info.damaged ? 1 : 0;
}

}  // namespace kiln_tool
