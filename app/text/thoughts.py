"""A thought of the computer, and the texts of a lesson, as rich text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from app.text.names import Names
from app.text.parts import Markup, compose, join
from app.text.words import Words
from rules.engine.command import Command
from rules.engine.english import capital, counted
from rules.lessons.lesson import Reference, pieces

if TYPE_CHECKING:
    from rules.opponent.planner import Thought

# --- The texts of lessons as rich text: places and pieces become links, orders and actions their names with keys ---

LINK = '<a href="{}:{}">{}</a>'


def lesson_page(text: str, words: Words, names: Names, action: Callable[[str], str]) -> Markup:
    """Return a text as paragraphs; `action` returns the name of an action of the window with its key."""
    paragraphs = (part.strip() for part in text.split("\n") if part.strip())
    return join("", (compose("<p>{}</p>", _line(part, words, names, action)) for part in paragraphs))


def _line(text: str, words: Words, names: Names, action: Callable[[str], str]) -> Markup:
    return join("", (_piece(piece, words, names, action) for piece in pieces(text)))


def _piece(piece: str | Reference, words: Words, names: Names, action: Callable[[str], str]) -> str:
    if not isinstance(piece, Reference):
        return piece
    kind, name = piece
    if kind == "unit":
        return compose(LINK, kind, name, names.label(name))
    if kind in ("hex", "rule"):
        return compose(LINK, kind, name, name)
    return compose("<b>{}</b>", action(name) if kind == "action" else order_name(words, name))


def order_name(words: Words, verb: str) -> str:
    """Return the label of an order with its key: "Fire (F)"."""
    row = words.verb(verb)
    label = row.label.rstrip(":…")
    return f"{label} ({row.keys})" if row.keys else label


# --- A thought of the computer as a page: the order, why, what adds up, what it was preferred to, plans compared ---

TABLE = "<table cellspacing='0' cellpadding='3'>"
ADDS_UP, WORTH = "How it adds up, in points", "Value, in points"
NO_REASON = "No further reasons for this order."
LEADS = (
    "Each plan was played out with the same samples of dice and chits. The lead is over the first "
    "plan, its choice without looking ahead."
)


def thought_page(thought: Thought, title: str, place: str, describe: Callable[[Command], str]) -> Markup:
    """Return the page of a thought, with the place in the game if one is told; `describe` tells a command in words."""
    return join(
        "",
        [
            compose("<h2>{}</h2>", title),
            compose("<p><small>{}</small></p>", place) if place else Markup(),
            compose("<p><b>{}</b></p>", capital(describe(thought.command))),
            compose("<p>{}</p>", capital(thought.text)) if thought.text else Markup(),
            _parts(thought),
            _others(thought, describe),
            _plans(thought),
            Markup() if tells_why(thought) else compose("<p>{}</p>", NO_REASON),
        ],
    )


def fears_page(fears: Sequence[str]) -> Markup:
    """Return what the computer fears for a player who learns, if anything."""
    rows = join("", (compose("<li>{}</li>", text) for text in fears))
    return compose("<h3>What it fears for you</h3><ul>{}</ul>", rows) if fears else Markup()


def tells_why(thought: Thought) -> bool:
    """Tell whether the page of a thought gives any reason."""
    return bool(thought.text or thought.parts or thought.others or thought.plans)


def _parts(thought: Thought) -> Markup:
    if not thought.parts:
        return Markup()
    rows = [(part.text, points(part.points)) for part in thought.parts]
    if len(rows) > 1:
        rows.append(("Total", points(sum(part.points for part in thought.parts))))
    return join("", [compose("<h3>{}</h3>", ADDS_UP if len(rows) > 1 else WORTH), _table(rows)])


def _others(thought: Thought, describe: Callable[[Command], str]) -> Markup:
    if not thought.others:
        return Markup()
    rows = [
        (" – ".join(filter(None, (capital(describe(offer.command)), offer.text))), points(offer.worth))
        for offer in thought.others
    ]
    return join("", [compose("<h3>Alternatives considered</h3>"), _table(rows)])


def _plans(thought: Thought) -> Markup:
    if not thought.plans:
        return Markup()
    rows = [(capital(plan.text), points(plan.lead), counted(plan.samples, "sample")) for plan in thought.plans]
    return join("", [compose("<h3>Plans compared</h3>"), _table(rows), compose("<p><small>{}</small></p>", LEADS)])


def _table(rows: Iterable[tuple[str, ...]]) -> Markup:
    made = [
        compose(
            "<tr><td>{}</td>{}</tr>", first, join("", (compose("<td align='right'>{}</td>", cell) for cell in rest))
        )
        for first, *rest in rows
    ]
    return join("", [Markup(TABLE), *made, Markup("</table>")])


def points(value: float) -> str:
    """Return points with their sign: "+1.2", "−0.3", "0.0"."""
    return f"{value:+.1f}".replace("-", "−").replace("+0.0", "0.0").replace("−0.0", "0.0")
