"""Sign a bundle inside out: `python packaging/macos/sign.py Chitpull.app [--identity NAME --keychain FILE]`.

What others made is signed first, without entitlements: single libraries, then whole frameworks. The program comes last
and alone gets the entitlements. Nothing is signed with --deep, which would give them to every library; PyInstaller's
own `entitlements_file` is not used: it hands them to `codesign --deep` (PyInstaller 6.22, building/osx.py).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ENTITLEMENTS = Path(__file__).resolve().parent / "entitlements.plist"
AD_HOC = "-"
"""The identity of nobody: Apple silicon starts nothing without any signature."""
MACH_O = {bytes.fromhex(magic) for magic in ("feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe", "cafebabf")}


def order(app: Path) -> list[Path]:
    """Return everything to sign in a bundle, what lies deepest first and the bundle itself last."""
    frameworks = [folder for folder in app.rglob("*.framework") if folder.is_dir() and not folder.is_symlink()]
    programs = app / "Contents" / "MacOS"
    libraries = [
        file
        for file in sorted(app.rglob("*"))
        if is_code(file) and file.parent != programs and not is_of_framework(file)
    ]
    helpers = [file for file in sorted(programs.glob("*")) if is_code(file) and file.name != main_program(app)]
    return [*_deepest_first(libraries), *_deepest_first(frameworks), *helpers, app]


def main_program(app: Path) -> str:
    """Return the name of the program that a bundle starts; it is signed with the bundle."""
    import plistlib

    return str(plistlib.loads((app / "Contents" / "Info.plist").read_bytes())["CFBundleExecutable"])


def is_code(file: Path) -> bool:
    """Tell whether a file holds machine code, by its first bytes; links are not followed."""
    if file.is_symlink() or not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(4) in MACH_O


def is_of_framework(file: Path) -> bool:
    """Tell whether a library is the one its framework is named after; it is signed with the framework."""
    return any(part == f"{file.name}.framework" for part in file.parts)


def command(path: Path, app: Path, identity: str, keychain: str = "") -> list[str]:
    """Return the command that signs one thing; only the bundle gets entitlements."""
    made = ["codesign", "--force", "--sign", identity]
    if identity != AD_HOC:
        made += ["--timestamp", "--options", "runtime"]
    if keychain:
        made += ["--keychain", keychain]
    if path == app and identity != AD_HOC:
        made += ["--entitlements", str(ENTITLEMENTS)]
    return [*made, str(path)]


def main(arguments: list[str]) -> int:
    """Sign everything, then let macOS check the whole; return 0 if all went well."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("app", type=Path, help="the path of Chitpull.app")
    options.add_argument("--identity", default=AD_HOC, help="whose signature (nobody's)")
    options.add_argument("--keychain", default="", help="the file that holds the certificate")
    options.add_argument("--dry", action="store_true", help="only print the commands")
    given = options.parse_args(arguments)
    commands = [command(path, given.app, given.identity, given.keychain) for path in order(given.app)]
    commands.append(["codesign", "--verify", "--deep", "--strict", "--verbose=2", str(given.app)])
    for line in commands:
        if given.dry:
            print(" ".join(line))
        elif subprocess.run(line).returncode:
            print(f"packaging/macos/sign.py: {line[-1]} cannot be signed; codesign says why above.", file=sys.stderr)
            return 1
    return 0


def _deepest_first(paths: list[Path]) -> list[Path]:
    return sorted(paths, key=lambda path: (-len(path.parts), path))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
