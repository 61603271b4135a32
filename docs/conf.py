"""The pages of docs/ and the reference made from docstrings: `python -m sphinx -W -b html docs build/docs`."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rules.engine.version import number  # noqa: E402, after the path

project = "Chitpull"
author = "The Chitpull authors"
release = number()

extensions = ["sphinx.ext.autodoc", "sphinx.ext.apidoc", "myst_parser"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["api/*/modules.rst"]
suppress_warnings = ["ref.python"]  # some names stand in several systems
html_theme = "alabaster"
html_sidebars = {"**": ["about.html", "searchfield.html"]}  # the whole tree beside each page takes most of an hour
html_show_sourcelink = False

NOT_IMPORTED = ["../app/online/migrations*"]  # run by alembic, which gives them a database
apidoc_modules = [
    {"path": f"../{top}", "destination": f"api/{top}", "separate_modules": True, "exclude_patterns": NOT_IMPORTED}
    for top in ("rules", "app")
]
autodoc_default_options = {"members": True, "show-inheritance": True, "member-order": "bysource"}
autodoc_typehints = "signature"
myst_heading_anchors = 3
