"""What the contract tries on a game: commands that are almost right, and positions dealt anew to find leaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from rules.engine.command import Arg, Command, IllegalCommand, MalformedCommand
from rules.engine.frames import Request
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.plain import canonical, digest
from rules.engine.seat import Seat
from rules.engine.session import Session

# --- Commands that are almost right, such as a confused program or a clicking player might send --------------------

NONSENSE: Final[tuple[Arg, ...]] = (
    "", "nowhere", "99.99", "-1", "ä\n", 0, -1, 10**12, True, (), ("nowhere",), ("", ""),
)  # fmt: skip


def mutants(command: Command, others: Sequence[Command], random: Random, count: int) -> Iterator[Command]:
    """Yield `count` mutations of a command, with verbs and arguments taken from `others`."""
    for _ in range(count):
        yield random.choice(_WAYS)(command, random.choice(others), random)


def _other_verb(command: Command, other: Command, random: Random) -> Command:
    return Command(random.choice((other.verb, "dance", command.verb.upper(), "")), command.args)


def _other_value(command: Command, other: Command, random: Random) -> Command:
    """Replace an argument by any argument of another command, or by nonsense."""
    if not command.args:
        return _more(command, other, random)
    place = random.randrange(len(command.args))
    lent = [value for _, value in other.args] or list(NONSENSE)
    value = random.choice(lent if random.random() < 0.5 else NONSENSE)
    return _with(command, place, value)


def _near_value(command: Command, other: Command, random: Random) -> Command:
    """Change an argument a little."""
    if not command.args:
        return _more(command, other, random)
    place = random.randrange(len(command.args))
    value = command.args[place][1]
    near: Arg
    if isinstance(value, bool):
        near = not value
    elif isinstance(value, int):
        near = value + random.choice((-1, 1))
    elif isinstance(value, str):
        near = random.choice((value[:-1], value + "0", value[::-1]))
    else:
        near = random.choice((value[:-1], value + value[:1], value[::-1]))
    return _with(command, place, near)


def _less(command: Command, other: Command, random: Random) -> Command:
    if not command.args:
        return _other_verb(command, other, random)
    place = random.randrange(len(command.args))
    return Command(command.verb, command.args[:place] + command.args[place + 1 :])


def _more(command: Command, other: Command, random: Random) -> Command:
    return Command(command.verb, tuple(sorted({**dict(command.args), "extra": random.choice(NONSENSE)}.items())))


def _with(command: Command, place: int, value: Arg) -> Command:
    name = command.args[place][0]
    return Command(command.verb, (*command.args[:place], (name, value), *command.args[place + 1 :]))


_WAYS: Final = (_other_verb, _other_value, _other_value, _near_value, _less, _more)

# --- Redealt positions: positions that differ from a game only in what a seat cannot see ---------------------------

Seen = tuple[Any, ...]


def leaks(session: Session, commands: Sequence[Command], tries: Sequence[Command] = ()) -> Iterator[str]:
    """Yield how a seat could tell the game from a redealt position, or learn another seat's secret.

    `commands` are options of the present decision; what follows each is compared up to the next chance. `tries` may be
    refused, but only for the same reasons.
    """
    system, state = session.system, session.state
    for seat in (*system.seats, None):
        twin = system.redeal_hidden(session.scenario, state, seat, session.seq)
        if twin is state:
            continue
        yield from (f"redealt for {seat}: {text}" for text in system.check(session.scenario, twin))
        yield from _forgetful(session, twin, seat)
        yield from _differences(session, twin, seat)
        if session.decision is not None:
            yield from _own(session, twin, seat, (*commands, *tries))
            yield from _drawn(session, seat, commands)


def not_open(session: Session) -> Iterator[str]:
    """Yield what a system withholds although it claims to hide nothing, so that one seat may be the whole table."""
    system, state, decision = session.system, session.state, session.decision
    if any(system.redeal_hidden(session.scenario, state, seat, 0) is not state for seat in (*system.seats, None)):
        yield "the system hides nothing, and yet its redeal deals something anew"
    if decision is not None and decision.secret:
        yield f"the system hides nothing, and yet the decision {decision.kind} is secret"
    if session.log and (only := session.log[-1].only) is not None:
        yield f"the system hides nothing, and yet the last answer is for {only} only"
    yield from (
        f"the system hides nothing, and yet {event} is not for all" for event in _last(session) if "only" in event
    )


def _last(session: Session) -> list[dict[str, Any]]:
    """Return the events of the last entries."""
    return session.events_since(session.seq - 1)


def _forgetful(session: Session, twin: Any, seat: str | None) -> Iterator[str]:
    """What is dealt anew does not depend on what was there before."""
    system, seed = session.system, session.seq + 1
    dealt = [system.redeal_hidden(session.scenario, state, seat, seed).to_plain() for state in (session.state, twin)]
    if digest(dealt[0]) != digest(dealt[1]):
        yield f"the redeal for {seat} depends on what {seat} cannot see"


def _differences(session: Session, twin: Any, seat: str | None) -> Iterator[str]:
    """View and question are the same, and another seat's secret decision is withheld."""
    if _view(session, session.state, seat) != _view(session, twin, seat):
        yield f"the view of {seat} shows what {seat} cannot know"
    asked, here = _game(session, twin).run(), session.pending
    if seen(asked, seat) != seen(here, seat):
        yield f"{seat} sees by the question what lies hidden: {seen(here, seat)} would be {seen(asked, seat)}"
    decision = session.decision
    if decision is not None and decision.secret and seat != decision.seat:
        shown = Seat(session, seat)
        if shown.decision is not None or decision.prompt in " ".join(map(str, shown.explain(Command("?")))):
            yield f"{seat} sees a secret decision of {decision.seat}"


