# SPDX-License-Identifier: Apache-2.0
# Sourced by quickstart.sh, test.sh and others: installs what is missing, configures and builds. Where packages cannot
# be had, goes on with what is installed and names what is missing.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
BUILD_DIR=${KILN_BUILD_DIR:-build}

BUILD_PACKAGES=(build-essential meson ninja-build pkg-config python3 libfmt-dev libxxhash-dev libcli11-dev
  ocl-icd-opencl-dev opencl-c-headers pocl-opencl-icd)
DOCS_PACKAGES=(doxygen furo python3-myst-parser python3-sphinx)
TEST_PACKAGES=("${DOCS_PACKAGES[@]}" catch2 nlohmann-json3-dev clang mesa-opencl-icd oclgrind libclblast1
  python3-numpy ccache binutils locales python3-pygpu python3-pytest python3-pyopencl python3-pip
  python3-setuptools python3-wheel python3-venv clang-format clang-tidy cmake abigail-tools)

# Prints the packages of the arguments that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || { echo "kiln: not a Debian system; going on with what is installed"; return 0; }
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null && as_root=(sudo)
    [ ${#as_root[@]} -eq 0 ] && { echo "kiln: not root and no sudo; missing packages: ${missing[*]}"; return 0; }
  fi
  echo "kiln: installing ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
    echo "kiln: the package lists could not be updated"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
    >/dev/null || {
    # One package that cannot be had must not keep the others away.
    local package
    for package in "${missing[@]}"; do
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" \
        >/dev/null 2>&1 || true
    done
  }
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -eq 0 ] || echo "kiln: could not install: ${missing[*]}; going on without"
}

# Prints a command that uses Python's package in the source tree with the library of a build folder.
python_command() {
  printf 'KILN_LIBRARY=%q PYTHONPATH=%q python3 -c %s\n' "$(realpath "$1/lib/capi/libkiln.so.0")" \
    "$PWD/bindings/python" "'import kiln; print(kiln.arange(5) * 2)'"
}

# configure_and_build DIR [meson option ...]
# A new folder compiles up to 16 files of a target together, which takes less CPU time than one by one; options can say
# otherwise.
configure_and_build() {
  local dir=$1
  shift
  if command -v ccache >/dev/null && [ -z "${CXX:-}" ]; then
    export CC="ccache gcc" CXX="ccache g++"
    # Without it precompiled headers are not kept.
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
  fi
  if [ -f "$dir/build.ninja" ]; then
    meson configure "$dir" "$@" >/dev/null
  else
    meson setup "$dir" -Dunity=on -Dunity_size=16 "$@" >"/tmp/kiln-setup.$$" 2>&1 || {
      cat "/tmp/kiln-setup.$$"
      rm -f "/tmp/kiln-setup.$$"
      return 1
    }
    rm -f "/tmp/kiln-setup.$$"
  fi
  build_with_progress "$dir"
}

# A terminal gets ninja's own line, which says how many steps are done, of how many. Elsewhere, in a log, there is one
# line a tenth of the steps, and all that compilers say.
build_with_progress() {
  local status
  if [ -t 1 ]; then
    NINJA_STATUS='[%f of %t, %es] ' ninja -C "$1"
    return
  fi
  NINJA_STATUS='kiln-step %f %t %e ' ninja -C "$1" | awk '
    $1 == "kiln-step" {
      tenth = int(10 * $2 / $3)
      if (tenth > shown) { printf "kiln: %s of %s steps built, %d s\n", $2, $3, $4; fflush() }
      if (tenth > shown) shown = tenth
      next
    }
    /^ninja: (Entering directory|no work to do)/ { next }
    { print; fflush() }'
  status=${PIPESTATUS[0]}
  return "$status"
}
