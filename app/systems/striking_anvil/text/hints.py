"""The line under the prompt, and the warning before an impulse is passed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.systems.striking_anvil.text.names import counted
from app.text.words import Words
from rules.engine.options import Decision

ARMED = "Mobile combat: click the target area. B again for a normal move."


def hint(view: Mapping[str, Any], decision: Decision | None, words: Words, *, mobile: bool = False) -> tuple[str, str]:
    """Return the hint of a question, and a warning before a pass gives Good Order units away."""
    if decision is None:
        return "", ""
    told = words.question(decision.kind).hint
    if decision.kind == "activation" and mobile:
        told = ARMED
    if decision.kind == "way" and decision.subject["target"]:
        told = f"Mobile combat in {decision.subject['target']}: move the group there."
    if decision.kind != "order":
        return told, ""
    ready = int(view["impulse"]["ready"][decision.seat])
    left = counted(ready, "combat unit")
    last = "This pass ends the phase. " if decision.subject["passes"] else ""
    return told, f"{last}{left} can still act. Press again to pass." if ready else ""
