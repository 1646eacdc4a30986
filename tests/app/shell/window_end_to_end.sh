#!/bin/sh
# Opens the real window under Xvfb, drives it by keys and mouse, and looks whether it does what they
# say: by what changes in the picture, by the files it writes, by what it remembers.
#
#   window_end_to_end.sh WARPSCOPE
#
# Exit 77 (skipped) where Xvfb, xdotool or import (ImageMagick) are missing.
set -eu
program=$1
. "$(dirname "$0")/xvfb_window.sh"

# Without a display: one sentence that names the headless commands, exit 3.
code=0
env -u DISPLAY -u WAYLAND_DISPLAY "$program" 2>"$folder/sentence" || code=$?
[ "$code" = 3 ] || fail "without a display: exit $code instead of 3"
grep -q "warpscope list" "$folder/sentence" || fail "no headless command is named"

open_window

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

# The wheel zooms into the stage's picture, and a key shows all of it again.
eval "$(xdotool getwindowgeometry --shell "$window")"
xdotool mousemove --window "$window" $((WIDTH * 2 / 5)) $((HEIGHT / 3))
pointed=$(still)
xdotool click --repeat 4 --delay 40 4
zoomed=$(still)
differs "$pointed" || fail "the wheel changed nothing"
key alt+z
wait_for "the whole picture is back" differs "$zoomed"
wait_for "the whole picture is as it was" equals "$pointed"
xdotool mousemove --window "$window" 700 5
settle

# The timeline is scrubbed: from its right end to its left one.
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
settle
idles || idles || fail "an idle window uses $used of 300 ticks, more than 2 % of a core"
echo "idle: $used of 300 ticks"

key t
xdotool key --window "$window" ctrl+q
wait_for "the window closes" closed
wait "$window_pid"
settings="$XDG_CONFIG_HOME/warpscope/settings.json"
grep -q '"theme": "light"' "$settings" || fail "the theme was not remembered"
grep -q '"kernel": "scan_blelloch"' "$settings" || fail "the kernel was not remembered"
echo "the window opened, chose, played, scrubbed, compared, exported, slept and closed"
