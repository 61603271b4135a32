"""What the questions for one of several things say. Frames keep no words, so that words can change and no game does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final, TypeAlias

from rules.company_scale.pieces import counter, leader_now
from rules.company_scale.r08_7_1_spotting import barrage_of, indirect_value
from rules.company_scale.series import event_sides
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, Frame, takes
from rules.engine.options import Decision, Options

Words: TypeAlias = "Callable[[Battle, Frame, Frame], str]"
"""The prompt of a question, from its frame and the frame of the procedure that asks it."""


def prompt_of(game: Battle) -> str:
    """Return what the running frame asks for, one of several things."""
    frame, asker = game.frame, game.state.frames[game.index - 1]
    return _WORDS[frame["question"]](game, frame, asker)


def _target_unit(game: Battle, frame: Frame, asker: Frame) -> str:
    if asker.kind == "air_attack":
        attack = "Air attack on"
    elif asker.kind == "indirect_resolution":
        value, _ = indirect_value(game, barrage_of(asker))
        attack = f"{counter(game, asker['unit']).label} fires indirectly (value {value}) at"
    else:
        attack = f"{counter(game, asker['unit']).label} fires at"
    return f"{attack} {frame['hex']}: which unit takes the hit?"


def _lose_weapon(game: Battle, frame: Frame, asker: Frame) -> str:
    if asker.get("most") is None:
        return f"More support weapons than units in {frame['hex']}: which one goes?"
    return f"Advance over a steep slope from {frame['hex']}: which support weapon goes?"  # 6.2.2


def _rout_unit(game: Battle, frame: Frame, asker: Frame) -> str:
    if frame["seat"] == asker["firer"]:
        return f"Rout check in {frame['hex']}: which unit in column makes it?"
    return f"Rout check in {frame['hex']}: the target unit is gone. Which unit makes it?"  # RULINGS 32


def _air_placement(game: Battle, frame: Frame, asker: Frame) -> str:
    left = asker[asker["placing"]]
    return f"Which division gets {'1 air support marker' if left == 1 else f'the next of {left} air support markers'}?"


def _event(game: Battle, frame: Frame, asker: Frame) -> str:
    event: Mapping[str, Any] = game.scenario.charts.events[asker["result"]]
    if "effects" in event:
        return f"{event['name']}: {_gift(event['effects'][asker['effect']])}?"
    points = {key: abs(value) for key, value in event.items() if isinstance(value, int)}
    return _EVENTS[frame["about"]].format_map({**points, **event_sides(game.scenario.charts.series, event)})


def _gift(effect: Mapping[str, Any]) -> str:
    """Return the question of an effect that changes the tracks of a division (20.0)."""
    own = [_points(track, effect[track]) for track in _TRACKS if effect.get(track)]
    others = [_points(track, effect["or_" + track]) for track in _TRACKS if effect.get("or_" + track)]
    asked = f"which division {' and '.join(own) or 'is it'}"
    return f"{asked}, or which of the other side {' and '.join(others)}" if others else asked


def _points(track: str, change: int) -> str:
    return f"{'gains' if change > 0 else 'loses'} {abs(change)} {_TRACKS[track]}"


_TRACKS: Final = {"dispatch": "DP", "commands": "direct commands", "troop_quality": "troop quality"}
_EVENTS: Final = {
    "american_officer": "{nation} officer: which division gains {dispatch} dispatch points?",
    "german_officer": "{of} officer: which division gains {commands} direct commands?",
    "out_of_contact": "{nation}s out of radio contact: which division loses {troop_quality} point of troop quality?",
    "desperation": "{of} desperation: which division loses {troop_quality} point of troop quality?",
    "intelligence": (
        "{of} intelligence: which division gains {dispatch} DP, or which {or_from} one loses {or_dispatch}?"
    ),
}

_WORDS: Final[Mapping[str, Words]] = {
    "target_unit": _target_unit,
    "defence_weapon": lambda game, frame, asker: f"Which support weapon in {frame['hex']} modifies the defense?",
    "defence_unit": lambda game, frame, asker: f"Assault on {frame['hex']}: which unit's defense counts?",
    "lose_unit": lambda game, frame, asker: (
        f"{frame['hex']} exceeds disorganized 4: choose a unit to lose ({asker['over']} to go)."
    ),
    "lose_weapon": _lose_weapon,
    "lose_leader": lambda game, frame, asker: f"A leader in {frame['hex']} is hit: which one?",
    "rout_unit": _rout_unit,
    "air_placement": _air_placement,
    "event": _event,
    "attachment": lambda game, frame, asker: (
        f"{game.scenario.formations[frame['about']].name} enters play: attach it to which division?"
    ),
}

_SPOKEN: Final = {
    **dict.fromkeys(("choose_unit", "choose_weapon", "choose_division", "choose_leader"), "prompt"),
    "hero_offer": "what",
    "opportunity_fire": "what",
}


def without_words(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a position of the first schema without the words that its frames kept."""
    frames = [
        [kind, step, {name: value for name, value in data.items() if name != _SPOKEN.get(kind)}]
        for kind, step, data in raw["frames"]
    ]
    return {**raw, "frames": frames}


