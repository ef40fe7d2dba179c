#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tests in an instrumented build of their own: `tools/sanitize.sh address` (ASan, leaks and UBSan) or
# `tools/sanitize.sh thread` (TSan). More arguments go to `meson test`. Vendors' libraries are not instrumented: what
# they leak or do without Kiln is left out by the lists in tests/support.
set -uo pipefail
usage="usage: tools/sanitize.sh address|thread [arguments of meson test]"
kind=${1:-}
case $kind in
  address) sanitizers=address,undefined ;;
  thread) sanitizers=thread ;;
  -h | --help) echo "$usage"; exit 0 ;;
  *) echo "$usage" >&2; exit 2 ;;
esac
shift
source "$(dirname "$0")/setup.sh"
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
# Without optimisation a file of the graph takes a quarter of the time; -g1 has the lines of reports. A caller in C may
# give any number for an enumerator, and tests do: the library looks at it, which g++ allows.
configure_and_build "build-$kind" -Doptimization=0 -Dcpp_args="['-g1', '-fno-sanitize=enum']" -Dtests=true \
  -Dexamples=true -Dcompat=true -Db_sanitize="$sanitizers" -Db_lundef=false -Db_pch=false -Dunity=off || exit 1

lists=$PWD/tests/support
# PoCL alone: other drivers are loaded and unloaded again, which leaves leaks without a name.
[ -e /etc/OpenCL/vendors/pocl.icd ] && export OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd
export ASAN_OPTIONS=halt_on_error=1:detect_leaks=1
export LSAN_OPTIONS=suppressions=$lists/lsan.supp:print_suppressions=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:suppressions=$lists/tsan.supp
arguments=("$@")
# Mesa and the simulator run elsewhere: here they would only test themselves.
[ ${#arguments[@]} -eq 0 ] && arguments=(--no-suite long --no-suite rusticl --no-suite oclgrind)
meson test -C "build-$kind" --print-errorlogs --timeout-multiplier 4 "${arguments[@]}"
status=$?
python3 tools/test_summary.py "build-$kind/meson-logs/testlog.json" || status=1
exit $status
