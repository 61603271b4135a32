"""What chapters 2 to 6 forbid: chits, activation, formation, movement, stacking, ground."""

from __future__ import annotations

from typing import Any

from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import HQ
from tests.rules.company_scale.helpers.refusing import Refusal, refusal
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, tank, us, weapon
from tests.rules.company_scale.helpers.turns import BUTLER, at_purchase, start_of, war

ROWS = "\n".join(["......"] * 6)
OPEN = board(ROWS, first="10.30")
US, DC = "formation:r141", "command:allied"
FAR = {"hq": us("10.30", **HQ), "z": ge("15.35")}


def table(pieces: dict[str, Piece], ground: Any = OPEN, chit: str = US, **facts: Any) -> TableTop:
    """Put a chit into play; a headquarters in 10.30 keeps units in command, a German company is far away."""
    return activation(ground, {**FAR, **pieces}, chit, **facts)


def column(hex: str = "12.32", **changes: Any) -> Piece:
    """Return an American company in column."""
    return us(hex, deployed=False, **changes)


def truck(hex: str = "12.32", **changes: Any) -> Piece:
    """Return a wheeled American unit in column."""
    return column(hex, **{"move": ("wheeled", 18), **changes})


def poor(commands: int = 0, dispatch: int = 0, troop_quality: int = 5) -> dict[str, DivisionStart]:
    """Return the 36th Division with these points."""
    return {"d36": DivisionStart(dispatch, commands, 0, troop_quality)}


def moving(ground: Any = OPEN, who: Piece | None = None, **facts: Any) -> TableTop:
    """Begin the movement of the unit "a" in 12.32."""
    found = table({"a": who or column(), **facts.pop("more", {})}, ground, **facts)
    found.do("move", units=("a",))
    return found


def acted(**facts: Any) -> TableTop:
    """Let the unit "a" rally as its first action."""
    found = table({"a": us("12.32"), **facts.pop("more", {})}, markers=[("12.32", "dg", 2)], **facts)
    found.do("rally", unit="a")
    return found


def acted_twice() -> TableTop:
    """Let the unit "a" rally and then move."""
    found = table({"a": column(), "b": us("13.31")}, markers=[("12.32", "dg", 2)])
    found.do("rally", unit="a")
    found.do("move", units=("a",))
    found.step("12.33")
    if found.decision.kind == "movement":
        found.do("stop")
    return found


def paid_once() -> TableTop:
    """Let the unit "a" act under a direct command chit."""
    found = table({"a": us("12.32")}, chit=DC, dice=[5], markers=[("12.32", "dg", 2)])
    found.do("activate", unit="a")
    found.do("rally", unit="a")
    return found


def out_of_command() -> TableTop:
    """Let "a" act beyond the range of its headquarters."""
    near = {**FAR, "hq": us("10.30", hq="formation", command_range=1)}
    found = activation(OPEN, {**near, "a": us("14.34")}, US, markers=[("14.34", "dg", 2)])
    found.do("rally", unit="a")
    return found


def edge(kind: str) -> Any:
    """Return open ground with a hexside between 12.32 and 12.33."""
    return board(ROWS, first="10.30", **{kind: ["12.32/12.33"]})  # type: ignore[arg-type]


WOOD = board("......\n......\n......\n..w...\n......\n......", first="10.30")
MARSH = board("......\n......\n......\n..m...\n......\n......", first="10.30")
CITY = board("......\n......\n..C...\n......\n......\n......", first="10.30")
DOTLESS = board("......\n......\n......\n..#...\n......\n......", first="10.30")
GUN = weapon("gun", ("red", 1, 1))
STEP = {"to": "12.33", "by": "terrain"}


def with_gun(kind: str) -> TableTop:
    """Move a unit alone with its support weapon towards a hexside."""
    return moving(edge(kind), weapons={"gun": ("12.32", GUN)})


def changed_in_midmove() -> TableTop:
    """Be in the middle of a move."""
    found = moving()
    found.step("12.33")
    return found


def joined() -> TableTop:
    """Let "c" join the hex of "a" and "b"."""
    found = table({"a": column(), "b": column(), "c": column("12.33")})
    found.do("move", units=("c",))
    found.step("12.32")
    if found.decision.kind == "movement":
        found.do("stop")
    return found


def marked_ridge() -> TableTop:
    """Hold a ridge under a marker with an inactive unit."""
    ground = edge("ridge")
    return table({"a": us("11.31"), "h": us("12.32", formation="r142"), "e": ge("12.33")}, ground,
                 markers=[("12.32", "ridge", None)])  # fmt: skip


def two_divisions(**changes: int) -> TableTop:
    """Prepare a turn with a rich division and the 36th, which is as told."""
    return war(pieces=BUTLER, butler=start_of(), d36=start_of(**changes))


def slow_and_quick() -> TableTop:
    """Move two units together of which one has a single point left for a wood that costs two."""
    found = table({"a": column(), "b": column(move=("leg", 1))}, WOOD)
    found.do("move", units=("a", "b"))
    return found


