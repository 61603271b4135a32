"""Small positions of Striking the Anvil for tests: who stands where, whose areas, the dice to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.command import Arg, Plain, cmd
from rules.engine.frozen import to_plain
from rules.engine.game import Game
from rules.engine.nature import ScriptedNature
from rules.engine.options import Decision
from rules.engine.session import Session
from rules.striking_anvil.r05_battle import ATTACK, Battle, Outcome, force, modifiers, resolve
from rules.striking_anvil.r05_battle import total as sum_of
from rules.striking_anvil.state import Anvil, Piece
from rules.striking_anvil.system import SYSTEM


class Table:
    """A game under way with scripted dice; every order is given for whoever decides."""

    def __init__(
        self, setup: Mapping[str, Sequence[str]], *, dice: Sequence[int] = (), turn: int = 3, side: str = "allied",
        allied: str = "", **more: Any,
    ) -> None:  # fmt: skip
        ffi = dict.fromkeys(allied.split(), "control") | more.pop("ffi", {})
        document = {"setup": setup, "ffi": ffi, "begin": {"turn": turn, "side": side}, **more}
        if turn == 0:  # a whole game
            del document["begin"]
        self.session = Session.new(SYSTEM, SYSTEM.load(document), nature=ScriptedNature(dice), source=document)
        self.events: list[dict[str, Any]] = []

    @property
    def decision(self) -> Decision:
        assert self.session.decision is not None
        return self.session.decision

    @property
    def asked(self) -> tuple[str, str]:
        """Return who is asked what."""
        return self.decision.seat, self.decision.kind

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def game(self) -> Anvil:
        """Return the position as a game of its own."""
        game: Anvil = Game(SYSTEM.kinds, self.session.scenario, self.state.copy())
        game.run()
        return game

    def do(self, verb: str, **args: Arg) -> Table:
        """Give an order."""
        self.events = self.session.submit(self.decision.seat, self.session.seq, cmd(verb, **args)).events
        return self

    def act(self, area: str, *units: str) -> Table:
        """Activate an area and choose units, all who can be if none is named."""
        self.do("activate", area=area)
        if not units:
            return self.do("take_all")
        for unit in units:
            self.do("take", unit=unit)
        return self

    def go(self, *way: str) -> Table:
        """Step along a way."""
        for to in way:
            self.do("step", to=to)
        return self

    def march(self, area: str, units: Sequence[str], *way: str) -> Table:
        """Move units along a way and end the activation."""
        self.act(area, *units).do("move").go(*way)
        return self

    def refused(self, verb: str, **args: Arg) -> str:
        """Return why an order is refused."""
        command = cmd(verb, **args)
        assert command not in self.decision.options
        reasons = self.session.explain(self.decision.seat, command)
        assert reasons
        return " ".join(map(str, reasons))

    def offers(self, verb: str) -> list[str]:
        """Return what is offered of a verb, each as its arguments."""
        return [" ".join(str(value) for _, value in command.args) for command in self.decision.options.of(verb)]

    def at(self, unit: str) -> str:
        return str(self.state.units[unit].at)

    def piece(self, unit: str) -> Piece:
        piece: Piece = self.state.units[unit]
        return piece

    def good(self, *units: str) -> bool:
        """Tell whether all are in Good Order."""
        return not any(self.state.units[unit].disorganized for unit in units)

    def turned(self, *units: str) -> bool:
        """Tell whether all are Disorganized."""
        return all(self.state.units[unit].disorganized for unit in units)

    def owner(self, area: str) -> str:
        return str(self.state.controller(area))

    def told(self, name: str) -> dict[str, Any]:
        """Return the last event of a name that the last order led to."""
        return [event for event in self.events if event["event"] == name][-1]

    def names(self) -> list[str]:
        """Return the names of all events since the start."""
        return [event["event"] for _, event in self.session.history.events]

    def roll(self, die: int, area: str, *units: str, kind: str = ATTACK, **more: Any) -> Outcome:
        """Return what a die would bring in an attack of some units, by the code that resolves it."""
        return resolve(self.session.scenario.charts, self.strength(area, *units, kind=kind),
                       self.modifier(area, *units, kind=kind, **more), die)  # fmt: skip

    def battle(self, area: str, *units: str, kind: str = ATTACK, **more: Any) -> Battle:
        side = self.session.scenario.counters[units[0]].side
        return Battle(kind, side, area, units, **more)

    def strength(self, area: str, *units: str, kind: str = ATTACK) -> int:
        return force(self.game, self.battle(area, *units, kind=kind)).counts

    def modifier(self, area: str, *units: str, kind: str = ATTACK, **more: Any) -> int:
        return sum_of(modifiers(self.game, self.battle(area, *units, kind=kind, **more)))

    def query(self, name: str, **args: Any) -> Any:
        return to_plain(self.session.query(name, **args))

    def pass_both(self) -> Table:
        """End the operations phase."""
        return self.do("pass").do("pass")


def position(document: str | Mapping[str, Plain], *dice: int) -> Table:
    """Return a shipped scenario as a table."""
    table = Table.__new__(Table)
    table.session = Session.new(SYSTEM, SYSTEM.load(document), nature=ScriptedNature(dice), source=document)
    table.events = []
    return table
