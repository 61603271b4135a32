"""Requests that were sent again after a connection broke act once: a host remembers what it answered to them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from app.online.caller import Caller, ascii_only
from app.online.messages import NAMED, ONCE
from rules.engine.command import MalformedCommand
from rules.engine.connection import Params

MOST: Final = 10_000
"""Answers that are remembered."""
LONGEST: Final = 64
"""Letters of the name of a request."""


class Repeated:
    """Remembers the answers to named requests by the token of whoever asked."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str, str], Any] = OrderedDict()

    def answer(self, caller: Caller, method: str, params: Params, act: Callable[[Caller, Params], Any]) -> Any:
        """Carry a request out, or answer as before if this one was; what was refused may be asked again."""
        once = ascii_only(params.copy(), ONCE, default="") if method in NAMED else ""
        if len(once) > LONGEST:
            raise MalformedCommand(f'The parameter "{ONCE}" can have {LONGEST} letters.')
        asked = caller.token, method, once
        if once and asked in self._answers:
            return self._answers[asked]
        answer = act(caller, params)
        if once:
            self._answers[asked] = answer
            if len(self._answers) > MOST:
                self._answers.popitem(last=False)
        return answer
