"""What `python run.py` does: set up whatever is missing, then start the game or the tests. Standard library only."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 14)
"""The Pythons for which every pinned package has a wheel, as packaging/wheels.py lists them."""
BEST = "3.13"
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "chitpull-stamp"
PREPARED = ROOT / "prepared"
"""What first starts would take long for, as rules/engine/folders.py finds it."""
NEEDS_NO_DISPLAY = ("--picture", "--bench", "--print", "--host", "--play", "--help", "-h", "--version")
NO_DISPLAY = (
    "This machine has no display to open the table on; "
    "`python run.py --scenario first-light --picture table.png` draws it into a picture instead."
)
# What Qt's wheels expect of Debian and Ubuntu, and a font to write with.
QT_LIBRARIES = [
    *("libegl1", "libgl1", "libxkbcommon0", "libxkbcommon-x11-0", "libdbus-1-3", "libfontconfig1", "libxcb-cursor0"),
    *("libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0", "libxcb-xkb1", "libxcb-render-util0", "libxcb-image0"),
    *("libglib2.0-0", "libwayland-cursor0", "libwayland-egl1", "fonts-dejavu-core"),
]
# What the tests need to pack the program: objdump and Python as a library, and to compile its rules a C compiler.
PYTHON_LIBRARY = f"libpython{sys.version_info[0]}.{sys.version_info[1]}"
PACKING_TOOLS = ["binutils", PYTHON_LIBRARY, "gcc", "libc6-dev", f"{PYTHON_LIBRARY}-dev"]
OFFLINE = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|timed out|Temporary failure in name|getaddrinfo"
    "|Network is unreachable|No route to host|Connection (refused|reset|aborted)|ProxyError|RemoteDisconnected"
)
"""What pip says, among much else, where it reaches nobody."""
NO_NETWORK = (
    "The packages Chitpull needs cannot be fetched: there is no way to the network from here. "
    "Connect, and run the same command again."
)
PATIENCE = 4
"""The seconds that pip waits for an answer when it is tried out."""
QT_PROBE = "from PySide6.QtWidgets import QApplication; QApplication([])"


class SetupFailed(Exception):
    """Say in one sentence why the program could not be set up, and what would help."""


def main(arguments: Sequence[str]) -> int:
    """Set up what is missing, then start the game or the tests; returns the exit code."""
    wrong = unfit(sys.version_info[:2], bool(sysconfig.get_config_var("Py_GIL_DISABLED")), sys.platform)
    if wrong:
        print(wrong, file=sys.stderr)
        return 1
    testing = list(arguments[:1]) == ["test"]
    if not testing and lacks_display(arguments, os.environ, sys.platform):
        print(NO_DISPLAY, file=sys.stderr)
        return 2
    try:
        if not is_ready(testing):
            set_up(testing)
        if not testing and not PREPARED.is_dir():
            prepare()
    except SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    if testing:
        os.chdir(ROOT)
        return start("tests.suite", arguments[1:])
    return start("app", arguments)


def unfit(version: tuple[int, int], free_threaded: bool, platform: str) -> str:
    """Return '' or the sentence for a Python whose Qt there is none for; it names one that will do."""
    if OLDEST <= version <= NEWEST and not free_threaded:
        return ""
    oldest, newest, found = (".".join(map(str, each)) for each in (OLDEST, NEWEST, version))
    command = f"py -{BEST} run.py" if platform == "win32" else f"python{BEST} run.py"
    return (
        f"Chitpull needs Python {oldest} to {newest}, not free-threaded, and this is Python {found}"
        f"{', free-threaded' if free_threaded else ''}: "
        f"install Python {BEST} from www.python.org and type {command} instead."
    )


def lacks_display(arguments: Sequence[str], environment: Mapping[str, str], platform: str) -> bool:
    """Tell whether a window is wanted on a machine without a display."""
    if not platform.startswith("linux"):
        return False
    if any(argument.split("=")[0] in NEEDS_NO_DISPLAY for argument in arguments):
        return False
    return not any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


# --- the virtual environment -------------------------------------------------------------------------------------


def venv_python(venv: Path = VENV, platform: str = sys.platform) -> Path:
    """Return the interpreter inside a virtual environment."""
    return venv / "Scripts" / "python.exe" if platform == "win32" else venv / "bin" / "python"


def fingerprint() -> str:
    """Return a hash of everything the installed packages depend on."""
    parts = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    return hashlib.sha256(b"\0".join([*parts, repr(sys.version_info[:2]).encode()])).hexdigest()


def is_ready(testing: bool) -> bool:
    """Tell whether the packages of the last set-up are still those wanted."""
    try:
        mark, kind = STAMP.read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return False
    return mark == fingerprint() and (kind == "test" or not testing) and venv_python().exists()


def set_up(testing: bool) -> None:
    """Make the virtual environment, install the pinned packages and check that Qt starts; raises SetupFailed."""
    print("Setting up Chitpull; this happens once and takes a minute or two.", flush=True)
    advice = install_system_packages([*venv_packages(), *QT_LIBRARIES])
    for tool in PACKING_TOOLS if testing else ():  # one by one: without them only that is not tried out
        install_system_packages([tool])
    make_venv(advice)
    STAMP.unlink(missing_ok=True)
    shutil.rmtree(PREPARED, ignore_errors=True)
    install_packages(testing)
    probe_qt(testing, advice)
    STAMP.write_text(f"{fingerprint()} {'test' if testing else 'play'}\n", encoding="utf-8")


def prepare() -> None:
    """Lay out the maps ahead, so that no first start has to; where that fails, each does it for itself."""
    print("Laying out the maps; this happens once and takes a quarter of a minute.", flush=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([str(venv_python()), "-P", "-m", "app", "--prepare"], env=environment, stderr=subprocess.DEVNULL)
    PREPARED.mkdir(exist_ok=True)


def venv_packages() -> list[str]:
    """List the Debian packages without which no virtual environment can be made here."""
    if is_sound(VENV) or importlib.util.find_spec("ensurepip") is not None:
        return []
    return [f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"]


def make_venv(advice: str = "") -> None:
    """Make `.venv` unless a sound one of this Python stands there; raises SetupFailed, with `advice` where it helps."""
    if is_sound(VENV):
        return
    if advice and venv_packages():
        raise SetupFailed(f"Python's venv module is incomplete here. {advice}")
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]) != 0:
        raise SetupFailed(f"The virtual environment {VENV} could not be made; the lines above say why.")


def is_sound(venv: Path) -> bool:
    """Tell whether a virtual environment works and belongs to this Python."""
    if not venv_python(venv).exists():
        return False
    try:
        lines = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    settings = {key.strip(): value.strip() for key, _, value in (line.partition("=") for line in lines)}
    return settings.get("version", "").split(".")[:2] == [str(part) for part in sys.version_info[:2]]


def requirements(testing: bool) -> list[str]:
    """List what to install, as named in pyproject.toml."""
    import tomllib  # missing in the oldest Pythons that `unfit` rejects

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(project["optional-dependencies"]["test"] if testing else [])]


def install_packages(testing: bool) -> None:
    """Install the pinned packages into `.venv`; raises SetupFailed, after what pip said unless nobody is reached."""
    pinned = ["--only-binary", ":all:", "--constraint", str(ROOT / "constraints.txt")]
    impatient = ("-vv", "--retries", "0", "--timeout", str(PATIENCE))  # so wordy it says what became of a connection
    pip(*impatient, "install", "--dry-run", "--no-deps", *pinned, "pyyaml")
    failed = pip("--quiet", "install", *pinned, *requirements(testing))
    if failed:
        print(failed, file=sys.stderr)
        raise SetupFailed("The packages Chitpull needs could not be installed; the lines above say why.")


def pip(*arguments: str) -> str:
    """Let pip do something in `.venv`; return '' or what it said when it failed. Raises SetupFailed when offline."""
    command = [str(venv_python()), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode and OFFLINE.search(done.stdout):
        raise SetupFailed(NO_NETWORK)
    return done.stdout.strip() or "pip failed and said nothing." if done.returncode else ""


def probe_qt(testing: bool, advice: str) -> None:
    """Check that Qt can start on this machine; raises SetupFailed with `advice`, the line to type, if there is one."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"} if testing or no_windows() else None
    probe = subprocess.run([str(venv_python()), "-c", QT_PROBE], env=environment, capture_output=True, text=True)
    if probe.returncode == 0:
        if advice:
            print(f"Qt starts, but some of its libraries are missing. {advice}", flush=True)
        return
    why = (probe.stderr.strip().splitlines() or ["it gave no reason"])[-1]
    raise SetupFailed(f"Qt cannot start on this machine: {why.rstrip('.')}. {advice}".strip())


