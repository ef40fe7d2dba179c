// SPDX-License-Identifier: Apache-2.0
// A sample for check_layers.py; never compiled.
#include <CL/cl.h>
