// SPDX-License-Identifier: Apache-2.0
// kiln/cache.h: the kernel cache on disk.
#include "runtime/disk/disk_cache.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

extern "C" {

kiln_status kiln_disk_cache(kiln_disk_cache_action action, uint64_t bytes, kiln_disk_cache_info* out) {
  return guard(__func__, [&](const char* op) {
    clear_struct(out, op);
    const int what = number_of(action);
    if (what < KILN_CACHE_STAT || what > KILN_CACHE_CLEAR)
      fail(KILN_INVALID_ARGUMENT, "{}: action is unknown, got {}", op, what);

    // The strings in *out point to these.
    thread_local std::string path, reason;
    const auto options = runtime::ContextOptions::from_flags();
    if (options.cache_path.empty() && !options.cache_homeless) {
      path.clear();
      reason = "switched off by the flag cache_path=off";
      return store_struct(out, kiln_disk_cache_info{0, path.c_str(), reason.c_str(), 0, 0, 0, 0});
    }
    runtime::DiskCache cache(options.cache_path);
    runtime::DiskCache::Statistics found;
    if (cache.enabled()) {
      if (what == KILN_CACHE_VERIFY) {
        const auto verified = cache.verify(true);
        found = cache.statistics();
        found.damaged = verified.damaged;
      } else if (what == KILN_CACHE_PRUNE) {
        cache.prune(bytes);
        found = cache.statistics();
      } else {
        if (what == KILN_CACHE_CLEAR) cache.clear();
        found = cache.statistics();
      }
    }
    path = cache.path();
    reason = cache.reason();
    store_struct(out, kiln_disk_cache_info{0, path.c_str(), reason.c_str(), found.entries, found.bytes, found.damaged,
                                           found.temporary});
  });
}

}  // extern "C"
