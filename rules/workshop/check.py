"""The check of a draft in memory, and the strokes that put right what it found."""

from __future__ import annotations

from collections.abc import Mapping

from rules.files.problems import Problem
from rules.files.values import Data
from rules.workshop.edit import ABSENT, Stroke, carried_out, edit_at


def stroke_of(problem: Problem, documents: Mapping[str, Data]) -> Stroke:
    """Return the changes of a draft's documents that put a problem right, none if nothing does or it lies elsewhere.

    Raises DoesNotFit if the draft has changed too much since the problem was found.
    """
    name, remedy = problem.file, problem.remedy
    if remedy is None or name not in documents:
        return ()
    data, stroke = documents[name], []
    for route, value in remedy.puts:
        stroke.append(edit_at(name, data, route, value))
        data = carried_out(data, stroke[-1])
    for route in remedy.removes:
        stroke.append(edit_at(name, data, route, ABSENT))
        data = carried_out(data, stroke[-1])
    return tuple(stroke)