CASES: list[Refusal] = [
    refusal("2.0-03", lambda: war(d36=start_of()), "move", {"units": ("a",)}, "2.0", "only in the action phase"),
    refusal(
        "2.0-05 5.1-08",
        lambda: table({"a": column(formation="r142")}),
        "move",
        {"units": ("a",)},
        "5.1",
        "isn't active",
    ),
    refusal(
        "2.0-49",
        lambda: table({"a": column(formation="", division="d36")}),
        "move",
        {"units": ("a",)},
        "5.1",
        "isn't active",
    ),
    refusal(
        "2.0-08 3.2-08", lambda: table({"a": us("12.32")}), "move", {"units": ("a",)}, "3.2", "deployed column to move"
    ),
    refusal(
        "2.0-13 5.1-02",
        lambda: acted(divisions=poor()),
        "fire",
        {"unit": "a", "hex": "12.31"},
        "5.1",
        "second action 1 direct command has none",
    ),
    refusal("3.1-03", lambda: moving(DOTLESS), "step", STEP, "3.1", "no center dot out of play"),
    refusal(
        "4.0-25",
        lambda: at_purchase(d36=start_of()),
        "buy_now",
        {"chit": "division:d36"},
        "4.0",
        "only formation chits immediate play",
    ),
    refusal(
        "4.0-13", lambda: two_divisions(dispatch=0), "buy_chit", {"chit": "formation:r141"}, "4.0", "dispatch point"
    ),
    refusal(
        "4.0-15",
        lambda: war(d36=start_of(troop_quality=3)),
        "buy_chit",
        {"chit": "formation:r141"},
        "4.0",
        "troop quality 3 only its division chit",
    ),
    refusal(
        "4.0-16", lambda: two_divisions(troop_quality=2), "buy_chit", {"chit": "division:d36"}, "4.0", "troop quality 2"
    ),
    refusal(
        "4.0-26",
        lambda: at_purchase(d36=start_of(), pz11=start_of()),
        "buy_now",
        {"chit": "formation:r141"},
        "4.0",
        "german player must decide now",
        seat="allied",
    ),
    refusal(
        "4.0-40",
        lambda: table({"a": us("12.32"), "b": us("12.32")}, chit=DC, dice=[5]),
        "change_formation",
        {"unit": "b"},
        "5.1",
        "pay 1 direct command",
    ),
    refusal(
        "4.0-44",
        lambda: table({"a": column(), "b": column()}, chit=DC, dice=[5]),
        "move",
        {"units": ("a", "b")},
        "4.0",
        "one at a time",
    ),
    refusal("5.1-02", acted_twice, "rally", {"unit": "a"}, "5.1", "used both its actions"),
    refusal(
        "5.1-02 5.3-04",
        out_of_command,
        "build",
        {"unit": "a", "what": "foxhole"},
        "5.1",
        "out of command no second action",
    ),
    refusal("5.1-07", paid_once, "activate", {"unit": "a"}, "5.1", "has been activated under this chit"),
    refusal(
        "5.3-09",
        lambda: table({"a": us("12.32"), "b": us("12.32")}, chit=DC, dice=[5]),
        "move",
        {"units": ("b",)},
        "5.1",
        "pay 1 direct command",
    ),
    refusal(
        "6.0-01 6.0-08",
        lambda: moving(WOOD, column(move=("leg", 1))),
        "step",
        STEP,
        "6.0",
        "costs 2 movement points has 1 left",
    ),
    refusal("6.0-02", joined, "move", {"units": ("a", "c")}, "6.0", "shared a hex when the activation began"),
    refusal("6.0-03", slow_and_quick, "step", STEP, "6.0", "costs 2 movement points has 1 left"),
    refusal("6.0-05", changed_in_midmove, "change_formation", {"unit": "a"}, "6.0", "first answer"),
    refusal(
        "6.0-09", lambda: moving(more={"e": ge("12.33")}), "step", STEP, "6.0", "enemy units only an assault can enter"
    ),
    refusal(
        "6.1-10",
        lambda: table({"a": us("12.32", formation="r142")}, markers=[("12.32", "dg", 3)]),
        "rally",
        {"unit": "a"},
        "5.1",
        "isn't active",
    ),
    refusal("6.2.1-08", lambda: moving(MARSH, truck()), "step", STEP, "6.2.1", "wheeled can't enter marsh"),
    refusal(
        "6.2.1-15",
        lambda: table({"a": tank("12.32", us, deployed=False)}, CITY),
        "change_formation",
        {"unit": "a"},
        "6.2.1",
        "stay in column in a city",
    ),
    refusal("6.2.1-16", lambda: moving(edge("gray")), "step", STEP, "6.2.1", "can't be crossed"),
    refusal("6.2.1-27", lambda: moving(), "step", {"to": "12.33", "by": "railroad"}, "6.2.1", "no railroad from"),
    refusal(
        "6.2.2-04",
        lambda: moving(edge("stream"), truck()),
        "step",
        STEP,
        "6.2.2",
        "wheeled can cross a stream only by road",
    ),
    refusal("6.2.2-05 6.2.1-29", lambda: moving(edge("river")), "step", STEP, "6.2.2", "river only by road"),
    refusal(
        "6.2.2-16",
        lambda: moving(edge("steep_slope"), truck()),
        "step",
        STEP,
        "6.2.2",
        "wheeled can cross a steep slope only by road",
    ),
    refusal(
        "6.2.2-17", lambda: with_gun("steep_slope"), "step", STEP, "6.2.2", "support weapon can cross only by road"
    ),
    refusal("6.2.2-25", lambda: with_gun("ridge"), "step", STEP, "6.2.2", "support weapon can cross only by road"),
    refusal(
        "6.2.2-26",
        lambda: moving(edge("ridge"), truck()),
        "step",
        STEP,
        "6.2.2",
        "wheeled can cross a ridge only by road",
    ),
    refusal(
        "6.2.2-32",
        marked_ridge,
        "remove_ridge_marker",
        {"hex": "12.32"},
        "6.2.2",
        "only while a unit in its hex is active",
    ),
]
