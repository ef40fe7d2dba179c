#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds Kiln, prints the devices, runs the exp() loop and trains a perceptron on handwritten
# digits, on the first OpenCL device or the one that KILN_FLAGS names.
set -euo pipefail
source "$(dirname "$0")/setup.sh"

install_packages "${BUILD_PACKAGES[@]}"
# A first build needs no tests; a build that has them keeps them.
tests=()
[ -f "$BUILD_DIR/build.ninja" ] || tests=(-Dtests=false)
configure_and_build "$BUILD_DIR" "${tests[@]}" -Dexamples=true

export KILN_BACKEND_PATH="$PWD/$BUILD_DIR/backends/opencl:$PWD/$BUILD_DIR/backends/cuda"
"$BUILD_DIR/tools/kiln/kiln" info
echo
[[ ${KILN_FLAGS:-} == *device=* ]] || export KILN_FLAGS="device=opencl0:0${KILN_FLAGS:+,$KILN_FLAGS}"
"$BUILD_DIR/docs/examples/exp_loop"
echo
echo "Training on handwritten digits (docs/examples/digits_mlp.cpp):"
"$BUILD_DIR/docs/examples/digits_mlp"
