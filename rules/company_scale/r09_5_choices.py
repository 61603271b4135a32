"""What each side uses in an assault (9.5 f, h, i), and how a losing attacker splits his loss (9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules.company_scale.counters import LeaderCounter, WeaponCounter
from rules.company_scale.pieces import enemy, leader_now, side_name
from rules.company_scale.r09_5_modifiers import (
    Assault,
    assault_of,
    attacker_lines,
    attacking_leaders,
    defender_lines,
    defending_leaders,
    panzerfausts,
    total,
)
from rules.company_scale.r14_heroes import needs_word, one_for_both
from rules.company_scale.series import one_use_weapon
from rules.company_scale.state import AVAILABLE, MAP, Battle
from rules.engine.command import Command, Plain, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name

ATTACKER: Final = "att"  # prefix of frame locals
DEFENDER: Final = "def"  # the other
PANZERFAUST_SIDE: Final = "german"  # 9.5 i, h


def able_leaders(game: Battle, assault: Assault, role: str) -> list[LeaderCounter]:
    """Return the leaders and heroes a side may use (9.5 f)."""
    return attacking_leaders(game, assault) if role == ATTACKER else defending_leaders(game, assault)


def able_weapons(game: Battle, assault: Assault, role: str) -> list[WeaponCounter]:
    """Return the Panzerfausts a side may use up (9.5 i, h)."""
    if _seat(assault, role) != PANZERFAUST_SIDE:
        return []
    return panzerfausts(game, assault.origins if role == ATTACKER else (assault.hex,))


def proposed(game: Battle, assault: Assault, role: str) -> dict[str, Plain]:
    """Return the choices a side starts with: best leader, a hero who stays, no Panzerfaust (RULINGS 186)."""
    proposal: dict[str, Plain] = {f"{role}_weapon": ""}
    barred = _enemy_has_hero(game, assault, role)
    able = [x for x in able_leaders(game, assault, role) if not (x.hero and (needs_word(x) or barred))]
    for local, hero in (("leader", False), ("hero", True)):
        best = max((x for x in able if x.hero is hero), key=lambda x: x.troop_quality, default=None)
        proposal[f"{role}_{local}"] = best.id if best is not None and best.troop_quality > 0 else ""
    return proposal


def _enemy_has_hero(game: Battle, assault: Assault, role: str) -> bool:
    """Tell whether the attacker's hero bars any other in the combat (14.0; RULINGS 184)."""
    return role == DEFENDER and bool(assault.att_hero) and one_for_both(game)


def _seat(assault: Assault, role: str) -> str:
    return assault.seat if role == ATTACKER else enemy(assault.seat)


def _used(game: Battle, what: str) -> str:
    return str(game.frame[f"{game.frame['role']}_{what}"])


