# Sourced by run.sh, test.sh and .ci/run from the repository root: what Warpscope needs, how it is
# installed, and how it is built. Everything said here goes to standard error, because standard
# output belongs to the program.

# THE list of packages (Debian 12 and later, Ubuntu 24.04 and later).
packages_build=(
  g++ cmake ninja-build pkg-config ccache
  libimgui-dev libglfw3-dev python3-glad libegl-dev libgl1-mesa-dri libstb-dev
  libcli11-dev nlohmann-json3-dev libyaml-cpp-dev libfmt-dev libzstd-dev libboost-context-dev
  libmuparser-dev libcairo2-dev gettext libdw-dev libeigen3-dev clang
  fonts-inter fonts-jetbrains-mono libgtest-dev
)
packages_test=(xvfb xauth xdotool imagemagick procps libopenblas0-pthread libfftw3-single3
  python3-jsonschema dbus-daemon python3-gi)
packages_check=(git clang-format clang-tidy libclang-rt-dev ffmpeg)

say() { echo "warpscope: $*" >&2; }

# install PACKAGE…: with apt-get, and only what is missing.
install() {
  if ! command -v apt-get >/dev/null; then
    check_tools "$@"
    return
  fi
  local missing=() package
  local -A installed=()
  while read -r package; do installed[$package]=1; done < <(
    dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p')
  for package in "$@"; do
    [[ -v installed[$package] ]] || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then return; fi

  local root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      say "these packages are missing, and there is no sudo to install them with: ${missing[*]}"
      say "as root, run: apt-get install ${missing[*]}"
      exit 3
    fi
    root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${root[@]}" apt-get update -q >&2
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
}

# On other systems the names differ: name the tools that are missing; CMake names the libraries.
check_tools() {
  local missing=() tool
  for tool in c++ cmake ninja pkg-config glad; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  if ((${#missing[@]} > 0)); then
    say "there is no apt-get here, and these tools are missing: ${missing[*]}"
    say "install what the following Debian packages hold: $*"
    exit 3
  fi
}

# What the build folder is configured with; it remembers it.
configure_options=()
# --cuda builds the CUDA machines, whether or not a GPU is here.
ask_cuda() { configure_options+=(-D WARPSCOPE_CUDA:STRING=ON); }
# For who changes Warpscope: a newer compiler of a user's may warn of more.
ask_strict() { configure_options+=(-D WARPSCOPE_WERROR:BOOL=ON); }

# is_configured PRESET: as asked.
is_configured() {
  [[ -f build/$1/build.ninja ]] || return 1
  local option
  for option in "${configure_options[@]}"; do
    [[ $option == -D ]] || grep -qx "$option" "build/$1/CMakeCache.txt" || return 1
  done
}

# configure PRESET: once.
configure() {
  if is_configured "$1"; then return; fi
  say "configuring build/$1"
  cmake --preset "$1" "${configure_options[@]}" >&2
}

# build PRESET [ARGUMENT…]: Ninja knows what is to do. Silent when nothing is.
build() {
  local preset=$1
  shift
  configure "$preset"
  cmake --build --preset "$preset" "$@" 2>&1 |
    sed -u -e '/Re-checking globbed directories/d' -e '/^ninja: no work to do/d' >&2
}

# tell_skipped LOG: why tests skipped, and how many. Their suites pass, so that ctest does not say it.
tell_skipped() {
  local reasons
  reasons=$(grep -a -A 1 ': Skipped$' "$1" | grep -av -e ': Skipped$' -e '^--$' | sort | uniq -c) || return 0
  say "tests that skipped, and why:"
  echo "$reasons" >&2
}

# run_tests PRESET [ARGUMENT…]: one more at a time than there are cores, since some only wait. If all
# that failed is LeakSanitizer itself, which now and then trips over a thread that is just ending,
# those tests run once more.
run_tests() {
  local preset=$1 logs=build/$1/Testing/Temporary
  shift
  if ctest --preset "$preset" -j $(($(nproc) + 1)) "$@"; then
    tell_skipped "$logs/LastTest.log"
    return
  fi
  local failed tripped
  failed=$(grep -c . "$logs/LastTestsFailed.log") || true
  tripped=$(grep -ac 'LeakSanitizer has encountered a fatal error' "$logs/LastTest.log") || true
  ((tripped > 0 && tripped == failed)) || return 1
  say "LeakSanitizer itself failed in $tripped of them, which run once more"
  ctest --preset "$preset" --rerun-failed
}
