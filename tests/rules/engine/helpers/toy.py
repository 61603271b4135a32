"""Duel on a lane: the smallest game that uses everything the engine offers.

Red and blue pieces stand on a lane of spaces. Each round a chit is drawn per side; the drawn side marches,
shoots (composed: helpers are toggled, then confirm or cancel) and scouts. A march may be sniped at from every
space it leaves, and the marcher may die of it on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import ClassVar, TypeAlias

from rules.engine.command import Command, Plain, Reason, cmd
from rules.engine.frames import Action, Choice, Die, Frame, Procedure, registry
from rules.engine.game import Game, Steady
from rules.engine.options import Decision, Options

RANGE = 2
SEATS = ("red", "blue")


def other(seat: str) -> str:
    """Return the opponent."""
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, slots=True)
class Lane:
    """The static part: the length of the lane, the number of rounds, who starts where."""

    id: str
    title: str
    width: int
    rounds: int
    pieces: Mapping[str, Piece]
    hash: str


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: side, space, strength left."""

    side: str
    at: int
    strength: int = 1


@dataclass(slots=True)
class State(Steady):
    """Everything that changes; schema 2 (in schema 1 a piece was [side, space])."""

    round: int = 0
    cup: tuple[str, ...] = ()
    frames: list[Frame] = field(default_factory=list)
    pieces: dict[str, Piece] = field(default_factory=dict)
    spent: tuple[str, ...] = ()

    def copy(self) -> State:
        """Return a copy that shares only frozen records."""
        return State(self.round, self.cup, self.frames[:], self.pieces.copy(), self.spent)

    def to_plain(self) -> dict[str, Plain]:
        """Return the state as plain data."""
        return {
            "round": self.round,
            "cup": self.cup,
            "frames": [frame.to_plain() for frame in self.frames],
            "pieces": {name: asdict(piece) for name, piece in self.pieces.items()},
            "spent": self.spent,
        }

    def side(self, seat: str) -> list[str]:
        """Return the living pieces of a side."""
        return [name for name, piece in self.pieces.items() if piece.side == seat]

    def near(self, seat: str, space: int) -> list[str]:
        """Return the pieces of a side within range of a space."""
        return [name for name in self.side(seat) if abs(self.pieces[name].at - space) <= RANGE]


Toy: TypeAlias = Game[State, Lane]


def begin(game: Toy) -> str | None:
    """Start a round, or end the game."""
    state = game.state
    if state.round == game.scenario.rounds or not all(state.side(seat) for seat in SEATS):
        game.finish()
        return None
    state.round += 1
    state.cup, state.spent = SEATS, ()
    game.checkpoint()
    game.emit("RoundBegan", round=state.round)
    return None


def draw(game: Toy) -> str | None:
    """Draw a side from the cup."""
    game.draw("whose chit", game.state.cup)
    return None


def act(game: Toy) -> str | None:
    """Let the drawn side give its orders."""
    seat = game.frame["result"]
    game.state.cup = tuple(chit for chit in game.state.cup if chit != seat)
    game.emit("ChitDrawn", chit=seat)
    game.push("orders", seat=seat)
    return None


def again(game: Toy) -> str | None:
    """Draw again while chits are left."""
    return "draw" if game.state.cup else "begin"


def leave(game: Toy) -> str | None:
    """Offer the enemy a shot at a marcher about to leave."""
    game.push("watch", mover=game.frame["unit"], passed=())
    return None


def enter(game: Toy) -> str | None:
    """Move the marcher one space on if it is alive."""
    name, to = game.frame["unit"], game.frame["to"]
    piece = game.state.pieces.get(name)
    if piece is None:
        return "stopped"
    at = piece.at + (1 if to > piece.at else -1)
    game.state.pieces[name] = replace(piece, at=at)
    game.emit("Marched", unit=name, space=at)
    return None if at == to else "leave"


def stopped(game: Toy) -> str | None:
    """End the march."""
    game.emit("MarchEnded", unit=game.frame["unit"])
    return None


def aim_die(game: Toy) -> str | None:
    """Roll for a shot."""
    game.roll("shot", target=game.frame["target"])
    return None


def hit(game: Toy) -> str | None:
    """Apply the shot: die plus helpers of 6 or more costs a strength."""
    name = game.frame["target"]
    piece = game.state.pieces.get(name)
    if piece is not None and is_hit(game.frame["result"], game.frame["helpers"]):
        if piece.strength > 1:
            game.state.pieces[name] = replace(piece, strength=piece.strength - 1)
        else:
            del game.state.pieces[name]
            game.emit("Killed", unit=name)
    return None


