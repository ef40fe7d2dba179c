#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds and passes all tests. Closes with "N passed, N failed, N skipped" (test programs).
# Arguments go to `meson test`, e.g. `./tools/test.sh --suite ops`. Long runs: `./tools/test.sh --suite long` (see
# README).
# What compilers give is kept for later runs, of other checkouts too: by ccache, and the tests' kernels in
# ~/.cache/kiln-tests, or the folder that KILN_TEST_CACHE names.
set -uo pipefail
usage="usage: tools/test.sh [arguments of meson test]; KILN_BUILD_DIR=folder, KILN_TEST_CACHE=folder: use other ones"
case ${1:-} in -h | --help) echo "$usage"; exit 0 ;; esac
source "$(dirname "$0")/setup.sh"

install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
kernels=$(realpath -m "${KILN_TEST_CACHE:-${XDG_CACHE_HOME:-${HOME:-$BUILD_DIR}/.cache}/kiln-tests}")
mkdir -p "$kernels" || exit 1
# PoCL notes when a program was last used. Those of versions that are gone are never used again. (Mesa bounds its cache
# itself.)
find "$kernels/pocl-cache" "$kernels/pocl-cache-plain" -mindepth 3 -maxdepth 3 -name last_accessed -mtime +30 \
  -printf '%h\0' 2>/dev/null | xargs -0 -r rm -rf
configure_and_build "$BUILD_DIR" -Ddefault_library=both -Dtests=true -Dexamples=true -Dcompat=true \
  -Dtest_cache="$kernels" || exit 1

arguments=("$@")
[ ${#arguments[@]} -eq 0 ] && arguments=(--no-suite long)
# More than there are cores: a fifth of a program's time it waits, for files of PoCL's cache to be on the disk and for
# its linker. Three times the tests' own limits: seen on a machine that was busy otherwise, where all took three times
# as long.
processes=$((($(nproc) * 3 + 1) / 2))
meson test -C "$BUILD_DIR" --print-errorlogs --timeout-multiplier 3 --num-processes "$processes" "${arguments[@]}"
status=$?
python3 tools/test_summary.py "$BUILD_DIR/meson-logs/testlog.json" || status=1
exit $status
