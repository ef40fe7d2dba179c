// SPDX-License-Identifier: Apache-2.0
// A sample for check_layers.py; never compiled.
#include "runtime/context.hpp"
