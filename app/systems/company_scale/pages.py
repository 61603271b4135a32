"""The pages about the Company Scale System: how to play, markers, clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.board.hexes import center, hex_path
from app.diagram import Diagram
from app.systems.base import HelpPages
from app.systems.company_scale.board.effects import DRAWINGS
from app.systems.company_scale.board.marker_art import worn
from app.systems.company_scale.board.markers import chip_picture
from app.systems.company_scale.drawings.how_to_read import counter_drawing, map_drawing
from app.systems.company_scale.sides import AS_PRINTED, SIDES, Armed, arms_in
from app.systems.company_scale.text import names as wording
from app.text.parts import Markup, compose, join
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r08_5_4_status import DG_FIRE, DG_TROOP_QUALITY, MAX_DG, PINNED_FIRE, SUPPRESSED_TROOP_QUALITY
from rules.company_scale.scenario import CLAUSES
from rules.company_scale.series import CITY, Series, printed_series, rerolls_of, series_in
from rules.engine.english import capital, signed

# --- The pages about the Company Scale System: how to play, markers, clauses ---------------------------------------

SHOWN = "first-light"
"""The scenario whose counters and map are explained."""

HOW_TO_PLAY = Markup("""
<h2>How to play</h2>
<p>Two players share this computer, or one plays both sides. The bar at the top says whose decision it is and what is
asked; the Orders panel lists everything you can do. You can't break a rule: if something isn't possible, the program
says why and names the rule.</p>
<h3>A turn</h3>
<p><b>Preparation.</b> Each side spends its divisions' dispatch points on chits. They go into the Cup with the two
Direct Command chits, Wind and Random Event.</p>
<p><b>Action.</b> Chits are drawn one at a time. A Division or Formation chit makes all its units active; a Direct
Command chit lets you pay for units one at a time. Before each draw you can pay to play a Formation chit at once.</p>
<h3>What a unit can do</h3>
<p>An active unit has one action: move, fire, fire indirectly, lay smoke, rally, build, or return from the rout box.
If it is in command, a second action costs 1 direct command. Units move in column and fight best deployed; changing
formation is free before an action.</p>
<p><b>Move</b> by dragging the counter, or click it and then a shaded hex. Shaded hexes show the movement points left,
and the path follows the pointer. Leaving a hex in an enemy fire zone draws opportunity fire, and the other player is
asked. Under a Direct Command chit, drop an inactive unit on a hex and choose <i>Activate and move</i>.</p>
<p><b>Fire</b> by dropping the counter on an enemy, or with F. The Fire page shows the fire value, every modifier with
its rule, and the exact odds of each result. Nothing is spent before you confirm.</p>
<p><b>Indirect fire</b> with G: every hex that the gun or a spotter of its division sees is marked; click one, or drop
the counter on it. Smoke (W) and, at night, illumination (O) work the same way; Esc cancels.</p>
<h3>Assaults</h3>
<p>Place a prepared assault marker next to your units with J, for 1 dispatch point, before any unit acts. When their
chit comes up again, declare the assaults: click a marked hex to cancel or reinstate its assault; click a unit next to
several targets, then the hex to send it to. The page shows both sums line by line and the odds of winning. Retreat,
advance and assign disorganization by clicking hexes and counters.</p>
<h3>Division displays</h3>
<p>F9 opens them under the map: tracks, support weapons, routed units, transport pool, aircraft, heroes and attached
formations of every division, open to both players. A dot beside a name and a frame round a counter mean it can be
used now. Drag it to a hex (a truck to the unit it loads, a routed unit next to its headquarters, an aircraft to its
target), or press Enter on it for a menu. Drag a support weapon from the map into its box to detach it, a leader from
hex to hex, and an attached formation to the name of another division. A crossed box at the left edge of a transport
or tank means a unit is aboard; the Stack panel names it.</p>
<p><b>Transports</b> load with L and unload with U; units get on tanks with Q and off with Shift+Q. Pick the unit, or
the counter that carries it.</p>
<h3>Other questions</h3>
<p>Aircraft, ambushes, heroes, evacuation and random events ask when their time comes. Click a marked hex to answer,
or use the Orders panel. If a hex has several answers, a click asks which. After a die, Bourbon and Cognac allow a
reroll: R rerolls, K keeps the roll.</p>
<p>Asked too often? Under Edit, Preferences, tick the prompts you rarely use. The program then passes for you, the log
says so, and Undo (or a take-back once a die has been rolled) brings the prompt back. Shift+Space skips buying chits
for this turn only.</p>
<h3>Looking around</h3>
<p>Ctrl+F finds a unit, hex, place or rule. Ctrl+U opens the order of battle: every unit with its state and place,
losses and reinforcements; click a unit to see it. F10 shows the whole map in a corner; click or drag in it to move
the view. Hold Backspace to hide the counters, F12 to magnify those under the pointer. F11 is full screen.</p>
<p>Ctrl+D compares each side's dice with the average and says how lucky they were. Ctrl+E opens notes and bookmarks,
saved with the game; Ctrl+K bookmarks the position on the board. Ctrl+R writes a report: one web page with log,
pictures, notes and dice.</p>
<p>V shades what the hex under the pointer sees. I draws a line of sight between two hexes and lists everything on it.
Z and Shift+Z show what each side can fire at: your own fire zone is green with teeth pointing out, the enemy's is red
with teeth pointing in. The one you asked for last is drawn in full, the others as thin edges; click one in the legend
to bring it back. A red pill round the points left means the move may draw fire. Click any rule number to read the
rule.</p>
<p><b>Reading the board.</b> The Germans are dark and square, the Allies light and round (the French with a cut
corner, the FFI with eight), at every size and in gray. A counter that glows is active. A black pip is one action; an
ear with a tick (on a small counter, a bar across) means done; a red diamond at the left edge, out of command. A disc
with a number is disorganization, a yellow P pinned, a triangle S suppressed. Edit, Preferences has other colors for
players who see some of these alike, and larger counters and text.</p>
<p>Undo goes back to the last die, draw or enemy decision; Redo (Ctrl+Y or Ctrl+Shift+Z) goes forward again. Beyond
that, both players can agree to take back. The game is saved after every order: if the program stops, it offers to
continue where you were. You can also send the saved game to a friend: when it comes back, the program says how many
orders are new, or shows both copies if each of you has played on. Dice of such a game are on honor; Game, Play online
goes on from where it stands at a host, which rolls for both.</p>
<p>Help, Learn… teaches the game on the table: a guided first battle, then the rulebook's worked examples as lessons
with goals. You can leave a lesson at any time; the game remembers where you were. Balance… on the start page lets the
computer play both sides of a battle many times and shows how often each wins.</p>
""")

LOOKS = """The Germans are dark and square, the Allies light and round (the French with a cut
corner, the FFI with eight)"""
REROLL = """ After a die, {} allow a
reroll: R rerolls, K keeps the roll."""
"""What the help says of the printed game alone, and of one with re-roll markers."""
REROLLS = "28"

KEYS = (
    ("0 to 9", "Enter your own die roll when one is asked for"),
    ("Arrow keys", "Move the hex cursor"),
    ("Home, PgUp, End, PgDn", "Move it diagonally: up left, up right, down left, down right"),
    ("Number pad", "Move it by the digits 1 to 9"),
    ("Enter", "Pick up the counter under the cursor, put it down, or answer the prompt"),
    ("Shift and Enter", "Pick up the whole stack"),
    ("/", "Cycle through a stack"),
    (". and ,", "Next and previous unit that can act"),
)
"""Keys of the board."""


class Pages(HelpPages):
    """The pages of the Help menu."""

    help = HOW_TO_PLAY
    board_keys = KEYS
    catalogue = CLAUSES

    def drawings(self, scenario: Any = None) -> Sequence[Diagram]:
        """Return the drawings of counters and map, taken from First Light where the game is the printed one."""
        shown = load_scenario(SHOWN)
        if series_in(scenario) == printed_series():
            return counter_drawing(shown), map_drawing(shown)
        from app.systems.company_scale.drawings.of_series import drawings_of  # few games are another one

        return drawings_of(scenario, shown)

    def how_to_play(self, scenario: Any = None) -> Markup:
        """Return the help page, with the sides of a scenario's game."""
        series = series_in(scenario)
        if series == printed_series():
            return HOW_TO_PLAY
        looks = compose("Counters of {} are square, those of {} round", *(series.sides[seat].players for seat in SIDES))
        rerolls = compose(REROLL, rerolls_of(series)) if REROLLS in series.chapters else ""
        printed = REROLL.format(rerolls_of(printed_series()))
        return Markup(HOW_TO_PLAY.replace(LOOKS, looks).replace(printed, rerolls))

    def markers(self, ratio: float, scenario: Any = None) -> tuple[Markup, Mapping[str, QImage]]:
        """Return the page of markers and its pictures, those of a scenario's game."""
        series = series_in(scenario)
        jam: Mapping[str, Any] = getattr(getattr(scenario, "charts", None), "traffic_jam", {})
        return markers_page(series, str(jam.get("city", CITY))), marker_pictures(ratio, arms_in(series))


