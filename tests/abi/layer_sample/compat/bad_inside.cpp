// SPDX-License-Identifier: Apache-2.0
// The drop-in uses the public API only.
#include "array/array.hpp"
