"""What a deal of Slave ends in: places, titles, and who falls. There are no points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from tutor.cards import Seat
from tutor.core.outcome import Outcome, Standing
from tutor.core.rule import Event
from tutor.games.slave import rules as law

if TYPE_CHECKING:
    from tutor.games.slave.table import Table

__all__ = ["SlaveStanding", "Title", "direction_of", "outcome_of", "places", "settle", "titles_of"]

Title = Literal["king", "queen", "people", "vice-slave", "slave"]
Court = tuple[Seat | None, Seat | None, int]


def titles_of(ranking: Sequence[Seat]) -> tuple[Title, ...]:
    """Titles by seat for seats ranked best first (slave.titles)."""
    count = len(ranking)
    titles: list[Title] = ["people"] * count
    titles[ranking[0]] = "king"
    titles[ranking[-1]] = "slave"
    if count > 3:
        titles[ranking[1]] = "queen"
        titles[ranking[-2]] = "vice-slave"
    return tuple(titles)


def direction_of(titles: Sequence[str], away_from_king: bool) -> int:
    """The way in which a later deal with these titles runs at first (slave.away-from-king)."""
    if not away_from_king or "king" not in titles:
        return 1
    seats, slave = len(titles), titles.index("slave")
    for title in ("king", "queen"):
        if title in titles:
            ahead = (titles.index(title) - slave) % seats
            if ahead != seats - ahead:
                return 1 if ahead > seats - ahead else -1
    return 1


class SlaveStanding(Standing):
    """What the next deal needs, as that deal will have it.

    ``ranking`` is the list that makes the titles, best first; ``toppled`` says that the last of it is a toppled
    King, above whom newcomers come in; ``court`` are the King and the Queen of the deal just played, None for one who
    left or whose term ended, and the deals in a row that she had begun; ``away_from_king`` is the option, since who
    joins or leaves may change the direction; ``events`` are those of joining and leaving."""

    titles: tuple[Title, ...]
    queen_deals: int = 0
    direction: int = 1
    ranking: tuple[Seat, ...] = ()
    toppled: bool = False
    court: Court | None = None
    events: tuple[Event, ...] = Field(default=(), exclude=True)
    away_from_king: bool = True

    @model_validator(mode="after")
    def _ranked_by_titles(self) -> SlaveStanding:
        if not self.ranking:
            order = ("king", "queen", "people", "vice-slave", "slave")
            ranking = sorted(range(len(self.titles)), key=lambda seat: order.index(self.titles[seat]))
            object.__setattr__(self, "ranking", tuple(ranking))  # the model is frozen from here on
        if self.court is None:
            object.__setattr__(self, "court", (*_court(self.titles), self.queen_deals - 1))
        return self

    def join(self) -> SlaveStanding:
        """A newcomer sits down after the last seat: Slave, or Vice-slave above a toppled King (slave.newcomer)."""
        seat = len(self.titles)
        end = len(self.ranking) - self.toppled
        ranking = (*self.ranking[:end], seat, *self.ranking[end:])
        return self._ranked(ranking, law.NEWCOMER.happened(seat=seat))

    def leave(self, seat: Seat) -> SlaveStanding:
        """A player leaves; seats and ranks close up (slave.leaver). ValueError for a seat that is not there, or
        where fewer than two would be left."""
        if seat not in self.ranking:
            raise ValueError(f"no seat {seat}")
        if len(self.ranking) < 3:
            raise ValueError("two players at least")
        toppled = self.toppled and self.ranking[-1] != seat
        ranking = tuple(other - (other > seat) for other in self.ranking if other != seat)
        assert self.court is not None
        king, queen, begun = self.court
        court = (_without(king, seat), _without(queen, seat), begun)
        return self._ranked(ranking, law.LEAVER.happened(seat=seat), toppled=toppled, court=court)

    def _ranked(self, ranking: tuple[Seat, ...], event: Event, **changed: Any) -> SlaveStanding:
        titles = titles_of(ranking)
        changed = {"court": self.court, **changed}
        changed |= {
            "ranking": ranking,
            "titles": titles,
            "queen_deals": _queen_deals(changed["court"], titles),
            "direction": direction_of(titles, self.away_from_king),
            "events": (*self.events, event),
        }
        return SlaveStanding(**{**dict(self), **changed})


def _without(seat: Seat | None, gone: Seat) -> Seat | None:
    """The number of a seat once ``gone`` has left and the seats have closed up; None if it is that one."""
    return None if seat is None or seat == gone else seat - (seat > gone)


def _court(titles: Sequence[str]) -> tuple[Seat | None, Seat | None]:
    """The seats of King and Queen, None where there is none."""
    king, queen = (titles.index(title) if title in titles else None for title in ("king", "queen"))
    return king, queen


def _queen_deals(court: Court, titles: Sequence[str]) -> int:
    """Deals in a row that the Queen of these titles will have begun as Queen under this King (slave.queen-term)."""
    if "queen" not in titles:
        return 0
    return court[2] + 1 if _court(titles) == court[:2] else 1


def places(table: Table) -> tuple[Seat, ...]:
    """Seats of an ended deal, best first: those out in order, the one left, a toppled King."""
    fallen = _toppled_king(table)
    ranked = [seat for seat in table.out if seat != fallen]
    ranked += [seat for seat in range(table.seats) if seat not in ranked and seat != fallen]
    return (*ranked, *(() if fallen is None else (fallen,)))


def outcome_of(table: Table, standing: SlaveStanding, events: tuple[Event, ...]) -> Outcome:
    """The outcome of an ended deal: places one by one, no points."""
    return Outcome(tuple((seat,) for seat in places(table)), (0,) * table.seats, (), events, standing)


def _toppled_king(table: Table) -> Seat | None:
    if table.toppled is not None:
        return table.toppled
    if table.deal > 1 and "king" in table.titles and table.out:
        king = table.titles.index("king")
        return king if table.out[0] != king else None
    return None


def settle(table: Table) -> tuple[SlaveStanding, list[Event]]:
    """The standing after an ended deal, and the events of falling and titles, in order."""
    ranking = list(places(table))
    toppled = _toppled_king(table) is not None
    events: list[Event] = []
    if "queen" in table.titles:
        queen = table.titles.index("queen")
        end = len(ranking) - toppled
        second = ranking[1] == queen
        if table.rules.queen_term and table.queen_deals >= table.rules.queen_term and second:
            moved = _moved(ranking, queen, end - 1)
            event = law.QUEEN_TERM.happened(queen=queen)
        elif table.rules.queen_falls and ranking[0] != queen and not second:
            # A Queen who is last stays last, below everybody but a toppled King.
            moved = ranking if ranking[end - 1] == queen else _moved(ranking, queen, len(ranking) - 2)
            event = law.QUEEN_FALLS.happened(queen=queen)
        else:
            moved, event = ranking, None
        if moved != ranking and event is not None:
            ranking = moved
            events.append(event)
    titles = titles_of(ranking)
    king, queen_before = _court(table.titles)
    fell = any(event.rule is law.QUEEN_TERM for event in events)
    court = (king, None if fell else queen_before, table.queen_deals)
    standing = SlaveStanding.model_construct(  # from our own values: nothing to validate, once a deal
        deal=table.deal + 1,
        titles=titles,
        queen_deals=_queen_deals(court, titles),
        direction=direction_of(titles, table.rules.away_from_king),
        ranking=tuple(ranking),
        toppled=toppled,
        court=court,
        away_from_king=table.rules.away_from_king,
    )
    named: dict[str, Any] = {
        param: titles.index(title)
        for param, title in (("king", "king"), ("queen", "queen"), ("vice", "vice-slave"), ("slave", "slave"))
        if title in titles
    }
    if len(titles) < 4:
        named["case"] = {2: "two", 3: "three"}[len(titles)]
    events.append(law.TITLES.happened(**named))
    return standing, events


def _moved(ranking: list[Seat], seat: Seat, to: int) -> list[Seat]:
    rest = [other for other in ranking if other != seat]
    return [*rest[:to], seat, *rest[to:]]
