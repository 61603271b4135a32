"""The desk without network: every message in every state, from every seat, with right and with wrong parameters."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from app.online.caller import Bucket
from app.online.desk import BEFORE_JOINING, FAULT, NOT_KEPT
from app.online.messages import NAMED, ONCE
from app.online.table import Pace
from rules.engine.protocol import INVALID_PARAMS
from rules.systems import systems
from tests.app.online.test_both import Guest, Hosted
from tests.app.online.test_desk import FIRST, Club, Player

HOUR: Final = 3600
ANVIL, CARDS = "striking_anvil", "command_cards"


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.online.games.new_secret", lambda: b"the same dice each time".ljust(32))


# --- States: a host, and who asks --------------------------------------------------------------------------------


class At(NamedTuple):
    """A host with its game, and the player who asks."""

    club: Club
    player: Player

    @property
    def other(self) -> Player:
        """Return the player of the other seat."""
        return next(each for seat, each in self.club.players.items() if seat not in (None, self.player.seat))

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        """Ask as one who is in no hurry: what is slowed down is tested elsewhere."""
        self.player.caller.proposals = self.player.caller.games = Bucket(1e9, 10**9)
        return self.player.ask(method, **params)


def strange(folder: Path, system: str) -> At:
    """Return somebody who has said nothing yet."""
    at = asked(folder, system)
    return At(at.club, Player(at.club, at.player.seat, at.player.invitation))


def greeted(folder: Path, system: str) -> At:
    """Return somebody who has said hello."""
    at = strange(folder, system)
    assert "result" not in at.ask("hello", {})
    return at


def replaced(folder: Path, system: str) -> At:
    """Return somebody whose seat has gone to who followed a new link."""
    at = asked(folder, system)
    again = Player(at.club, at.player.seat, at.ask("new_link", {})["invitation"])
    again.token = "a token that was made at another computer"
    assert again.join()["seat"] == at.player.seat
    return at


def invited(folder: Path, system: str) -> At:
    """Return somebody who waits for the other player to come."""
    club = Club(folder, system, Pace(HOUR, HOUR))
    player = next(iter(club.players.values()))
    assert player.join()["missing"]
    return At(club, player)


def asked(folder: Path, system: str) -> At:
    """Return who is asked, with a command that he can undo."""
    club = Club(folder, system, Pace(HOUR, HOUR)).seated()
    for n in range(60):
        game = club.game
        if game.can_undo and game.log[-1].seat == club.asked.seat:
            return At(club, club.asked)
        club.play(1, seed=n)
    raise AssertionError("nothing could be undone")


def waiting(folder: Path, system: str) -> At:
    """Return the player who is not asked."""
    at = asked(folder, system)
    return At(at.club, at.other)


def watching(folder: Path, system: str) -> At:
    """Return who only watches."""
    at = asked(folder, system)
    return At(at.club, at.club.players[None])


def proposed(folder: Path, system: str) -> At:
    """Return who is asked while a proposal of the other player is open."""
    at = asked(folder, system)
    assert at.other.ask("propose", rev=at.other.rev, what="draw") == {"id": 1}
    return at


def paused(folder: Path, system: str) -> At:
    """Return who is asked while the clock rests."""
    at = asked(folder, system)
    at.other.ask("propose", rev=at.other.rev, what="pause")
    at.player.ask("answer", id=1, yes=True)
    assert kept(at)["table"]["clock"]["paused"]
    return at


def late(folder: Path, system: str) -> At:
    """Return who is not asked, while the other one has no time left."""
    at = waiting(folder, system)
    at.club.now += 3 * HOUR
    return at


def rolling(folder: Path, system: str) -> At:
    """Return whose order waits for the other player's part of its dice."""
    club = Hosted(folder, system, Pace(HOUR, HOUR))
    club.seated()
    club.guest.silent = True
    for n in range(60):
        if club.game.request is not None:
            return At(club, club.players[club.host])
        club.play(1, seed=n)
    raise AssertionError("nothing was rolled")


def rolls(folder: Path, system: str) -> At:
    """Return whose part of a roll is waited for."""
    at = rolling(folder, system)
    return At(at.club, at.other)


def played(folder: Path, system: str) -> At:
    """Return a player of a game that the rules have ended."""
    at = asked(folder, system)
    for n in range(60):
        at.club.play(20, seed=n)
    assert at.club.game.is_over
    last = at.club.game.log[-1].seat
    return At(at.club, next(each for seat, each in at.club.players.items() if seat not in (None, last)))


