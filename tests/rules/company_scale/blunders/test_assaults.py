"""Assaults prepared for nothing."""

from __future__ import annotations

from rules.company_scale.blunders.moves import CalledOff
from tests.rules.company_scale.helpers.preparing import HERE, prepared
from tests.rules.company_scale.helpers.tables import ge, us
from tests.rules.company_scale.helpers.watched import Watched


def test_an_assault_called_off_is_counted_when_the_declaration_ends() -> None:
    eye = Watched(prepared({"a": us("13.31"), "x": ge(HERE)}), CalledOff())
    assert eye.do("call_off", hex=HERE) == []
    assert eye.do("confirm") == [("allied", "14.31, 1 could assault it", 1)]


def test_one_taken_up_again_and_carried_out_is_not() -> None:
    eye = Watched(prepared({"a": us("13.31"), "x": ge(HERE)}), CalledOff())
    assert eye.do("call_off", hex=HERE) == [] and eye.do("call_off", hex=HERE) == []
    assert eye.do("confirm") == []
