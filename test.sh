#!/usr/bin/env bash
# Installs what is missing, builds, runs all tests. Arguments go to ctest: ./test.sh -R Embedded
# runs the suites whose names hold that word.
# --cuda, before them, builds the CUDA machines and their tests too, GPU or not.
set -euo pipefail
cd "$(dirname "$0")"
source .ci/setup.sh
if [[ ${1:-} == --cuda ]]; then
  ask_cuda
  shift
fi

install "${packages_build[@]}" "${packages_test[@]}"
build release
run_tests release "$@"
