"""The journal of a draft after its disk was full: nothing is lost when the draft is opened again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.workshop import draft as drafts
from rules.workshop.draft import JOURNAL, Draft
from rules.workshop.edit import Edit
from tests.rules.workshop.test_draft import MILL, TEXT, put


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    path = tmp_path / MILL
    path.parent.mkdir()
    path.write_text(TEXT, encoding="utf-8")
    (tmp_path / "module.yaml").write_text("id: mill\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("written", [0, 1])
def test_work_after_a_save_that_failed_is_there_when_the_draft_is_opened_again(
    written: int, mill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = Draft(mill)
    put(draft, ("title",), "Dusk")
    draft.do((Edit("module.yaml", ("id",), "mill", "hill"), Edit(MILL, ("turns",), 4, 9)))
    left = [drafts.replace] * written

    def replace(source: Path, target: Path) -> None:
        if target.name != JOURNAL and not left:
            raise OSError(28, "No space left on device")
        (left.pop() if target.name != JOURNAL else Path.replace)(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(drafts, "replace", replace)
        with pytest.raises(OSError, match="No space left"):
            draft.save()
    assert len(draft.unsaved) == 2 - written
    put(draft, ("turns",), 12)
    put(draft, ("victory",), [4])
    draft.undo()
    draft.undo()
    draft.undo()
    draft.redo()
    again = Draft(mill)
    assert again.documents == draft.documents and again.unsaved == draft.unsaved
    assert again.redo() and again.documents[MILL]["turns"] == 12
    again.save()
    assert Draft(mill).documents == again.documents and not (mill / JOURNAL).exists()


def test_a_line_torn_by_a_full_disk_hides_none_of_those_after_it(mill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft(mill)
    put(draft, ("turns",), 9)

    def torn(data: Any) -> str:
        with (mill / JOURNAL).open("a", encoding="utf-8") as file:
            file.write('{"what": "do", "edi')
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(drafts.json, "dumps", torn)
        with pytest.raises(OSError, match="No space left"):
            put(draft, ("title",), "Dusk")
    put(draft, ("victory",), [4])
    again = Draft(mill)
    assert again.documents == draft.documents and again.documents[MILL]["title"] == "Dusk"
