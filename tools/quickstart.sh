#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds Kiln, prints the devices, runs the exp() loop and trains a perceptron on handwritten
# digits, on the first OpenCL device or the one that KILN_FLAGS names.
#
#   tools/quickstart.sh       takes no arguments
set -euo pipefail
usage="usage: tools/quickstart.sh (no arguments); KILN_BUILD_DIR=folder builds elsewhere"
case ${1:-} in -h | --help) echo "$usage"; exit 0 ;; esac
[ $# -eq 0 ] || { echo "$usage" >&2; exit 2; }
source "$(dirname "$0")/setup.sh"

install_packages "${BUILD_PACKAGES[@]}"
# A first build needs no tests; a build that has them keeps them.
tests=()
[ -f "$BUILD_DIR/build.ninja" ] || tests=(-Dtests=false)
configure_and_build "$BUILD_DIR" "${tests[@]}" -Dexamples=true

"$BUILD_DIR/tools/kiln/kiln" info
echo
[[ ${KILN_FLAGS:-} == *device=* ]] || export KILN_FLAGS="device=opencl0:0${KILN_FLAGS:+,$KILN_FLAGS}"
"$BUILD_DIR/docs/examples/exp_loop"
echo
echo "Training on handwritten digits (docs/examples/digits/digits_mlp.cpp):"
"$BUILD_DIR/docs/examples/digits_mlp"

# Where pip may install without harm, in a virtual environment, Python gets its package; elsewhere it can use the build.
if command -v python3 >/dev/null && python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'; then
  echo
  if [ -n "${VIRTUAL_ENV:-}" ] && KILN_BUILD_DIR=$BUILD_DIR python3 -m pip install -q ./bindings/python; then
    echo "Python: the package kiln is installed in $VIRTUAL_ENV."
  else
    echo "Python, without installing anything:"
    echo "  $(python_command "$BUILD_DIR")"
  fi
fi
