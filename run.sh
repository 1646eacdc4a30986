#!/usr/bin/env bash
# Installs what is missing, builds, and starts warpscope with the given arguments.
# Without arguments: the window where there is a display, else a tour in text and pictures.
# --cuda, before them, builds the CUDA machines too; else they are built where there is a GPU.
set -euo pipefail
root=$(cd "$(dirname "$0")" && pwd)
source "$root/.ci/setup.sh"
if [[ ${1:-} == --cuda ]]; then
  ask_cuda
  shift
fi
(
  cd "$root"
  install "${packages_build[@]}"
  build release --target warpscope
)
warpscope=$root/build/release/bin/warpscope

# Two reductions that do the same additions, one with bank conflicts and one without.
tour() {
  local kernel access
  say "no display: a tour in text and pictures; ./run.sh --help names the commands"
  "$warpscope" compare reduce_strided reduce_sequential
  mkdir -p out
  for access in 10 20 30 35 40 45; do
    for kernel in reduce_strided reduce_sequential; do
      "$warpscope" export "$kernel" --step "$access" -o "out/$access-$kernel.png"
    done
  done
  say "the same moments of both kernels are now in $PWD/out"
}

if (($# > 0)) || [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  exec "$warpscope" "$@"
fi
tour
