#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes one .cpp with the bytes of every kernel file and a look-up by file name."""
import os
import sys

out, inputs = sys.argv[1], sys.argv[2:]
lines = ['#include "kernels.hpp"', '', 'namespace kiln::kernels {', 'namespace {']
for i, path in enumerate(inputs):
    data = open(path, 'rb').read()
    values = ','.join(str(b) for b in data)
    lines.append(f'constexpr unsigned char file{i}[] = {{{values},0}};')
lines += ['}  // namespace', '', 'std::string_view find(std::string_view name) noexcept {']
for i, path in enumerate(inputs):
    name = os.path.basename(path)
    lines.append(f'  if (name == "{name}") return {{reinterpret_cast<const char*>(file{i}), sizeof(file{i}) - 1}};')
lines += ['  static_cast<void>(name);', '  return {};', '}', '}  // namespace kiln::kernels', '']
open(out, 'w').write('\n'.join(lines))
