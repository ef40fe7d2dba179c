/* SPDX-License-Identifier: Apache-2.0
 * Flags: KILN_FLAGS="device=opencl0:0,floatX=float32", then the rc file (the file named by KILNRC, else
 * $XDG_CONFIG_HOME/kiln/kilnrc, else ~/.config/kiln/kilnrc; INI, section [global] or a flag's own section),
 * then defaults. They are read once, at the first use. Unknown names are errors that suggest the nearest
 * name. In a set-user-ID program the environment and the rc file are ignored. */
#ifndef KILN_FLAGS_H
#define KILN_FLAGS_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kiln_flag_info {
  const char* name; /* "device" */
  /* "string", "bool", "float", "count" (0 or more), "positive" (1 or more), "device", "dtype", "path",
     "names", "contexts", "a|b|c" */
  const char* type;
  const char* value;         /* as text */
  const char* default_value; /* as text */
  const char* source;        /* "default", "KILN_FLAGS", "kilnrc:/path:line" or "kiln_flag_set" */
  const char* help;          /* one line */
} kiln_flag_info;

KILN_API size_t kiln_flag_count(void);
/* Strings stay valid until the process ends. KILN_FLAG_ERROR if the flags in force are malformed. */
KILN_API kiln_status kiln_flag_get(size_t index, kiln_flag_info* out);
KILN_API kiln_status kiln_flag_find(const char* name, kiln_flag_info* out);
/* Sets a flag for contexts opened later, e.g. ("device", "cuda0"). Wins over KILN_FLAGS. */
KILN_API kiln_status kiln_flag_set(const char* name, const char* value);

#ifdef __cplusplus
}
#endif
#endif
