"""Saying things: a reason, a move or a message id as a sentence for one reader.

Messages have placeholders in the manner of ``str.format``. What one shows follows from value, name and spec:

====================  =====================================================================================
``{cards}``           ``7♦ 7♥``; spoken "7 ข้าวหลามตัด, 7 โพแดง"
``{cards:kind}``      ``คู่ 7`` / "a pair of 7s"; one card ``7♠`` / "the 7♠"
``{cards:the}``       "the pair of 7s"; ``{cards:bare}`` after "your" or "Nok's": "pair of 7s"
``{cards:shape}``     ``คู่`` / "a pair"
``{card}``            ``3♣``
``{rank}``            ``10``, ``K``; ``{rank:word}`` "king"; spoken always in words
``{seat}``            a name, or คุณ / you for the reader; so every name in ``SEAT_PARAMS``, and with ``:seat``
``{seat:whose}``      ``ของนก`` / "Nok's", "your"
``{count}``           a number; chooses the plural form
``{place:ordinal}``   ``1st``
``{share:percent}``   ``64%``
``{move}``            ``ลงคู่ 7`` / "play a pair of 7s"
====================  =====================================================================================

A message ``<id>.<case>`` is taken where ``params`` has that ``case``; ``<id>.you`` where ``seat`` is the
reader, ``<id>.you-king`` where ``king`` is, and so for each name in ``SEAT_PARAMS``. Nothing here raises for
a message or a value that is missing: the rest of the sentence is said.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from tutor.cards import RANKS, SIGNS, Card, Cards, Seat
from tutor.core.move import Move
from tutor.core.rule import Reason, ScoreLine
from tutor.i18n import numbers
from tutor.i18n.catalogue import LANGUAGES, load

__all__ = ["RESERVED", "SEAT_PARAMS", "SPECS", "Field", "fields", "kind", "knows", "label", "narrate", "say"]
__all__ += ["spell", "tell"]

SEAT_PARAMS = ("seat", "by", "to", "king", "queen", "next", "leader")
"""Parameters whose value is a seat."""

SPECS = ("", "kind", "the", "bare", "shape", "word", "seat", "whose", "ordinal", "percent")
RESERVED = ("message_id", "language", "names", "you", "spoken")
"""No placeholders: they are arguments of ``tell``."""

_KINDS = {1: "single", 2: "pair", 3: "triple", 4: "four"}
_RUNS = {1: "straight", 2: "pair-run", 3: "triple-run"}
_log = logging.getLogger(__name__)


class Voice(NamedTuple):
    """To whom something is said, and how."""

    language: str
    names: Sequence[str] = ()
    you: Seat | None = None
    spoken: bool = False
    within: bool = False  # a part of a sentence: it does not begin with a capital


class Field(NamedTuple):
    """A piece of a template: text, then a placeholder (``name`` None after the last)."""

    text: str
    name: str | None
    spec: str


# Sentences


def say(reason: Reason, language: str, names: Sequence[str] = (), you: Seat | None = None, spoken: bool = False) -> str:
    """What a violation, event, tip or line of a settlement says to the reader at seat ``you``."""
    params = dict(reason.params)
    if isinstance(reason, ScoreLine):
        params |= {"seat": reason.seat, "amount": reason.amount}
        if reason.to is not None:
            params["to"] = reason.to
    return render(reason.rule.id, params, Voice(language, names, you, spoken))


def tell(
    message_id: str,
    language: str,
    *,
    names: Sequence[str] = (),
    you: Seat | None = None,
    spoken: bool = False,
    **params: Any,
) -> str:
    """The message with this id. ``names`` and ``you`` are needed only where a parameter is a seat."""
    return render(message_id, params, Voice(language, names, you, spoken))


def knows(message_id: str, language: str) -> bool:
    """Whether there is such a message."""
    return message_id in load(language).messages


def narrate(step: Any, language: str, names: Sequence[str], you: Seat | None = None, spoken: bool = False) -> str:
    """What a step of the history tells the reader: ``นกลงคู่ 9``. Cards that the step hides are counted."""
    verb, _, rest = step.text.partition(" ")
    params: dict[str, Any] = {"seat": step.seat}
    case = []
    if step.move is not None:
        params |= _parts(step.move)
        case += [params["case"]] if "case" in params else []
    elif hidden := re.search(r"\bx(\d+)", rest):
        case.append("hidden")
        params["count"] = int(hidden[1])
    if verb == "give" and (receiver := re.search(r"\bto (\d+)$", rest)):
        case.append("to")
        params["to"] = int(receiver[1])
    if case:
        params["case"] = "-".join(case)
    return render(f"move.{verb}", params, Voice(language, names, you, spoken))


def label(move: Move, language: str, spoken: bool = False) -> str:
    """A move as the words on its button: ``ลงคู่ 7`` / "Play a pair of 7s"."""
    return _start(_label(move, Voice(language, spoken=spoken)))


# Cards


def spell(cards: Card | Cards, language: str, spoken: bool = False) -> str:
    """``9♠``; spoken "9 โพดำ" / "9 of spades"."""
    return _cards(cards, "", Voice(language, spoken=spoken))


def kind(cards: Cards, language: str, spoken: bool = False) -> str:
    """What these cards are together: ``คู่ 7`` / "a pair of 7s"."""
    return _cards(cards, "kind", Voice(language, spoken=spoken))


def _cards(cards: Card | Cards, spec: str, voice: Voice) -> str:
    if isinstance(cards, Card):
        cards = Cards.of([cards])
    ordered, shape = _shape(cards)
    if not cards:
        return _word("no-cards", voice)
    if spec and shape:
        return _word(f"{spec}.{shape}", voice, rank=ordered[0].rank, cards=cards, count=len(cards))
    if voice.spoken:
        return ", ".join(_word("card", voice, rank=card.rank, suit=card.suit) for card in ordered)
    return " ".join(_rank(card.rank) + SIGNS[card.suit] for card in ordered)


def _shape(cards: Cards) -> tuple[list[Card], str]:
    """The cards as one lays them down, and the message of what they are, "" for a mixed lot.

    A sequence may run on from the ace to the 2, as the climbing games count; it begins after its gap.
    """
    ordered = list(cards)
    ranks = [rank for rank in RANKS if any(card.rank == rank for card in ordered)]
    each = {sum(card.rank == rank for card in ordered) for rank in ranks}
    if len(ranks) == 1:
        return ordered, _KINDS[len(ordered)]
    places = [RANKS.index(rank) for rank in ranks]
    starts = [place for place in places if (place - 1) % len(RANKS) not in places]
    if len(ranks) < 3 or len(starts) != 1 or len(each) != 1:
        return ordered, ""
    ordered.sort(key=lambda card: ((RANKS.index(card.rank) - starts[0]) % len(RANKS), card.suit))
    return ordered, _RUNS.get(each.pop(), "")


def _rank(rank: str) -> str:
    return "10" if rank == "T" else rank


# Filling in


def render(message_id: str, params: Mapping[str, Any], voice: Voice) -> str:
    """The message in the best variant that there is; in the other language rather than not at all."""
    for language in (voice.language, *LANGUAGES):
        catalogue = load(language)
        for id in _variants(message_id, params, voice.you):
            if (template := catalogue.form(id, params.get("count"))) is not None:
                return fill(template, params, voice._replace(language=language))
    _log.warning("there is no message %s", message_id)
    return ""


def _variants(message_id: str, params: Mapping[str, Any], you: Seat | None) -> Iterator[str]:
    yours = [
        "you" if name == "seat" else f"you-{name}"
        for name in SEAT_PARAMS
        if you is not None and params.get(name) == you
    ]
    for id in ([f"{message_id}.{params['case']}"] if "case" in params else []) + [message_id]:
        yield from (f"{id}.{suffix}" for suffix in yours)
        yield id


@cache
def fields(template: str) -> tuple[Field, ...]:
    """The pieces of a template; ValueError for a brace that opens nothing."""
    return tuple(Field(text, name, spec or "") for text, name, spec, _ in Formatter().parse(template))


def fill(template: str, values: Mapping[str, Any], voice: Voice) -> str:
    """The template with its placeholders shown; what nobody gave is left out."""
    try:
        pieces = fields(template)
    except ValueError:
        _log.warning("unreadable message: %s", template)
        return re.sub(r"\{[^{}]*\}?|\}", "", template)
    out = ""
    whole = True
    for text, name, spec in pieces:
        out = _join(out, text)
        if name is not None:
            shown = _show(name, values.get(name), spec, voice)
            if shown is None:
                _log.info("nothing for {%s} in: %s", name, template)
                whole = False
            else:
                named = isinstance(values[name], str) or shown.startswith(tuple(filter(None, voice.names)))
                out = _join(out, shown if named or voice.within or not _begins(out) else _start(shown))
    return out if whole else _tidy(out)


def _show(name: str, value: Any, spec: str, voice: Voice) -> str | None:
    """What a placeholder shows, None where there is nothing to show."""
    match value:
        case None | "":
            return None
        case Cards() | Card():
            return _cards(value, spec, voice)
        case Move():
            return _label(value, voice)
        case int() if spec in {"seat", "whose"} or name in SEAT_PARAMS:
            return _seat(value, spec, voice)
        case int() if spec == "ordinal":
            return _word(f"ordinal.{numbers.ordinal_form(value, voice.language)}", voice, number=value)
        case int() | float() if spec == "percent":
            return numbers.percent(value, voice.language)
        case int() | float():
            return numbers.number(value, voice.language)
        case Date():
            return numbers.date(value, voice.language)
        case str() if name == "rank":
            symbol = _rank(value)
            return _word(f"rank.{value}", voice) if value in "JQKA" and (voice.spoken or spec) else symbol
        case str() if name == "suit":
            return _word(f"suit.{value}", voice)
        case _ if spec == "whose":
            return _word("whose", voice, name=str(value))
        case _:
            return str(value)


def _seat(seat: Seat, spec: str, voice: Voice) -> str:
    if seat == voice.you:
        return _word("your" if spec == "whose" else "you", voice)
    name = voice.names[seat] if 0 <= seat < len(voice.names) else _word("player", voice, number=seat + 1)
    return _word("whose", voice, name=name) if spec == "whose" else name


def _word(word: str, voice: Voice, /, **params: Any) -> str:
    return render(f"word.{word}", params, voice._replace(within=True))


def _label(move: Move, voice: Voice) -> str:
    return render(f"move.{move.verb}.label", _parts(move), voice._replace(within=True))


def _parts(move: Move) -> dict[str, Any]:
    """What a move names: all its cards, one that it is about, a meld; and its case."""
    named = {name: getattr(move, name, None) for name in ("cards", "card", "meld", "case")}
    return {name: value for name, value in named.items() if value}


def _begins(text: str) -> bool:
    """Whether a sentence begins after this text."""
    return not text.strip() or bool(re.search(r"[.!?]\s+$", text))


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


def _join(left: str, right: str) -> str:
    """Thai keeps a space from letters, numbers and signs that are not Thai: ลงคู่ 7, but นกลง."""
    if left and right and _touch(left[-1]) and _touch(right[0]) and _thai(left[-1]) != _thai(right[0]):
        return f"{left} {right}"
    return left + right


def _touch(letter: str) -> bool:
    return _thai(letter) or letter.isalnum() or letter in "♣♦♥♠%"


def _thai(letter: str) -> bool:
    return "\u0e00" <= letter <= "\u0e7f"


def _tidy(text: str) -> str:
    """What is left of a sentence in which something could not be shown."""
    text = re.sub(r"“\s*”|\"\s*\"|\(\s*\)", "", text)
    text = re.sub(r"\s+([,.:;!?)])", r"\1", text)
    return re.sub(r" {2,}", " ", text).strip(" ,:;–—")
