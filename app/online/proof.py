"""Proving a game after its end by the record that its host gives out: every order, every die."""

from __future__ import annotations

import zlib
from base64 import b64decode
from pathlib import Path
from typing import Final

from app.online.links import FollowedLink
from rules.engine.nature import CommittedNature
from rules.engine.record import RecordError
from rules.engine.record_reading import load_record, verify

LARGEST: Final = 200_000_000
"""Bytes of a record, unpacked."""


def unpacked(record: str) -> bytes:
    """Return the record that a host has sent; raise ValueError where it is none."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(b64decode(record, validate=True), LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("too large, or cut off")
    return text


def doubts(file: Path, link: FollowedLink, seat: str | None) -> list[str]:
    """Return a sentence for everything that is wrong with the record of a game that this computer played at a host.

    The secret must be the one to which the host had committed itself before it heard this player's part of the dice.
    """
    try:
        session = load_record(file, attach=False)
    except RecordError as error:
        return [str(error)]
    driver = session.driver
    if not isinstance(driver, CommittedNature):
        return ["The host's record does not say where its dice come from."]
    found = verify(session, file)
    if link.commitment and driver.commitment != link.commitment:
        found.append("The dice come from another secret than the one the host had committed itself to.")
    if link.nonce and seat is not None and driver.nonces.get(seat) != link.nonce:
        found.append("The dice do not use the part that this computer gave.")
    return found
