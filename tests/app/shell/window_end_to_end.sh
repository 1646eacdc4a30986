#!/bin/sh
# Opens the real window under Xvfb, drives it by keys and mouse, and looks whether it does what they
# say: by what changes in the picture, by the files it writes, by what it remembers.
#
#   window_end_to_end.sh WARPSCOPE
#
# It waits for what it wants to see and never for a time, so that a slow machine only takes longer:
# until the picture is another one, until a file is there, or until the window and its display
# sleep, which they do when there is nothing left to draw.
# Exit 77 (skipped) where Xvfb, xdotool or import (ImageMagick) are missing.
set -eu
program=$1
for tool in Xvfb xdotool import; do command -v "$tool" >/dev/null || exit 77; done

folder=$(mktemp -d)
trap 'kill "${window_pid:-}" "${server_pid:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data"
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

# Without a display: one sentence that names the headless commands, exit 3.
code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$program" 2>"$folder/sentence" || code=$?
[ "$code" = 3 ] || fail "without a display: exit $code instead of 3"
grep -q "warpscope list" "$folder/sentence" || fail "no headless command is named"

Xvfb -displayfd 3 -screen 0 1600x900x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
server_pid=$!
wait_for "Xvfb names its display" test -s "$folder/display"
DISPLAY=:$(cat "$folder/display")
export DISPLAY

cd "$folder"
"$program" &
window_pid=$!
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

window=$(timeout "$longest" xdotool search --sync --onlyvisible --name '^Warpscope$' | head -1)
[ -n "$window" ] || fail "no window appeared"
# A window has a name before X shows it, and only one that is shown takes the focus.
focused() { xdotool windowfocus --sync "$window" 2>/dev/null; }
wait_for "the window takes the focus" focused
xdotool mousemove --window "$window" 700 5  # where it points at nothing
settle

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

# A key steps.
before=$(still)
key Right
differs "$before" || fail "Right changed nothing"
after=$(shot)

# A kernel is chosen by its name; it is in the trace that is saved, and remembered at the end.
ask k blelloch
wait_for "another kernel is shown" differs "$after"
chosen=$(still)
ask ctrl+s run.wscope
wait_for "a trace is saved" test -s run.wscope
"$program" info run.wscope | grep -q scan_blelloch || fail "the saved trace is not of the chosen kernel"
wait_for "the notice of the trace goes" equals "$chosen"

# Pictures of two moments differ; of one moment they do not.
key Home
save_picture start.png
save_picture again.png
cmp -s start.png again.png || fail "two pictures of one moment differ"

# Playing goes on by itself, and stops.
first=$(still)
xdotool key --window "$window" space
wait_for "playing shows another access" differs "$first"
second=$(shot)
wait_for "playing goes on" differs "$second"
key space
stopped=$(still)
sleep 2
equals "$stopped" || fail "it plays on after it was stopped"
save_picture played.png
! cmp -s start.png played.png || fail "the picture after playing is that of the start"

# The timeline is scrubbed: from its right end to its left one.
eval "$(xdotool getwindowgeometry --shell "$window")"
drag_y=$((HEIGHT - 105))
key End
at_end=$(still)
xdotool mousemove --window "$window" $((WIDTH * 9 / 10)) $drag_y mousedown 1
settle
for part in 8 7 6 5; do
  xdotool mousemove --window "$window" $((WIDTH * part / 10)) $drag_y
  settle
done
xdotool mouseup 1
settle
differs "$at_end" || fail "dragging along the timeline changed nothing"
xdotool mousemove --window "$window" 700 5
save_picture scrubbed.png
! cmp -s start.png scrubbed.png || fail "scrubbing went nowhere"
! cmp -s played.png scrubbed.png || fail "scrubbing left the playhead where it was"

# Another kernel stands beside it, and goes away.
alone=$(still)
key c
wait_for "another kernel stands beside it" differs "$alone"
settle
key c
wait_for "the comparison is left" equals "$alone"

# Measuring asks what to measure, or says why it cannot: without a GPU. Escape leaves either.
before=$(still)
key alt+i
wait_for "the timing view comes forward" differs "$before"
timing=$(still)
key ctrl+i
wait_for "measuring asks what, or says why it cannot" differs "$timing"
settle
kill -0 "$window_pid" || fail "measuring took the window down"
key Escape
wait_for "what measuring asked or said goes" equals "$timing"

# Idle, the window sleeps.
idles() {
  start=$(ticks)
  sleep 3
  used=$(($(ticks) - start))
  [ "$used" -le 6 ]
}
settle
idles || idles || fail "an idle window uses $used of 300 ticks, more than 2 % of a core"
echo "idle: $used of 300 ticks"

key t
xdotool key --window "$window" ctrl+q
closed() { ! kill -0 "$window_pid" 2>/dev/null; }
wait_for "the window closes" closed
wait "$window_pid"
settings="$XDG_CONFIG_HOME/warpscope/settings.json"
grep -q '"theme": "light"' "$settings" || fail "the theme was not remembered"
grep -q '"kernel": "scan_blelloch"' "$settings" || fail "the kernel was not remembered"
echo "the window opened, chose, played, scrubbed, compared, exported, slept and closed"
