"""Log lines for indirect fire: barrages, smoke, illumination rounds, guns forced from their position."""

from __future__ import annotations

from app.systems.company_scale.text.events import tells, units
from app.systems.company_scale.text.tell_combat import value_of
from app.text.events import Event
from app.text.names import Names
from app.text.parts import Line, die, hexref, words


@tells("IndirectFireDeclared")
def indirect_fire_declared(event: Event, names: Names) -> Line:
    """Tell who fires at which hex with what value."""
    how = "for a barrage only" if event.get("harmless") else value_of(event)
    says = words(" fires indirectly at ", hexref(str(event["hex"])), f" ({how})")
    return Line("line", (*units(event, names), *says))


@tells("SmokePlaced")
def smoke_placed(event: Event, names: Names) -> Line:
    """Tell where smoke is placed."""
    return Line("line", (*units(event, names), *words(" lays smoke in ", hexref(str(event["hex"])))))


@tells("IlluminationFired")
def illumination_fired(event: Event, names: Names) -> Line:
    """Tell an illumination round and whether it lights up."""
    lit = "it works" if event.get("lit") else "it fails"
    says = words(" fires an illumination round at ", hexref(str(event["hex"])), ": ", die(event["die"]), " ", lit)
    return Line("line", (*units(event, names), *says))


@tells("ForcedFromPosition")
def forced_from_position(event: Event, names: Names) -> Line:
    """Tell why guns leave their firing position."""
    return Line("result", (*units(event, names), *words(" has an enemy next to it in ", hexref(str(event["hex"])))))
