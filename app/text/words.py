"""The words for a system's orders, questions, events and dice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field, replace
from typing import Any, NamedTuple, TypeVar

from app.bindings import key_of
from app.text.event_rows import DieRoll, EventTable
from app.text.names import Names, humanize
from app.text.parts import Line, add_line, words
from rules.engine.command import Command
from rules.engine.english import capital
from rules.engine.events import EventKinds, as_record, name_of
from rules.engine.frozen import frozen
from rules.engine.options import Decision

# --- Events of the rules as lines of a log, for any system ---------------------------------------------------------

Event = Mapping[str, Any]


@frozen
class PassedFor:
    """A question was passed over for a player, and why; a `tip` is told instead."""

    side: str
    kind: str
    player: str = ""
    why: str = ""
    resting: bool = False
    tip: str = ""


@frozen
class TakenBack:
    """Both players took an order back, with its dice; or one had it `undone` before anything was rolled."""

    what: str
    dice: tuple[Any, ...] = ()
    undone: bool = False


@frozen
class DieRolled:
    """A die was rolled, in any system."""

    die: Any
    purpose: str = ""
    subject: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Ordered:
    """Begins the events of an order of the computer, by its position; without one, ends them."""

    seq: int | None


EVENTS = EventKinds(PassedFor, TakenBack, DieRolled, Ordered)


def plainly(event: Event) -> Line:
    """Return the line of an event for which there are no words: its name and its facts."""
    facts = [f"{key} {value}" for key, value in event.items() if key != "event" and value not in (None, "", [], {})]
    return Line("detail", words(humanize(name_of(event)), ": " if facts else "", ", ".join(facts)))


@frozen
class ScoreLine:
    """What a side got points for."""

    text: str
    points: int
    side: str = ""


@frozen
class EndOfGame:
    """How a game ended: in a sentence, who won and why, and the score line by line; each system tells its part."""

    text: str = ""
    winner: str | None = None
    why: str | None = None
    automatic: bool = False
    medals: Mapping[str, int] | None = None
    lines: tuple[Any, ...] | None = None

    def score(self) -> list[ScoreLine | str]:
        """Return what each side got points for, and other lines as they are; not what a system tells in its own way."""
        read = [as_record(ScoreLine, line) if isinstance(line, Mapping) else str(line) for line in self.lines or ()]
        return [line for line in read if line is not None]


def result_of(over: Mapping[str, Any] | None) -> EndOfGame:
    """Return the result of a game as its system tells it; one without words while it goes on."""
    return as_record(EndOfGame, over) or EndOfGame()


# --- The words for a system's orders, questions, events and dice; each system supplies its own rows and methods ----


@frozen
class Verb:
    """How one verb is offered: the button's label, its key, and what it does in one sentence.

    `forward` verbs answer to Space and Enter, `back` verbs to Escape. `sure` is the button's label when it wants a
    second press. A `toggle` switches something on and off and has no button of its own. `apart` begins a new section
    of the Orders menu. `put_back` is the label of the button that takes this order alone back, as long as the question
    it answered stands.
    """

    label: str
    key: str = ""
    tip: str = ""
    forward: bool = False
    back: bool = False
    sure: str = ""
    toggle: bool = False
    apart: bool = False
    put_back: str = ""

    @property
    def keys(self) -> str:
        """Return the key as shown on its button."""
        return self.key or ("Space" if self.forward else "Esc" if self.back else "")


@frozen
class PhrasedVerb(Verb):
    """A verb whose `phrase` is the whole command in words, with its arguments in braces.

    `tap` names the argument that is shown on the board.
    """

    phrase: str = ""
    tap: str = ""


AnyVerb = TypeVar("AnyVerb", bound=Verb)


@frozen
class Passing:
    """How a question may be passed over: the order that does it, its name, and when the question is put.

    A seat in braces in `when` stands for the name of its side.

    `seats` are those the question is ever put to; empty means all. `proper` names keep their capital in a sentence.
    `unasked` questions are passed over until a player wants them; it says so once, in one line. With `only` a question
    is passed over just while nothing else can be done.
    """

    verb: str
    name: str
    when: str
    seats: tuple[str, ...] = ()
    proper: bool = False
    unasked: str = ""
    only: bool = False

    @property
    def told(self) -> str:
        """Return the name as written in a sentence."""
        return self.name if self.proper else self.name.lower()


def bound(name: str, row: AnyVerb) -> AnyVerb:
    """Return a verb's row with the key its player has chosen."""
    key = key_of(f"verb_{name}", row.key)
    return row if key == row.key else replace(row, key=key)


