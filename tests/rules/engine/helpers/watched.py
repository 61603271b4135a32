"""A position watched by one blunder, command by command."""

from __future__ import annotations

from rules.engine.command import Arg, Command, cmd
from rules.engine.game import Game
from rules.engine.session import Session
from rules.testing.gear import Blunder, BlunderCounter, DecisionStep


class Watched:
    """A game under way and the act that watches it."""

    def __init__(self, session: Session, act: BlunderCounter) -> None:
        self.session = session
        self.act = act

    def do(self, verb: str, /, **args: Arg) -> list[Blunder]:
        """Submit a command for whoever decides; return what is seen."""
        return self.submit(cmd(verb, **args))

    def submit(self, command: Command) -> list[Blunder]:
        """Submit a command for whoever decides; return what is seen."""
        session, decision = self.session, self.session.decision
        assert decision is not None
        seq, scenario, kinds = session.seq, session.scenario, session.system.kinds
        before = Game(kinds, scenario, session.state)
        events = session.submit(decision.seat, seq, command).events
        after = Game(kinds, scenario, session.state)
        return list(self.act.see(DecisionStep(seq, decision.seat, decision, command, before, after, events)))
