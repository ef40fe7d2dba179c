// SPDX-License-Identifier: Apache-2.0
// A shared library that is no backend module.
namespace {
[[maybe_unused]] int nothing = 0;
}
