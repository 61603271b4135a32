"""Rout checks on the way of a fire, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.systems.company_scale.text.facts import signed
from app.text.names import Names


def check_line(check: Mapping[str, Any], names: Names) -> str:
    """Return what a rout check needs, and the sum behind it (8.5.1)."""
    state = f" at disorganized {check['dg']}" if check["dg"] else ""
    quality = sum(part["value"] for part in check["parts"] if part["of"] == "quality")
    on_die = [part for part in check["parts"] if part["of"] == "die" and part["value"]]
    added = ", ".join(f"{signed(part['value'])} {part['text']}" for part in on_die)
    sums = f"troop quality {quality} with markers and leaders"
    die = f"; added to the die: {added}" if added else ""
    who = names.of(str(check["unit"]))
    needs = f"{check['needs']} or less" if check["needs"] else "0 only"
    return f"After {check['result']}{state}, {who} passes the rout check on {needs} (8.5.1): {sums}{die}."