def over(folder: Path, system: str) -> At:
    """Return a player of a game that the other one has given up."""
    at = asked(folder, system)
    assert at.other.ask("resign") == {}
    return at


def packed(folder: Path, system: str) -> At:
    """Return who comes back to a game that is over and was put away."""
    at = over(folder, system)
    for player in at.club.players.values():
        at.club.desk.gone(player.caller)
    at.club.desk.rest()
    at.club.desk.rest()
    assert not list(at.club.games.running())
    for player in at.club.players.values():
        player.sit()
        assert "seat" in player.join()
    return at


STATES: Final[Mapping[str, Callable[[Path, str], At]]] = {
    each.__name__: each
    for each in (
        strange, greeted, replaced, invited, asked, waiting, watching, proposed, paused, late, rolling, rolls, played,
        over, packed,
    )
}  # fmt: skip


def kept(at: At) -> dict[str, Any]:
    """Return all that a host keeps of its game, by what changes alone."""
    club, store = at.club, at.club.store
    chair = club.games.chair(str(club.tokens[None]))
    of = chair.game
    told: dict[str, Any] = {
        "games": store.count(),
        "links": [
            (key, each) for key, each in [*store._chairs.items(), *store._invitations.items()] if each.game == of
        ],
        "nonces": dict(store.nonces(of)),
        "addresses": {name: each for name, each in store.facts(of).items() if name.startswith("address/")},
        "picture": club.games.picture(of),
        "here": club.desk._present.here(of),
    }
    if of in club.games.running():
        game = club.games.game(chair)
        seats = game._sent
        told["line"] = (
            game.session.digest(),
            game.session.seq,
            {seat: (game.rev(seat), game.chain(seat)) for seat in seats},
        )
        told["table"], told["standing"] = game.table.told(), {seat: game.standing_of(seat) for seat in seats}
        told["kept table"] = {name: store.facts(of).get(name) for name in ("clock", "ending")}
        told["marches"], told["parts"] = dict(game.marches), dict(game.rolls._given) if game.rolls else {}
    return told


# --- Messages: right parameters, and what is expected of them -----------------------------------------------------


def question(at: At) -> Any:
    """Return the question of the game, as a host has it."""
    return at.club.game.decision


def order(at: At) -> dict[str, Any]:
    """Return an order that fits the present question, if there is one."""
    begun = list(at.club.games.running())
    return dict(next(iter(question(at).options)).to_json()) if begun and question(at) else {"do": "pass"}


def revision(at: At) -> int:
    """Return the revision of whoever asks."""
    return at.player.rev


def seat_of(at: At) -> dict[str, Any]:
    """Return what shows whose seat somebody has."""
    return {"token": at.player.token, "invitation": at.player.invitation}


def joining(at: At) -> dict[str, Any]:
    """Return what somebody joins with."""
    nonce = at.player.dice.anchor if isinstance(at.player, Guest) and at.player.dice is not None else "n"
    return {**seat_of(at), "rev": revision(at), "chain": at.player.chain, "nonce": nonce}


def part(at: At) -> dict[str, Any]:
    """Return the part of the roll that waits for it, if one does."""
    waiting = getattr(at.player, "waiting", None)
    return dict(waiting[-1]) if waiting else {"number": 1, "part": "x"}


RIGHT: Final[Mapping[str, Callable[[At], dict[str, Any]]]] = {
    "hello": lambda at: {"protocol": 1},
    "make": lambda at: {"system": at.club.system, "scenario": FIRST[at.club.system]},
    "look": seat_of,
    "look_on": lambda at: {"token": at.player.token},
    "join": joining,
    "submit": lambda at: {"rev": revision(at), "command": order(at)},
    "orders": lambda at: {"rev": revision(at), "commands": [order(at)]},
    "undo": lambda at: {"rev": revision(at)},
    "part": part,
    "propose": lambda at: {"rev": revision(at), "what": "draw"},
    "answer": lambda at: {"id": 1, "yes": True},
    "standing": lambda at: {"kind": "some_question", "do": order(at)},
    "resign": lambda at: {},
    "claim": lambda at: {},
    "give": lambda at: {"seconds": 60},
    "record": lambda at: {},
    "notify": lambda at: {"mail": "me@example.org", "ntfy": ""},
    "new_link": lambda at: {},
    "picture": lambda at: {"jpeg": b64encode(b"\xff\xd8\xff picture \xff\xd9").decode()},
    "chat": lambda at: {"text": "The hill!"},
}
"""What is right of each message, as far as it can be in a state."""