class AutoAnswer(NamedTuple):
    """The answer to a question that decides nothing, and why it does not; without a reason it goes without saying."""

    order: Command
    why: str = ""


class Rest(NamedTuple):
    """An answer that also passes over what may be asked later this turn: its verb and label, and those questions."""

    verb: str
    label: str
    kinds: tuple[str, ...]


@frozen
class Question:
    """How one kind of decision is put.

    `page` is the page of orders, `button` the label of its button, `hint` the line under the prompt. `labels` replace
    the labels of verbs where the usual ones would mislead. `sure` is the label of a forward verb that wants a second
    press here because of a warning.
    """

    heading: str = "Options"
    note: str = ""
    page: str = "choices"
    button: str = "Choose"
    hint: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    passed: Passing | None = None
    rest: Rest | None = None
    sure: str = ""


class Words:
    """The words of a system; this base class makes them from identifiers, for a system without words of its own."""

    verbs: Mapping[str, Verb] = {}
    questions: Mapping[str, Question] = {}
    explained: Mapping[str, Collection[str]] = {}
    """Verbs whose keys say why not where nobody can be given them, by kind of question."""
    span = "turn"
    """What the length of a scenario is counted in: a noun that takes an s."""
    events = EventTable()
    """What each kind of event of the system is on the table."""
    named: type[Names] = Names
    """What looks up names."""
    requests = ("Roll the die.", "Roll the die"), ("Draw one.", "Draw one")
    """What a person is asked to roll, and to draw: as a prompt and as a heading."""

    def in_game(self, scenario: Any) -> Words:
        """Return the words for the game of a scenario, where games of a system differ in them."""
        return self

    def verb(self, name: str) -> Verb:
        """Return how a verb is offered."""
        return bound(name, self.verbs.get(name) or Verb(humanize(name)))

    def question(self, kind: str) -> Question:
        """Return how a kind of decision is put."""
        return self.questions.get(kind) or Question()

    def label(self, kind: str, verb: str) -> str:
        """Return the label of a verb in a kind of decision."""
        return self.question(kind).labels.get(verb) or self.verb(verb).label

    def names(self, view: Any = None) -> Names:
        """Return a fresh look-up of names."""
        return self.named(view)

    def describe(self, command: Command, names: Names, decision: Decision | None = None) -> str:
        """Return a command as a short phrase with every argument, so that no two read alike."""
        row = self.verb(command.verb)
        if isinstance(row, PhrasedVerb) and row.phrase:
            return capital(row.phrase.format(**{key: names.of(str(value)) for key, value in command.args}))
        told = [row.label, *(_argument(key, value, names) for key, value in command.args)]
        return " ".join(part for part in told if part)

    def regret(self, command: Command, names: Names, query: Callable[..., Any]) -> str:
        """Return what a command gives up for good, which its player is asked about first; "" for nothing."""
        return ""

    def price(self, verb: str, query: Callable[..., Any]) -> str:
        """Return what giving an order costs by itself, in few words for its button; "" for nothing."""
        return ""

    def auto_answer(
        self, decision: Decision, view: Any, query: Callable[..., Any], history: Callable[[], Iterable[Event]]
    ) -> AutoAnswer | None:
        """Return the answer to a question that decides nothing, or None; `history` returns the events so far."""
        return None

    def simple(self, offered: Mapping[str, list[Command]]) -> list[Command]:
        """Return the offered commands without arguments: forward verbs first, back verbs last."""
        plain = [
            commands[0]
            for commands in offered.values()
            if len(commands) == 1 and not commands[0].args and not self.verb(commands[0].verb).toggle
        ]
        return sorted(plain, key=lambda c: (self.verb(c.verb).back, not self.verb(c.verb).forward))

    def condense(self, events: Iterable[Event]) -> list[Event]:
        """Join events that a reader takes as one."""
        return list(events)

    def diary(self, events: Iterable[Event], names: Names, without: str = "") -> list[Line]:
        """Return the lines of events, joined where they belong together, `without` those of a style."""
        lines: list[Line] = []
        for event in self.condense(events):
            line = self.narrate(event, names)
            add_line(lines, None if line is None or line.style == without else line)
        return lines

    def narrate(self, event: Event, names: Names) -> Line | None:
        """Return the line of one event, or None if it goes without saying."""
        own = self.events.read(event)
        if own is not None and isinstance(names, self.named):
            return self.tell(own, names)
        record = EVENTS.read(event)
        if isinstance(record, PassedFor):
            return self.passed_over(record)
        return self.taken_back(record) if isinstance(record, TakenBack) else plainly(event)

    def tell(self, event: object, names: Names) -> Line | None:
        """Return the line of an event of the system, looked up in its own names; None if it goes without saying."""
        return self.events.line(event, names)

    def taken_back(self, event: TakenBack) -> Line:
        """Return a line that tells what both players took back, with the dice that had fallen."""
        dice = ", ".join(map(str, event.dice))
        how = "Undone" if event.undone else "Taken back"
        return Line("detail", words(f"{how}: {event.what}", f" (dice: {dice})" if dice else ""))

    def passed_over(self, event: PassedFor) -> Line:
        """Return a line that tells whose question was passed over; consecutive ones of a kind are told once."""
        passed = self.question(event.kind).passed
        what = passed.told if passed else humanize(event.kind).lower()
        merge = ("passed", event.side, event.kind)
        if event.tip:
            return Line("detail", words(event.tip), merge)
        why = event.why or ("not this turn" if event.resting else "Preferences")
        return Line("detail", words(f"{event.player}: {what} ({why})"), merge)

    def announce(self, events: Iterable[Event], names: Names) -> str:
        """Return what both players must hear of, such as a random event, or ""."""
        return ""

    def period(self, view: Any) -> object:
        """Return what stays the same while a player's "not this turn" holds."""
        return view.get("turn") if isinstance(view, Mapping) else None

    def when(self, view: Any) -> str:
        """Return what turn it is, or "" where there is none to tell."""
        turn = self.period(view)
        return f"{self.span.capitalize()} {turn}" if isinstance(turn, int | str) and turn else ""

    def casts(self, events: Iterable[Event]) -> list[DieRoll]:
        """Return the dice among events."""
        if DieRolled.__name__ in self.events.kinds:
            return self.events.casts(events)
        records = (EVENTS.read(event) for event in events)
        return [DieRoll(one.die, humanize(one.purpose).lower()) for one in records if isinstance(one, DieRolled)]

    def roller(self, event: Event, names: Names) -> str | None:
        """Return the seat that rolled a die, "" if it was nobody's; None if it was whoever gave the last order."""
        rolled = EVENTS.read(event)
        about = rolled.subject if isinstance(rolled, DieRolled) else {}
        own = [str(about[key]) for key in ("seat", "side") if about.get(key)]
        named = (names.side(str(value)) for value in about.values())
        return own[0] if own else next((side for side in named if side), None)

    def wants(self, event: Event) -> int:
        """Return what who rolled a die hoped for: 1 for high, -1 for low, 0 if neither is better."""
        return 0

    def request(self, kind: str) -> tuple[str, str]:
        """Return what a person is asked to roll or draw, as a prompt and as a heading."""
        return self.requests[kind != "die"]

    def purpose(self, request: Any, names: Names) -> str:
        """Return what a die or a draw is for."""
        about: Mapping[str, Any] = getattr(request, "subject", {})
        return ", ".join([humanize(str(request.purpose)), *(names.of(str(value)) for value in about.values() if value)])


def _argument(key: str, value: object, names: Names) -> str:
    if isinstance(value, bool):
        return humanize(key).lower() if value else f"not {humanize(key).lower()}"
    if isinstance(value, tuple):
        return " + ".join(names.label(item) for item in value)
    return names.label(value) if isinstance(value, str) else str(value)
