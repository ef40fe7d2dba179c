/* SPDX-License-Identifier: Apache-2.0
 * A loader of OpenCL that finds no platform, and whose symbols have no versions, as those of old drivers. */
#define KILN_OPENCL_ENTRY(name) \
  int name(void);               \
  int name(void) { return -1001; } /* CL_PLATFORM_NOT_FOUND_KHR */
#include "opencl/libraries/opencl.def"
