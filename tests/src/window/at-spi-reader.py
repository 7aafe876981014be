"""Reads the window of a browser as a screen reader does, over AT-SPI: lines of JSON, commands on stdin, answers and live announcements on stdout."""

import json
import sys
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

# The names that came instead differ between versions of the library.
warnings.simplefilter("ignore", DeprecationWarning)
MOST_NODES = 3000


def say(**fields):
    print(json.dumps(fields), flush=True)


def document():
    """The page: the first document of any program on this desktop."""
    desktop = Atspi.get_desktop(0)
    # What was there before the browser came is remembered otherwise.
    desktop.clear_cache()
    todo = [desktop.get_child_at_index(at) for at in range(desktop.get_child_count())]
    for _ in range(MOST_NODES):
        if not todo:
            return None
        node = todo.pop(0)
        if node is None:
            continue
        if node.get_role_name() == "document web":
            return node
        todo += [node.get_child_at_index(at) for at in range(min(node.get_child_count(), 50))]
    return None


def text_of(node):
    """What is written in the node itself; a screen reader speaks it where there is no name."""
    text = node.get_text_iface()
    return Atspi.Text.get_text(text, 0, -1).replace("\ufffc", "").strip() if text else ""


def nodes():
    """Everything that is shown, in the order in which it is read."""
    root = document()
    todo = [root] if root else []
    while todo:
        node = todo.pop()
        if node is None:
            continue
        yield node
        todo += reversed([node.get_child_at_index(at) for at in range(node.get_child_count())])


def actions_of(node):
    actions = node.get_action_iface()
    return [Atspi.Action.get_action_name(actions, at) for at in range(Atspi.Action.get_n_actions(actions))] if actions else []


def described(node):
    attributes = node.get_attributes() or {}
    return {
        "role": node.get_role_name(),
        "name": node.get_name() or "",
        "text": text_of(node),
        "live": attributes.get("container-live", ""),
        "level": attributes.get("level", ""),
        "actions": actions_of(node),
        "enabled": node.get_state_set().contains(Atspi.StateType.SENSITIVE),
        "focusable": node.get_state_set().contains(Atspi.StateType.FOCUSABLE),
    }


def press(role, name):
    for node in nodes():
        if node.get_role_name() == role and node.get_name() == name:
            return bool(Atspi.Action.do_action(node.get_action_iface(), 0))
    return False


def obey(source, _condition):
    line = source.readline()
    if line == "":
        Atspi.event_quit()
        return False
    command = json.loads(line)
    try:
        if command["do"] == "read":
            say(answer=[described(node) for node in nodes()])
        else:
            say(answer=press(command["role"], command["name"]))
    except GLib.Error as error:
        # A node went away while it was read.
        say(answer=None, why=str(error))
    return True


def hear(event):
    """What changes in a live region is spoken without being asked for."""
    try:
        node = event.source
        live = (node.get_attributes() or {}).get("container-live", "off")
        if live == "off":
            return
        added = event.any_data if "text-changed" in event.type else None
        words = added if isinstance(added, str) else text_of(node) or node.get_name()
        if words.replace("\ufffc", "").strip():
            say(announced=words.replace("\ufffc", "").strip(), live=live)
    except GLib.Error:
        pass


listener = Atspi.EventListener.new(hear)
for kind in ("object:text-changed:insert", "object:children-changed:add", "object:property-change:accessible-name"):
    listener.register(kind)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, obey)
say(answer="ready")
Atspi.event_main()
