// SPDX-License-Identifier: Apache-2.0
// Nothing: the source of targets that compile a precompiled header (meson.build).
