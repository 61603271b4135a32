"""Start the packaged program as a player would and check that it works: `python packaging/smoke.py FOLDER`.

It draws a picture of First Light off screen, plays a turn by script, prints set-up sheets of the scenario and of the
saved game, opens and shuts a window, hosts a game that the computer plays over the network, and reports a failure in
one sentence. Standard library only.
"""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

SCENARIO = "first-light"
SYSTEMS = (("company_scale", SCENARIO), ("command_cards", "last-attack"), ("striking_anvil", "anvil-historical"))
LIMIT = 180.0
PREPARED = ("documents", "layers", "pictures", "reliefs")
NAMED = (
    "Qt",
    "PySide6",
    "OpenSSL",
    "SQLite",
    "SQLAlchemy",
    "websockets",
    "LGPL-3.0",
    "GEOS",
    "LGPL-2.1",
    "Python",
    "numpy",
    "PyYAML",
    "Source Sans",
    "Replacing Qt",
)
STEPS = 30
"""Lines of its record after which a hosted game is taken to be played."""
GREETING = (
    "GET / HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: Y2hpdHB1bGwgc21va2UhIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
LIBRARY = re.compile(r"\.(so(\.[\d.]+)?|dll|pyd|dylib)$")


class Failed(Exception):
    """The packaged program does not do what it should; the text says what."""


def main(arguments: list[str]) -> int:
    """Run every check; return 0 if all is well."""
    if len(arguments) != 1:
        print("usage: python packaging/smoke.py FOLDER (or the path of the program)", file=sys.stderr)
        return 2
    try:
        run(program(Path(arguments[0])))
    except (Failed, OSError, subprocess.SubprocessError) as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    return 0


def program(place: Path) -> Path:
    """Return the program in a folder; on Windows the one with a console."""
    if place.suffix == ".app":
        place = place / "Contents" / "MacOS"
    names = ("chitpull-console.exe", "chitpull.exe") if sys.platform == "win32" else ("chitpull",)
    programs = [place] if place.is_file() else [place / name for name in names if (place / name).is_file()]
    if not programs:
        raise Failed(f"{place} holds no program called {' or '.join(names)}.")
    return programs[0].resolve()


def run(exe: Path) -> None:
    """Run every check, with a home away from the checkout."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, check in (
            ("says its version", says_version),
            ("holds its licences", holds_licences),
            ("finds its maps laid out", is_prepared),
            ("draws First Light", draws),
            ("plays a turn by a script", plays),
            ("begins to think", thinks),
            ("plays against itself", plays_itself),
            ("lays out ground aside", works_aside),
            ("prints set-up sheets", prints),
            ("prints a game in progress", prints_game),
            ("opens and shuts its window", opens),
            ("hosts a game and plays there", hosts),
            ("refuses in a sentence", refuses),
            ("offers what it has", offers),
        ):
            began = time.monotonic()
            words = check(exe, folder)
            print(f"ok  {title:28} {time.monotonic() - began:5.1f} s  {words}", flush=True)


def start(exe: Path, folder: Path, *arguments: object, code: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program and return its output; fail unless it exits with the given code."""
    done = subprocess.run(
        [str(exe), *map(str, arguments)], cwd=folder, env={**environment(folder), **more}, capture_output=True,
        text=True, encoding="utf-8", errors="replace", timeout=LIMIT,
    )  # fmt: skip
    if done.returncode != code:
        said = (done.stderr or done.stdout).strip().splitlines()[-6:]
        raise Failed(f"{' '.join(map(str, arguments))} ended with {done.returncode}, not {code}: {' / '.join(said)}")
    return done


def environment(folder: Path) -> dict[str, str]:
    """Return an environment without the checkout or a display, with a home of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_", "VIRTUAL_ENV"))}
    return {**kept, "CHITPULL_HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen"}


# --- the checks ------------------------------------------------------------------------------------------------------


def says_version(exe: Path, folder: Path) -> str:
    """Check that the version is stamped."""
    words = start(exe, folder, "--version").stdout.strip()
    if not words.startswith("Chitpull ") or "unknown" in words:
        raise Failed(f"--version says {words!r}.")
    return words


def holds_licences(exe: Path, folder: Path) -> str:
    """Check that the notices name what must be named, and that every text they speak of is there."""
    notices = next(iter(sorted(around(exe).rglob("licences/NOTICES.txt"))), None)
    if notices is None:
        raise Failed("licences/NOTICES.txt is missing.")
    text = notices.read_text(encoding="utf-8")
    folders = [line.partition("texts:")[2].strip() for line in text.splitlines() if line.startswith("  texts:")]
    empty = [
        name for name in folders if not any(file.stat().st_size for file in notices.parent.joinpath(name).glob("*"))
    ]
    unnamed = [name for name in NAMED if name not in text]
    if empty or unnamed:
        raise Failed(f"of the licences there is no text in {empty}, and no word of {unnamed}.")
    owners = dict(line.split("\t") for line in (notices.parent / "FILES.txt").read_text(encoding="utf-8").splitlines())
    told = {PurePosixPath(name).name for name in owners}
    untold = [file.name for file in around(exe).rglob("*") if LIBRARY.search(file.name) and file.name not in told]
    if untold:
        raise Failed(f"nobody is named whose work these are: {', '.join(sorted(untold))}.")
    return f"{len(folders)} works with their texts, {len(owners)} libraries"


def around(exe: Path) -> Path:
    """Return the folder with everything the program brings."""
    return exe.parents[1] if exe.parent.name == "MacOS" else exe.parent


def is_prepared(exe: Path, folder: Path) -> str:
    """Check that a first start computes nothing that was computed when the program was packed."""
    began = time.monotonic()
    start(exe, folder, "--scenario", SCENARIO, "--picture", folder / "first.png")
    made = {kind.name for kind in (folder / "home" / "cache").iterdir()} & {*PREPARED}
    if made:
        raise Failed(f"a first start had to make its {' and '.join(sorted(made))}.")
    return f"the very first picture after {time.monotonic() - began:.1f} s"


def draws(exe: Path, folder: Path) -> str:
    """Check that a picture comes out, faster the second time."""
    times = []
    for _ in range(2):
        began = time.monotonic()
        start(exe, folder, "--scenario", SCENARIO, "--picture", folder / "table.png", "--size", "1200x900")
        times.append(time.monotonic() - began)
    size = (folder / "table.png").stat().st_size
    if size < 100_000:
        raise Failed(f"the picture has only {size} bytes.")
    return f"{size // 1000} kB, start to a drawn map {times[0]:.1f} s, again {times[1]:.1f} s"


def plays(exe: Path, folder: Path) -> str:
    """Play over JSON-RPC until the second turn, and save."""
    serving = subprocess.Popen(
        [str(exe), "--serve"], cwd=folder, env=environment(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        ask = asker(serving)
        state = ask("new", scenario=SCENARIO, seed=7)
        count = 0
        while ask("view")["turn"]["index"] < 2 and not state.get("over"):
            command = choice(ask("options")["options"], count)
            state = ask("submit", seat=state["decision"]["seat"], command=command)
            count += 1
            if count > 3000:
                raise Failed("a turn does not come to its end.")
        violations = ask("check")["violations"]
        if violations:
            raise Failed(f"the position is unsound: {violations[0]}")
        ask("save", path=str(folder / "game.chitpull"))
    finally:
        assert serving.stdin is not None
        serving.stdin.close()
        serving.wait(timeout=30)
    return f"{count} orders"


def thinks(exe: Path, folder: Path) -> str:
    """Check that the computer opponent gets ready for a scenario of each system."""
    begun = [{"begin": {"system": system, "scenario": scenario}} for system, scenario in SYSTEMS]
    done = subprocess.run(
        [str(exe), "--think"], cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=LIMIT,
        input="".join(json.dumps(line) + "\n" for line in begun),
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or [list(answer) for answer in answers] != [["ready"]] * len(SYSTEMS):
        raise Failed(f"--think answers {done.stdout!r} and ends with {done.returncode}: {done.stderr.strip()}")
    return f"{len(answers)} systems"


def plays_itself(exe: Path, folder: Path) -> str:
    """Check that the computer plays a whole game against itself."""
    lines = [{"system": "company_scale", "scenario": "first-light", "level": "regular"}, {"seed": 1}]
    done = subprocess.run(
        [str(exe), "--work"], cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=LIMIT,
        input="".join(json.dumps(line) + "\n" for line in lines),
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or [list(answer) for answer in answers] != [["ready"], ["seed", "winner", "lead"]]:
        raise Failed(f"--work answers {done.stdout!r} and ends with {done.returncode}: {done.stderr.strip()}")
    return f"won by the {answers[1]['winner']} side"


def works_aside(exe: Path, folder: Path) -> str:
    """Check that the process beside the workshop starts, and ends with its requests."""
    done = start(exe, folder, "--aside", "company_scale")
    if done.stdout:
        raise Failed(f"--aside answers {done.stdout!r} before it is asked.")
    return "ends when it is told"


def asker(serving: subprocess.Popen[bytes]) -> Callable[..., Any]:
    """Return a function that asks the running server."""

    def ask(method: str, **params: Any) -> Any:
        assert serving.stdin is not None and serving.stdout is not None
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        serving.stdin.write(line.encode() + b"\n")
        serving.stdin.flush()
        said = serving.stdout.readline()
        if not said:
            raise Failed(f"the server ended when asked for {method}.")
        answer = json.loads(said)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']['message']}")
        return answer["result"]

    return ask


def choice(options: list[dict[str, Any]], count: int) -> dict[str, Any]:
    """Return an order such that something happens and every activation ends."""
    ending = [option for option in options if option.get("do") in ("done", "pass", "end", "stop", "confirm")]
    return ending[0] if ending and count % 2 else options[count * 7 % len(options)]


def prints(exe: Path, folder: Path) -> str:
    """Check that set-up sheets come out."""
    return sheets(exe, folder, "--scenario", SCENARIO, "setup.pdf")


def prints_game(exe: Path, folder: Path) -> str:
    """Check that the saved game can be opened and printed."""
    return sheets(exe, folder, "--open", folder / "game.chitpull", "now.pdf")


def sheets(exe: Path, folder: Path, how: str, what: object, name: str) -> str:
    """Print into a file and check it."""
    words = start(exe, folder, "--print", "setup", how, what, "--out", folder / name).stdout.strip()
    content = (folder / name).read_bytes()
    if not content.startswith(b"%PDF") or b"%%EOF" not in content[-64:] or b"SourceSansPro" not in content:
        raise Failed(f"{name} is no whole PDF in its own fonts.")
    return words.rpartition(": ")[2]


def opens(exe: Path, folder: Path) -> str:
    """Open the window on a game, and shut it again as soon as it is drawn."""
    start(exe, folder, "--scenario", SCENARIO, "--seed", 7, "--shut")
    return "drawn and shut"


def hosts(exe: Path, folder: Path) -> str:
    """Host a game, let the computer play both seats over the network, and draw the record that the host has written."""
    with started(exe, folder, "--host", "--dir", folder / "hosted", "--port", 0, "--bind", "0.0.0.0") as host:
        said = host.stdout.readline().decode() if host.stdout is not None else ""
        address = said.rpartition("//")[2].strip().replace("0.0.0.0", "127.0.0.1")
        if not said.startswith("Games are hosted at wss://"):
            raise Failed(f"--host says {said!r}.")
        links = made_at(address, system="company_scale", scenario=SCENARIO)
        play = [("--play", f"chitpull://{address}/#{token}", "recruit") for seat, token in links.items() if seat]
        with started(exe, folder, *play[0]), started(exe, folder, *play[1]):
            steps = wait_for_steps(folder / "hosted")
    record = next((folder / "hosted").glob("*.chitpull"))
    start(exe, folder, "--open", record, "--picture", folder / "hosted.png")
    return f"{steps} steps"


@contextmanager
def started(exe: Path, folder: Path, *arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program beside others, and end it."""
    process = subprocess.Popen(
        [str(exe), *map(str, arguments)], cwd=folder, env=environment(folder), stdout=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


def wait_for_steps(folder: Path) -> int:
    """Wait until the record of a hosted game has grown, and return the number of its lines."""
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        lines = sum(len(file.read_bytes().splitlines()) for file in folder.glob("*.chitpull"))
        if lines >= STEPS:
            return lines
        time.sleep(0.2)
    raise Failed(f"after {LIMIT:.0f} s the hosted game has fewer than {STEPS} steps.")


def made_at(address: str, **wanted: str) -> dict[str, str]:
    """Ask a host for a game, over a WebSocket (RFC 6455) by hand; return the tokens of its seats."""
    name, _, port = address.rpartition("@")[2].rpartition(":")
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE  # the computer's seats compare the pin
    with socket.create_connection((name, int(port)), timeout=LIMIT) as plain, trust.wrap_socket(plain) as connection:
        connection.sendall(GREETING.format(address=address).encode())
        heard = connection.makefile("rb")
        if b" 101 " not in heard.readline():
            raise Failed("the host takes no WebSocket.")
        while heard.readline().strip():  # the rest of its greeting
            continue
        request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "make", "params": wanted}).encode()
        size = len(request)  # 126 to 65,535 takes two bytes of its own; a mask of zeros changes nothing
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE, size >> 8, size & 0xFF])
        connection.sendall(head + bytes(4) + request)
        length = heard.read(2)[1]
        answer = json.loads(heard.read(length if length < 126 else int.from_bytes(heard.read(2), "big")))
    if "error" in answer:
        raise Failed(f"the host makes no game: {answer['error']['message']}")
    return dict(answer["result"]["links"])


def refuses(exe: Path, folder: Path) -> str:
    """Check that a bad argument on the command line gets one sentence."""
    said = start(exe, folder, "--scenario", "no-such-scenario", "--picture", "x.png", code=2).stderr
    if said.strip().count("\n") or "Traceback" in said:
        raise Failed(f"a wrong scenario is answered by {said!r}.")
    return said.strip()


def offers(exe: Path, folder: Path) -> str:
    """Check that the help names no option that needs what was not packed."""
    told = start(exe, folder, "--help").stdout
    if "--picture" not in told or "--bench" in told:
        raise Failed(f"--help says {told!r}.")
    return f"{len(set(re.findall(r'--[a-z]+', told)))} options"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
