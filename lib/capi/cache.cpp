// SPDX-License-Identifier: Apache-2.0
// kiln/cache.h: the kernel cache on disk.
#include "runtime/disk/disk_cache.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

extern "C" {

kiln_status kiln_disk_cache(kiln_disk_cache_action action, uint64_t bytes, kiln_disk_cache_info* out) {
  return guard_info(__func__, out, [&](const char* op) -> kiln_disk_cache_info {
    const auto what = check_enum(action, KILN_CACHE_STAT, KILN_CACHE_CLEAR, op, "action", "kiln_disk_cache_action");
    // The strings in *out point to these.
    thread_local std::string path, reason;
    const auto options = runtime::ContextOptions::from_flags();
    if (options.cache_path.empty() && !options.cache_homeless) {
      path.clear();
      reason = "switched off by the flag cache_path=off";
      return {0, path.c_str(), reason.c_str(), 0, 0, 0, 0};
    }
    runtime::DiskCache cache(options.cache_path);
    runtime::DiskCache::Statistics found;
    if (cache.enabled()) {
      const auto damaged = what == KILN_CACHE_VERIFY ? cache.verify(true).damaged : 0;
      if (what == KILN_CACHE_PRUNE) cache.prune(bytes);
      if (what == KILN_CACHE_CLEAR) cache.clear();
      found = cache.statistics();
      if (what == KILN_CACHE_VERIFY) found.damaged = damaged;
    }
    path = cache.path();
    reason = cache.reason();
    return {0, path.c_str(), reason.c_str(), found.entries, found.bytes, found.damaged, found.temporary};
  });
}

}  // extern "C"
