"""The menu of a hex: everything its units may do now, and what can be looked at from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.panels.menus import add_title
from app.play.seat import PlayedGame
from app.systems.company_scale.board.orders import move_order, orders_for
from app.systems.company_scale.board.routes import sentences
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.army import passenger_of
from app.systems.company_scale.text.names import Names
from app.systems.company_scale.verbs import describe, verb
from app.text.parts import literal
from rules.engine.command import Command

FIRST = "First answer: "
"""So the rules begin what has to be decided before."""
Look = tuple[str, Callable[[], object], bool | None]


def unit_menu(
    game: PlayedGame,
    units: list[str],
    where: str,
    looks: list[Look],
    parent: QWidget | None = None,
    here: Sequence[Command] = (),
) -> QMenu:
    """Build the menu of a hex: a section for each unit with its orders, then those at the hex itself (`here`).

    `looks` are (label, act, checked or None).
    """
    menu = QMenu(parent)
    names = Names(view_of(game))
    for unit in units:
        add_title(menu, names.of(unit))
        _orders(menu, game, names, unit)
        aboard = passenger_of(view_of(game), unit)
        if aboard and orders_for(game.decision, aboard):
            add_title(menu, f"{names.of(aboard)}, aboard")
            _orders(menu, game, names, aboard)
    if looks or here:
        add_title(menu, where)
    for command in here:
        _act(menu, game, command, describe(command, names, game.decision), verb(command.verb).tip)
    if looks and here:
        menu.addSeparator()
    for label, act, checked in looks:
        action = menu.addAction(literal(label))
        action.triggered.connect(lambda *_, act=act: act())
        if checked is not None:
            action.setCheckable(True)
            action.setChecked(checked)
    return menu


def offer_menu(words: str, parent: QWidget, accept: Callable[[], object]) -> QMenu:
    """Build a menu that offers one thing and to leave it; Enter takes it, Escape leaves it."""
    menu = QMenu(parent)
    offered = menu.addAction(literal(words))
    offered.triggered.connect(lambda *_: accept())
    menu.addAction("Cancel")
    menu.setActiveAction(offered)
    return menu


def _orders(menu: QMenu, game: PlayedGame, names: Names, unit: str) -> None:
    groups: dict[str, list[Command]] = {}
    for command in orders_for(game.decision, unit):
        groups.setdefault(command.verb, []).append(command)
    for name, commands in groups.items():
        target = menu
        if len(commands) > 2:
            target = menu.addMenu(literal(verb(name).label))
        for command in commands:
            _act(target, game, command, describe(command, names, game.decision), verb(name).tip)
    if not groups:
        why = menu.addAction(literal(_short(sentences(game.explain(move_order((unit,)))))))
        why.setEnabled(False)


def _act(menu: QMenu, game: PlayedGame, command: Command, label: str, tip: str) -> QAction:
    action = menu.addAction(literal(label))
    action.setToolTip(tip)
    action.setData(command)
    action.triggered.connect(lambda *_: game.submit(command))
    return action


def _short(why: str) -> str:
    first = why.split("\n")[0]
    if first.startswith(FIRST):
        return first
    return f"Nothing now: {first}" if first else "Nothing to do now"
