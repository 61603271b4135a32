"""A thought of the computer as a page: the order, why, what adds up, what it was preferred to, plans compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.text.markup import Markup, compose, join
from rules.engine.command import Command
from rules.opponent.thought import Thought

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
            compose("<p><b>{}</b></p>", _capital(describe(thought.command))),
            compose("<p>{}</p>", _capital(thought.text)) if thought.text else Markup(),
            _parts(thought),
            _others(thought, describe),
            _plans(thought),
            Markup() if tells_why(thought) else compose("<p>{}</p>", NO_REASON),
        ],
    )


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
        (" – ".join(filter(None, (_capital(describe(offer.command)), offer.text))), points(offer.worth))
        for offer in thought.others
    ]
    return join("", [compose("<h3>Alternatives considered</h3>"), _table(rows)])


def _plans(thought: Thought) -> Markup:
    if not thought.plans:
        return Markup()
    rows = [
        (_capital(plan.text), points(plan.lead), f"{plan.samples} sample{'s' if plan.samples != 1 else ''}")
        for plan in thought.plans
    ]
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


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