STRANGE, WATCHES = "Join a game first.", "You are watching this game; only its players give orders."
NOT_BEGUN, OVER = "The game starts when every player has joined.", "This game is over."
ROLLS = "First the dice are rolled; they wait for the other player's part of them."
NOT_ASKED, NOT_OWN = "player must decide now", "Only the player who gave the last command can undo it."
NO_PROPOSAL, IN_TIME = "This proposal no longer stands.", "only while the player who is asked has no time left."
NOT_OVER, NO_LINK = "is given out when it is over.", "This link is not for a game here, or has been used."

STRANGERS: Final = dict.fromkeys(("strange", "greeted", "replaced"), STRANGE)
PLAYERS: Final = STRANGERS | {"watching": WATCHES}
BEGUN: Final = PLAYERS | {"invited": NOT_BEGUN}
ENDED: Final = dict.fromkeys(("over", "packed"), OVER)
ORDERS: Final = BEGUN | ENDED | dict.fromkeys(("rolling", "rolls"), ROLLS)
RUNNING: Final = BEGUN | ENDED | {"played": OVER}

REFUSED: Final[Mapping[str, Mapping[str, str]]] = {
    "hello": {},
    "make": {},
    "look": {"replaced": NO_LINK},
    "look_on": {"replaced": NO_LINK},
    "join": {"replaced": NO_LINK},
    "submit": {**ORDERS, "waiting": NOT_ASKED, "late": NOT_ASKED, "played": "The game is over."},
    "orders": {**ORDERS, "waiting": NOT_ASKED, "late": NOT_ASKED, "played": "The game is over."},
    "undo": {**ORDERS, "waiting": NOT_OWN, "late": NOT_OWN, "played": "undo"},
    "part": BEGUN,
    "propose": ORDERS | {"played": OVER},
    "answer": {**dict.fromkeys(STATES, NO_PROPOSAL), **BEGUN, "proposed": ""},
    "standing": BEGUN,
    "resign": RUNNING,
    "claim": {**dict.fromkeys(STATES, IN_TIME), **RUNNING, "late": ""},
    "give": RUNNING,
    "record": {
        **dict.fromkeys(STATES, NOT_OVER),
        **BEGUN,
        "watching": NOT_OVER,
        "played": "",
        "over": "",
        "packed": "",
    },
    "notify": RUNNING,
    "new_link": PLAYERS,
    "picture": PLAYERS,
    "chat": STRANGERS,
}
"""In which states a message is refused, though nothing is wrong with it, and in which words."""

LINE: Final = {"line", "table", "kept table"}
"""What an order changes: the game, and with it what was proposed and whose time runs."""
CHANGES: Final[Mapping[str, set[str]]] = {
    "make": {"games"},
    "submit": LINE,
    "orders": LINE,
    "undo": LINE,
    "part": LINE,
    "propose": {"table"},
    "answer": {"table", "kept table"},
    "standing": {"standing"},
    "resign": {"table", "kept table"},
    "claim": {"table", "kept table"},
    "give": {"table", "kept table"},
    "record": {"table", "kept table"},
    "notify": {"addresses", "kept table"},
    "new_link": {"links"},
    "picture": {"picture"},
}
"""What a message may change, of what `kept` tells; others change nothing."""
QUIET: Final = {"part": {"rolls"}, "record": {"played"}}
"""In which states alone a message changes something, where that is not in all that take it."""


def check(at: At, method: str, params: Mapping[str, Any]) -> Any:
    """Ask; see that a refusal is one line and changes nothing, and else only what it may; return the answer."""
    before = kept(at)
    answer = at.ask(method, params)
    after = kept(at)
    changed = {name for name in after if after[name] != before.get(name)}
    if "code" in answer:
        words = answer["message"]
        assert words[:1].isupper() and words.endswith((".", "}")) and "\n" not in words and len(words) < 400, words
        assert answer["code"] in (INVALID_PARAMS, 1, 2, 3) and not changed, (answer, changed)
    else:
        assert changed <= CHANGES.get(method, set()), changed
    return answer


def test_the_tables_know_every_message_of_the_desk(tmp_path: Path) -> None:
    told = asked(tmp_path, ANVIL).ask("hello", {})["methods"]
    assert sorted(RIGHT) == sorted(REFUSED) == sorted(told)
    assert {state for each in REFUSED.values() for state in each} <= set(STATES)


