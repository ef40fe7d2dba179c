// SPDX-License-Identifier: Apache-2.0
// A sample for check_layers.py; never compiled.
#include "base/dtype.hpp"
