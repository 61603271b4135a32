"""The opponent's own dice: uniform, its own, and the same for the same question."""

from __future__ import annotations

from collections import Counter

from rules.engine.frames import Request
from rules.engine.nature import SeededNature
from rules.opponent.planner import ImaginedNature

DIE = tuple(range(10))


def die(purpose: str, unit: str) -> Request:
    """Return a request for a die."""
    return Request("die", purpose, DIE, {"unit": unit})


def test_the_same_question_gets_the_same_answer_whatever_was_asked_before() -> None:
    one, other = ImaginedNature(7), ImaginedNature(7)
    other.answer(die("rally", "b"), 1)
    other.answer(Request("draw", "chit", ("x", "y")), 1)
    assert [one.answer(die("fire", "a"), 1) for _ in range(20)] == [
        other.answer(die("fire", "a"), 1) for _ in range(20)
    ]


def test_a_chit_drawn_first_leaves_the_order_of_the_others() -> None:
    chits = ("a", "b", "c", "d", "e", "e")
    first = ImaginedNature(3).answer(Request("draw", "chit", chits), 2)
    rest = list(chits)
    rest.remove(str(first))
    second = ImaginedNature(3).answer(Request("draw", "chit", tuple(rest)), 2)
    other = next(chit for chit in rest if chit != second)
    fewer = list(chits)
    fewer.remove(other)
    assert ImaginedNature(3).answer(Request("draw", "chit", tuple(fewer)), 2) == first


def test_every_face_comes_as_often_in_the_long_run() -> None:
    faces = Counter(ImaginedNature(sample).answer(die("fire", f"u{n}"), n) for sample in range(200) for n in range(50))
    expected = 1000
    assert sum((faces[face] - expected) ** 2 / expected for face in DIE) < 27.9  # chi-square, 9 degrees, 0.1 %


def test_its_dice_tell_nothing_of_those_of_the_game() -> None:
    pairs: Counter[tuple[object, object]] = Counter()
    for seed in range(40):
        game, own = SeededNature(seed), ImaginedNature(seed)
        for n in range(250):
            request = die("fire", f"u{n}")
            pairs[game.answer(request, {"die": n}), own.answer(request, 1)] += 1
    assert sum((pairs[a, b] - 100) ** 2 / 100 for a in DIE for b in DIE) < 149.4  # chi-square, 99 degrees, 0.1 %
