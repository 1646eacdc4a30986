#!/bin/sh
# Kills the real window under Xvfb while somebody works in it, and looks where the next one opens.
#
#   crash_end_to_end.sh WARPSCOPE
#
# Exit 77 (skipped) where Xvfb, xdotool or import (ImageMagick) are missing.
set -eu
program=$1
. "$(dirname "$0")/xvfb_window.sh"
place="$XDG_DATA_HOME/warpscope/windows/1.json"

keeps() { grep -q "$1" "$place" 2>/dev/null; }
crash() {
  kill -9 "$window_pid"
  wait_for "the window is killed" closed
}

# A window that has worked for a while is killed; the next one opens where it was.
open_window scan_blelloch
key Home Right Right Right
wait_for "the access is kept" keeps '"access": 3'
wait_for "the window has lived for a while" keeps '"early": false'
keeps scan_blelloch || fail "the kernel is not kept"
crash
open_window
wait_for "the next window lives for a while" keeps '"early": false'
keeps scan_blelloch || fail "the next window shows another kernel"
keeps '"access": 3' || fail "the next window is at another access"
key Right
wait_for "it goes on from there" keeps '"access": 4'

# One that dies at once is not gone on with: the next one starts at home, and offers it.
crash
"$program" &
window_pid=$!
wait_for "the window takes the place over" keeps '"early": true'
crash
open_window
sleep 6
keeps '"early": true' || fail "the place is gone to though it may have ended the window"
keeps '"access": 4' || fail "the place is not kept for the offer"
at_home=$(still)
key ctrl+shift+R
differs "$at_home" || fail "the offered place is not gone to"
wait_for "the offered place is gone to" keeps '"early": false'
keeps scan_blelloch || fail "the offer leads to another kernel"

# A window that is closed leaves nothing to go on with.
xdotool key --window "$window" ctrl+q
wait_for "the window closes" closed
[ ! -e "$place" ] || fail "a window that was closed left its place"
