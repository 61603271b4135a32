"""The two sides of August 1944, in words."""

from __future__ import annotations

from collections.abc import Mapping

NAMES: Mapping[str, str] = {"allied": "Allied", "german": "German"}
NOUNS: Mapping[str, str] = {"allied": "the Allies", "german": "the Germans"}