def no_windows() -> bool:
    """Tell whether this machine cannot open any window."""
    return lacks_display([], os.environ, sys.platform)


# --- Debian and Ubuntu -------------------------------------------------------------------------------------------


def install_system_packages(names: Sequence[str]) -> str:
    """Install Debian packages if that is allowed; returns '' or a sentence with the line to type."""
    if not (sys.platform.startswith("linux") and shutil.which("apt-get") and shutil.which("dpkg-query")):
        return ""
    missing = missing_packages(names)
    if not missing:
        return ""
    advice = f"Type: sudo apt-get install --yes {' '.join(missing)}"
    root = become_root()
    if root is None:
        return advice
    print(f"Installing system packages: {' '.join(missing)}", flush=True)
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    subprocess.call([*apt, "update"], stdin=subprocess.DEVNULL)
    install = [*apt, "install", "--yes", "--no-install-recommends", *missing]
    quiet = subprocess.run(install, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if quiet.returncode != 0:
        print(quiet.stdout + quiet.stderr, file=sys.stderr)
        return advice
    return ""


def missing_packages(names: Sequence[str]) -> list[str]:
    """List the Debian packages that are not installed; newer systems add t64 to some names."""
    either = [spelling for name in names for spelling in (name, f"{name}t64")]
    query = ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\\n", *either]
    answer = set(subprocess.run(query, capture_output=True, text=True).stdout.splitlines())
    return [name for name in names if not answer & {f"{name} installed", f"{name}t64 installed"}]


def become_root() -> list[str] | None:
    """Return the prefix that runs a command as root, or None if that needs a password."""
    if sys.platform == "win32":
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.call(["sudo", "-n", "true"], stderr=subprocess.DEVNULL) == 0:
        return ["sudo", "-n"]
    return None


# --- starting ------------------------------------------------------------------------------------------------------


def start(module: str, arguments: Sequence[str]) -> int:
    """Run a module of this checkout in the virtual environment; on POSIX it replaces this process."""
    command = [str(venv_python()), "-P", "-m", module, *arguments]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    environment = {**os.environ, "PYTHONPATH": path}
    sys.stdout.flush()
    if sys.platform == "win32":  # there exec would give the console to the wrong process
        return subprocess.call(command, env=environment)
    os.execve(command[0], command, environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