def _own(session: Session, twin: Any, seat: str | None, commands: Sequence[Command]) -> Iterator[str]:
    """After each of the seat's own commands the next question, events and view, or the refusal, are the same."""
    if session.decision is None or session.decision.seat != seat:
        return
    for command in commands:
        here, there = (_after(session, state, seat, command) for state in (session.state, twin))
        if here != there:
            yield f"{seat} learns by {command} what lies hidden: {here} would be {there}"


def _drawn(session: Session, seat: str | None, commands: Sequence[Command]) -> Iterator[str]:
    """The seat hears the same whatever another seat draws in secret."""
    for command in commands:
        game = _game(session, session.state.copy())
        game.run()
        game.take(command)
        request = game.run()
        if not isinstance(request, Request) or request.only in (None, seat):
            continue
        heard = {item: _outcome(session, game, seat, item) for item in dict.fromkeys(request.items)}
        if len(set(heard.values())) > 1:
            yield f"{seat} learns what {request.only} draws after {command}: {heard}"


def _outcome(session: Session, game: Game[Any, Any], seat: str | None, item: Any) -> str:
    """Return what a seat notices of one outcome, as a text."""
    after = _game(session, game.state.copy())
    after.run()
    after.happen(item)
    return canonical(_noticed(session, after, seat))


def _after(session: Session, state: Any, seat: str | None, command: Command) -> str:
    """Return what a seat notices of its command up to the next chance, as a text."""
    game = _game(session, state.copy())
    game.run()
    try:
        game.take(command)
    except (IllegalCommand, MalformedCommand) as error:
        return str(error)
    return canonical(_noticed(session, game, seat))


def _noticed(session: Session, game: Game[Any, Any], seat: str | None) -> list[Any]:
    pending = game.run()
    events = [event for event in game.events if event.get("only") in (None, seat)]
    return [list(seen(pending, seat)), events, to_plain(_view(session, game.state, seat))]


def _game(session: Session, state: Any) -> Game[Any, Any]:
    return Game(session.system.kinds, session.scenario, state)


def _view(session: Session, state: Any, seat: str | None) -> Any:
    return session.system.view(_game(session, state), seat)


def seen(pending: Decision | Request | None, seat: str | None) -> Seen:
    """Return what a seat sees of a question: all of its own and of open ones, only who is asked of secret ones."""
    if isinstance(pending, Decision):
        if pending.secret and pending.seat != seat:
            return (pending.seat,)
        subject, options = canonical(pending.subject), tuple(map(str, pending.options))
        return (pending.seat, pending.kind, pending.prompt, pending.rule, subject, options)
    if pending is None:
        return ()
    if pending.only is None:
        return (pending.kind, pending.purpose, canonical(list(pending.items)), canonical(pending.subject))
    return ("nature", pending.purpose, canonical(pending.subject)) if pending.only == seat else ("nature",)
