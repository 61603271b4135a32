"""The papers of a system, made by name from one print job."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from app.play.seat import SeatLike
from app.printing.document import Document, Sheet
from app.printing.paper import PAPERS, Paper
from app.system import ALL


class Job(Protocol):
    """What every print job has: the document's title and its paper."""

    @property
    def title(self) -> str: ...
    @property
    def paper(self) -> Paper: ...


AnyJob = TypeVar("AnyJob", bound=Job)
Makers = Mapping[str, tuple[str, Callable[[AnyJob], list[Sheet]]]]
"""Papers by name: the title, and what makes the sheets."""


class MadePapers(Generic[AnyJob]):
    """What can be printed, for the window and the command line; grey is made of the finished pages."""

    def __init__(self, makers: Makers[AnyJob], job_of: Callable[..., AnyJob]) -> None:
        self._makers, self._job_of = makers, job_of
        self.titles: Mapping[str, str] = {name: title for name, (title, _) in makers.items()}

    def document(self, seat: SeatLike, what: str, *, begun: bool, paper: str, grey: bool, fitted: bool) -> Document:
        """Lay out the sheets of a paper by name, or of ALL."""
        job = self._job_of(seat, begun=begun, paper=PAPERS[paper], fitted=fitted)
        wanted = self._makers if what == ALL else {what: self._makers[what]}
        return Document(job.title, job.paper, tuple(sheet for _, maker in wanted.values() for sheet in maker(job)))
