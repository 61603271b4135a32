"""Log lines for the order of battle: attachments, evacuation, exits, ambushes."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.events import tells, units
from app.text.events import Event
from app.text.names import Names
from app.text.parts import Line, die, hexref, strong, words


@tells("FormationAttached")
def formation_attached(event: Event, names: Names) -> Line:
    """Tell to which division a formation is attached."""
    says = f"{names.of(str(event['formation']))} is attached to {names.of(str(event['division']))}"
    return Line("line", words(says))


WHAT = {
    "eliminated": "for enemy units eliminated",
    "exited": "for units withdrawn",
    "evacuated": "for an evacuation marker withdrawn",
    "road": "for the open Evacuation Road",
    "denied": "for an evacuation marker stopped",
    "hexes": "for victory hexes",
}


@tells("VictoryPoints")
def victory_points(event: Event, names: Names) -> Line:
    """Tell points gained."""
    count, what = int(event["points"]), WHAT.get(str(event["what"]), "")
    gained = "1 victory point" if count == 1 else f"{count} victory points"
    return Line("detail", words(f"{wording.side(str(event['side']))}: {gained} {what} ({event['value']} in all)"))


@tells("EvacuationPlaced")
def evacuation_placed(event: Event, names: Names) -> Line:
    """Tell where an evacuation marker is placed."""
    return Line("result", (*units(event, names), *words(" is placed in ", hexref(str(event["hex"])))))


@tells("EvacuationRemoved")
def evacuation_removed(event: Event, names: Names) -> Line:
    """Tell that an evacuation marker leaves the map until a later event."""
    return Line("detail", (*units(event, names), *words(" is taken off ", hexref(str(event["hex"])))))


@tells("EvacuationRoadChecked")
def evacuation_road_checked(event: Event, names: Names) -> Line:
    """Tell whether the Evacuation Road is open."""
    return Line(
        "line", words("The Evacuation Road is ", strong("open" if event.get("open") else "under Allied fire or held"))
    )


@tells("UnitExited")
def unit_exited(event: Event, names: Names) -> Line:
    """Tell that a unit has left the map."""
    return Line("result", (*units(event, names), *words(" leaves the map by ", hexref(str(event["hex"])))))


@tells("AmbushTakenUp")
def ambush_taken_up(event: Event, names: Names) -> Line:
    """Tell that an ambush unit is taken off the map, to be used elsewhere."""
    return Line("detail", (*units(event, names), *words(" is taken up in ", hexref(str(event["hex"])))))


@tells("AmbushAttempted")
def ambush_attempted(event: Event, names: Names) -> Line:
    """Tell an attempt to ambush."""
    says = " sets an ambush in " if event.get("placed") else " fails to appear in "
    return Line(
        "result", (*words(die(event["die"]), " "), *units(event, names), *words(says, hexref(str(event["hex"]))))
    )
