#!/usr/bin/env bash
# Installs what is missing, builds, and starts warpscope with the given arguments.
# Without arguments: the window where there is a display, else a tour in text and pictures.
set -euo pipefail
root=$(cd "$(dirname "$0")" && pwd)
(
  cd "$root"
  source .ci/setup.sh
  install "${packages_build[@]}"
  build release --target warpscope
)
warpscope=$root/build/release/bin/warpscope

# Two reductions that do the same additions, one with bank conflicts and one without.
tour() {
  mkdir -p out
  echo "No display: a tour without the window. See also: ./run.sh --help" >&2
  "$warpscope" compare reduce_strided reduce_sequential
  local kernel step view
  for kernel in reduce_strided reduce_sequential; do
    for step in 5 20 45; do
      "$warpscope" export "$kernel" --view window --step "$step" --format png \
        --size 1920x1080 -o "out/$kernel-$step.png"
    done
  done
  echo "Pictures: $(ls out/*.png | tr '\n' ' ')" >&2
}

if (($# > 0)) || [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  exec "$warpscope" "$@"
fi
tour
