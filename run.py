"""Front door: `python run.py` plays, `python run.py test` tests; any Python from 2.7 on can read this file."""

import sys


def main():  # type: () -> int
    """Say which Python is wanted if this one cannot even read the rest; else set everything up and start."""
    if sys.version_info < (3, 7):
        command = "py -3.13 run.py" if sys.platform == "win32" else "python3.13 run.py"
        sys.stderr.write(
            "Chitpull needs Python 3.11 to 3.14, not free-threaded, and this is Python {0}.{1}: "
            "install Python 3.13 from www.python.org and type {2} instead.\n".format(
                sys.version_info[0], sys.version_info[1], command
            )
        )
        return 1
    import front_door

    return front_door.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