class UseLeaderInAssault(Action):
    """Let a leader or hero help in the assault, or leave him out again (9.5 f)."""

    verb = "use_leader"
    fields = takes(leader=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the leaders and heroes who may help."""
        for leader in able_leaders(game, assault_of(game.frame), game.frame["role"]):
            yield cmd("use_leader", leader=leader.id)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why he cannot help in this assault."""
        leader, assault, role = command.text("leader"), assault_of(game.frame), game.frame["role"]
        token = game.state.leaders.get(leader)
        hexes = assault.origins if role == ATTACKER else (assault.hex,)
        boxed = token is not None and token.place == AVAILABLE  # 14.1: Murphy helps from his box
        if token is None or not (boxed or (token.place == MAP and token.hex in hexes)):
            yield Reason(f"He isn't in {'an assaulting' if role == ATTACKER else 'the assaulted'} hex.", "9.5")
            return
        man = leader_now(game, leader)
        if man not in able_leaders(game, assault, role):
            yield Reason(f"{man.name} isn't active, or isn't in the same formation as the units with him.", "9.5")
        used = _used(game, "hero" if man.hero else "leader")
        if used not in ("", leader):
            yield Reason(f"Each side can use only one {'hero' if man.hero else 'leader'} in an assault.", "9.5")
        elif man.hero and _enemy_has_hero(game, assault, role):
            yield Reason("Only one hero can be used in a combat, and the attacker has used his.", "14.0")

    def apply(self, game: Battle, command: Command) -> None:
        """Use him or leave him out."""
        leader = command.text("leader")
        what = "hero" if game.scenario.leaders[leader].hero else "leader"
        _toggle(game, what, leader)


class UseWeaponInAssault(Action):
    """Use up a Panzerfaust in the assault, or keep it after all (9.5 h, i)."""

    verb = "use_weapon"
    fields = takes(weapon=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the Panzerfausts that may be used."""
        for weapon in able_weapons(game, assault_of(game.frame), game.frame["role"]):
            yield cmd("use_weapon", weapon=weapon.id)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the weapon cannot be used."""
        weapon, assault, role = command.text("weapon"), assault_of(game.frame), game.frame["role"]
        printed = game.scenario.weapons.get(weapon)
        if printed is None or printed not in able_weapons(game, assault, role):
            where = "an assaulting hex" if role == ATTACKER else "the assaulted hex"
            whose, what = side_name(game.scenario, PANZERFAUST_SIDE), one_use_weapon(game.scenario.charts.series)
            yield Reason(f"Use a {whose} {what} in {where}. Flamethrowers count automatically.", "9.5")
        elif _used(game, "weapon") not in ("", weapon):
            yield Reason(f"Only one {one_use_weapon(game.scenario.charts.series)} counts.", "9.5")

    def apply(self, game: Battle, command: Command) -> None:
        """Use it or keep it."""
        _toggle(game, "weapon", command.text("weapon"))


def _toggle(game: Battle, what: str, piece: str) -> None:
    local = f"{game.frame['role']}_{what}"
    game.update(**{local: "" if game.frame[local] == piece else piece})


class ConfirmChoices(BareAction):
    """Go into the assault with what is chosen now."""

    verb = "confirm"

    def apply(self, game: Battle, command: Command) -> None:
        """Hand what is used to the frame below."""
        role = game.frame["role"]
        game.finish(**{f"{role}_{what}": _used(game, what) for what in ("leader", "hero", "weapon")})


class AssaultModifiers(Choice):
    """Asks a side what it uses in the assault, unless it has no leader, hero or Panzerfaust."""

    kind = "assault_modifiers"
    actions = (ConfirmChoices(), UseLeaderInAssault(), UseWeaponInAssault())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question with the side's modifiers as they stand."""
        frame, assault = game.frame, assault_of(game.frame)
        role = frame["role"]
        leaders, weapons = able_leaders(game, assault, role), able_weapons(game, assault, role)
        if not leaders and not weapons:
            return None
        lines = attacker_lines(game, assault) if role == ATTACKER else defender_lines(game, assault)
        subject: dict[str, Any] = {
            "hex": hex_name(assault.hex),
            "role": "attacker" if role == ATTACKER else "defender",
            "leaders": [x.id for x in leaders],
            "weapons": [w.id for w in weapons],
            **{what: _used(game, what) for what in ("leader", "hero", "weapon")},
            "lines": [line._asdict() for line in lines],
            "total": total(lines),
        }
        prompt = f"Assault on {hex_name(assault.hex)}: {total(lines):+d} to your die. Confirm?"
        return Decision(_seat(assault, role), "assault_modifiers", prompt, "9.5", Options(game, self.actions), subject)


class TakeDg(Action):
    """Put one point of disorganization on an assaulting hex (9.4)."""

    verb = "take_dg"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each assaulting hex."""
        for origin in game.frame["origins"]:
            yield cmd("take_dg", hex=hex_name(origin))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield a reason unless the hex is an assaulting one."""
        names = [hex_name(origin) for origin in game.frame["origins"]]
        if command.text("hex") not in names:
            yield Reason(f"{command.text('hex')} isn't an assaulting hex. Choose {' or '.join(names)}.", "9.4")

    def apply(self, game: Battle, command: Command) -> None:
        """Note the point; after the last, hand all of them to the frame below."""
        origins, shares = game.frame["origins"], game.frame["shares"]
        shares = tuple(n + (hex_name(o) == command.text("hex")) for o, n in zip(origins, shares, strict=True))
        if sum(shares) < game.frame["points"]:
            game.update(shares=shares)
        else:
            game.finish(shares=shares)


class DistributeDg(Choice):
    """Asks the losing attacker for the hex of each point of disorganization (9.4)."""

    kind = "distribute_dg"
    actions = (TakeDg(),)

    def ask(self, game: Battle) -> Decision:
        """Return the question with the points placed so far."""
        frame = game.frame
        left = frame["points"] - sum(frame["shares"])
        shares = zip(frame["origins"], frame["shares"], strict=True)
        subject = {
            "points": frame["points"],
            "left": left,
            "hexes": [{"hex": hex_name(o), "points": n} for o, n in shares],
        }
        prompt = f"You lost the assault by {frame['points']}. Which hex takes the next point ({left} left)?"
        return Decision(frame["seat"], "distribute_dg", prompt, "9.4", Options(game, self.actions), subject)
