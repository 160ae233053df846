"""The rules of Slave: every rule by id, and the ruleset with its options.

Sources: S0 (the general rules with Hong Kong and Macau straights), S1 (with 'verse and reversal), S2 ("KING", as
played online). ``docs/rules/slave.md`` tells them whole.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from tutor.core.rule import Case, Rule
from tutor.core.ruleset import Rules, RulesError

__all__ = ["PRESETS", "RULEBOOK", "SlaveRules"]


class SlaveRules(Rules):
    """One field an option; labels and explanations are in the catalogues as ``slave.option.<field>``."""

    players: tuple[int, int] = (4, 6)
    first_direction: Literal[1, -1] = 1
    opening: Literal["free", "must_contain"] = "must_contain"
    triple_beats_single: bool = False
    four_beats_pair: bool = False
    four_beats_single: bool = True
    pair_tie: Literal["highest_suit", "both_higher"] = "both_higher"
    verse: bool = False
    away_from_king: bool = True
    reverse_on_unbeaten_finish: bool = True
    topple: Literal["next_deal", "at_once"] = "at_once"
    queen_falls: bool = False
    queen_term: int = Field(default=0, ge=0, le=20)

    @field_validator("players")
    @classmethod
    def _players(cls, players: tuple[int, int]) -> tuple[int, int]:
        fewest, most = players
        if not 2 <= fewest <= most <= 8:
            raise RulesError("players", "value", list(players), "from 2 to 8, the fewest first")
        return players


# Not validated here, so that the first deal need not wait for a validator; a test builds every preset anew.
PRESETS = {"king": SlaveRules.model_construct(preset="king")}

ON = (True,)
_SLAPS: tuple[Case, ...] = (
    {"triple_beats_single": ON},
    {"four_beats_pair": ON},
    {"four_beats_single": ON},
)

_ALL = (
    # Setup
    Rule("slave.deal", "setup", "S0 S1 S2", option=("players", "first_direction")),
    Rule("slave.away-from-king", "setup", "S1 S2", when={"away_from_king": ON}),
    Rule("slave.first-lead", "setup", "S0 S1 S2"),
    Rule("slave.lead-3c", "law", "S2", when={"opening": ("must_contain",)}),
    Rule("slave.slave-leads", "setup", "S0 S1 S2"),
    # Court
    Rule("slave.titles", "event", "S0 S1"),
    Rule("slave.tribute", "law", "S0 S1 S2"),
    Rule("slave.return", "law", "S0 S1 S2"),
    Rule("slave.exchange-secret", "event", "S1 S2"),
    Rule("slave.newcomer", "event", "S0"),
    Rule("slave.leaver", "event", choice=True),
    # Play
    Rule("slave.turn", "law", choice=True),
    Rule("slave.phase", "law", choice=True),
    Rule("slave.held", "law", choice=True),
    Rule("slave.same-rank", "law", "S0 S1 S2"),
    Rule("slave.same-kind", "law", "S0 S1 S2"),
    Rule("slave.higher", "law", "S0 S1 S2"),
    Rule("slave.pair-tie", "law", "S1 S2", option="pair_tie"),
    Rule("slave.slap", "law", "S0 S1 S2", option=("triple_beats_single", "four_beats_pair", "four_beats_single")),
    Rule("slave.after-slap", "law", "S1", when=_SLAPS),
    Rule("slave.lead-must-play", "law", "S2"),
    Rule("slave.pass-lock", "law", "S0 S1 S2"),
    Rule("slave.new-pile", "event", "S0 S1 S2"),
    Rule("slave.out", "event", "S0 S1 S2"),
    Rule("slave.deal-ends", "event", "S0 S1 S2"),
    Rule("slave.reverse", "event", "S1 S2", when={"reverse_on_unbeaten_finish": ON}),
    Rule("slave.lead-after-out", "event", "S1 S2"),
    # Falling
    Rule("slave.topple", "event", "S0 S1 S2", option="topple"),
    Rule("slave.queen-falls", "event", "S0", when={"queen_falls": ON}),
    Rule("slave.queen-term", "event", "S1", when={"queen_term": range(1, 21)}),
    # 'Verse
    Rule("slave.verse", "event", "S1", when={"verse": ON}),
    Rule("slave.verse-cancel", "event", "S1", when={"verse": ON}),
    Rule("slave.verse-back", "event", "S1", when={"verse": ON}),
    # Knowledge
    Rule("slave.open", "knowledge", "S2"),
    Rule("slave.hidden", "knowledge", "S2"),
)

RULEBOOK = {rule.id: rule for rule in _ALL}

TURN = RULEBOOK["slave.turn"]
PHASE = RULEBOOK["slave.phase"]
HELD = RULEBOOK["slave.held"]
SAME_RANK = RULEBOOK["slave.same-rank"]
SAME_KIND = RULEBOOK["slave.same-kind"]
HIGHER = RULEBOOK["slave.higher"]
PAIR_TIE = RULEBOOK["slave.pair-tie"]
SLAP = RULEBOOK["slave.slap"]
AFTER_SLAP = RULEBOOK["slave.after-slap"]
LEAD_3C = RULEBOOK["slave.lead-3c"]
LEAD_MUST_PLAY = RULEBOOK["slave.lead-must-play"]
PASS_LOCK = RULEBOOK["slave.pass-lock"]
TRIBUTE = RULEBOOK["slave.tribute"]
RETURN = RULEBOOK["slave.return"]
EXCHANGE_SECRET = RULEBOOK["slave.exchange-secret"]
NEW_PILE = RULEBOOK["slave.new-pile"]
OUT = RULEBOOK["slave.out"]
DEAL_ENDS = RULEBOOK["slave.deal-ends"]
REVERSE = RULEBOOK["slave.reverse"]
LEAD_AFTER_OUT = RULEBOOK["slave.lead-after-out"]
TOPPLE = RULEBOOK["slave.topple"]
QUEEN_FALLS = RULEBOOK["slave.queen-falls"]
QUEEN_TERM = RULEBOOK["slave.queen-term"]
TITLES = RULEBOOK["slave.titles"]
NEWCOMER = RULEBOOK["slave.newcomer"]
LEAVER = RULEBOOK["slave.leaver"]
VERSE = RULEBOOK["slave.verse"]
VERSE_CANCEL = RULEBOOK["slave.verse-cancel"]
VERSE_BACK = RULEBOOK["slave.verse-back"]
