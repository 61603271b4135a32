"""The page of a hosted game for a phone: who is asked, for how long, and what happened; plain HTML without a script.

Its address holds the watchers' token, so it shows what watchers may know.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.online.hosted import HostedGame
from app.online.links import FollowedLink
from app.online.messages import Seen
from app.text import online as words
from app.text.names import Names
from app.text.parts import Markup, compose, join
from app.text.words import Words, result_of
from rules.engine.nature import BothNature, CommittedNature
from rules.engine.parts import ANEW, HOST
from rules.engine.record import RecordError
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import steps_in
from rules.systems import SHIPPED


def seen(game: HostedGame, seat: str | None, here: Sequence[str], picture: bytes) -> Seen:
    """Return a game as it is told to a program that does not have its rules, as one seat may know it."""
    told, table = summary(game.session, seat, LINES, game.asked), game.table
    return Seen(
        told.title,
        told.when,
        told.asked if table.ending is None else "",
        told.question,
        tuple(told.lines),
        _ended(game) or told.result,
        tuple(here),
        (),
        table.clock_now,
        b64encode(picture).decode("ascii"),
    )


def _ended(game: HostedGame) -> str:
    """Return how a game ended before its time, '' if it did not."""
    ending = game.table.ending
    if ending is None or ending.how == "played":
        return ""
    names = _names(game.session)
    others = [names.side_name(seat) for seat in game.session.system.seats if seat != ending.seat]
    return words.ending(ending.how, names.side_name(ending.seat), others[0] if others else "")


class Summary(NamedTuple):
    """A game in words: its title, what time it is in it, who is asked what ('' where that is not for all), its log.

    `asked` is a seat, `player` the name of its side.
    """

    title: str
    when: str
    asked: str
    question: str
    lines: Sequence[str]
    result: str
    player: str


ROLLS: Final = "Dice roll as soon as that player has the game open."


def summary(session: Session, seat: str | None, count: int, asked: str) -> Summary:
    """Return a game in words, with the last lines of its log, the newest first; `asked` is the seat it waits for."""
    here, words = Seat(session, seat), words_of(session.system.id)
    view, decision = here.view(), here.decision
    names = _names(session, view)
    return Summary(
        title=str(getattr(session.scenario, "title", session.scenario.id)),
        when=words.when(view),
        asked=asked,
        question=decision.prompt if decision is not None else ROLLS if session.request is not None else "",
        lines=_lines(here, words, names)[: -count - 1 : -1],
        result=result_of(session.result).text or ("The game is over." if session.is_over else ""),
        player=names.side_name(asked),
    )


def _names(session: Session, view: Any = None) -> Names:
    """Return the names of a game, by its scenario."""
    names = words_of(session.system.id).names(view)
    names.study(session.scenario)
    return names


def _lines(seat: Seat, words: Words, names: Names) -> list[str]:
    return [line.plain for line in words.diary((event for _, event in seat.events_at()), names)]


@cache
def words_of(system: str) -> Words:
    """Return the words of a system, or those made from its identifiers for one that does not ship."""
    if system not in SHIPPED:
        return Words()
    found: Words = import_module(f"app.systems.{system}.words").WORDS
    return found


LINES: Final = 40
"""Lines of the log that the page shows."""
STYLE: Final = Markup("""
body { background: #e9e0cc; color: #2b241b; font: 17px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 42em;
  padding: 1em; }
