#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare.sh BUILD DEVICE PEER_DEVICE [--quick]: Kiln and its hand-written floor on DEVICE, then the peers, then Kiln
# again: one run to compare within. PEER_DEVICE is libgpuarray's name of the device (opencl0:0, cuda0). BENCH_PYTHON
# names the interpreter of the peers.
set -uo pipefail
usage="usage: tools/bench/compare.sh BUILD DEVICE PEER_DEVICE [--quick]"
case ${1:-} in -h | --help) echo "$usage"; exit 0 ;; esac
case $#${4:-} in 3 | 4--quick) ;; *) echo "$usage" >&2; exit 2 ;; esac
build=$1 device=$2 peer_device=$3
shift 3
"$build/tools/bench/kiln_bench" "$device" "$@"
"${BENCH_PYTHON:-python3}" "$(dirname "$0")/peers.py" --device "$peer_device" "$@"
"$build/tools/bench/kiln_bench" "$device" "$@"
