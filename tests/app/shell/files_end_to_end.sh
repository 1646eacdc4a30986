#!/bin/sh
# Opens the real window under Xvfb, with a session's bus and a desktop's portal that only this test has: files are
# chosen by the portal's dialog, the window goes on while it is open, and may be closed.
#
#   files_end_to_end.sh WARPSCOPE
#
# Exit 77 (skipped) where Xvfb, xdotool, import (ImageMagick), dbus-daemon or python3-gi are missing; 1 for the last two
# if WARPSCOPE_REQUIRE_DBUS=1.
set -eu
program=$1
here=$(cd "$(dirname "$0")" && pwd)
missing() {
  [ "${WARPSCOPE_REQUIRE_DBUS:-}" != 1 ] || { echo "$1 is missing"; exit 1; }
  exit 77
}
command -v dbus-daemon >/dev/null || missing dbus-daemon
/usr/bin/python3 -c "import gi.repository.Gio" 2>/dev/null || missing python3-gi
WARPSCOPE_FILE_CHOOSER=desktop
. "$here/xvfb_window.sh"

cat >bus.conf <<END
<busconfig><type>session</type><listen>unix:path=$folder/bus</listen><auth>EXTERNAL</auth><policy context='default'>
<allow send_destination='*'/><allow receive_sender='*'/><allow own='*'/></policy></busconfig>
END
dbus-daemon --config-file=bus.conf --nofork --print-address >address 2>/dev/null &
bus_pid=$!
mkfifo plan
wait_for "the bus says its address" test -s address
DBUS_SESSION_BUS_ADDRESS=$(cat address)
export DBUS_SESSION_BUS_ADDRESS
/usr/bin/python3 "$here/../desktop/fake_portal.py" "$DBUS_SESSION_BUS_ADDRESS" <plan >calls &
portal_pid=$!
trap 'kill ${window_pid:-} ${portal_pid:-} ${bus_pid:-} ${server_pid:-} 2>/dev/null || true; rm -rf "$folder"' EXIT
exec 9>plan
lines() { grep -c "^$1" calls || true; }
# portal_will PLAN: see fake_portal.py.
portal_will() {
  told=$(lines ready)
  echo "$1" >&9
  heard() { [ "$(lines ready)" -gt "$told" ]; }
  wait_for "the portal hears: $1" heard
}
asked() { [ "$(lines "$1")" -ge "$2" ]; }
wait_for "the portal begins" asked ready 1

open_window reduce_strided
before=$(still)

portal_will "answer (uint32 0, {'uris': <['file://$folder/saved%20trace.wscope']>})"
key ctrl+s
wait_for "the trace is saved where the dialog said" test -s "saved trace.wscope"
grep -q "^SaveFile ('x11:[0-9a-f]*', " calls || fail "the dialog does not stand above the window: $(cat calls)"
wait_for "the notice of the trace goes" equals "$before"

portal_will "answer (uint32 1, @a{sv} {})"
key ctrl+o
wait_for "the user is asked for a file" asked OpenFile 1
wait_for "nothing is left of a dialog that was cancelled" equals "$before"

portal_will never
key ctrl+o
wait_for "the user is asked again" asked OpenFile 2
wait_for "the window says so, and draws" differs "$before"
key Escape
wait_for "Escape closes the dialog" asked Close 1
wait_for "and the popup" equals "$before"

key ctrl+o
wait_for "the user is asked a third time" asked OpenFile 3
xdotool key --window "$window" ctrl+q
wait_for "the window closes below an open dialog" closed
wait "$window_pid"
wait_for "and takes the dialog with it" asked Close 2

export WARPSCOPE_FILE_CHOOSER=own
open_window reduce_strided
before=$(still)
key ctrl+o
wait_for "the window asks by itself" differs "$before"
[ "$(lines OpenFile)" = 3 ] || fail "the desktop was asked, though it should not be"
echo "the desktop's dialog saved, was cancelled, was left, and closed with the window"