@pytest.mark.parametrize("system", (ANVIL, CARDS))
@pytest.mark.parametrize("state", STATES)
def test_every_message_in_every_state_is_carried_out_or_refused_in_its_words(
    state: str, system: str, tmp_path: Path
) -> None:
    at = STATES[state](tmp_path, system)
    for method, right in RIGHT.items():
        words = REFUSED[method].get(state, "")
        before = kept(at)
        answer = check(at, method, right(at))
        assert words in answer.get("message", "") and ("code" in answer) == bool(words), (method, answer)
        is_done = kept(at) != before
        assert is_done == (not words and method in CHANGES and state in QUIET.get(method, {state})), method
        if is_done or method == "join":
            at = STATES[state](tmp_path, system)


# --- Wrong parameters ----------------------------------------------------------------------------------------------

FOREIGN: Final = {"token": "a token that belongs to a game elsewhere", "invitation": ""}
WRONG: Final[Mapping[str, Sequence[tuple[Callable[[At], dict[str, Any]], str]]]] = {
    "hello": [(lambda at: {"protocol": 2}, "Use the same version.")],
    "make": [
        (lambda at: {"system": "chess"}, "There is no game system"),
        (lambda at: {"scenario": "waterloo"}, "There is no scenario"),
        (lambda at: {"pace": {"each": 1, "reserve": 1}}, "A pace is"),
        (lambda at: {"document": "x"}, "host"),
        (lambda at: {"played": "x"}, "cannot be read"),
    ],
    "look": [(lambda at: FOREIGN, NO_LINK)],
    "look_on": [(lambda at: FOREIGN, NO_LINK)],
    "join": [
        (lambda at: FOREIGN, NO_LINK),
        (lambda at: {"token": at.other.token}, "already has another seat"),
        (lambda at: {"token": at.club.tokens[None]}, "already has another seat"),
        (lambda at: {"nonce": ""}, 'give a "nonce"'),
    ],
    "submit": [
        *((lambda at, rev=rev: {"rev": rev}, "has moved on") for rev in (-1, 10**30)),
        (lambda at: {"rev": at.player.rev + 1}, "has moved on"),
        (lambda at: {"command": {}}, "do"),
        (lambda at: {"command": {"do": "fly"}}, "fly"),
        (lambda at: {"command": {**order(at), "seat": at.other.seat}}, "seat"),
    ],
    "orders": [
        *((lambda at, rev=rev: {"rev": rev}, "has moved on") for rev in (-1, 10**30)),
        (lambda at: {"commands": []}, "1 to 64"),
        (lambda at: {"commands": [order(at)] * 65}, "1 to 64"),
        (lambda at: {"commands": [3]}, "command"),
        (lambda at: {"commands": [{"do": "fly"}]}, "fly"),
    ],
    "undo": [*((lambda at, rev=rev: {"rev": rev}, "has moved on") for rev in (-1, 10**30))],
    "part": [],
    "propose": [
        (lambda at: {"rev": at.player.rev + 1}, "has moved on"),
        (lambda at: {"what": "a beer"}, 'not "a beer"'),
        (lambda at: {"what": "take_back", "to": 10**6}, "not 1000000"),
        (lambda at: {"what": "take_back", "to": -2}, "not -2"),
    ],
    "answer": [(lambda at: {"id": 99}, NO_PROPOSAL)],
    "standing": [
        (lambda at: {"kind": "\u202e"}, "ASCII"),
        (lambda at: {"do": {"do": 3}}, "do"),
        (lambda at: {"do": {}}, "do"),
    ],
    "resign": [],
    "claim": [],
    "give": [(lambda at: {"seconds": 1}, "60 to"), (lambda at: {"seconds": 10**12}, "60 to")],
    "record": [],
    "notify": [(lambda at: {"mail": "me"}, "name@example.org"), (lambda at: {"ntfy": "x"}, "8 to 64")],
    "new_link": [
        (lambda at: {"seat": "nobody"}, 'no seat "nobody"'),
        (lambda at: {"seat": at.other.seat}, "is at the table"),
    ],
    "picture": [(lambda at: {"jpeg": "AAAA"}, "JPEG"), (lambda at: {"jpeg": "%"}, "JPEG")],
    "chat": [(lambda at: {"text": ""}, "Say something."), (lambda at: {"text": "\u202e\n"}, "Say something.")],
}
"""What is wrong in a message that is right but for that, and what is said to whoever is asked."""