# --- Questions that ask for just one of several units, support weapons, divisions or leaders -----------------------

NOTHING: Final = ""


class ChooseOne(Action):
    """Choose one of the things asked about; `what` names them in commands, and with an s in frames."""

    verb = "choose"
    what: ClassVar[str]

    def name(self, game: Battle, thing: str) -> str:
        """Return a thing's name, or the text in quotation marks if it names nothing."""
        printed = getattr(game.scenario, f"{self.what}s").get(thing)
        return str(printed.name) if printed else f'"{thing}"'

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each thing asked about."""
        for thing in game.frame[f"{self.what}s"]:
            yield cmd("choose", **{self.what: thing})

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the thing is one of those asked about."""
        things, given = game.frame[f"{self.what}s"], command.text(self.what)
        if given not in things:
            names = ", ".join(self.name(game, thing) for thing in things if thing != NOTHING)
            yield Reason(f"{self.name(game, given)} can't be chosen here. Choose {names}.", game.frame["rule"])

    def apply(self, game: Battle, command: Command) -> None:
        """Hand the chosen thing to the frame below."""
        game.finish(chosen=command.text(self.what))


class ChooseUnit(ChooseOne):
    """Choose one of the units asked about."""

    what = "unit"
    fields = takes(unit=str)


class ChooseWeapon(ChooseOne):
    """Choose one of the support weapons asked about, or none where that is allowed."""

    what = "weapon"
    fields = takes(weapon=str)


class ChooseDivision(ChooseOne):
    """Choose one of the divisions asked about."""

    what = "division"
    fields = takes(division=str)


class ChooseLeader(ChooseOne):
    """Choose one of the leaders asked about."""

    what = "leader"
    fields = takes(leader=str)

    def name(self, game: Battle, thing: str) -> str:
        """Return the name of a leader."""
        return leader_now(game, thing).name if thing in game.state.leaders else f'"{thing}"'


class OneOf(Choice):
    """Asks `seat` for one of several things; `question` says what for, `about` names the local with where or what."""

    about: ClassVar[str] = "hex"
    actions: ClassVar[tuple[ChooseOne]]

    def ask(self, game: Battle) -> Decision | None:
        """Return the question."""
        frame, things = game.frame, f"{self.actions[0].what}s"
        subject = {things: list(frame[things]), self.about: frame[self.about]}
        return Decision(
            frame["seat"], frame["question"], prompt_of(game), frame["rule"], Options(game, self.actions), subject
        )


class UnitChoice(OneOf):
    """Asks for one of `units`."""

    kind = "choose_unit"
    actions = (ChooseUnit(),)


class WeaponChoice(OneOf):
    """Asks for one of `weapons`; '' stands for none."""

    kind = "choose_weapon"
    actions = (ChooseWeapon(),)


class DivisionChoice(OneOf):
    """Asks for one of `divisions`."""

    kind = "choose_division"
    actions = (ChooseDivision(),)
    about = "about"


class LeaderChoice(OneOf):
    """Asks for one of `leaders`."""

    kind = "choose_leader"
    actions = (ChooseLeader(),)


def ask_unit(game: Battle, question: str, seat: str, units: tuple[str, ...], *, hex_name: str, rule: str) -> None:
    """Ask a seat for one of `units`; the current frame gets it as `chosen`, at once if there is only one."""
    if _is_open(game, units):
        game.push("choose_unit", question=question, seat=seat, units=units, hex=hex_name, rule=rule)


def ask_weapon(game: Battle, question: str, seat: str, weapons: tuple[str, ...], *, hex_name: str, rule: str) -> None:
    """Ask a seat for one of `weapons`, `chosen` as a unit is."""
    if _is_open(game, weapons):
        game.push("choose_weapon", question=question, seat=seat, weapons=weapons, hex=hex_name, rule=rule)


def ask_division(game: Battle, question: str, seat: str, divisions: tuple[str, ...], *, rule: str, about: str) -> None:
    """Ask a seat for one of `divisions`, `chosen` as a unit is."""
    if _is_open(game, divisions):
        game.push("choose_division", question=question, seat=seat, divisions=divisions, rule=rule, about=about)


def ask_leader(game: Battle, question: str, seat: str, leaders: tuple[str, ...], *, hex_name: str, rule: str) -> None:
    """Ask a seat for one of `leaders`, `chosen` as a unit is."""
    if _is_open(game, leaders):
        game.push("choose_leader", question=question, seat=seat, leaders=leaders, hex=hex_name, rule=rule)


def _is_open(game: Battle, things: tuple[str, ...]) -> bool:
    """Tell whether there is a choice; a single thing is chosen at once."""
    game.update(chosen=things[0] if len(things) == 1 else "")
    return len(things) != 1
