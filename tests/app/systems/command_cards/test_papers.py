"""Paper: what is promised exists, cards have their size and backs, hands stay off every sheet."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtGui import QImage, QPainter

from app.printing.document import Document
from app.printing.output import write_pdf
from app.printing.paper import PAPERS
from app.system import ALL
from app.systems.command_cards.printing.aids import CARD, deck, places
from app.systems.command_cards.printing.job import frame, job_of
from app.systems.command_cards.printing.papers import SYSTEM_PAPERS, tiles
from rules.command_cards.charts import house_charts, scenario_folder
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.system import SYSTEM
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.files.documents import read_file
from rules.testing.bots import bot
from tests.app.helpers.pdf import of_text, texts_of
from tests.app.systems.command_cards.helpers.table import game

pytestmark = pytest.mark.usefixtures("qapp")


def made(what: str, *, begun: bool = False, paper: str = "A4", fitted: bool = False, seed: int = 1) -> Document:
    """Return a document of the tutorial."""
    return SYSTEM_PAPERS.document(Seat(game(seed=seed)), what, begun=begun, paper=paper, grey=False, fitted=fitted)


def text_of(document: Document, folder: Path) -> str:
    """Return the text of a document as a reader would select it."""
    path = folder / "paper.pdf"
    write_pdf(document, path, False)
    return "\n".join(texts_of(path))


def picture_of(document: Document, number: int) -> QImage:
    """Return a small picture of a sheet."""
    page = document.paper.page(document.sheets[number].landscape)
    image = QImage(round(page.width() / 6), round(page.height() / 6), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    painter.scale(1 / 6, 1 / 6)
    document.paint(painter, number)
    painter.end()
    return image


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_every_paper_that_is_promised_is_drawn(paper: str) -> None:
    for what in SYSTEM_PAPERS.titles:
        document = made(what, begun=True, paper=paper)
        image = picture_of(document, 0)
        colours = {image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}
        assert len(colours) > 3, what


def test_everything_is_all_of_them_together() -> None:
    assert len(made(ALL).sheets) == sum(len(made(what).sheets) for what in SYSTEM_PAPERS.titles)


def test_sixty_cards_lie_on_seven_sheets_with_as_many_backs() -> None:
    assert len(deck(house_charts())) == 60 and len(made("cards").sheets) == 14
    assert len(made("cards", paper="Letter").sheets) == 20


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_every_back_lies_behind_its_card(paper: str) -> None:
    boxes = places(PAPERS[paper], *CARD)
    page = PAPERS[paper].page()
    turned = sorted({page.width() - box.right() for box in boxes})
    assert turned == pytest.approx(sorted({box.left() for box in boxes}))
    assert all(page.contains(box) for box in boxes)


def test_the_tiles_cover_the_board_and_overlap() -> None:
    parts = [source for _, _, source in tiles(PAPERS["A4"].body(landscape=True).size())]
    board = frame()
    assert parts[0].topLeft() == board.topLeft()
    assert parts[-1].right() >= board.right() and parts[-1].bottom() >= board.bottom()
    assert all(a.intersects(b) for a, b in pairwise(parts))


def test_a_fitted_board_is_one_page() -> None:
    assert len(made("map", fitted=True).sheets) == 1 < len(made("map").sheets)


def test_the_set_up_sheet_lists_units_and_the_size_of_hands_never_hands(tmp_path: Path) -> None:
    told = text_of(made("setup", begun=True), tmp_path)
    assert "5 cards" in told and "wins with 5 medals" in told and "Sandbags in D3" in told
    assert all(place in told for place in ("F3", "G3", "G6", "F5", "H4", "H5", "H3")) and "artillery" in told
    assert not [card.title for card in house_charts().cards.values() if card.title in told]


def test_the_set_up_sheet_of_a_battle_under_way_tells_losses_and_what_lies_open_but_no_hand(tmp_path: Path) -> None:
    begin = {
        "round": 5,
        "side": "allied",
        "hands": {"german": ["tank-raid"]},
        "discards": ["wings", "wings"],
        "lying": {"german": "lie-in-wait"},
        "medals": {"german": [{"source": "unit", "kind": "infantry"}]},
    }
    data = read_file(scenario_folder() / "bonlieu.yaml").mapping
    scenario = load_scenario({**data, "figures": {"G4": 2}, "begin": begin})
    seat = Seat(Session.new(SYSTEM, scenario, seed=1))
    papers = SYSTEM_PAPERS.document(seat, "setup", begun=False, paper="A4", grey=False, fitted=False)
    told = text_of(papers, tmp_path).replace("\n", " ")
    open_ = ("begins in round 5, Allied turn", "infantry, 2 of 4", "German medals: 1.", "Cards played: Both wings ×2.")
    assert [words for words in (*open_, "Laid out by the German side: Lie in wait.") if words not in told] == []
    assert "Tank raid" not in told and "moves first" not in told


def test_a_begun_game_prints_its_units_where_they_stand() -> None:
    job = job_of(Seat(game()), begun=True, paper=PAPERS["A4"], fitted=True)
    german = {place: look.kind.id for place, look in job.units.items() if look.seat == "german"}
    infantry = dict.fromkeys(("F3", "G3", "G6", "F5", "H4"), "infantry")
    assert german == {**infantry, "H5": "armor", "H3": "artillery"}


def test_paper_is_the_same_whatever_is_in_the_hands() -> None:
    for what in SYSTEM_PAPERS.titles:
        assert picture_of(made(what, begun=True), 0) == picture_of(made(what, begun=True, seed=2), 0)


@pytest.mark.parametrize("scenario", [told.id for told in SYSTEM.scenarios()])
@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_set_up_sheets_are_two_full_pages(scenario: str, paper: str) -> None:
    seat = Seat(game(scenario))
    document = SYSTEM_PAPERS.document(seat, "setup", begun=False, paper=paper, grey=False, fitted=False)
    assert len(document.sheets) == 2
    assert all(filled(document, number) > 0.55 for number in range(2))


def filled(document: Document, number: int) -> float:
    """Return how far down a sheet is printed, as a share of its height."""
    image = picture_of(document, number)
    rows = [y for y in range(image.height()) if any(image.pixel(x, y) & 0xFFFFFF < 0xD0D0D0
                                                    for x in range(0, image.width(), 3))]  # fmt: skip
    return max(rows) / image.height()


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_aids_are_both_sides_of_one_sheet_in_whole_words(paper: str, tmp_path: Path) -> None:
    document = made("aids", paper=paper)
    assert len(document.sheets) == 2 and all(filled(document, number) > 0.7 for number in range(2))
    told = " ".join(text_of(document, tmp_path).split())
    for words in (
        "All units must stop",
        "Infantry \u22121 die; armor \u22122 dice",
        "Infantry may ignore the first flag",
    ):
        assert words in told, words
    assert "/" not in told


@pytest.mark.parametrize("what", ["setup", "aids", "report"])
def test_type_is_nine_points_or_more(what: str, tmp_path: Path) -> None:
    write_pdf(made(what, begun=True), tmp_path / "paper.pdf", False)
    sizes: list[float] = []

    def note(text: str, matrix: list[float], text_matrix: list[float], font: object, size: float) -> None:
        if text.strip():
            sizes.append(abs(size * text_matrix[3] * matrix[3]))

    pages = of_text(PdfReader(tmp_path / "paper.pdf").pages)
    for page in pages:
        page.extract_text(visitor_text=note)
    small = [size for size in sizes if size < 8.9]
    assert sizes and len(small) <= 2 * len(pages)  # the running head is smaller


def test_a_report_tells_the_standing_and_what_happened_and_no_hand(tmp_path: Path) -> None:
    session = game()
    bots = {seat: bot("regular", 1) for seat in SYSTEM.seats}
    for _ in range(60):
        if session.decision is None:
            break
        seat = Seat(session, session.decision.seat)
        seat.submit(seat.seq, bots[seat.name].choose(seat, session.decision))
    document = SYSTEM_PAPERS.document(Seat(session), "report", begun=True, paper="A4", grey=False, fitted=False)
    told = text_of(document, tmp_path)
    assert "Score" in told and "What happened" in told and "Round 2" in told
    open_ = {*session.state.discards, session.state.played, *session.state.lying.values()}
    held = {
        house_charts().cards[name].title for hand in session.state.hands.values() for name in hand if name not in open_
    }
    assert not [name for name in held if name in told]


def test_a_game_that_has_not_begun_has_no_report() -> None:
    assert len(made("report").sheets) == 0
