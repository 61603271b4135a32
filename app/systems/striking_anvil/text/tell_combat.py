"""Events of combat as lines of the log: attacks, dice with their cell of the table, hits and how they are paid."""

from __future__ import annotations

from app.systems.striking_anvil.text.names import SIDES, Names, counted
from app.systems.striking_anvil.text.tell import Teller, in_area, units_of, who
from app.text.events import Event
from app.text.parts import Line, die, strong, words

KINDS = {
    "attack": "Attack", "mobile": "Mobile combat", "counter": "Counter-attack", "pursuit": "Pursuit",
}  # fmt: skip
WHY = {
    "hits": "eliminated", "abandoned": "eliminated: no combat unit left", "surrendered": "surrenders",
    "caught": "lost: alone among enemies",
}  # fmt: skip
PAID = {
    "disorganize": "is disorganized", "reduce": "is reduced", "eliminate": "is eliminated",
    "level": "Fortress loses a level",
}  # fmt: skip


def signed(value: int) -> str:
    """Return a modifier with a true minus sign."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def combat_began(event: Event, names: Names) -> Line:
    """Tell who strikes where with what."""
    sums = f", strength {event['strength']}, die {signed(int(event['modifier']))}: "
    head = words(f"{SIDES[str(event['seat'])]} ", strong(KINDS[str(event["kind"])].lower()), " in ")
    return Line("line", (*head, in_area(event, names), *words(sums), *units_of(event, names)))


def combat_result(event: Event, names: Names) -> Line:
    """Tell the die, its row and column, and the hits of both sides."""
    attacker, defender = int(event["attacker"]), int(event["defender"])
    hits = f"attacker {attacker}, defender {defender}"
    natural = ", a natural 1" if event["natural"] else ""
    place = f" row {event['row']}, column {event['column']}{natural}: "
    return Line("result", words(die(event["die"]), place, strong(hits)))


def hits_paid(event: Event, names: Names) -> Line:
    """Tell how hits are paid."""
    how, paid = str(event["how"]), counted(int(event["hits"]), "hit")
    if how == "level":
        return Line("detail", words(f"{PAID[how]}: {paid}"))
    return Line("detail", words(who(event, names), f" {PAID[how]}: {paid}"))


def disorganized(event: Event, names: Names) -> Line:
    """Tell counters that are turned."""
    return Line("detail", (*words("Disorganized: "), *units_of(event, names)))


def reduced(event: Event, names: Names) -> Line | None:
    """Tell who leaves its trenches; a loss is told as it is paid."""
    return Line("detail", words(who(event, names), " leaves its trenches, reduced")) if event["willingly"] else None


def eliminated(event: Event, names: Names) -> Line:
    """Tell a unit that is gone, and why."""
    return Line("result", words(who(event, names), f" {WHY[str(event['why'])]} in ", in_area(event, names)))


COMBAT: dict[str, Teller] = {
    "CombatBegan": combat_began, "CombatResult": combat_result, "HitsPaid": hits_paid, "Disorganized": disorganized,
    "Reduced": reduced, "Eliminated": eliminated,
}  # fmt: skip
