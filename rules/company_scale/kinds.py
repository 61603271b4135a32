"""All frames of the Company Scale System by name."""

from __future__ import annotations

from typing import Final

from rules.company_scale.prompts import DivisionChoice, LeaderChoice, UnitChoice, WeaponChoice
from rules.company_scale.r04_cup import ACTION_PHASE, Preparation, Purchase
from rules.company_scale.r04_sequence import DIRECT_COMMAND, FORMATION_ACTIVATION, TURN
from rules.company_scale.r05_activation import ActivationChoice
from rules.company_scale.r06_1_stacking import EXCESS_WEAPONS, GAIN_DG, STACKING
from rules.company_scale.r06_2_terrain import RidgeClaim
from rules.company_scale.r06_entering import ENTERING
from rules.company_scale.r06_movement import Movement
from rules.company_scale.r08_3_composition import FireComposition
from rules.company_scale.r08_4_resolution import RESOLUTION
from rules.company_scale.r08_5_results import ROUT_CHECK
from rules.company_scale.r08_6_opportunity_fire import OpportunityWindow
from rules.company_scale.r08_7_2_smoke import ILLUMINATION
from rules.company_scale.r08_7_indirect_fire import INDIRECT_RESOLUTION, IndirectComposition
from rules.company_scale.r08_8_fires import WIND
from rules.company_scale.r09_1_declaration import AssaultOrder, Declaration
from rules.company_scale.r09_1_defense import DefensiveFireWindow, RetreatChoice
from rules.company_scale.r09_2_placing import AssaultMarkers
from rules.company_scale.r09_4_results import ASSAULT_DICE, Advance
from rules.company_scale.r09_5_choices import AssaultModifiers, DistributeDg
from rules.company_scale.r09_assault import ASSAULT, ASSAULTS, AssaultSupport
from rules.company_scale.r11_engineering import TRENCHES
from rules.company_scale.r12_support_weapons import AttachChoice, DetachChoice
from rules.company_scale.r13_1_relocation import LeadersChoice
from rules.company_scale.r13_leaders import LEADER_HIT, LEFT_ALONE
from rules.company_scale.r14_1_named_heroes import SURRENDER
from rules.company_scale.r14_1_rolin import HeroLights
from rules.company_scale.r14_heroes import HERO_USED, HeroEvent, HeroOffer
from rules.company_scale.r15_transport import LOADING
from rules.company_scale.r16_2_air_strikes import AirStrikes, Interdiction
from rules.company_scale.r16_air_support import AIR_ATTACK, AIR_COMBAT, AirBarrage
from rules.company_scale.r20_events import EVACUATION_EVENT, RANDOM_EVENT
from rules.company_scale.r22_evacuation import EVACUATION_MARKER, EVACUATION_ROAD, EvacuationMoves, TakeUpChoice
from rules.company_scale.r23_2_ambush import AMBUSH_ATTEMPT, AmbushWindow
from rules.company_scale.r24_kampfgruppen import KampfgruppenChoice
from rules.company_scale.r26_attachments import ATTACHMENTS
from rules.company_scale.r27_victory import AUTOMATIC_VICTORY
from rules.company_scale.r28_rerolls import REROLL, RerollOffer, TenSidedDie
from rules.company_scale.r30_riders import RiderAim
from rules.engine.frames import registry

KINDS: Final = registry(
    TURN, WIND, TRENCHES, LeadersChoice(), LEFT_ALONE, LEADER_HIT, LeaderChoice(),
    HeroOffer(), HERO_USED, HeroEvent(), SURRENDER, HeroLights(),
    AttachChoice(), DetachChoice(), Preparation(), ACTION_PHASE, Purchase(), FORMATION_ACTIVATION, DIRECT_COMMAND,
    RANDOM_EVENT,
    ActivationChoice(), Movement(), ENTERING, RidgeClaim(), OpportunityWindow(), FireComposition(), RESOLUTION,
    IndirectComposition(), INDIRECT_RESOLUTION, ILLUMINATION,
    ROUT_CHECK, STACKING, GAIN_DG, EXCESS_WEAPONS, LOADING, RiderAim(), UnitChoice(), WeaponChoice(),
    ASSAULTS, Declaration(), AssaultOrder(), ASSAULT, AssaultSupport(), RetreatChoice(), DefensiveFireWindow(),
    Advance(), AssaultMarkers(), ASSAULT_DICE, AssaultModifiers(), DistributeDg(),
    AIR_COMBAT, AIR_ATTACK, AirBarrage(), AirStrikes(), Interdiction(),
    TenSidedDie(), REROLL, RerollOffer(),
    DivisionChoice(), KampfgruppenChoice(), AmbushWindow(), AMBUSH_ATTEMPT, EvacuationMoves(), TakeUpChoice(),
    EVACUATION_MARKER, EVACUATION_ROAD, AUTOMATIC_VICTORY, ATTACHMENTS, EVACUATION_EVENT,
)  # fmt: skip