def is_hit(die: int, helpers: tuple[str, ...]) -> bool:
    """Tell whether a shot hits."""
    return die + len(helpers) >= 6


class Order(Action):
    """An order to one piece that has not been used this round."""

    def candidates(self, game: Toy) -> Iterator[Command]:
        """Yield the order for each piece."""
        for name in game.state.side(game.frame["seat"]):
            yield cmd(self.verb, unit=name)

    def reasons(self, game: Toy, command: Command) -> Iterator[Reason]:
        """Yield why the piece cannot be used."""
        name = str(command.get("unit"))
        if name not in game.state.side(game.frame["seat"]):
            yield Reason(f"{name} is not a piece of yours.", "1.1")
        if name in game.state.spent:
            yield Reason(f"{name} has been used this round.", "1.2")

    def spend(self, game: Toy, name: str) -> None:
        """Mark a piece as used for this round."""
        game.state.spent = (*game.state.spent, name)


class March(Order):
    """Go up to two spaces."""

    verb = "march"
    fields: ClassVar[Mapping[str, type]] = {"unit": str, "to": int}

    def candidates(self, game: Toy) -> Iterator[Command]:
        """Yield every space in reach."""
        for name in game.state.side(game.frame["seat"]):
            at = game.state.pieces[name].at
            for to in range(at - 2, at + 3):
                yield cmd(self.verb, unit=name, to=to)

    def reasons(self, game: Toy, command: Command) -> Iterator[Reason]:
        """Yield why the march is refused."""
        yield from super().reasons(game, command)
        piece, to = game.state.pieces.get(str(command.get("unit"))), command.get("to")
        assert isinstance(to, int)
        if not 0 <= to < game.scenario.width:
            yield Reason(f"Space {to} is off the lane of {game.scenario.width} spaces.", "2.1")
        if piece is not None and not 1 <= abs(to - piece.at) <= 2:
            yield Reason("A march goes one or two spaces.", "2.2")

    def apply(self, game: Toy, command: Command) -> None:
        """Begin the march."""
        self.spend(game, str(command.get("unit")))
        game.push("march", unit=command.get("unit"), to=command.get("to"))


class Scout(Order):
    """Look around: nothing is hidden here, but it counts as a revelation."""

    verb = "scout"
    fields: ClassVar[Mapping[str, type]] = {"unit": str}

    def apply(self, game: Toy, command: Command) -> None:
        """Reveal."""
        self.spend(game, str(command.get("unit")))
        game.reveal()
        game.emit("Scouted", unit=command.get("unit"))


class Shoot(Order):
    """Begin to compose a shot."""

    verb = "shoot"
    fields: ClassVar[Mapping[str, type]] = {"unit": str, "target": str}

    def candidates(self, game: Toy) -> Iterator[Command]:
        """Yield every pair of shooter and target in range."""
        for name in game.state.side(game.frame["seat"]):
            for target in game.state.near(other(game.frame["seat"]), game.state.pieces[name].at):
                yield cmd(self.verb, unit=name, target=target)

    def reasons(self, game: Toy, command: Command) -> Iterator[Reason]:
        """Yield why the shot is refused."""
        yield from super().reasons(game, command)
        name, target = str(command.get("unit")), str(command.get("target"))
        shooter = game.state.pieces.get(name)
        if target not in game.state.side(other(game.frame["seat"])):
            yield Reason(f"{target} is not an enemy piece.", "3.1")
        elif shooter is not None and abs(game.state.pieces[target].at - shooter.at) > RANGE:
            yield Reason(f"{target} is out of range.", "3.2")

    def apply(self, game: Toy, command: Command) -> None:
        """Open the composition; nothing is spent yet."""
        game.push("aim", seat=game.frame["seat"], unit=command.get("unit"), target=command.get("target"), helpers=())


class Rest(Action):
    """End the orders."""

    verb = "rest"

    def candidates(self, game: Toy) -> Iterator[Command]:
        """Yield the one command."""
        yield cmd(self.verb)

    def reasons(self, game: Toy, command: Command) -> Iterator[Reason]:
        """Yield nothing: always allowed."""
        yield from ()

    def apply(self, game: Toy, command: Command) -> None:
        """Leave the choice."""
        game.finish()


