"""What the record of a game cannot prove, in words: about its dice, and about what is missing in its file."""

from __future__ import annotations

from typing import Final

from rules.engine.nature import Doubt, ManualNature, NatureDriver, ScriptedNature, SealedNature, SeededNature
from rules.engine.record_lines import Contents
from rules.engine.session import Session

_BY_HAND: Final = Doubt("dice by hand", "The dice were rolled by hand and cannot be proved.")
_SCRIPTED: Final = Doubt("scripted dice", "The dice came from a script and cannot be proved.")
_NO_SEED: Final = Doubt(
    "dice not proved",
    "This copy does not contain the seed, or it continues another game, so the dice cannot be proved.",
)
_CHOSEN: Final = Doubt(
    "seed chosen", "Somebody chose the dice seed when the game was started, and could know every roll."
)


def unproved(session: Session) -> list[Doubt]:
    """Return what cannot be proved of a game: its dice, and what the record left open that it was loaded from."""
    driver = session.driver
    of_dice = (
        [_BY_HAND] if isinstance(driver, ManualNature)
        else [_NO_SEED] if isinstance(driver, SealedNature)
        else [_SCRIPTED] if isinstance(driver, ScriptedNature)
        else []
    )  # fmt: skip
    return [*of_dice, *session.doubts]


def doubts_of(contents: Contents, driver: NatureDriver, *, is_whole: bool) -> list[Doubt]:
    """Return what a record leaves open that a game was loaded from; nothing was cut off one that `is_whole`."""
    found, is_named = [], bool(contents.header.get("game"))  # older versions drew from seeds like chosen ones
    if is_named and type(driver) is SeededNature and driver.root is None:
        found.append(_CHOSEN)
    if contents.unsealed:
        text = f"{contents.unsealed} lines have no seal: an older version of the program wrote them."
        found.append(Doubt("not all sealed", text))
    if contents.lost:
        found.append(Doubt("entries lost", f"{len(contents.lost)} entries are lost."))
    if is_named and not (contents.is_closed or is_whole):
        text = "The game was not closed properly: the program was stopped, or the end of the file is missing."
        found.append(Doubt("end not proved", text))
    return found
