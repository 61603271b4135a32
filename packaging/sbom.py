"""The inventory of a package in the form of CycloneDX 1.6, made from what was really bundled.

`python packaging/sbom.py FOLDER [--beside FOLDER]` compares it with the notices and with the libraries of a packaged
program, and puts a copy beside the packages.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import sys
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import contents  # noqa: E402

if TYPE_CHECKING:
    from licences import Work

NAME = "SBOM.cdx.json"
SPACE = uuid.UUID("7d0f5b53-3a43-4d0a-9a3c-2f4d3f3b7c11")
SPDX = re.compile(r"[A-Z][\w.+-]+( (OR|AND|WITH) [A-Z][\w.+-]+)*")
KNOWN = {"Qt, PySide6 and Shiboken": "PySide6-Essentials", "PyYAML with libyaml": "PyYAML", "rpds": "rpds-py",
         "PyNaCl with libsodium": "PyNaCl", "cffi with libffi": "cffi"}  # fmt: skip
PYPI = ("shapely", "numpy", "jsonschema", "jsonschema-specifications", "referencing", "attrs", "typing_extensions")
LIBRARY = re.compile(r"\.(so(\.[\d.]+)?|dll|pyd|dylib)$")


def text(works: Iterable[Work], libraries: Mapping[str, str]) -> str:
    """Return the inventory of works, with the libraries that belong to each, as JSON; the same input, the same text."""
    components = [component(work, [name for name in libraries if libraries[name] == work.name]) for work in works]
    own = [name for name, work in libraries.items() if work == "Chitpull"]
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program(own)},
        "components": components,
        "dependencies": [{"ref": "chitpull", "dependsOn": [made["bom-ref"] for made in components]}],
    }
    told["serialNumber"] = f"urn:uuid:{uuid.uuid5(SPACE, json.dumps(told, sort_keys=True))}"
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def program(own: list[str]) -> dict[str, Any]:
    """Return the entry of Chitpull itself."""
    made = {
        "type": "application",
        "bom-ref": "chitpull",
        "name": "Chitpull",
        "version": contents.number(),
        "licenses": [{"license": {"id": "MIT"}}],
    }
    return {**made, **places(own)}


def component(work: Work, files: list[str]) -> dict[str, Any]:
    """Return the entry of one work; what Qt contains is named as such."""
    made: dict[str, Any] = {"type": "library", "bom-ref": work.name, "name": work.name}
    if work.version:
        made["version"] = work.version
    made["licenses"] = [licence(work.licence)]
    if work.name in (*KNOWN, *PYPI):
        made["purl"] = f"pkg:pypi/{KNOWN.get(work.name, work.name).lower().replace('_', '-')}@{work.version}"
    elif work.folder.startswith("Debian/"):
        made["purl"] = f"pkg:deb/debian/{work.name}@{work.version}"
    addresses = [source for source in work.sources if source.startswith("https://")]
    if addresses:
        made["externalReferences"] = [{"type": kind(address), "url": address} for address in addresses]
    told = {"chitpull:texts": f"licences/{work.folder}", "chitpull:within": work.within}
    made["properties"] = [{"name": name, "value": value} for name, value in told.items() if value]
    return {**made, **places(files)}


def kind(address: str) -> str:
    """Return what an address leads to: the archive of the source, or where the source is developed."""
    return "source-distribution" if re.search(r"\.(tar\.\w+|tgz|zip)$", address) else "website"


def licence(words: str) -> dict[str, Any]:
    """Return a licence as an expression of SPDX where it is one, else in words."""
    return {"expression": words} if SPDX.fullmatch(words) else {"license": {"name": words}}


def places(files: list[str]) -> dict[str, Any]:
    """Return where in the package the files of a work are."""
    return {"evidence": {"occurrences": [{"location": name} for name in files]}} if files else {}


def disagreements(folder: Path) -> list[str]:
    """Return where notices, inventory and libraries of a packaged program do not say the same."""
    place = next(iter(sorted(folder.rglob(f"licences/{NAME}"))), None)
    if place is None:
        return [f"{folder} holds no licences/{NAME}."]
    told = json.loads(place.read_text(encoding="utf-8"))
    notices = (place.parent / "NOTICES.txt").read_text(encoding="utf-8")
    owners = dict(line.split("\t") for line in (place.parent / "FILES.txt").read_text(encoding="utf-8").splitlines())
    listed = {where["location"]: made["name"] for made in all_of(told) for where in located(made)}
    wrong = [f"{name}: {NAME} says {listed.get(name)}, FILES.txt {owners.get(name)}."
             for name in sorted({*listed, *owners}) if listed.get(name) != owners.get(name)]  # fmt: skip
    heads = notice_heads(notices)
    named = [f"{made['name']} {made.get('version', '')}".strip() for made in told["components"]]
    wrong += [f"{name} stands only in {NAME}." for name in named if name not in heads]
    wrong += [f"{name} stands only in NOTICES.txt." for name in heads if name not in named]
    texts = [made["properties"][0]["value"] for made in told["components"]]
    wrong += [f"{text} holds no text." for text in texts if not any((place.parents[1] / text).glob("*"))]
    there = {file.name for file in folder.rglob("*") if LIBRARY.search(file.name)}
    return wrong + [f"{name} is of nobody." for name in sorted(there - {PurePosixPath(one).name for one in listed})]


def all_of(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every entry of an inventory, Chitpull's own first."""
    return [told["metadata"]["component"], *told["components"]]


def located(made: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the places of an entry's files."""
    found: list[dict[str, str]] = made.get("evidence", {}).get("occurrences", [])
    return found


def notice_heads(notices: str) -> list[str]:
    """Return the works that the notices tell of, with their versions."""
    blocks = [block.splitlines() for block in notices.split("\n\n") if "\n  licence: " in block]
    return [lines[0] for lines in blocks]


def copy_name() -> str:
    """Return the name of the copy beside the package of this system."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    machine = platform.machine().lower().replace("amd64", "x86_64")
    return f"Chitpull-{contents.number()}-{system}-{machine}.cdx.json"


def main(arguments: list[str]) -> int:
    """Compare and copy; return 0 if all agree."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, help="the packaged program")
    options.add_argument("--beside", type=Path, help="put a copy into this folder")
    given = options.parse_args(arguments)
    wrong = disagreements(given.folder)
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        return 1
    print(f"{given.folder}: notices, {NAME} and libraries agree")
    if given.beside:
        print(shutil.copyfile(next(given.folder.rglob(f"licences/{NAME}")), given.beside / copy_name()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