OPTIONAL: Final[Mapping[str, Mapping[str, Any]]] = {
    "make": {"pace": None, "document": "", "played": "", "hosting": ""},
    "join": {"whole": False},
    "orders": {"waits": False},
    "undo": {"to": -1},
    "propose": {"to": 0, "once": ""},
    "answer": {"once": ""},
    "give": {"once": ""},
    "chat": {"once": ""},
    "standing": {"only": False},
    "new_link": {"seat": ""},
}
NONSENSE: Final = (None, True, -3, 1.5, "x", [], {}, ["x"])


@pytest.mark.parametrize("method", WRONG)
def test_what_is_wrong_in_a_message_is_said_and_nothing_is_done(method: str, tmp_path: Path) -> None:
    at = asked(tmp_path, ANVIL)
    for wrong, words in WRONG[method]:
        answer = check(at, method, RIGHT[method](at) | wrong(at))
        assert words in answer.get("message", ""), (answer, words)
        assert "rev" not in RIGHT[method](at) or "code" in answer


@pytest.mark.parametrize("state", ("strange", "invited", "asked", "watching", "rolling", "over"))
def test_parameters_of_other_types_and_missing_ones_are_told_in_a_line(state: str, tmp_path: Path) -> None:
    at = STATES[state](tmp_path, ANVIL)
    for method in RIGHT:
        for name in {**RIGHT[method](at), **OPTIONAL.get(method, {})}:
            for one in NONSENSE:
                answer = check(at, method, {**RIGHT[method](at), name: one})
                assert state != "asked" or one is not None or "code" in answer or name in ("do", "pace")
            missing = {key: value for key, value in RIGHT[method](at).items() if key != name}
            check(at, method, missing)


# --- Repeated messages, and for whom they are ---------------------------------------------------------------------

REPEATED: Final = {
    "asked": (
        "join", "submit", "orders", "undo", "standing", "notify", "picture", "propose", "resign", "give", "new_link",
        "chat",
    ),
    "watching": ("chat",),
    "proposed": ("answer",),
    "late": ("claim",),
    "rolls": ("part",),
    "played": ("record",),
}  # fmt: skip
DONE: Final = {"proposed": ("answer", NO_PROPOSAL), "asked": ("resign", OVER), "late": ("claim", OVER)}


@pytest.mark.parametrize(("state", "method"), [(state, method) for state in REPEATED for method in REPEATED[state]])
def test_a_repeated_message_is_answered_alike_and_acts_once(state: str, method: str, tmp_path: Path) -> None:
    at = STATES[state](tmp_path, ANVIL)
    params = RIGHT[method](at) | ({ONCE: "b5d2c1"} if method in NAMED else {})
    first = check(at, method, params)
    assert "code" not in first
    before, told = kept(at), [told for told in at.other.told if told[0] != "here"]
    at.club.desk.gone(at.player.caller)
    at.player.sit()
    if method != "join":
        at.player.join()
    assert at.ask(method, params) == first and kept(at) == before
    assert [told for told in at.other.told if told[0] != "here"] == told, "nobody is told twice"


def test_every_message_that_changes_something_is_tried_twice() -> None:
    tried = {method for methods in REPEATED.values() for method in methods}
    assert tried == (set(CHANGES) | {"join", "chat"}) - {"make"}, "a program asks for a game once"
    assert set(NAMED) <= tried


def test_a_message_with_another_name_or_of_another_seat_is_another_one(tmp_path: Path) -> None:
    at = asked(tmp_path, ANVIL)
    for player, name in ((at.player, "one"), (at.player, "two"), (at.other, "one"), (at.player, "one")):
        player.ask("chat", text="The hill!", once=name)
    assert len([told for method, told in at.other.told if method == "chat"]) == 3
    assert "64 letters" in at.ask("chat", {"text": "The hill!", "once": "x" * 65})["message"]


def test_time_is_given_once_also_where_the_host_was_killed_before_it_could_answer(tmp_path: Path) -> None:
    at = asked(tmp_path, ANVIL)
    for name in ("one", "two"):
        assert at.ask("give", {"seconds": 60, "once": name}) == {}
    before = kept(at)["table"]["clock"]
    at.club.start()
    at.player.sit()
    at.player.join()
    for name in ("one", "two"):
        assert at.ask("give", {"seconds": 60, "once": name}) == {}
    assert kept(at)["table"]["clock"] == before


def test_who_agrees_again_after_the_host_was_killed_does_not_agree_to_something_else(tmp_path: Path) -> None:
    at = proposed(tmp_path, ANVIL)
    at.club.start()
    for player in (at.other, at.player):
        player.sit()
        player.join()
    at.other.ask("propose", rev=at.other.rev, what="take_back", to=0)
    assert at.ask("answer", {"id": 1, "yes": True})["message"] == NO_PROPOSAL
    assert at.club.game.seq and kept(at)["table"]["proposed"]["what"] == "take_back"


