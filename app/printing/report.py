"""A report of a game as one HTML file: outcome, pictures of the map turn by turn, the log, dice and notes.

It tells what a spectator may know and nothing else, and needs no other file.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app import theme
from app.dialogs.ending import dice_page
from app.history.track import TURN, stops_of
from app.kept_pictures import encoded
from app.play.game_view import GameView
from app.play.past import Past, PastSeat
from app.play.seat import SeatLike
from app.system import Presentation
from app.text.entries import Entry, EntryKind, UnitStanding, leaves, tally
from app.text.parts import Line, Markup, TextPart, compose, join
from app.text.words import result_of
from rules.engine.history import Note
from rules.engine.seat import Seat
from rules.engine.session import Session

SIZE = QSize(1100, 800)
"""Of a picture of the map, in pixels."""
MOST = 12
"""Pictures of turns; of a longer game every second, third … turn is shown."""
STYLE = Markup("""
body { max-width: 1140px; margin: 2em auto; padding: 0 1em; background: #f4ecdc; color: #27221b;
  font: 16px/1.45 "Source Sans 3", "Segoe UI", "Helvetica Neue", sans-serif; }
h1, h2, h3 { font-family: "Source Serif 4", Georgia, serif; line-height: 1.2; }
h1 { border-bottom: 3px double #8a2f22; padding-bottom: .3em; } h2 { color: #8a2f22; margin-top: 1.6em; }
img { max-width: 100%; height: auto; border: 1px solid #cdc0a5; } .dice img { border: 0; }
table { border-collapse: collapse; margin: .6em 0; } td, th { padding: .15em .8em .15em 0; text-align: left; }
p.line { margin: .1em 0 .1em 1em; } p.detail { margin: .05em 0 .05em 2.4em; color: #665d4e; }
p.result { margin: .1em 0 .1em 1em; font-weight: 600; } p.phase, p.chit { margin: .6em 0 .2em; font-weight: 700; }
p.note { margin: .5em 0 .5em 1em; padding: .4em .8em; background: #faf6ec; border-left: 4px solid #8a2f22;
  white-space: pre-wrap; }
.die { display: inline-block; min-width: 1.1em; padding: 0 .25em; text-align: center; background: #8a2f22;
  color: #fffaf0; border-radius: .25em; font-weight: 700; }
.rule, small { color: #665d4e; } .lost { text-decoration: line-through; color: #665d4e; }
@media print { body { background: none; margin: 0; } h2 { break-after: avoid; } img { break-inside: avoid; } }
""")
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>{title}</title><style>{style}</style></head>
<body>{body}</body></html>
"""


def report(game: GameView, looks: Presentation, session: Session, army: Sequence[Entry] = ()) -> str:
    """Return the report of a whole game, whatever position is looked at; `army` is the order of battle now."""
    seat = Seat(session)
    title = str(getattr(session.scenario, "title", session.scenario.id))
    parts = (_head(game, looks, session, title), _turns(game, looks, session), [losses(army)], _dice(game, looks, seat))
    body = join("", [piece for part in parts for piece in part])
    return compose(PAGE, title=title, style=STYLE, body=body)


def _head(game: GameView, looks: Presentation, session: Session, title: str) -> Iterator[Markup]:
    date = str(getattr(session.scenario, "date", "") or "")
    yield compose("<h1>{}</h1>", title)
    yield compose("<p>{}</p>", "  ·  ".join(filter(None, (looks.title, date))))
    over = session.result
    if over is None:
        yield Markup("<p>The game is not over yet.</p>")
    else:
        ending = looks.ending(over, Seat(session).view(), session.scenario)
        yield compose("<h2>{}</h2><p>{}</p>", ending.title, result_of(over).text)
        for note in (*ending.notes, ending.condition):
            yield compose("<p>{}</p>", note) if note else Markup()
        scores = (compose("<tr><td>{}</td><td>{}</td></tr>", game.side(s).name, n) for s, n in ending.totals.items())
        yield compose("<table>{}</table>", join("", scores))
        if ending.above is not None:
            ending.above.deleteLater()
    yield _picture(looks, PastSeat(session, None), "Current map")  # nobody is asked, so nothing is lit


def _picture(looks: Presentation, seat: SeatLike, told: str) -> Markup:
    image = looks.picture(seat, SIZE, 0.0)
    return compose('<p><img src="{}" alt="{}"></p>', data_uri(image, "JPG"), told) if image is not None else Markup()


def data_uri(image: QImage, kind: str = "PNG") -> str:
    """Return a picture as text that stands in for its address."""
    content = b64encode(encoded(image, kind, 84 if kind == "JPG" else -1)).decode("ascii")
    return f"data:image/{kind.lower().replace('jpg', 'jpeg')};base64,{content}"


# --- turn by turn ----------------------------------------------------------------------------------------------------


def _turns(game: GameView, looks: Presentation, session: Session) -> Iterator[Markup]:
    """Yield the log with a picture of the map at the beginning of each turn, and the notes where they belong."""
    past, seat, words, names = Past(session), Seat(session), game.words, game.names
    begun = [stop.seq for stop in stops_of(seat.events_at(), words, names, session.seq) if stop.kind == TURN]
    pictured = set(begun[:: -(-len(begun) // MOST)]) if begun else set()
    notes, lines = list(seat.notes()), _lines(game, seat)
    for place, (seq, line) in enumerate(lines):
        if line.style == TURN:
            yield from _noted(game, notes, seq - 1)
            yield compose("<h2>{}</h2>", line.plain)
            if seq in pictured and place:
                yield _picture(looks, PastSeat(past.at(seq), None), line.plain)
        else:
            yield from _noted(game, notes, seq - 1)
            yield compose('<p class="{}">{}</p>', line.style, join("", map(_part, line.parts)))
    yield from _noted(game, notes, session.seq)


def _lines(game: GameView, seat: Seat) -> list[tuple[int, Line]]:
    """Return the lines of the log with their positions; lines that belong together are joined."""
    told: list[tuple[int, Line]] = []
    events = seat.events_at()
    where = {id(event): seq for seq, event in events}
    seq = 0
    for event in game.words.condense([event for _, event in events]):
        seq = where.get(id(event), seq)
        line = game.words.narrate(event, game.names)
        if line is None:
            continue
        if line.merge and told and told[-1][1].merge == line.merge:
            told[-1] = (told[-1][0], told[-1][1].joined(line))
        else:
            told.append((seq, line))
    return told


def _noted(game: GameView, notes: list[Note], seq: int) -> Iterator[Markup]:
    """Yield the notes about positions up to one, and take them from the list."""
    while notes and notes[0].at <= seq:
        yield compose('<p class="note">{}</p>', notes.pop(0).text)


def _part(part: TextPart) -> Markup:
    if part.kind == "die":
        return compose('<span class="die">{}</span>', part.shown or part.value)
    if part.kind == "rule":
        return compose(' <span class="rule">({})</span>', part.shown or part.value)
    if part.kind == "strong":
        return compose("<b>{}</b>", part.shown or part.value)
    return compose("{}", part.shown or part.value)


# --- afterwards ------------------------------------------------------------------------------------------------------


def _dice(game: GameView, looks: Presentation, seat: Seat) -> Iterator[Markup]:
    page, pictures = dice_page(game, looks.draw_die, seat=seat, look=theme.LIGHT)
    for name, image in pictures.items():
        page = Markup(page.replace(compose('src="{}"', name), compose('src="{}"', data_uri(image))))
    yield compose('<div class="dice">{}</div>', page)


def losses(army: Sequence[Entry]) -> Markup:
    """Return what each side has lost, by its groups."""
    rows: list[str] = []
    for side in army:
        lost = [entry.name for entry in leaves(side.entries) if entry.standing is UnitStanding.LOST]
        rows.append(compose("<h3>{}: {}</h3>", side.name, tally(side) if side.kind is EntryKind.GROUP else ""))
        rows.append(compose('<p class="lost">{}</p>', ", ".join(lost)) if lost else Markup("<p>No losses.</p>"))
    return join("", [Markup("<h2>Losses</h2>"), *rows]) if rows else Markup()
