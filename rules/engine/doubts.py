"""What the record of a game cannot prove, in words: about its dice, and about what is missing in its file."""

from __future__ import annotations

from typing import Final

from rules.engine.nature import ManualNature, NatureDriver, ScriptedNature, SealedNature, SeededNature
from rules.engine.origin import Doubt
from rules.engine.record_lines import Contents
from rules.engine.session import Session

_BY_HAND: Final = Doubt("dice by hand", "The dice were rolled by hand; nothing proves them.")
_SCRIPTED: Final = Doubt("scripted dice", "The dice were given by a script; nothing proves them.")
_NO_SEED: Final = Doubt(
    "dice not proved",
    "The seed was left out of this copy, or the game goes on from another one; the dice cannot be held against it.",
)
_CHOSEN: Final = Doubt(
    "seed chosen", "The seed of the dice was chosen when the game was begun; whoever chose it could know them all."
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
        text = f"{contents.unsealed} of its lines have no seal: an older version of the program wrote them."
        found.append(Doubt("not all sealed", text))
    if contents.lost:
        found.append(Doubt("entries lost", f"{len(contents.lost)} of its entries are lost."))
    if is_named and not (contents.is_closed or is_whole):
        text = "It was not put away in good order: the program was stopped, or the end of the record was cut off."
        found.append(Doubt("end not proved", text))
    return found