# --- The page of markers: a picture of each, its name and rule, and how its hex is drawn ---------------------------

SIZE, GROUND = 40, 76
PICTURE = "<img src='{0}' width='{1}' height='{1}'>"
ROW = "<tr><td valign='middle'>{}</td><td>{}</td><td valign='middle'><b>{}</b> <small>({})</small><br>{}</td></tr>"
ROWS: tuple[tuple[str, str | int | None, str, str], ...] = (
    ("dg", 2, "8.5.4",
     "The hex has lower fire and troop quality and fewer movement points. {levels} Each point beyond 4 eliminates a "
     "unit. One rally removes one level."),
    ("pinned", None, "10.2.2",
     "Units here can't move, assault or fire indirectly; fire {pinned}. A rally removes this before any "
     "disorganization."),
    ("suppressed", None, "10.2.1",
     "Units here can't fire, move or assault; troop quality {suppressed}. The only action is the rally that removes "
     "it. Suppressed again, every unit here is eliminated."),
    ("no_opportunity_fire", None, "8.6",
     "The hex has used its opportunity fire. It can use opportunity fire again when a unit here becomes active."),
    ("sustained_fire", None, "8.6.1",
     "The hex has used opportunity fire and may again, once per trigger. A roll of 6 or more ({allied}) or 8 or more "
     "({german}) ends that."),
    ("concentrated_fire", None, "8.3.6",
     "The hex fired with +1. It has no fire zone and no opportunity fire until a unit here becomes active."),
    ("ridge", None, "6.2.2",
     "These units hold the ridge: better protected across it, +2 when they fire across it. Fire from any other side "
     "gets +2."),
    ("prepared_assault", "german", "9.2",
     "{Germans} can assault this hex in a later activation. It stays while their units are adjacent."),
    ("prepared_assault", "allied", "9.2",
     "{Allies} can assault this hex in a later activation. It stays while their units are adjacent."),
    ("barrage", "smoke", "8.7.2", "Blocks line of sight through the hex; no other effect on units in it."),
    ("barrage", "light", "8.7.2", "Blocks line of sight through the hex. Units in it: fire −1."),
    ("barrage", "medium", "8.7.2",
     "Blocks line of sight through the hex. Units in it: fire −2, troop quality −1, movement halved."),
    ("barrage", "heavy", "8.7.2",
     "Blocks line of sight through the hex. Units in it: fire −3, troop quality −2, no movement."),
    ("illumination", None, "8.7.3", "The hex is seen as by day until the next Wind chit or morning."),
    ("on_fire", None, "8.8.1",
     "Nobody can enter or fire through. A unit still here when its activation ends is eliminated; from a new fire it "
     "has its next activation to leave."),
    ("fire_cleared", None, "8.8.1", "Burnt down: clear terrain for the rest of the game."),
    ("foxhole", None, "11.1", "Defense −1 for units of the side that dug it. Removed when the last of them leaves."),
    ("trench", None, "11.1",
     "Defense −2 and troop quality +1 for units of the side that built it. Removed when the last of them leaves."),
    ("kampfgruppe", None, "24.0",
     "Every {german} unit within 2 hexes is active for one action. They count as one formation."),
    ("traffic_jam", None, "22.1",
     "All city hexes of {city}: double cost to enter, no road movement, defense +1. The next random event ends "
     "it."),
)  # fmt: skip
"""Markers with the rule and the words that explain each."""