class Cancel(Rest):
    """Give up composing; nothing was spent."""

    verb = "cancel"


class Confirm(Rest):
    """Fire the composed shot."""

    verb = "confirm"

    def apply(self, game: Toy, command: Command) -> None:
        """Spend shooter and helpers and fire."""
        frame = game.frame
        game.state.spent = (*game.state.spent, frame["unit"], *frame["helpers"])
        game.finish()
        game.push("volley", target=frame["target"], helpers=frame["helpers"])


class Help(Order):
    """Add a helper to the shot, or take it out again."""

    verb = "help"
    fields: ClassVar[Mapping[str, type]] = {"unit": str}

    def reasons(self, game: Toy, command: Command) -> Iterator[Reason]:
        """Yield why the piece cannot help."""
        yield from super().reasons(game, command)
        name, target = str(command.get("unit")), game.state.pieces.get(game.frame["target"])
        if name == game.frame["unit"]:
            yield Reason(f"{name} shoots itself.", "3.3")
        elif name in game.state.pieces and target is not None and abs(game.state.pieces[name].at - target.at) > RANGE:
            yield Reason(f"{name} is out of range.", "3.2")

    def apply(self, game: Toy, command: Command) -> None:
        """Toggle."""
        name, helpers = str(command.get("unit")), game.frame["helpers"]
        rest = tuple(helper for helper in helpers if helper != name)
        game.update(helpers=rest if name in helpers else (*helpers, name))


class Snipe(Order):
    """Shoot at a marcher, once per piece and space."""

    verb = "snipe"
    fields: ClassVar[Mapping[str, type]] = {"unit": str}

    def candidates(self, game: Toy) -> Iterator[Command]:
        """Yield each watching piece."""
        for name in watchers(game):
            yield cmd(self.verb, unit=name)

    def reasons(self, game: Toy, command: Command) -> Iterator[Reason]:
        """Yield why the piece cannot snipe."""
        if command.get("unit") not in watchers(game):
            yield Reason(f"{command.get('unit')} cannot snipe at {game.frame['mover']} now.", "4.1")

    def apply(self, game: Toy, command: Command) -> None:
        """Fire without helpers."""
        game.update(passed=(*game.frame["passed"], command.get("unit")))
        game.push("volley", target=game.frame["mover"], helpers=())


class Hold(Rest):
    """Let the marcher go on."""

    verb = "hold"


def watchers(game: Toy) -> list[str]:
    """Return who may still snipe in the open window."""
    mover = game.state.pieces.get(game.frame["mover"])
    if mover is None:
        return []
    return [name for name in game.state.near(other(mover.side), mover.at) if name not in game.frame["passed"]]


class Orders(Choice):
    """The drawn side uses its pieces."""

    kind = "orders"
    actions = (March(), Shoot(), Scout(), Rest())

    def ask(self, game: Toy) -> Decision | None:
        """Ask while a piece is unused."""
        seat = game.frame["seat"]
        if set(game.state.side(seat)) <= set(game.state.spent):
            return None
        return Decision(seat, self.kind, "Use a piece or rest.", "1", Options(game, self.actions))


class Aim(Choice):
    """Compose a shot."""

    kind = "aim"
    actions = (Help(), Confirm(), Cancel())

    def ask(self, game: Toy) -> Decision:
        """Ask until confirmed or cancelled."""
        frame = game.frame
        subject = {"unit": frame["unit"], "target": frame["target"], "helpers": frame["helpers"]}
        return Decision(frame["seat"], self.kind, "Who helps?", "3", Options(game, self.actions), subject)


class Watch(Choice):
    """The reaction window of the marcher's enemy."""

    kind = "watch"
    actions = (Snipe(), Hold())

    def ask(self, game: Toy) -> Decision | None:
        """Ask while somebody may still respond to a living marcher."""
        if not watchers(game):
            return None
        seat = other(game.state.pieces[game.frame["mover"]].side)
        return Decision(seat, self.kind, "Snipe?", "4", Options(game, self.actions), {"mover": game.frame["mover"]})


KINDS = registry(
    Procedure("round", {"begin": begin, "draw": draw, "act": act, "again": again}),
    Procedure("march", {"leave": leave, "enter": enter, "stopped": stopped}),
    Procedure("volley", {"die": aim_die, "hit": hit}),
    Orders(),
    Aim(),
    Watch(),
    Die("die", tuple(range(10))),
)
