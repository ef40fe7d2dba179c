#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Everything Kiln can show on a machine with an NVIDIA GPU: build, device list, the whole test suite on cuda0 and on
# NVIDIA's OpenCL, examples, benchmarks. Needs no network, goes on after failures, ends within about ten minutes a
# device.
#
#   tools/gpu_check.sh [--device cuda0|opencl:nvidia] [--sanitize] [--no-bench]
#                      from the repository root; both devices if none is named
#   KILN_DEBS=folder   .deb files of build dependencies that the machine lacks (unpacked to a scratch folder)
#   OUT=folder         where logs go (default build-gpu/out)
#   BUILD_TYPE=release the meson build type
set -u

usage="usage: tools/gpu_check.sh [--device cuda0|opencl:nvidia] [--sanitize] [--no-bench]"
sanitize=no
bench=yes
devices=(cuda0 opencl:nvidia)
while [ $# -gt 0 ]; do
  case $1 in
    --sanitize) sanitize=yes ;;
    --no-bench) bench=no ;;
    -h | --help) echo "$usage"; exit 0 ;;
    --device) devices=("${2:-}"); shift ;;
    *) devices=() ;;
  esac
  [ "${devices[0]:-}" = cuda0 ] || [ "${devices[0]:-}" = opencl:nvidia ] ||
    { echo "$usage" >&2; exit 2; }
  shift
done
if [ ! -f meson.build ] || [ ! -d backends/cuda ]; then
  echo "run this from Kiln's repository root" >&2
  exit 2
fi

