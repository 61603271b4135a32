"""The small line under the prompt, and the warning before an activation ends: who has not acted, who will burn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.play.seat import answered
from app.systems.company_scale.questions import question
from app.systems.company_scale.verbs import units_of, verb
from app.text.names import Names
from rules.company_scale.records.answers import Abandoning, Ending
from rules.company_scale.records.view import UnitView, View
from rules.engine.command import Command
from rules.engine.options import Decision

# --- What the end of an activation does by itself: units in a fire are eliminated (8.8.1) --------------------------

ENDING = "end_activation"
BURNS = "A unit still here when its activation ends is eliminated (8.8.1)."
"""Said of a burning hex."""


def burning(query: Callable[..., Any]) -> list[str]:
    """Return the units that are eliminated if the activation ends now (8.8.1)."""
    answer = answered(Ending, query("ending"))
    return [unit for units in answer.burn.values() for unit in units] if answer is not None else []


def burnt(command: Command, names: Names, query: Callable[..., Any]) -> str:
    """Return a sentence that names the units an order leaves to burn, or ""."""
    units = burning(query) if command.verb == ENDING else []
    if not units:
        return ""
    dies = "stands in a burning hex. It is" if len(units) == 1 else "stand in burning hexes. They are"
    return f"{_in_a_list(units, names)} {dies} eliminated if the activation ends now (8.8.1)."


def price(verb: str, query: Callable[..., Any]) -> str:
    """Return what giving an order costs by itself, in two words for its button, or ""."""
    units = burning(query) if verb == ENDING else []
    return "" if not units else "1 unit burns" if len(units) == 1 else f"{len(units)} units burn"


def leaving(query: Callable[..., Any], names: Names) -> str:
    """Return which units leave the map when the activation ends (22.3), or ""."""
    answer = answered(Ending, query("ending"))
    units = list(answer.leave) if answer is not None else []
    return f"{_in_a_list(units, names)} will leave the map (22.3). " if units else ""


def _in_a_list(units: list[str], names: Names) -> str:
    told = [names.label(unit) for unit in units]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))


# --- The small line under the prompt, and the warning before an activation ends early ------------------------------

IDLE_VERBS = ("pass_unit", "end_activation", "activate")
EMPTY = "The Cup is empty. Press a chit to play it now, or pass. Two passes end the turn."
CHOOSE_ONE = "Pick a unit on the map or in Orders and press {} to activate it."


def hint(view: View, decision: Decision) -> str:
    """Return the chit in play, what to do, then the points at hand, which Orders and the Cup show as well."""
    parts = []
    chit = view.chit
    row = question(decision.kind)
    if chit and row.page != "purchase":
        parts.append(f"Chit: {chit.name}")
    empty = decision.kind == "purchase" and not view.cup.count
    parts.append(EMPTY if empty else how_to(decision))
    shown = {d.id for d in view.displays}  # the others have no points of their own
    own = [d for d in view.divisions if d.side == decision.seat and (not shown or d.id in shown)]
    if own:
        paid = row.points_at_hand == "dispatch"
        what = "dispatch points" if paid else "direct commands"
        parts.append(f"{what}: " + ", ".join(f"{d.name} {d.dispatch if paid else d.commands}" for d in own))
    return "  ·  ".join(part for part in parts if part)


def how_to(decision: Decision) -> str:
    """Return what to do with the mouse, or ""; a Direct Command chit waits for a unit to be paid for."""
    if decision.kind == "activation" and "activate" in decision.options.by_verb():
        return choose_one()
    return question(decision.kind).hint


def choose_one() -> str:
    """Return how a unit is activated under a Direct Command chit."""
    return CHOOSE_ONE.format(verb("activate").key)


def able_units(view: View, offered: Mapping[str, list[Command]]) -> list[UnitView]:
    """Return the active units that could still do something."""
    able = {u for verb, commands in offered.items() if verb not in IDLE_VERBS for c in commands for u in units_of(c)}
    return [u for u in view.units if u.id in able and u.active]


def ending_warning(view: View, offered: Mapping[str, list[Command]], names: Names, query: Callable[..., Any]) -> str:
    """Return a warning if a chit could still be had for the Cup or units could still act, or "".

    Where units would burn there is none: that is asked about by name.
    """
    if ENDING in offered and burning(query):
        return ""
    told = _left_undone(view, offered, names)
    return f"{leaving(query, names) if told and ENDING in offered else ''}{told}"


def _left_undone(view: View, offered: Mapping[str, list[Command]], names: Names) -> str:
    if free := offered.get("add_chit"):
        chits = " and ".join(names.of(order.text("chit")) for order in free)
        return f"{chits} can still go into the Cup for free. Press again to continue without."
    if unbought := offered.get("buy_chit"):
        chits = _listed([names.of(order.text("chit")) for order in unbought])
        return f"There are dispatch points left for {chits}. Press again to continue without."
    able = able_units(view, offered)
    left = [u.id for u in able if not u.actions_used]
    again = [u.id for u in able if u.actions_used]
    if again and not left:
        return f"{_named(again, names)} can act again. Press again to end the activation."
    if not left:
        nobody = "activate" in offered and not any(u.actions_used for u in view.units)
        return "No unit has been activated under this chit. Press again to end the activation." if nobody else ""
    count = "One unit has" if len(left) == 1 else f"{len(left)} units have"
    return f"{count} not acted: {_named(left, names)}. Press again to end the activation."


def _named(units: list[str], names: Names) -> str:
    return _listed([names.label(unit) for unit in units])


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")


# --- Guns that an order would leave behind for good (21.2) ---------------------------------------------------------

TURNING = ("change_formation", "return_unit", "advance")
"""Orders that may turn the guns of one unit to column; a confirmation may turn those of several."""
LOST = "leaves its guns for good"


def at_stake(command: Command, query: Callable[..., Any]) -> list[str]:
    """Return the units whose guns an order leaves for good."""
    turning = command.verb in TURNING and not command.flag("deployed")
    if not turning and command.verb != "confirm":
        return []
    answer = query("abandoning", unit=command.text("unit")) if turning else query("abandoning")
    found = answered(Abandoning, answer)
    return list(found.units) if found is not None else []


def guns_left(command: Command, names: Names, query: Callable[..., Any]) -> str:
    """Return a sentence that names them, or ""; whoever may still be left out of an advance is not asked about yet."""
    units = at_stake(command, query) if command.verb != "advance" else []
    if not units:
        return ""
    who, them = " and ".join(names.of(unit) for unit in units), "it" if len(units) == 1 else "they"
    leaves = "leaves its guns" if len(units) == 1 else "leave their guns"
    return f"{who} {leaves} behind for good: once in column {them} can never deploy again (21.2)."
