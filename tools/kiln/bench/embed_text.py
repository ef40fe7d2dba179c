#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed_text.py OUTPUT INPUT...: writes a C++ file whose function peers_program() gives the texts of the inputs, one after another."""
import sys

data = b'\n\n'.join(open(path, 'rb').read() for path in sys.argv[2:])
with open(sys.argv[1], 'w') as file:
    file.write('#include "bench/embedded_peers.hpp"\n\nstd::string_view kiln_tool::bench::peers_program() {\n'
               f'  static const unsigned char bytes[] = {{{",".join(map(str, data))}}};\n'
               '  return {reinterpret_cast<const char*>(bytes), sizeof bytes};\n}\n')
