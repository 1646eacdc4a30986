# Opens the real window under Xvfb for the end-to-end tests. To be sourced, with $program set:
# skips the test where tools are missing, makes a folder and a display for it, and ends both with it.
#
# Nothing here waits for a time, only for what is to be seen, so that a slow machine only takes
# longer: until the picture is another one, until a file is there, or until the window and its
# display sleep, which they do when there is nothing left to draw.

for tool in Xvfb xdotool import pkill; do command -v "$tool" >/dev/null || exit 77; done

folder=$(mktemp -d)
trap 'kill ${window_pid:-} ${server_pid:-} 2>/dev/null || true; rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data"
# The window's own fields, which keys reach, whatever desktop is here.
export WARPSCOPE_FILE_CHOOSER="${WARPSCOPE_FILE_CHOOSER:-own}"
# OpenGL drivers keep memory to the end of the process; our own leaks are looked for by the tests.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
fail() { echo "$1"; exit 1; }

longest=60  # seconds to wait for one thing
# wait_for WHAT COMMAND…: waits until the command succeeds.
wait_for() {
  what=$1
  shift
  tries=$((longest * 10))
  while ! "$@"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "not within $longest s: $what"
    sleep 0.1
  done
}

Xvfb -displayfd 3 -screen 0 1600x900x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
server_pid=$!
wait_for "Xvfb names its display" test -s "$folder/display"
DISPLAY=:$(cat "$folder/display")
export DISPLAY

cd "$folder"

# open_window ARGUMENTS…: starts the program and waits until its window has the focus.
open_window() {
  "$program" "$@" &
  window_pid=$!
  window=$(timeout "$longest" xdotool search --sync --onlyvisible --name '^Warpscope$' | head -1)
  [ -n "$window" ] || fail "no window appeared"
  # A window has a name before X shows it, and only one that is shown takes the focus.
  focused() { xdotool windowfocus --sync "$window" 2>/dev/null; }
  wait_for "the window takes the focus" focused
  xdotool mousemove --window "$window" 700 5  # where it points at nothing
  settle
}
ticks() { awk '{print $14 + $15}' "/proc/$window_pid/stat"; }
# Whether a thread of the window or its display runs or would like to. A starved one would, too.
runs() { cat /proc/"$window_pid"/task/*/stat "/proc/$server_pid/stat" | grep -q ') [RD] '; }
# Until both sleep for a while: all that was asked for is done and drawn.
settle() {
  asleep=0
  tries=$((longest * 20))
  while [ "$asleep" -lt 8 ]; do
    [ "$asleep" -gt 0 ] || used=$(ticks)
    asleep=$((asleep + 1))
    if runs || [ $(($(ticks) - used)) -gt 1 ]; then asleep=0; fi
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "the window does not come to rest"
    sleep 0.05
  done
}
shot() { import -silent -window "$window" rgb:- | md5sum; }
still() { settle; shot; }
differs() { [ "$(shot)" != "$1" ]; }
equals() { [ "$(shot)" = "$1" ]; }

key() { xdotool key --window "$window" "$@"; settle; }
# Opens what asks for a text, types it and enters it. A field that appears has all its text chosen:
# what is typed takes its place.
ask() {
  shown=$(shot)
  key "$1"
  wait_for "$1 opens a sheet" differs "$shown"
  shown=$(still)
  xdotool type --window "$window" --delay 50 "$2"
  wait_for "the typed text is shown" differs "$shown"
  shown=$(still)
  # Held until it is seen: the field looks at the keys once a frame.
  xdotool keydown --window "$window" Return
  wait_for "the text is entered" differs "$shown"
  xdotool keyup --window "$window" Return
  settle
}
is_png() { [ -s "$1" ] && tail -c 12 "$1" | grep -q IEND; }
# Until the notice of the file has gone, too: nothing else may change while pictures are compared.
save_picture() {
  unsaved=$(still)
  ask ctrl+e "$1"
  wait_for "the picture $1 is written" is_png "$1"
  [ "$(head -c 4 "$1" | tail -c 3)" = PNG ] || fail "$1 is no PNG"
  wait_for "the notice of $1 goes" equals "$unsaved"
}

# Idle, the window sleeps.
idles() {
  start=$(ticks)
  sleep 3
  used=$(($(ticks) - start))
  [ "$used" -le 6 ]
}
closed() { ! kill -0 "$window_pid" 2>/dev/null; }
