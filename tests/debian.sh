#!/usr/bin/env bash
# Tries Warpscope in another Debian, from nothing: a root of its own, a clone of what is committed here,
# packages, build, tests. By hand and as root; CI does not. docs/building.md says more.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'END'
usage: tests/debian.sh [--bare] RELEASE [COMMAND…]

Runs COMMAND (./test.sh) in a fresh clone of this repository, in a Debian RELEASE such as trixie.
The root is made with debootstrap in $WARPSCOPE_ROOTS (/var/tmp/warpscope) and is kept for the next time,
with the packages and the build folder; remove $WARPSCOPE_ROOTS/RELEASE to begin from nothing.

--bare  a root without /sys, /dev/pts and /dev/shm, such as a plain chroot
END
}

fail() { echo "tests/debian.sh: $*" >&2; exit 2; }

# Everything is mounted in a namespace of its own: the mounts end with the processes of this script, however
# those end, and no other process sees them.
if [[ ${1:-} != --inside ]]; then
  ((EUID == 0)) || fail "only root can make a root: run it with sudo"
  command -v debootstrap >/dev/null || fail "needs debootstrap: apt-get install debootstrap"
  exec unshare --mount --pid --fork --kill-child --propagation private "$PWD/tests/debian.sh" --inside "$@"
fi
shift

bare=0
if [[ ${1:-} == --bare ]]; then
  bare=1
  shift
fi
release=${1:-}
[[ $release =~ ^[a-z]+$ ]] || { usage >&2; exit 2; }
shift
(($# > 0)) || set -- ./test.sh

roots=${WARPSCOPE_ROOTS:-/var/tmp/warpscope}
root=$roots/$release
mount -t proc proc /proc  # that of this namespace
if [[ ! -d $root ]]; then
  # Under its name only when it is whole.
  rm -rf --one-file-system -- "$root.part"
  mkdir -p "$roots"
  debootstrap --variant=minbase "$release" "$root.part"
  # From now on mounts of debootstrap's own would be seen by mv.
  ! grep -q " $root.part/" /proc/self/mounts || umount "$root.part"/*
  mv "$root.part" "$root"
fi

commit=$(git rev-parse HEAD)
git diff --quiet HEAD || echo "tests/debian.sh: what is not committed is left out" >&2
[[ -d $root/warpscope/.git ]] || git clone -q --no-hardlinks --no-checkout . "$root/warpscope"
git -C "$root/warpscope" fetch -q "$PWD" HEAD
git -C "$root/warpscope" checkout -q --detach "$commit"

mount -t proc proc "$root/proc"
if ((!bare)); then
  mount -t sysfs -o ro sysfs "$root/sys"
  mkdir -p "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -sf pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs tmpfs "$root/dev/shm"
fi
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
exec env -i HOME=/root TERM="${TERM:-dumb}" LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  chroot "$root" sh -c 'cd /warpscope && exec "$@"' sh "$@"
