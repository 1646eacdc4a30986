#!/usr/bin/python3
"""A desktop's portal without a desktop, for tests: owns org.freedesktop.portal.Desktop on a bus and answers as
each line of standard input says. Prints "ready", and a line for each call: its method and its arguments.

    answer VARIANT   replies, then sends the signal Response with these arguments
    early VARIANT    the signal first
    other VARIANT    the request's object has another name than the specification says
    forged VARIANT   the signal comes from somebody else, and never from the portal
    never            replies, and leaves the dialog open
    refuse           replies with an error
    silent           does not reply
    leave            replies, and goes away
"""

import sys

from gi.repository import Gio, GLib

PORTAL = "/org/freedesktop/portal/desktop"
FILES = """<node><interface name='org.freedesktop.portal.FileChooser'>
  <method name='OpenFile'><arg type='s' direction='in'/><arg type='s' direction='in'/>
    <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
  <method name='SaveFile'><arg type='s' direction='in'/><arg type='s' direction='in'/>
    <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
</interface></node>"""
REQUEST = "<node><interface name='org.freedesktop.portal.Request'><method name='Close'/></interface></node>"


def connect():
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        sys.argv[1], flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


def tell(line):
    print(line, flush=True)


class Portal:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.bus = connect()
        self.open_objects = set()
        self.plan = "never"
        files = Gio.DBusNodeInfo.new_for_xml(FILES).interfaces[0]
        self.request = Gio.DBusNodeInfo.new_for_xml(REQUEST).interfaces[0]
        self.bus.register_object(PORTAL, files, self.asked, None, None)
        self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                           GLib.Variant("(su)", ("org.freedesktop.portal.Desktop", 4)), None, 0, -1, None)
        GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.told)
        tell("ready")

    def told(self, *_):
        line = sys.stdin.readline()
        if not line:
            self.loop.quit()
            return False
        self.plan = line.rstrip("\n")
        tell("ready")
        return True

    def respond(self, bus, receiver, path, text):
        bus.emit_signal(receiver, path, "org.freedesktop.portal.Request", "Response",
                        GLib.Variant.parse(None, text, None, None))
        bus.flush_sync(None)

    def closed(self, _bus, _sender, _path, _interface, method, _arguments, invocation):
        tell(method)
        invocation.return_value(None)

    def asked(self, bus, sender, _path, _interface, method, arguments, invocation):
        kind, _, text = self.plan.partition(" ")
        token = arguments.unpack()[2]["handle_token"]
        path = f"{PORTAL}/request/{sender[1:].replace('.', '_')}/{token}"
        if kind == "other":
            path = f"{PORTAL}/request/of_old"
        if path not in self.open_objects:
            self.open_objects.add(path)
            bus.register_object(path, self.request, self.closed, None, None)
        tell(f"{method} {arguments.print_(True)}")  # not before it can be closed
        if kind == "refuse":
            invocation.return_dbus_error("org.freedesktop.portal.Error.Failed", "There is no backend.")
            return
        if kind == "silent":
            self.kept = invocation
            return
        if kind == "early":
            self.respond(bus, sender, path, text)
        invocation.return_value(GLib.Variant("(o)", (path,)))
        if kind == "forged":
            self.respond(connect(), sender, path, text)
        if kind == "answer":
            self.respond(bus, sender, path, text)
        if kind == "other":  # it must have read the reply
            GLib.timeout_add(100, self.respond, bus, sender, path, text)
        if kind == "leave":
            bus.flush_sync(None)
            self.loop.quit()


Portal().loop.run()