h1 { font: 700 1.4em Georgia, serif; margin: 0; } h2 { font: 700 1.15em Georgia, serif; margin: 1.2em 0 .3em; }
p { margin: .3em 0; } small, .past { color: #665d4e; } img { width: 100%; border: 1px solid #8a744a; margin-top: 1em; }
.asked { background: #f8f1e0; border-left: 4px solid #8a2f22; padding: .6em .8em; margin: 1em 0; }
ol { list-style: none; padding: 0; margin: 0; } li { padding: .25em 0; border-top: 1px solid #d6c9a8; }
@media (prefers-color-scheme: dark) { body { background: #26231d; color: #ece4d2; } .asked { background: #36312a; }
  small, .past { color: #a89d88; } li { border-color: #443e33; } }
""")
PAGE: Final = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="60">
<meta name="viewport" content="width=device-width"><title>{title}</title><style>{style}</style></head>
<body>{body}</body></html>
"""
HEADERS: Final = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
NOT_BEGUN: Final = "The game starts when every player has joined."
NO_PAGE: Final = "There is no game at this address. Copy the whole link, or ask for a new one."
IN_CHITPULL: Final = (
    "This is a link to a game of Chitpull. Copy the whole address and paste it there, under Online… on the start page, "
    "or drop it on the window."
)
"""For whoever opens the link of a player in a browser: its secret stays there, so the host can't tell more."""


def page(game: HostedGame | None, here: tuple[str, ...] = (), picture: str = "", noticed: float | None = None) -> str:
    """Return the page of a game, None for one that has not begun; `here` are the seats whose players are connected.

    `picture` is the address of a picture of the map, '' if there is none; `noticed` are the seconds since whoever is
    asked was sent a notice of it, None if he was not.
    """
    if game is None:
        return _whole("A game that has not begun", [compose("<h1>Chitpull</h1><p>{}</p>", NOT_BEGUN)])
    told, table = summary(game.session, None, LINES, game.asked), game.table
    clock = table.clock_now
    body = [compose("<h1>{}</h1><p><small>{}</small></p>", told.title, told.when)]
    if result := _ended(game) or told.result:
        body.append(compose('<div class="asked"><b>{}</b></div>', result))
    elif told.asked:
        left = words.time_left(clock.left, 0, paused=clock.paused)
        since = ", ".join(filter(None, (f"for {words.how_long(clock.waited)}", left)))
        sent = f"; a notice was sent {words.how_long(noticed)} ago" if noticed is not None else ""
        presence = "at the table" if told.asked in here else f"away{sent}"
        lines, question = (
            "<b>The {} player is asked</b>, {}<br>{}<br><small>He is {}.</small>",
            words.quoted(told.question),
        )
        body.append(compose(f'<div class="asked">{lines}</div>', told.player, since, question, presence))
    if picture:
        body.append(compose('<img src="{}" alt="The map as it was after the last move">', picture))
    body.append(Markup("<h2>What happened</h2>"))
    body.append(compose("<ol>{}</ol>", join("", [compose("<li>{}</li>", line) for line in told.lines])))
    return _whole(told.title, body)


def sentence(words: str) -> str:
    """Return a page that says one thing."""
    return _whole("Chitpull", [compose("<h1>Chitpull</h1><p>{}</p>", words)])


def _whole(title: str, body: list[Markup]) -> str:
    return compose(PAGE, title=title, style=STYLE, body=join("\n", body))


# --- Proving a game after its end by the record that its host gives out: every order, every die --------------------


def doubts(file: Path, link: FollowedLink, seat: str | None, *, takes_part: bool = False) -> list[str]:
    """Return a sentence for everything that is wrong with the record of a game that this computer played at a host.

    The secret must be the one to which the host had committed itself before it heard this player's part of the dice.
    Where both sides make them, the seat must be one that `takes_part` if it has.
    """
    try:
        session = load_record(file, attach=False)
    except RecordError as error:
        return [str(error)]
    driver = session.driver
    if isinstance(driver, CommittedNature):
        commitment, given = driver.commitment, driver.nonces.get(seat or "")
    elif isinstance(driver, BothNature):  # the side of whoever hosts gives none of its own
        none = "" if takes_part else link.nonce
        commitment, given = driver.anchors.get(HOST, ""), driver.anchors.get(seat or HOST, none)
        begun = [step.step.parts.get(f"{ANEW}{seat}") for step in steps_in(file) if step.step.parts is not None]
        given = link.nonce if link.nonce in begun else given
    else:
        return ["The host's record does not say where its dice come from."]
    found = verify(session, file)
    if link.commitment and commitment != link.commitment:
        found.append("The dice come from another secret than the one the host had committed itself to.")
    if link.nonce and seat is not None and given != link.nonce:
        found.append("The dice do not use the part that this computer gave.")
    return found