_ONLY = {"concentrated_fire": "8.3.6", "kampfgruppe": "24", "traffic_jam": "22"}
"""The chapters to which markers belong that not every game has."""


def _figures(series: Series, city: str) -> Mapping[str, str]:
    """Return the sides and the numbers that the explanations name, as the rules have them."""
    german, allied = (series.sides[seat] for seat in SIDES)
    move = ["", "movement −1", "movement −1", "movement halved", "movement halved"]
    levels = [
        f"Level {n}: fire {signed(DG_FIRE[n])}, {move[n]}, troop quality {signed(DG_TROOP_QUALITY[n])}"
        for n in range(1, MAX_DG + 1)
    ]
    return {
        "city": city,
        "levels": "; ".join(levels) + ".",
        "pinned": signed(PINNED_FIRE),
        "suppressed": signed(SUPPRESSED_TROOP_QUALITY),
        "german": german.name,
        "allied": allied.name,
        "Germans": capital(german.players),
        "Allies": capital(allied.players),
    }


def markers_page(series: Series, city: str = CITY) -> Markup:
    """Return a table with every marker of a game whose traffic jams are in a `city` (22.1).

    Its pictures are those of `marker_pictures`.
    """
    rows = [Markup("<h2>Markers</h2><table cellspacing='0' cellpadding='4'>")]
    figures = _figures(series, city)
    for kind, value, rule, told in ROWS:
        if _ONLY.get(kind, "") not in ("", *series.chapters):
            continue
        drawn = compose(PICTURE, f"ground-{kind}-{value}", GROUND) if kind in DRAWINGS else ""
        chip = compose(PICTURE, f"chip-{kind}-{value}", SIZE)
        rows.append(compose(ROW, chip, drawn, _name(series, kind, value), rule, told.format(**figures)))
    return join("", [*rows, Markup("</table>")])


