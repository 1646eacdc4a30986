#!/usr/bin/env bash
# Installs what is missing, builds, runs all tests. Arguments go to ctest: ./test.sh -R Embedded
set -euo pipefail
cd "$(dirname "$0")"
source .ci/setup.sh

install "${packages_build[@]}" "${packages_test[@]}"
build release
ctest --preset release "$@"
