"""Unit ids and abbreviations on counters in full words (3.2, 3.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

ABBREVIATIONS: Final[Mapping[str, str]] = {  # 3.4
    "Abt": "Battalion",
    "AFAB": "Armored Field Artillery Battalion",
    "AT": "Anti-Tank",
    "Aufk": "Reconnaissance Battalion",
    "BAZ": "Bazooka",
    "CC": "Combat Command",
    "Eng": "Engineer",
    "F-GrR": "Fortress Grenadier Regiment",
    "FAB": "Field Artillery Battalion",
    "Fahrrad": "Bicycles",
    "FFI": "French Forces of the Interior",
    "FH": "Field Howitzer",
    "Fk": "Anti-Aircraft Gun",
    "FR": "Flak Regiment",
    "Fus": "Fusilier",
    "Gr.w.": "Mortar",
    "GrR": "Grenadier Regiment",
    "HMG": "Heavy Machine Gun",
    "Hpt": "Captain",
    "HQ": "Headquarters",
    "HT": "Halftrack",
    "HW": "Heavy Weapons",
    "ID": "Infantry Division",
    "IR": "Infantry Regiment",
    "LKW": "Truck",
    "Med": "Medium",
    "MRT": "Mechanized Reconnaissance Troop",
    "Obst": "Colonel",
    "PGR": "Panzer Grenadier Regiment",
    "Pio": "Pioneer",
    "PzD": "Panzer Division",
    "PzFst": "Panzerfaust",
    "PzJ": "Tank Destroyer",
    "PzR": "Panzer Regiment",
    "R-GrR": "Reserve Grenadier Regiment",
    "R": "Regiment",
    "RA": "Artillery Regiment",
    "RC": "Cuirassier Regiment",
    "RCA": "Chasseurs d'Afrique Regiment",
    "REC": "Reconnaissance",
    "Rgt": "Regiment",
    "RT": "Reconnaissance Troop",
    "SdK": "Halftrack",
    "SW": "Support Weapon",
    "TF": "Task Force",
}
ON_COUNTERS: Final[Mapping[str, str]] = {  # further abbreviations of our own counters
    "AA": "Reconnaissance Battalion",
    "AFA": "Armored Field Artillery Battalion",
    "Auf": "Reconnaissance Battalion",
    "BZ": "Mounted Zouave Battalion",
    "Cannon": "Cannon Company",
    "Cav": "Cavalry Squadron",
    "FEB": "Replacement Battalion",
    "Flak": "Flak Regiment",
    "Gé": "Engineer Battalion",
    "PC": "Headquarters",
    "Pz": "Panzer Division",
    "Stab": "Headquarters",
    "TD": "Tank Destroyer Battalion",
    "Tk": "Tank Battalion",
}
_ARMS: Final = ("Pio", "Fus", "PzJ", "Eng")  # after a battalion's number: a battalion of that arm
_GUNS: Final = {"Fk": "Anti-Aircraft Battalion"}
_RCT: Final = "Regimental Combat Team"
_ROMAN: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}
_AMERICAN: Final = re.compile(r"(?P<letter>[A-Z])/(?P<parent>\d.*)")
_GERMAN: Final = re.compile(r"(?P<number>\d+)\./ ?(?P<parent>.+)")
_STAFF: Final = re.compile(r"(?P<staff>HQ|Stab|PC) (?P<parent>.*\d.*)")
_POOLED: Final = re.compile(r"(?P<what>Cannon|Gr\.w\.)/(?P<parent>\d+)")
_FRENCH: Final = re.compile(r"(?P<number>\d+)/(?P<parent>\d+ \D+)")
_BATTALION: Final = re.compile(r"(?P<number>\d+|[IV]+)\.?/(?P<parent>\d+\b.*)")


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 11th …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def expand(text: str) -> str:
    """Return a text with each abbreviation of 3.4 written out."""
    return " ".join({**ON_COUNTERS, **ABBREVIATIONS}.get(word, word) for word in text.split())


@lru_cache(maxsize=2048)
def long_name(label: str, size: str = "company") -> str:
    """Return the unit id of a counter in full: company, battalion and regiment (3.2, 3.4).

    `size` names the smallest part: company, battery or troop. An id that cannot be read stays as it is.
    """
    what = size.capitalize() if size in ("company", "battery", "troop") else "Company"
    if size == "battalion":
        return _parent(label)
    if match := _POOLED.fullmatch(label):
        team = _RCT if match["what"] == "Cannon" else "Regiment"
        return f"{expand(match['what'])} of the {_parent(match['parent'], team)}"
    if size in ("company", "troop") and (match := _FRENCH.fullmatch(label)):
        return f"{ordinal(int(match['number']))} {what}, {_parent(match['parent'])}"
    if match := _AMERICAN.fullmatch(label):
        return f"{what} {match['letter']}, {_parent(match['parent'])}"
    if match := _GERMAN.fullmatch(label):
        return f"{ordinal(int(match['number']))} {what} of the {_parent(match['parent'], 'Regiment')}"
    if match := _STAFF.fullmatch(label):
        return f"Headquarters of the {_parent(match['parent'])}"
    return _parent(label) if re.match(r"\d", label) else expand(label)


def _parent(text: str, bare: str = _RCT) -> str:
    """Return the battalion or regiment named after the company: "2/143", "I/110 PGR", "338 Pio", "Flak 18".

    `bare` is what a number alone means.
    """
    if match := _BATTALION.fullmatch(text):
        number = int(_ROMAN.get(match["number"]) or match["number"])
        return f"{ordinal(number)} Battalion, {_parent(match['parent'], bare)}"
    regiment, _, arm = text.partition(" ")
    if not regiment.isdigit():
        return _numbered_last(text)
    return f"{ordinal(int(regiment))} {_arm(arm) if arm else bare}"


def _numbered_last(text: str) -> str:
    arm, _, number = text.rpartition(" ")
    if not arm or not number.isdigit():
        return expand(text)
    return f"{expand(arm)} {number}" if arm == "Flak" else f"{ordinal(int(number))} {_arm(arm)}"


def _arm(arm: str) -> str:
    return f"{expand(arm)} Battalion" if arm in _ARMS else _GUNS.get(arm) or expand(arm)
