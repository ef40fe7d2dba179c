#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the site of the documentation, build/site/index.html. Installs and builds what is missing.
set -uo pipefail
usage="usage: tools/docs.sh (no arguments); KILN_BUILD_DIR=folder builds elsewhere"
case ${1:-} in -h | --help) echo "$usage"; exit 0 ;; esac
[ $# -eq 0 ] || { echo "$usage" >&2; exit 2; }
source "$(dirname "$0")/setup.sh"

install_packages "${BUILD_PACKAGES[@]}" "${DOCS_PACKAGES[@]}"
configure_and_build "$BUILD_DIR" || exit 1
python3 tools/docs/build_site.py . "$BUILD_DIR/tools/kiln/kiln" "$BUILD_DIR/site-work" "$BUILD_DIR/site"