root=$PWD
build=$root/build-gpu
mkdir -p "$build"
out=${OUT:-$build/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
deadline=$((SECONDS + 590 * ${#devices[@]}))
summary=$out/summary.txt
: > "$summary"
failures=0

say() { printf '== %s\n' "$*"; }

# phase NAME SECONDS COMMAND...: runs it for at most that long, output to a log of its own; keeps result and time.
phase() {
  local name=$1 limit=$2 start=$SECONDS code left=$((deadline - SECONDS))
  shift 2
  if [ "$left" -lt 5 ]; then
    echo "NOT RUN $name (no time left)" | tee -a "$summary"
    failures=$((failures + 1))
    return 1
  fi
  [ "$limit" -gt "$left" ] && limit=$left
  say "$name"
  rm -f "$build/.timeout-$name"
  ("$@") > "$out/$name.log" 2>&1 &
  local job=$!
  ( sleep "$limit"; touch "$build/.timeout-$name"; kill_tree "$job" ) 2> /dev/null &
  local guard=$!
  wait "$job"
  code=$?
  kill_tree "$guard" 2> /dev/null
  wait "$guard" 2> /dev/null
  if [ -e "$build/.timeout-$name" ]; then
    rm -f "$build/.timeout-$name"
    echo "TIMEOUT $name after ${limit}s" | tee -a "$summary"
    failures=$((failures + 1))
    return 124
  fi
  local verdict=ok
  [ "$code" -ne 0 ] && { verdict="FAILED ($code)"; failures=$((failures + 1)); }
  echo "$verdict $name $((SECONDS - start))s" | tee -a "$summary"
  return "$code"
}

# Ends a process of ours with its descendants.
kill_tree() {
  local child
  for child in $(ps -o pid= --ppid "$1"); do kill_tree "$child"; done
  kill "$1" 2> /dev/null
}

# Dependencies that came as Debian packages, in a prefix of their own.
unpack_debs() {
  local prefix=$build/debs package file
  rm -rf "$prefix"
  mkdir -p "$prefix"
  for package in "$KILN_DEBS"/*.deb; do
    [ -e "$package" ] || { echo "no .deb in $KILN_DEBS"; return 1; }
    dpkg -x "$package" "$prefix" || return 1
  done
  find "$prefix" -name '*.pc' | while read -r file; do sed -i "s#=/usr#=$prefix/usr#" "$file"; done
}
use_debs() {
  local usr=$build/debs/usr triplet
  triplet=$(uname -m)-linux-gnu
  export PKG_CONFIG_PATH="$usr/lib/$triplet/pkgconfig:$usr/lib/pkgconfig:$usr/share/pkgconfig:${PKG_CONFIG_PATH:-}"
  export CPATH="$usr/include${CPATH:+:$CPATH}"
  export LIBRARY_PATH="$usr/lib/$triplet:$usr/lib${LIBRARY_PATH:+:$LIBRARY_PATH}"
  # Last: what the machine has of its own comes first.
  export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$usr/lib/$triplet:$usr/lib"
  export CMAKE_PREFIX_PATH="$usr${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}"
}

# NVIDIA's OpenCL driver is often there but not registered.
register_opencl() {
  local vendors=$build/vendors library=/usr/lib/libnvidia-opencl.so.1
  mkdir -p "$vendors"
  rm -f "$vendors"/*.icd
  [ -e "$library" ] || library=$(ldconfig -p | awk '/libnvidia-opencl\.so\.1 /{ print $NF; exit }')
  [ -n "$library" ] ||
    library=$(find /usr /opt -xdev -name libnvidia-opencl.so.1 2> /dev/null | head -n 1)
  [ -n "$library" ] || library=$(find /usr/local/nvidia -name libnvidia-opencl.so.1 2> /dev/null | head -n 1)
  if [ -n "$library" ]; then
    echo "$library" > "$vendors/nvidia.icd"
  else
    echo "NVIDIA's OpenCL library was not found"
  fi
  [ -e /etc/OpenCL/vendors/pocl.icd ] && cp /etc/OpenCL/vendors/pocl.icd "$vendors/"
  export OCL_ICD_VENDORS=$vendors
  export OPENCL_VENDOR_PATH=$vendors
  # CUDA's own loader adds OCL_ICD_VENDORS to the system's drivers; the distribution's takes it alone, as the tests do.
  local loader
  loader=$(ls /usr/lib/*-linux-gnu/libOpenCL.so.1 2> /dev/null | head -n 1)
  [ -n "$loader" ] && export LD_LIBRARY_PATH=$(dirname "$loader"):${LD_LIBRARY_PATH:-}
  grep -H . "$vendors"/*.icd
}

describe_machine() {
  nvidia-smi || return 1
  uname -a
  meson --version
  g++ --version | head -n 1
  ls -d /usr/local/cuda* 2> /dev/null
}

build_all() {
  if [ -f "$build/build.ninja" ]; then
    meson configure "$build" -Dcompat=true -Dbuildtype="${BUILD_TYPE:-release}"
  else
    meson setup "$build" -Dcompat=true -Dbuildtype="${BUILD_TYPE:-release}"
  fi && ninja -k0 -C "$build"
}

find_kiln() { find "$build/tools" -maxdepth 2 -name kiln -type f -perm -u+x | head -n 1; }
show_devices() {
  local kiln
  kiln=$(find_kiln)
  [ -n "$kiln" ] || { echo "the build has no kiln command"; return 1; }
  "$kiln" info && "$kiln" doctor
}

run_tests() {  # DEVICE LOGNAME [MESON TEST ARGUMENTS]
  local device=$1 name=$2
  shift 2
  env -u KILN_BACKEND_PATH KILN_TEST_DEVICES="$device" \
    meson test -C "$build" --no-rebuild --num-processes "$(nproc)" --logbase "$name" "$@"
}

# The tail of each failing test, and one line of counts, from meson's log of one JSON object a line.
report_tests() {
  python3 - "$build/meson-logs/$1.json" "$1" <<'PYTHON'
import json, sys
try:
    runs = [json.loads(line) for line in open(sys.argv[1])]
except OSError:
    print('no test log'); sys.exit()
bad = [r for r in runs if r['result'] not in ('OK', 'SKIP', 'EXPECTEDFAIL')]
for run in bad:
    text = (run.get('stdout') or '') + (run.get('stderr') or '')
    print('---- %s: %s' % (run['name'], run['result']))
    print('\n'.join(text.strip().splitlines()[-40:])[-2500:])
skipped = sum(r['result'] == 'SKIP' for r in runs)
print('%s: %d passed, %d failed, %d skipped' % (sys.argv[2], len(runs) - len(bad) - skipped, len(bad), skipped))
PYTHON
}

executables() {
  find "$1" -maxdepth 1 -type f -perm -u+x ! -name '*.so*' ! -name '*.py' ! -name '*.sh' 2> /dev/null | sort
}

run_each() {  # FOLDER SECONDS-EACH: every program of a build folder on both devices
  local folder=$1 each=$2 program device bad=0
  [ -n "$(executables "$folder")" ] || { echo "no programs in $folder"; return 1; }
  for program in $(executables "$folder"); do
    for device in "${devices[@]}"; do
      echo "---- $(basename "$program") on $device"
      KILN_FLAGS=device=$device timeout "$each" "$program" || { echo "exit status $?"; bad=1; }
    done
  done
  return $bad
}

bench_programs() {
  local device
  for device in "${devices[@]}"; do
    KILN_FLAGS=device=$device timeout 60 "$build/tools/bench/kiln_bench" "$device" &&
      timeout 180 "$build/tools/bench/kiln-graph-bench" "$device" || return 1
  done
}

# Without peers, which take five minutes a device more: kiln bench -b DEVICE.
bench_operations() {
  local device
  for device in "${devices[@]}"; do
    timeout 120 "$(find_kiln)" bench -b "$device" --peers none --json "$out/bench-${device/:/-}.json" \
      --plot "$out/bench-${device/:/-}.svg" || return 1
  done
}

# Errors of API calls are left out: parameters of a kernel are counted by asking until the driver refuses.
sanitize_tests() {
  local checker
  checker=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer) || return 1
  run_tests cuda0 sanitizer --wrapper "$checker --report-api-errors no --error-exitcode=99" --timeout-multiplier 3 \
    backends-cuda-device ops array
}

export KILN_BACKEND_PATH=$build/backends/opencl:$build/backends/cuda
export XDG_CACHE_HOME=$build/cache
export CUDA_CACHE_PATH=$build/cache/nv
export POCL_CACHE_DIR=$build/cache/pocl
mkdir -p "$XDG_CACHE_HOME" "$POCL_CACHE_DIR"

if [ -n "${KILN_DEBS:-}" ]; then
  unpack_debs > "$out/build.log" 2>&1 || {
    cat "$out/build.log"
    echo "FAILED unpacking $KILN_DEBS" | tee -a "$summary"
  }
  use_debs
fi
register_opencl
describe_machine

if ! phase build 240 build_all; then
  tail -n 60 "$out/build.log"
  say "the build failed"
  exit 1
fi
phase info 40 show_devices
cat "$out/info.log"
# Other OpenCL implementations are the other machines' task, long runs a task of their own.
suites=(--no-suite long --no-suite rusticl --no-suite oclgrind)
for device in "${devices[@]}"; do
  phase "test-${device/:/-}" 450 run_tests "$device" "${device/:/-}" "${suites[@]}"
  report_tests "${device/:/-}" | tee -a "$summary"
  phase "large-${device/:/-}" 60 env KILN_TEST_DEVICES="$device" "$build/tests/abi/test_abi" "[.large]"
done
if [ ${#devices[@]} -gt 1 ]; then
  phase test-both 60 run_tests cuda0,opencl:nvidia both array abi runtime-devices
  report_tests both | tee -a "$summary"
fi
phase examples $((60 * ${#devices[@]})) run_each "$build/docs/examples" 30
tail -n 60 "$out/examples.log"
if [ "$bench" = yes ] && [ -d "$build/tools/bench" ]; then
  phase bench $((75 * ${#devices[@]})) bench_programs
  tail -n 80 "$out/bench.log"
  phase bench-operations $((150 * ${#devices[@]})) bench_operations
  tail -n 120 "$out/bench-operations.log"
fi
if [ "$sanitize" = yes ]; then
  phase sanitizer 180 sanitize_tests
  report_tests sanitizer | tee -a "$summary"
fi

say "summary (${SECONDS}s, logs in $out)"
cat "$summary"
[ "$failures" -eq 0 ] && echo "GPU CHECK PASSED" || echo "GPU CHECK FAILED: $failures phases"
[ "$failures" -eq 0 ]
