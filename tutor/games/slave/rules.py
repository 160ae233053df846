"""The rules of Slave: every rule by id, and the ruleset with its options.

Sources: S0 (the general rules with Hong Kong and Macau straights), S1 (with 'verse and reversal), S2 ("KING", as
played online). ``docs/rules/slave.md`` tells them whole.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from tutor.core.rule import Case, Rule
from tutor.core.ruleset import Question, Rules, RulesError

__all__ = ["GROUPS", "PRESETS", "QUESTIONS", "RULEBOOK", "SlaveRules"]


class SlaveRules(Rules):
    """One field an option; labels and explanations are in the catalogues as ``slave.option.<field>``."""

    players: tuple[int, int] = (2, 8)
    first_direction: Literal[1, -1] = 1
    opening: Literal["free", "must_contain"] = "free"
    triple_beats_single: bool = True
    four_beats_pair: bool = True
    four_beats_single: bool = False
    pair_tie: Literal["highest_suit", "both_higher"] = "highest_suit"
    straights: bool = False
    straight_with_two: bool = True
    verse: bool = False
    away_from_king: bool = False
    reverse_on_unbeaten_finish: bool = False
    topple: Literal["next_deal", "at_once"] = "next_deal"
    queen_falls: bool = False
    queen_term: int = Field(default=0, ge=0, le=20)
    people_trade: bool = False

    @field_validator("players")
    @classmethod
    def _players(cls, players: tuple[int, int]) -> tuple[int, int]:
        fewest, most = players
        if not 2 <= fewest <= most <= 8:
            raise RulesError("players", "value", list(players), "from 2 to 8, the fewest first")
        return players


# Not validated here, so that the first deal need not wait for a validator; a test builds every preset anew.
PRESETS = {
    "classic": SlaveRules.model_construct(preset="classic"),
    "hong-kong": SlaveRules.model_construct(preset="hong-kong", straights=True),
    "verse": SlaveRules.model_construct(
        preset="verse",
        players=(4, 8),
        verse=True,
        away_from_king=True,
        reverse_on_unbeaten_finish=True,
        queen_term=3,
    ),
    "king": SlaveRules.model_construct(
        preset="king",
        players=(4, 6),
        opening="must_contain",
        triple_beats_single=False,
        four_beats_pair=False,
        four_beats_single=True,
        pair_tie="both_higher",
        away_from_king=True,
        reverse_on_unbeaten_finish=True,
        topple="at_once",
    ),
}

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
    Rule("slave.people-trade", "law", "S0", when={"people_trade": ON}),
    Rule("slave.people-swap", "event", "S0", when={"people_trade": ON}),
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
    # Straights
    Rule("slave.straight", "law", "S0", when={"straights": ON}),
    Rule("slave.straight-wrap", "law", "S0", option="straight_with_two", when={"straights": ON}),
    Rule("slave.straight-slap", "law", "S0", when={"straights": ON}),
    Rule("slave.straight-higher", "law", "S0", when={"straights": ON}),
    Rule("slave.on-a-straight", "law", choice=True, when={"straights": ON}),
    Rule("slave.straight-inverts", "event", "S0", when={"straights": ON}),
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
PEOPLE_TRADE = RULEBOOK["slave.people-trade"]
PEOPLE_SWAP = RULEBOOK["slave.people-swap"]
STRAIGHT = RULEBOOK["slave.straight"]
STRAIGHT_WRAP = RULEBOOK["slave.straight-wrap"]
STRAIGHT_SLAP = RULEBOOK["slave.straight-slap"]
STRAIGHT_HIGHER = RULEBOOK["slave.straight-higher"]
ON_A_STRAIGHT = RULEBOOK["slave.on-a-straight"]
STRAIGHT_INVERTS = RULEBOOK["slave.straight-inverts"]
VERSE = RULEBOOK["slave.verse"]
VERSE_CANCEL = RULEBOOK["slave.verse-cancel"]
VERSE_BACK = RULEBOOK["slave.verse-back"]

# How people find the rules of their own table

QUESTIONS = (
    Question(
        "players",
        {"few": {"players": ((2, 8),)}, "some": {}, "many": {"players": ((2, 8), (4, 8))}},
    ),
    Question(
        "two",
        {
            "triple": {"triple_beats_single": (True,), "four_beats_pair": (True,), "four_beats_single": (False,)},
            "four": {"triple_beats_single": (False,), "four_beats_pair": (False,), "four_beats_single": (True,)},
            "nothing": {"triple_beats_single": (False,), "four_beats_pair": (False,), "four_beats_single": (False,)},
        },
    ),
    Question("verse", {"yes": {"verse": (True,)}, "no": {"verse": (False,)}}),
    Question("straights", {"yes": {"straights": (True,)}, "no": {"straights": (False,)}}),
    Question("topple", {"at_once": {"topple": ("at_once",)}, "next_deal": {"topple": ("next_deal",)}}),
    Question("pair", {"highest_suit": {"pair_tie": ("highest_suit",)}, "both_higher": {"pair_tie": ("both_higher",)}}),
)

GROUPS = {
    "table": ("players", "first_direction", "opening"),
    "beating": ("triple_beats_single", "four_beats_pair", "four_beats_single", "pair_tie"),
    "straights": ("straights", "straight_with_two"),
    "turning": ("verse", "away_from_king", "reverse_on_unbeaten_finish"),
    "court": ("topple", "queen_falls", "queen_term", "people_trade"),
}
