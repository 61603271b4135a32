"""Records forged as by somebody who knows how seals and digests are made."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rules.engine.digest import digest
from rules.engine.record_form import line
from rules.engine.sealing import Chain, sealed_lines
from rules.fuzzing.mutating import changed


def forged_record(rng: Random, text: bytes) -> bytes:
    """Return a record with lines changed, doubled, moved or left out, and every digest and seal made anew."""
    told = [json.loads(raw) for raw in text.splitlines()]
    for _ in range(rng.choice((1, 1, 2))):
        place, way = rng.randrange(1, len(told)), rng.random()
        if way < 0.1:
            del told[place]
        elif way < 0.2:
            told.insert(place, told[rng.randrange(1, len(told))])
        elif way < 0.3:
            told[0] = changed(rng, told[0])
        else:
            told[place] = _changed(rng, told[place])
    if rng.random() < 0.7:  # most forgers count the lines anew as well
        told = [{**one, "lines": place} if "lines" in one else one for place, one in enumerate(told)]
    bare = [{key: value for key, value in one.items() if key != "chain"} for one in told]
    return sealed_lines(b"".join(map(line, bare)), Chain())


def _changed(rng: Random, told: dict[str, Any]) -> dict[str, Any]:
    if "snapshot" not in told or rng.random() < 0.2:
        return changed(rng, told)
    state = changed(rng, told["state"])
    return {**told, "state": state, "digest": digest(state)}


def is_resealed(text: bytes) -> bool:
    """Tell whether every seal of a record holds: whoever changed it knows how they are made, or cut its end off."""
    chain = Chain()
    return all(chain.proves(raw) is not False for raw in text.split(b"\n")[:-1])
