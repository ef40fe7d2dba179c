/* SPDX-License-Identifier: Apache-2.0
 * The kernel cache on disk. It is one folder, in which each entry, a compiled kernel, is one file. */
#ifndef KILN_CACHE_H
#define KILN_CACHE_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Facts of the cache. */
typedef struct kiln_disk_cache_info {
  size_t struct_size;
  const char* path;   /* the folder; the string lives until this thread's next call of kiln_disk_cache() */
  const char* reason; /* why the cache is off, "" if it is on; lives as long as `path` */
  uint64_t entries;
  uint64_t bytes;     /* of all entries together */
  uint64_t damaged;   /* entries whose digest does not match; only KILN_CACHE_VERIFY counts them */
  uint64_t temporary; /* temporary files that other processes left behind */
} kiln_disk_cache_info;
#define KILN_DISK_CACHE_INFO_INIT \
  { sizeof(kiln_disk_cache_info), 0, 0, 0, 0, 0, 0 }

/* What kiln_disk_cache() does. */
typedef enum kiln_disk_cache_action {
  KILN_CACHE_STAT = 0,   /* only count */
  KILN_CACHE_VERIFY = 1, /* read every entry and remove the damaged ones */
  KILN_CACHE_PRUNE = 2,  /* remove the least recently used entries until at most `bytes` are left */
  KILN_CACHE_CLEAR = 3   /* remove all entries */
} kiln_disk_cache_action;

/* Carries out `action` on the folder that the flag cache_path names. *out receives what is there afterwards;
 * for KILN_CACHE_VERIFY `damaged` counts what was found. Only KILN_CACHE_PRUNE reads `bytes`. Other processes
 * may use the cache meanwhile. */
KILN_API kiln_status kiln_disk_cache(kiln_disk_cache_action action, uint64_t bytes, kiln_disk_cache_info* out);

#ifdef __cplusplus
}
#endif
#endif
