#!/bin/sh
# Opens the real window under Xvfb, drives it by keys and mouse, and looks whether it does what they
# say: by what changes in the picture, by the files it writes, by what it remembers.
#
#   window_end_to_end.sh WARPSCOPE
#
# Exit 77 (skipped) where Xvfb, xdotool or import (ImageMagick) are missing.
set -eu
program=$1
for tool in Xvfb xdotool import; do command -v "$tool" >/dev/null || exit 77; done

folder=$(mktemp -d)
trap 'kill "${window_pid:-}" "${server_pid:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
export XDG_CONFIG_HOME="$folder/config"
# OpenGL drivers keep memory to the end of the process; our own leaks are looked for by the tests.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
fail() { echo "$1"; exit 1; }

# Without a display: one sentence that names the headless commands, exit 3.
code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$program" 2>"$folder/sentence" || code=$?
[ "$code" = 3 ] || fail "without a display: exit $code instead of 3"
grep -q "warpscope list" "$folder/sentence" || fail "no headless command is named"

Xvfb -displayfd 3 -screen 0 1600x900x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
server_pid=$!
for _ in $(seq 100); do [ -s "$folder/display" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$folder/display")
export DISPLAY

cd "$folder"
"$program" &
window_pid=$!
window=$(timeout 60 xdotool search --sync --name '^Warpscope$' | head -1)
xdotool windowfocus --sync "$window"
sleep 1
xdotool mousemove --window "$window" 700 5  # where it points at nothing

key() { xdotool key --window "$window" "$@"; sleep 0.3; }
text() { xdotool type --window "$window" --delay 50 "$1"; sleep 0.5; }
# Opens what asks for a text, types it and enters it. A field that appears has all its text chosen:
# what is typed takes its place.
ask() {
  key "$1"
  sleep 1.5
  text "$2"
  # Held for longer than a slow frame: the field looks at the keys once a frame.
  xdotool keydown --window "$window" Return
  sleep 0.6
  xdotool keyup --window "$window" Return
  sleep 0.3
}
shot() { import -silent -window "$window" rgb:- | md5sum; }
# Waits until two pictures in a row are equal; that one.
still() {
  seen=$(shot)
  for _ in $(seq 40); do
    sleep 0.25
    next=$(shot)
    [ "$seen" = "$next" ] && break
    seen=$next
  done
  echo "$seen"
}
save_picture() {
  ask ctrl+e "$1"
  for _ in $(seq 100); do
    [ -s "$1" ] && tail -c 12 "$1" | grep -q IEND && break
    sleep 0.1
  done
  [ -s "$1" ] || fail "no picture $1 was written"
  sleep 2  # for the sheet to go
  [ "$(head -c 4 "$1" | tail -c 3)" = PNG ] || fail "$1 is no PNG"
}

# A key steps.
before=$(still)
key Right
after=$(still)
[ "$before" != "$after" ] || fail "Right changed nothing"

# A kernel is chosen by its name; it is in the trace that is saved, and remembered at the end.
ask k hillis
sleep 1
chosen=$(still)
[ "$after" != "$chosen" ] || fail "choosing a kernel changed nothing"
ask ctrl+s run.wscope
for _ in $(seq 100); do [ -s run.wscope ] && break; sleep 0.1; done
[ -s run.wscope ] || fail "no trace was saved: $(ls)"
"$program" info run.wscope | grep -q hillis || fail "the saved trace is not of the chosen kernel"

# Pictures of two moments differ; of one moment they do not.
key Home
save_picture start.png
save_picture again.png
cmp -s start.png again.png || fail "two pictures of one moment differ"

# Playing goes on by itself, and stops.
key Home
first=$(shot)
key space
sleep 1.5
second=$(shot)
[ "$first" != "$second" ] || fail "playing shows nothing new"
key space
stopped=$(still)
sleep 1
[ "$stopped" = "$(shot)" ] || fail "it plays on after it was stopped"
save_picture played.png
! cmp -s start.png played.png || fail "the picture after playing is that of the start"

# The timeline is scrubbed: from its right end to its left one.
eval "$(xdotool getwindowgeometry --shell "$window")"
drag_y=$((HEIGHT - 105))
key End
at_end=$(still)
xdotool mousemove --window "$window" $((WIDTH * 9 / 10)) $drag_y mousedown 1
sleep 0.3
for part in 8 7 6 5; do
  xdotool mousemove --window "$window" $((WIDTH * part / 10)) $drag_y
  sleep 0.1
done
xdotool mouseup 1
scrubbed=$(still)
[ "$at_end" != "$scrubbed" ] || fail "dragging along the timeline changed nothing"
xdotool mousemove --window "$window" 700 5
save_picture scrubbed.png
! cmp -s start.png scrubbed.png || fail "scrubbing went nowhere"
! cmp -s played.png scrubbed.png || fail "scrubbing left the playhead where it was"

# Another kernel stands beside it, and goes away.
alone=$(still)
key c
sleep 1
compared=$(still)
[ "$alone" != "$compared" ] || fail "comparing changed nothing"
key c
sleep 1
[ "$compared" != "$(still)" ] || fail "the comparison cannot be left"

# Idle, the window sleeps.
ticks() { awk '{print $14 + $15}' "/proc/$window_pid/stat"; }
sleep 6  # for the notice of the last file to go
start=$(ticks)
sleep 3
used=$(($(ticks) - start))
echo "idle: $used of 300 ticks"
[ "$used" -le 6 ] || fail "an idle window uses more than 2 % of a core"

key t
sleep 0.5
key ctrl+q
for _ in $(seq 50); do kill -0 "$window_pid" 2>/dev/null || break; sleep 0.1; done
wait "$window_pid"
settings="$XDG_CONFIG_HOME/warpscope/settings.json"
grep -q '"theme": "light"' "$settings" || fail "the theme was not remembered"
grep -q '"kernel": "scan_hillis_steele"' "$settings" || fail "the kernel was not remembered"
echo "the window opened, chose, played, scrubbed, compared, exported, slept and closed"
