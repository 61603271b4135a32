"""Verbs agree with who does something: tellers write them for one unit, the log reads right for several."""

from __future__ import annotations

from dataclasses import replace

from app.text.parts import Line, Part

SEVERAL = (
    "trucks", "half-tracks", "bicycles", "mortars", "guns", "bazookas", "flamethrowers", "platoons", "lorries", "tanks",
)  # fmt: skip
"""Last words of names that stand for more than one thing."""
VERBS = {
    "is": "are", "has": "have", "goes": "go", "moves": "move", "comes": "come", "gets": "get", "climbs": "climb",
    "leaves": "leave", "arrives": "arrive", "returns": "return", "deploys": "deploy", "fires": "fire", "routs": "rout",
    "rallies": "rally", "puts": "put", "digs": "dig", "builds": "build", "passes": "pass", "fails": "fail",
}  # fmt: skip
_FORE = ("opportunity",)  # words that stand before the verb
_JOINTS = (", ", " and ")


def is_several(name: str) -> bool:
    """Tell whether a name stands for more than one thing: trucks, guns, but not a company of tanks."""
    head = name.partition(",")[0].partition(" (")[0].partition(" of ")[0]
    return head.lower().rpartition(" ")[2] in SEVERAL


def agree(line: Line) -> Line:
    """Return a line whose verb agrees with the units before it."""
    parts = line.parts
    first = next((i for i, part in enumerate(parts) if part.kind == "unit"), None)
    if first is None:
        return line
    after = first + 1
    while after + 1 < len(parts) and parts[after].value in _JOINTS and parts[after + 1].kind == "unit":
        after += 2
    while after < len(parts) and not parts[after].plain.strip():
        after += 1
    if after >= len(parts) or not (after > first + 2 or is_several(parts[first].plain)):
        return line
    return replace(line, parts=(*parts[:after], _for_several(parts[after]), *parts[after + 1 :]))


def _for_several(part: Part) -> Part:
    words = part.value.split(" ")
    at = next((i for i, word in enumerate(words) if word and word not in _FORE), 0)
    if part.kind not in ("text", "strong") or words[at] not in VERBS:
        return part
    return part._replace(value=" ".join((*words[:at], VERBS[words[at]], *words[at + 1 :])))
