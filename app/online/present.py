"""Who is connected to the games of a host, and what each connection is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.online.caller import Caller, notice
from app.online.directory import Chair


class Present:
    """The connections that have joined, by their chairs."""

    def __init__(self) -> None:
        self._callers: dict[Chair, list[Caller]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._callers.values()))

    def come(self, caller: Caller, chair: Chair, token: str) -> None:
        """Let a connection sit down by a token.

        Those are sent away who have the chair by a token that has lost it: a new link was followed.
        """
        caller.chair, caller.token = chair, token
        callers = self._callers.setdefault(chair, [])
        callers.append(caller)
        for other in [each for each in callers if each.token != token and chair.seat is not None]:
            callers.remove(other)
            other.chair = None
            other.notify("replaced", {})

    def leave(self, caller: Caller) -> None:
        """Forget a connection that has ended, and tell the others."""
        if caller.chair is not None and caller in self._callers.get(caller.chair, ()):
            self._callers[caller.chair].remove(caller)
            self.tell_who_is_here(caller.chair.game)

    def forget(self, game: str) -> None:
        """Forget a game at which nobody is."""
        self._callers = {chair: callers for chair, callers in self._callers.items() if chair.game != game}

    def at(self, game: str) -> Iterator[Caller]:
        """Yield the connections at a game, those who watch it among them."""
        for chair, callers in self._callers.items():
            if chair.game == game:
                yield from callers

    def here(self, game: str) -> list[str]:
        """Return the seats whose players are connected."""
        return sorted({caller.chair.seat for caller in self.at(game) if caller.chair and caller.chair.seat is not None})

    def tell(self, game: str, seats: Iterable[str | None], method: str, told: Mapping[str, Any]) -> None:
        """Tell those at seats of a game something, or those who watch (None)."""
        message = notice(method, told)
        for seat in seats:
            for caller in self._callers.get(Chair(game, seat), ()):
                caller.send(message)

    def tell_all(self, game: str, method: str, told: Mapping[str, Any], but: Caller | None = None) -> None:
        """Tell everybody at a game something."""
        message = notice(method, told)
        for caller in self.at(game):
            if caller is not but:
                caller.send(message)

    def tell_who_is_here(self, game: str, but: Caller | None = None) -> None:
        """Tell everybody at a game who is there."""
        self.tell_all(game, "here", {"here": self.here(game)}, but)
