#!/bin/sh
# Opens the real window under Xvfb, drives it by keys, and looks whether it does what they say.
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

# Without a display: one sentence that names the headless commands, exit 3.
code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$program" 2>"$folder/sentence" || code=$?
[ "$code" = 3 ] || { echo "without a display: exit $code instead of 3"; exit 1; }
grep -q "warpscope list" "$folder/sentence" || { echo "no headless command is named"; exit 1; }

Xvfb -displayfd 3 -screen 0 1600x900x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
server_pid=$!
for _ in $(seq 100); do [ -s "$folder/display" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$folder/display")
export DISPLAY

"$program" &
window_pid=$!
window=$(timeout 60 xdotool search --sync --name '^Warpscope$' | head -1)
xdotool windowfocus --sync "$window"
sleep 1

# What the keys do is read from the picture: each changes it.
shot() { import -silent -window "$window" rgb:- | md5sum; }
before=$(shot)
xdotool key --window "$window" Right
sleep 1
after=$(shot)
[ "$before" != "$after" ] || { echo "Right changed nothing"; exit 1; }

# Idle, the window sleeps.
ticks() { awk '{print $14 + $15}' "/proc/$window_pid/stat"; }
sleep 1
start=$(ticks)
sleep 3
used=$(($(ticks) - start))
echo "idle: $used of 300 ticks"
[ "$used" -le 6 ] || { echo "an idle window uses more than 2 % of a core"; exit 1; }

xdotool key --window "$window" t
sleep 0.5
xdotool key --window "$window" ctrl+q
for _ in $(seq 50); do kill -0 "$window_pid" 2>/dev/null || break; sleep 0.1; done
wait "$window_pid"
grep -q '"theme": "light"' "$XDG_CONFIG_HOME/warpscope/settings.json" ||
  { echo "the theme was not remembered"; exit 1; }
echo "the window opened, obeyed, slept and closed"
