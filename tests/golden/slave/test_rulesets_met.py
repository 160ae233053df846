"""Rulesets come in links and positions, any number of them: what is kept for each is bounded."""

from __future__ import annotations

from tutor import games
from tutor.games.slave.moves import PLAYS, answers_of

MOST = 2 * 459 * 120
"""Bytes of all rows of one ruleset: two orders, a row for every play, 459 bits and the object around them."""


def test_tables_are_kept_for_the_last_rulesets_only() -> None:
    slave = games.find("slave")
    position = {"game": "slave", "hands": ["3c 9c", "4d Td"], "turn": 0, "pile": [{"seat": 1, "cards": "5d"}]}
    for term in range(21):
        for fewest in (2, 3, 4):
            for straights in (False, True):
                rules = {"preset": "king", "queen_term": term, "players": [2, 4 + fewest], "straights": straights}
                slave.setup({**position, "rules": rules})
    kept = answers_of.cache_info()
    assert kept.currsize <= (kept.maxsize or 0) <= 64
    rules = slave.read_rules({"preset": "hong-kong"})
    answers = answers_of(rules)
    for inverted in (False, True):
        for top in range(len(PLAYS.made)):
            answers(top, inverted)
    assert sum(row.__sizeof__() for rows in answers.rows for row in rows.values()) <= MOST