@pytest.mark.parametrize("state", DONE)
def test_what_ends_something_ends_it_once(state: str, tmp_path: Path) -> None:
    at, (method, words) = STATES[state](tmp_path, ANVIL), DONE[state]
    assert "code" not in check(at, method, RIGHT[method](at))
    assert check(at, method, RIGHT[method](at))["message"] == words


OWN: Final[Mapping[str, Callable[[At], Any]]] = {
    "submit": lambda at: at.club.game.log[-1].seat,
    "orders": lambda at: at.club.game.log[-1].seat,
    "propose": lambda at: kept(at)["table"]["proposed"]["seat"],
    "standing": lambda at: next(seat for seat, orders in kept(at)["standing"].items() if orders),
    "resign": lambda at: kept(at)["table"]["over"]["seat"],
    "notify": lambda at: next(iter(kept(at)["addresses"])).partition("/")[2],
    "new_link": lambda at: next(iter(at.club.store._invitations.values())).seat,
    "chat": lambda at: at.other.told[-1][1]["seat"],
    "give": lambda at: next(seat for seat, left in kept(at)["table"]["clock"]["reserve"].items() if left == HOUR),
}
"""By what shows whose message it was."""


@pytest.mark.parametrize("method", OWN)
def test_a_message_is_of_the_seat_of_its_connection_whatever_it_says(method: str, tmp_path: Path) -> None:
    at = asked(tmp_path, ANVIL)
    others = {"token": at.other.token, "by": at.other.seat, "of": at.other.seat, "game": "another"}
    others |= {"seat": at.other.seat} if method != "new_link" else {}
    assert "code" not in check(at, method, RIGHT[method](at) | others)
    assert OWN[method](at) == at.player.seat
    assert set(OWN) | set(QUIET) | {"undo", "answer", "claim", "picture"} == {
        each for each, states in REFUSED.items() if "watching" in states
    } | {"chat"}


# --- Faults ---------------------------------------------------------------------------------------------------------


def test_a_fault_in_one_game_tells_nothing_of_it_and_another_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, store = asked(tmp_path, ANVIL), list[str]()
    game = at.club.games.game(at.club.games.chair(at.player.token))
    monkeypatch.setattr(game, "orders", lambda *told, **other: {}["the hidden card"])
    told = at.player.ask("submit", **RIGHT["submit"](at))
    assert told["message"] == FAULT and "hidden card" not in json.dumps(told)
    links = at.ask("make", RIGHT["make"](at))["links"]
    players = [Player(at.club, seat or None, link) for seat, link in links.items()]
    for player in players:
        player.token += " of the second game" if player.seat else ""
        store.append(player.join()["system"])
    second = next(each for each in players if each.seat == each.session.decision.seat)
    command = next(iter(second.session.decision.options)).to_json()
    assert second.ask("submit", rev=second.rev, command=command) == {"rev": second.rev}


def test_no_folder_is_told_to_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = asked(tmp_path, ANVIL)

    def full(game: str, picture: bytes) -> None:
        raise OSError(28, "No space left on device", str(tmp_path))

    monkeypatch.setattr(at.club.games, "keep_picture", full)
    assert at.ask("picture", RIGHT["picture"](at))["message"] == NOT_KEPT
    (record,) = tmp_path.glob("*.chitpull")
    record.write_bytes(record.read_bytes() + b"{}\n")
    assert at.ask("submit", RIGHT["submit"](at))["message"] == NOT_KEPT


def test_a_game_played_by_newer_rules_is_refused_in_a_sentence_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = asked(tmp_path, ANVIL)
    at.club.start()
    at.player.sit()
    before = next(iter(tmp_path.glob("*.chitpull"))).read_bytes()
    with monkeypatch.context() as other:
        other.setattr(type(systems()[ANVIL]), "rules_version", 0)
        told = at.player.join()
        assert "was played with newer rules" in told["message"] and str(tmp_path) not in told["message"]
        for method, right in RIGHT.items():
            if method not in BEFORE_JOINING:
                assert at.ask(method, right(at))["message"] == STRANGE
    assert next(iter(tmp_path.glob("*.chitpull"))).read_bytes() == before
    assert at.player.join()["seat"] == at.player.seat
    assert at.ask("submit", RIGHT["submit"](at)) == {"rev": at.player.rev}
