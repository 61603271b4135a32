"""Where the project publishes; which version this is says `rules.engine.version`."""

from __future__ import annotations

RELEASES = "https://github.com/chitpull/chitpull/releases"
"""The page with all packages; what packages say of their own address is made from it."""