def _name(series: Series, kind: str, value: str | int | None) -> str:
    """Return the name of a marker; the level of disorganization is only that of the picture."""
    if kind == "dg":
        return "Disorganized, DG 1 to 4"
    if value in series.sides:
        return f"{wording.MARKERS[kind]} ({series.sides[str(value)].name})"
    return wording.marker(kind, value)


def marker_pictures(ratio: float = 1.0, arms: Armed = AS_PRINTED) -> Mapping[str, QImage]:
    """Return the pictures of the page by the names it uses."""
    pictures: dict[str, QImage] = {}
    for kind, value, *_ in ROWS:
        pictures[f"chip-{kind}-{value}"] = chip_picture(worn(kind, value, arms), round(SIZE * ratio / 1.3)).toImage()
        if kind in DRAWINGS:
            pictures[f"ground-{kind}-{value}"] = _ground(kind, str(value or ""), ratio)
    return pictures


def _ground(kind: str, value: str, ratio: float) -> QImage:
    image = QImage(round(GROUND * ratio), round(GROUND * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(image.width() / 2, image.height() / 2)
    painter.scale(image.width() / 96, image.height() / 96)
    edge = hex_path(0)
    edge.translate(-center(0))
    painter.fillPath(edge, QColor("#eee3bd"))
    painter.strokePath(edge, QPen(QColor("#8a7a50"), 1.2))
    DRAWINGS[kind](painter, value, 1.0)
    painter.end()
    return image
