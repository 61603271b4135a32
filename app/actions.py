"""Every action of the window as data: title, key, menu, when it is enabled; menus are made from it elsewhere.

Space, Enter and Escape are handled by the window and not as shortcuts, so that buttons and lists keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.text.words import Verb

MENUS = ("&Game", "&Edit", "&Orders", "&View", "&Help")


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action: `needs` names the condition that enables it, actions of a `group` exclude each other.

    `before` is the action of its menu before which a system's action is inserted.
    """

    id: str
    title: str
    menu: str
    keys: tuple[str, ...] = ()
    tip: str = ""
    needs: str = ""
    checkable: bool = False
    group: str = ""
    submenu: str = ""
    separated: bool = False
    before: str = ""


def verb_actions(verbs: Mapping[str, Verb]) -> list[ActionSpec]:
    """Return an action for each verb that has a key."""
    return [
        ActionSpec(f"verb_{name}", row.label, "&Orders", (row.key,), row.tip, f"verb:{name}", separated=row.apart)
        for name, row in verbs.items()
        if row.key
    ]


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("new", "&New…", "&Game", ("Ctrl+N",), "Choose a scenario and start a game."),
    ActionSpec("open", "&Open…", "&Game", ("Ctrl+O",), "Go on with a saved game."),
    ActionSpec("save", "&Save", "&Game", ("Ctrl+S",), "Write this game where you saved it last.", "game"),
    ActionSpec(
        "save_as",
        "Save &As…",
        "&Game",
        ("Ctrl+Shift+S",),
        "Write this game to another file; it is kept anyway.",
        "game",
    ),
    ActionSpec("folder", "Show the folder of my &games", "&Game", (), "Where every game is kept by itself."),
    ActionSpec("report", "Write a &report…", "&Game", ("Ctrl+R",), "The game as a web page, with pictures.", "game"),
    ActionSpec("print", "&Print…", "&Game", ("Ctrl+P",), "Set-up sheets, player aids, counters, the map.", "paper"),
    ActionSpec(
        "players",
        "P&layers…",
        "&Game",
        ("Ctrl+G",),
        "Who plays which side: you, or the computer.",
        "game",
        separated=True,
    ),
    ActionSpec("proof", "What this game p&roves…", "&Game", (), "What its record proves and what not.", "game"),
    ActionSpec("score", "&Final score…\tSpace", "&Game", (), "Who has won, and every line of the score.", "over"),
    ActionSpec("quit", "&Quit", "&Game", ("Ctrl+Q",), "Leave. The game is kept as it stands.", separated=True),
    ActionSpec("undo", "&Undo", "&Edit", ("Ctrl+Z",), "Undo the last command, up to the last die or draw.", "undo"),
    ActionSpec("redo", "&Redo", "&Edit", ("Ctrl+Y", "Ctrl+Shift+Z"), "Give the command again that was undone.", "redo"),
    ActionSpec(
        "take_back",
        "&Take back past the dice…",
        "&Edit",
        ("Ctrl+Backspace",),
        "Go back before the last command, dice and all, as both players agree.",
        "take_back",
    ),
    ActionSpec(
        "copy_log",
        "&Copy the log",
        "&Edit",
        ("Ctrl+Shift+C",),
        "Put the whole log on the clipboard.",
        "game",
        separated=True,
    ),
    ActionSpec(
        "look_back",
        "Look &back…",
        "&Edit",
        ("Ctrl+H", "Ctrl+Shift+L"),
        "Step through the game without undoing it.",
        "past",
        separated=True,
    ),
    ActionSpec("step_back", "One step back", "&Edit", ("Alt+Left",), "Look at the position before this one.", "past"),
    ActionSpec("step_on", "One step on", "&Edit", ("Alt+Right",), "Look at the position after this one.", "looking"),
    ActionSpec(
        "since",
        "&What has happened",
        "&Edit",
        ("Ctrl+Shift+H",),
        "Play all that has happened since the last order of the player who decides.",
        "past",
    ),
    ActionSpec(
        "branch", "Play on &from here…", "&Edit", (), "Begin a new game from the position you look at.", "looking"
    ),
    ActionSpec("find", "&Find…", "&Edit", ("Ctrl+F",), "Find a unit, hex, place or rule.", "table", separated=True),
    ActionSpec(
        "notes_of_game", "&Notes and bookmarks…", "&Edit", ("Ctrl+E",), "Write about the game; kept in it.", "table"
    ),
    ActionSpec("bookmark", "&Bookmark this position", "&Edit", ("Ctrl+K",), "Mark it to come back to.", "table"),
    ActionSpec("change_keys", "C&hange keys…", "&Edit", (), "Give actions other keys."),
    ActionSpec("preferences", "&Preferences…", "&Edit", ("Ctrl+,",), "Colours, and what to pass over for a player."),
    ActionSpec(
        "forward", "Continue\tSpace", "&Orders", (), "Confirm, finish or pass, whatever the prompt offers.", "asked"
    ),
    ActionSpec(
        "rest", "Skip for this &turn", "&Orders", ("Shift+Space",), "Pass, and pass over it for the turn.", "rest"
    ),
    ActionSpec("back", "Cancel\tEsc", "&Orders", (), "Cancel, take a step back, or let go of the selection.", "asked"),
    ActionSpec(
        "hint",
        "&What would the staff do?",
        "&Orders",
        ("Ctrl+Shift+G",),
        "Its advice; nothing is ordered.",
        "hint",
        separated=True,
    ),
    ActionSpec(
        "why", "Wh&y did the staff do that?", "&Orders", ("Ctrl+Shift+Y",), "What the computer thought.", "staffed"
    ),
    ActionSpec(
        "army", "Order of &battle", "&View", ("Ctrl+U",), "Every unit: its state, its place, when it comes.", "table"
    ),
    ActionSpec(
        "dice", "&Dice of both sides", "&View", ("Ctrl+D",), "The dice so far against what was expected.", "table"
    ),
    ActionSpec(
        "overview",
        "O&verview map",
        "&View",
        ("F10", "Ctrl+Shift+O"),
        "The whole map in a corner.",
        "board",
        checkable=True,
    ),
    ActionSpec("full_screen", "F&ull screen", "&View", ("F11", "Ctrl+Meta+F"), "Fill the screen, or give it back."),
    ActionSpec(
        "focus_orders",
        "To the &orders",
        "&View",
        ("F4", "Ctrl+1"),
        "Give the keyboard to the Orders panel.",
        "game",
        separated=True,
    ),
    ActionSpec("focus_board", "To the &map", "&View", ("F5", "Ctrl+2"), "Give the keyboard to the map.", "game"),
    ActionSpec("focus_log", "To the lo&g", "&View", ("F6", "Ctrl+3"), "Give the keyboard to the log.", "game"),
    ActionSpec("fold_log", "F&old the log", "&View", ("Ctrl+L",), "Fold the log, or bring it back.", "game"),
    ActionSpec(
        "fold_orders", "Fold the o&rders", "&View", ("Ctrl+Shift+U",), "Fold the orders, or bring them back.", "game"
    ),
    ActionSpec(
        "fold_stack", "Fold the stac&k", "&View", ("Ctrl+Shift+X",), "Fold what lies below the orders, or not.", "game"
    ),
    ActionSpec(
        "alone",
        "Map alon&e",
        "&View",
        ("Ctrl+M", "Ctrl+Shift+A"),
        "Put log and orders away, or bring them back.",
        "game",
    ),
    ActionSpec(
        "sound", "S&ounds", "&View", ("Ctrl+Shift+M",), "Hear chits, dice and shots, or nothing.", checkable=True
    ),
    ActionSpec(
        "theme_system", "As the &system", "&View", checkable=True, group="theme", submenu="&Colours", separated=True
    ),
    ActionSpec("theme_light", "&Light", "&View", checkable=True, group="theme", submenu="&Colours"),
    ActionSpec("theme_dark", "&Dark", "&View", checkable=True, group="theme", submenu="&Colours"),
    ActionSpec(
        "help", "&How to play", "&Help", ("F1", "Ctrl+?"), "How to read counters and map, and the game in one page."
    ),
    ActionSpec("learn", "&Learn…", "&Help", tip="A guided first battle, and the worked examples as lessons."),
    ActionSpec(
        "lesson_next", "Ne&xt in the lesson", "&Help", ("Shift+F1", "Ctrl+J"), "Go on, or pass a step over.", "lesson"
    ),
    ActionSpec("lesson_resume", "&Go on with the lesson", "&Help", (), "Take up the lesson you left.", "left_lesson"),
    ActionSpec(
        "notes", "&Notes of this scenario", "&Help", ("F7", "Ctrl+I"), "History and hints, beside the game.", "game"
    ),
    ActionSpec("keys", "&Keys", "&Help", ("F2", "Ctrl+/"), "Every key."),
    ActionSpec("markers", "&Markers", "&Help", ("F8", "Ctrl+Shift+K"), "Every marker with its picture."),
    ActionSpec(
        "reference",
        "&Rules reference…",
        "&Help",
        ("F3", "Ctrl+Shift+F"),
        "Look up what is pointed at, or a rule by number or word.",
    ),
    ActionSpec("newer", "&Check for a new version…", "&Help", (), "Looks at the releases page once.", separated=True),
    ActionSpec("about", "&About Chitpull", "&Help"),
)


HELD: tuple[ActionSpec, ...] = (
    ActionSpec("bare", "Hide the counters (held)", "&View", ("Backspace",), "As long as the key is held."),
    ActionSpec(
        "loupe", "Loupe on the counters (held)", "&View", ("F12", "Shift+Backspace"), "As long as the key is held."
    ),
)
"""What lasts as long as its key is held: no action of a menu, but its key can be changed like one."""
REPEATING = ("undo", "redo", "step_back", "step_on", "zoom_in", "zoom_out", "next_unit")
"""Actions whose key may be held down."""
