"""Every action of the window as data: title, key, menu, when it is enabled; menus are made from it elsewhere.

Space, Enter and Escape are handled by the window and not as shortcuts, so that buttons and lists keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.text.words import Verb
from rules.engine.frozen import frozen

MENUS = ("&Game", "&Edit", "&Orders", "&View", "&Help")


@frozen
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
    ActionSpec("new", "&New…", "&Game", ("Ctrl+N",), "Choose a scenario and start a new game."),
    ActionSpec("open", "&Open…", "&Game", ("Ctrl+O",), "Open a saved game."),
    ActionSpec("save", "&Save", "&Game", ("Ctrl+S",), "Save to the file you used last.", "game"),
    ActionSpec(
        "save_as",
        "Save &As…",
        "&Game",
        ("Ctrl+Shift+S",),
        "Save a copy to another file. Every game is also saved automatically.",
        "game",
    ),
    ActionSpec("folder", "Show my &games folder", "&Game", (), "The folder where games are saved automatically."),
    ActionSpec(
        "report", "Save &report…", "&Game", ("Ctrl+R",), "Save the game's story as a web page, with pictures.", "game"
    ),
    ActionSpec(
        "print", "&Print…", "&Game", ("Ctrl+P",), "Print set-up sheets, player aids, counters or the map.", "paper"
    ),
    ActionSpec(
        "players",
        "P&layers…",
        "&Game",
        ("Ctrl+G",),
        "Choose who plays each side: you or the computer.",
        "own",
        separated=True,
    ),
    ActionSpec("online", "Play onl&ine…", "&Game", (), "Play over a link with somebody at another computer."),
    ActionSpec(
        "proof", "What this game p&roves…", "&Game", (), "See what the saved game proves, and what it can't.", "game"
    ),
    ActionSpec(
        "make_here",
        "Make a scen&ario of this position…",
        "&Game",
        (),
        "Begin a scenario of your own where this turn began.",
        "drafted",
    ),
    ActionSpec("workshop", "&Workshop", "&Game", (), "Show the scenario you are making.", "drafts"),
    ActionSpec(
        "record_lesson", "Re&cord a lesson", "&Game", (), "Make a lesson of what you play in this playtest.", "tried"
    ),
    ActionSpec(
        "keep_lesson",
        "&Keep the lesson",
        "&Game",
        (),
        "Stop recording and edit the steps in the workshop.",
        "recording",
    ),
    ActionSpec("score", "&Final score…\tSpace", "&Game", (), "See who won and how the score adds up.", "over"),
    ActionSpec("quit", "&Quit", "&Game", ("Ctrl+Q",), "Quit. The game is saved as it stands.", separated=True),
    ActionSpec(
        "undo", "&Undo", "&Edit", ("Ctrl+Z",), "Undo the last command, up to the last die roll or draw.", "undo"
    ),
    ActionSpec("redo", "&Redo", "&Edit", ("Ctrl+Y", "Ctrl+Shift+Z"), "Redo the command you undid.", "redo"),
    ActionSpec(
        "take_back",
        "&Take back past the dice…",
        "&Edit",
        ("Ctrl+Backspace",),
        "Undo the last command and its dice, if both players agree.",
        "take_back",
    ),
    ActionSpec(
        "copy_log",
        "&Copy the log",
        "&Edit",
        ("Ctrl+Shift+C",),
        "Copy the whole log to the clipboard.",
        "game",
        separated=True,
    ),
    ActionSpec(
        "look_back",
        "Game &history…",
        "&Edit",
        ("Ctrl+H", "Ctrl+Shift+L"),
        "Step through the game without undoing anything.",
        "past",
        separated=True,
    ),
    ActionSpec("step_back", "One step back", "&Edit", ("Alt+Left",), "View the previous position.", "past"),
    ActionSpec("step_on", "One step forward", "&Edit", ("Alt+Right",), "View the next position.", "looking"),
    ActionSpec(
        "since", "&What just happened", "&Edit", ("Ctrl+Shift+H",), "Replay everything since your last order.", "past"
    ),
    ActionSpec(
        "branch", "Branch &from here…", "&Edit", (), "Start a new game from the position you are viewing.", "looking"
    ),
    ActionSpec("find", "&Find…", "&Edit", ("Ctrl+F",), "Find a unit, hex, place or rule.", "table", separated=True),
    ActionSpec(
        "notes_of_game",
        "&Notes and bookmarks…",
        "&Edit",
        ("Ctrl+E",),
        "Write notes that are saved with the game.",
        "table",
    ),
    ActionSpec(
        "bookmark",
        "&Bookmark this position",
        "&Edit",
        ("Ctrl+K",),
        "Mark this position so you can come back to it.",
        "table",
    ),
    ActionSpec("change_keys", "C&hange keys…", "&Edit", (), "Change the keyboard shortcuts."),
    ActionSpec(
        "preferences", "&Preferences…", "&Edit", ("Ctrl+,",), "Set colors, sizes, animation and prompts to skip."
    ),
    ActionSpec("forward", "Continue\tSpace", "&Orders", (), "Confirm, finish or pass, as the prompt says.", "asked"),
    ActionSpec(
        "rest", "Skip for this &turn", "&Orders", ("Shift+Space",), "Pass, and don't ask again this turn.", "rest"
    ),
    ActionSpec("back", "Cancel\tEsc", "&Orders", (), "Cancel, go back a step or clear the selection.", "asked"),
    ActionSpec(
        "hint",
        "&Suggest a move",
        "&Orders",
        ("Ctrl+Shift+G",),
        "See what the computer would do in your place. Nothing is ordered.",
        "hint",
        separated=True,
    ),
    ActionSpec(
        "why",
        "Wh&y did the computer do that?",
        "&Orders",
        ("Ctrl+Shift+Y",),
        "See the computer's reasons for its last order.",
        "staffed",
    ),
    ActionSpec(
        "army",
        "Order of &battle",
        "&View",
        ("Ctrl+U",),
        "List every unit with its state, position and arrival.",
        "table",
    ),
    ActionSpec("dice", "&Dice statistics", "&View", ("Ctrl+D",), "Compare the dice so far with the average.", "table"),
    ActionSpec(
        "overview",
        "O&verview map",
        "&View",
        ("F10", "Ctrl+Shift+O"),
        "Show the whole map in a corner.",
        "board",
        checkable=True,
    ),
    ActionSpec("full_screen", "F&ull screen", "&View", ("F11", "Ctrl+Meta+F"), "Turn full screen on or off."),
    ActionSpec(
        "focus_orders",
        "Go to &orders",
        "&View",
        ("F4", "Ctrl+1"),
        "Move the keyboard focus to the Orders panel.",
        "game",
        separated=True,
    ),
    ActionSpec("focus_board", "Go to &map", "&View", ("F5", "Ctrl+2"), "Move the keyboard focus to the map.", "game"),
    ActionSpec("focus_log", "Go to lo&g", "&View", ("F6", "Ctrl+3"), "Move the keyboard focus to the log.", "game"),
    ActionSpec("fold_log", "C&ollapse log", "&View", ("Ctrl+L",), "Collapse the log, or show it again.", "game"),
    ActionSpec(
        "fold_orders",
        "Collapse o&rders",
        "&View",
        ("Ctrl+Shift+U",),
        "Collapse the orders, or show them again.",
        "game",
    ),
    ActionSpec(
        "fold_stack",
        "Collapse stac&k",
        "&View",
        ("Ctrl+Shift+X",),
        "Collapse the panel below the orders, or show it again.",
        "game",
    ),
    ActionSpec(
        "alone",
        "Map onl&y",
        "&View",
        ("Ctrl+M", "Ctrl+Shift+A"),
        "Hide the log and orders, or show them again.",
        "game",
    ),
    ActionSpec("sound", "S&ounds", "&View", ("Ctrl+Shift+M",), "Turn sounds on or off.", checkable=True),
    ActionSpec(
        "theme_system", "&System default", "&View", checkable=True, group="theme", submenu="&Colors", separated=True
    ),
    ActionSpec("theme_light", "&Light", "&View", checkable=True, group="theme", submenu="&Colors"),
    ActionSpec("theme_dark", "&Dark", "&View", checkable=True, group="theme", submenu="&Colors"),
    ActionSpec(
        "help", "&How to play", "&Help", ("F1", "Ctrl+?"), "How to read counters and the map, and the game on one page."
    ),
    ActionSpec("learn", "&Learn…", "&Help", tip="A guided first battle, then the rulebook's examples as lessons."),
    ActionSpec(
        "lesson_next",
        "Ne&xt lesson step",
        "&Help",
        ("Shift+F1", "Ctrl+J"),
        "Go to the next step, or skip one.",
        "lesson",
    ),
    ActionSpec("lesson_resume", "&Resume lesson", "&Help", (), "Continue the lesson you left.", "left_lesson"),
    ActionSpec("sample", "&Sample module…", "&Help", tip="Three small battles made in the workshop, to be installed."),
    ActionSpec(
        "notes", "Scenario &notes", "&Help", ("F7", "Ctrl+I"), "Read the history and hints while you play.", "game"
    ),
    ActionSpec("keys", "&Keys", "&Help", ("F2", "Ctrl+/"), "List every keyboard shortcut."),
    ActionSpec("markers", "&Markers", "&Help", ("F8", "Ctrl+Shift+K"), "See what every marker means."),
    ActionSpec(
        "reference",
        "&Rules reference…",
        "&Help",
        ("F3", "Ctrl+Shift+F"),
        "Look up the thing under the pointer, or a rule by number or word.",
    ),
    ActionSpec("newer", "&Check for a new version…", "&Help", (), "Check the releases page once.", separated=True),
    ActionSpec("about", "&About Chitpull", "&Help"),
)


HELD: tuple[ActionSpec, ...] = (
    ActionSpec("bare", "Hide counters (hold)", "&View", ("Backspace",), "Works while you hold the key."),
    ActionSpec(
        "loupe", "Magnify counters (hold)", "&View", ("F12", "Shift+Backspace"), "Works while you hold the key."
    ),
)
"""What lasts as long as its key is held: no action of a menu, but its key can be changed like one."""
REPEATING = ("undo", "redo", "step_back", "step_on", "zoom_in", "zoom_out", "next_unit")
"""Actions whose key may be held down."""
