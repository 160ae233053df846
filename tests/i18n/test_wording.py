"""What messages say: cards, seats, counts, moves and steps, in both languages."""

from __future__ import annotations

import pytest

from tutor.cards import Card, Cards
from tutor.core.climbing import Pass, Play
from tutor.core.game import Step
from tutor.core.move import Move
from tutor.core.rule import Reason, Rule, ScoreLine
from tutor.games.slave.moves import Decline, Give
from tutor.i18n import kind, knows, label, narrate, say, spell, tell, wording
from tutor.i18n.catalogue import Catalogue
from tutor.i18n.wording import Voice, render

NAMES = ("นก", "บอย", "Nok")


def broken(id: str, **params: object) -> Reason:
    return Rule(id, "law").broken(**params)


def fill(template: str, language: str = "en", you: int | None = None, **values: object) -> str:
    return wording.fill(template, values, Voice(language, NAMES, you))


# Cards


@pytest.mark.parametrize(
    ("cards", "th", "en"),
    [
        ("9s", "9♠", "the 9♠"),
        ("Ts", "10♠", "the 10♠"),
        ("7d 7h", "คู่ 7", "a pair of 7s"),
        ("Tc Td", "คู่ 10", "a pair of 10s"),
        ("Jc Jd Js", "ตอง J", "three jacks"),
        ("2c 2d 2h 2s", "โฟร์ 2", "four 2s"),
        ("3c 4c 5c", "เรียง 3♣ 4♣ 5♣", "the straight 3♣ 4♣ 5♣"),
        ("4c 4d 5c 5d 6h 6s", "คู่เรียง 4♣ 4♦ 5♣ 5♦ 6♥ 6♠", "the pair run 4♣ 4♦ 5♣ 5♦ 6♥ 6♠"),
        ("4c 7d", "4♣ 7♦", "4♣ 7♦"),
        ("3c 4c 6c", "3♣ 4♣ 6♣", "3♣ 4♣ 6♣"),
        ("", "ไม่มีไพ่", "no cards"),
    ],
)
def test_cards_are_called_what_they_are_together(cards: str, th: str, en: str) -> None:
    assert kind(Cards.read(cards), "th") == th
    assert kind(Cards.read(cards), "en") == en


def test_a_straight_over_the_ace_is_laid_down_in_its_order() -> None:
    assert kind(Cards.read("2d Kd Ad"), "th") == "เรียง K♦ A♦ 2♦"


@pytest.mark.parametrize(
    ("card", "th", "en"),
    [
        ("9s", "9 โพดำ", "9 of spades"),
        ("Tc", "10 ดอกจิก", "10 of clubs"),
        ("Jd", "แจ็คข้าวหลามตัด", "jack of diamonds"),
        ("Qs", "แหม่มโพดำ", "queen of spades"),
        ("Kh", "คิงโพแดง", "king of hearts"),
        ("As", "เอซโพดำ", "ace of spades"),
    ],
)
def test_spoken_cards_are_words(card: str, th: str, en: str) -> None:
    assert spell(Card.read(card), "th", spoken=True) == th
    assert spell(Card.read(card), "en", spoken=True) == en


def test_cards_are_spelled_with_signs_for_the_eye() -> None:
    assert spell(Cards.read("7h 7d"), "th") == "7♦ 7♥"
    assert spell(Card.read("Ts"), "en") == "10♠"
    assert spell(Cards.read("7d 7h"), "en", spoken=True) == "7 of diamonds, 7 of hearts"


def test_a_spoken_kind_has_no_sign_in_it() -> None:
    assert kind(Cards.read("Qc Qd"), "th", spoken=True) == "คู่แหม่ม"
    assert kind(Cards.read("Qc Qd"), "th") == "คู่ Q"
    assert kind(Cards.read("Qc"), "en", spoken=True) == "the queen of clubs"


# Sentences


def test_a_violation_names_both_plays_and_whose_they_are() -> None:
    reason = broken("slave.higher", cards=Cards.read("7d 7h"), top=Cards.read("9c 9s"), by=1)
    assert say(reason, "th", NAMES, you=0) == "ทับไม่ได้: คู่ 7 ต่ำกว่าคู่ 9 ของบอย"
    assert say(reason, "en", NAMES, you=0) == "Too low: a pair of 7s can’t beat บอย’s pair of 9s."
    assert say(reason, "en", NAMES, you=1) == "Too low: a pair of 7s can’t beat your pair of 9s."


def test_spoken_sentences_have_words_for_signs() -> None:
    reason = broken("slave.higher", cards=Cards.read("Jd"), top=Cards.read("Ks"), by=2)
    assert say(reason, "th", NAMES, spoken=True) == "ทับไม่ได้: แจ็คข้าวหลามตัด ต่ำกว่าคิงโพดำ ของ Nok"
    assert say(reason, "en", NAMES, spoken=True) == "Too low: the jack of diamonds can’t beat Nok’s king of spades."


def test_the_reader_is_addressed() -> None:
    event = Rule("slave.new-pile", "event").happened(seat=2)
    assert say(event, "en", NAMES, you=0) == "Everyone passed. Nok leads a new pile."
    assert say(event, "en", NAMES, you=2) == "Everyone passed. You lead a new pile with anything you like."
    assert say(event, "th", NAMES, you=2) == "ผ่านกันหมด คุณขึ้นกองใหม่ ลงอะไรก็ได้"


def test_another_seat_than_the_acting_one_may_be_the_reader_too() -> None:
    event = Rule("slave.topple", "event").happened(king=0, by=1)
    assert say(event, "en", NAMES, you=0).startswith("You are toppled: บอย went out first")
    assert say(event, "en", NAMES, you=1).startswith("The King is toppled: you went out before นก")


def test_a_case_chooses_the_message() -> None:
    assert say(broken("slave.turn", case="over"), "en") == tell("slave.turn.over", "en")
    assert say(broken("slave.phase", case="tribute", verb="play"), "th") == tell("slave.phase.tribute", "th")
    assert say(broken("slave.phase", case="of the moon"), "th") == tell("slave.phase", "th")


def test_a_case_has_its_words_for_the_reader() -> None:
    event = Rule("slave.deal-ends", "event").happened(case="normal", seat=1)
    assert say(event, "en", NAMES, you=1) == "You are the last one left: the deal is over."
    assert say(event, "en", NAMES, you=0) == "Nobody but บอย is left: the deal is over."


def test_a_seat_may_be_called_anything() -> None:
    event = Rule("slave.titles", "event").happened(king=0, queen=1, vice=2, slave=3)
    assert say(event, "th", (*NAMES, "แอน"), you=3) == "นกเป็นคิง บอยเป็นควีน Nok เป็นรองสลาฟ คุณเป็นสลาฟ"
    assert say(event, "en", (*NAMES, "Ann"), you=0) == "King: you. Queen: บอย. Vice-slave: Nok. Slave: Ann."


def test_a_seat_without_a_name_is_a_player() -> None:
    event = Rule("slave.pass-lock", "law").broken(seat=2)
    assert say(event, "en").startswith("Player 3 passed")
    assert say(event, "th").startswith("ผู้เล่นคนที่ 3 ผ่าน")


def test_counts_choose_the_plural() -> None:
    assert tell("word.cards", "en", count=1) == "1 card"
    assert tell("word.cards", "en", count=9) == "9 cards"
    assert tell("word.cards", "en", count=0) == "0 cards"
    assert tell("word.cards", "th", count=1) == "1 ใบ"
    assert tell("slave.tip.opponent_low", "en", seat=1, count=1, names=NAMES) == "บอย has only 1 card left."


@pytest.mark.parametrize(("place", "en"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")])
def test_places_are_ordinals_in_english(place: int, en: str) -> None:
    assert fill("{place:ordinal}", place=place) == en
    assert fill("คนที่{place:ordinal}", "th", place=place) == f"คนที่ {place}"


def test_a_line_of_the_settlement_brings_its_seat_and_amount() -> None:
    line = ScoreLine(Rule("word.cards", "score"), seat=1, amount=-50, to=2, params={"count": 3})
    assert say(line, "en") == "3 cards"


def test_sentences_begin_with_a_capital_but_names_are_left_alone() -> None:
    assert fill("{cards:kind} beats it. {cards:the} too.", cards=Cards.read("7d 7h")) == (
        "A pair of 7s beats it. The pair of 7s too."
    )
    assert fill("{seat} may lead", you=1, seat=1) == "You may lead"
    assert wording.fill("{seat} leads", {"seat": 0}, Voice("en", ("nok",))) == "nok leads"


def test_thai_keeps_a_space_from_what_is_not_thai() -> None:
    assert fill("{seat}ลง{cards:kind}ทับ", "th", seat=2, cards=Cards.read("9s")) == "Nok ลง 9♠ ทับ"
    assert fill("{seat}ลง{cards:kind}", "th", seat=0, cards=Cards.read("9s 9c")) == "นกลงคู่ 9"


def test_repetition_marks_never_begin_a_line() -> None:
    rule = tell("slave.deal.rule", "th")
    assert "ต่อ\N{NO-BREAK SPACE}ๆ" in rule
    assert " ๆ" not in rule


def test_shares_are_percent_and_numbers_are_grouped() -> None:
    assert fill("{share:percent}", share=0.642) == "64%"
    assert fill("{amount}", amount=-12500) == "−12,500"


# What is missing


def test_what_nobody_gave_is_left_out() -> None:
    assert fill("{seat} gave {cards} to {to}.", seat=0) == "นก gave to."
    assert fill("Read “{value}” ({detail}): no.") == "Read: no."
    assert tell(
        "position.lying", "th", place="played", value=""
    ) == "played: มีไพ่ที่ไม่ได้อยู่ที่ไหนเลย () วางให้ครบทุกใบ".replace(" ()", "")


def test_an_unknown_message_is_silence_not_an_id(caplog: pytest.LogCaptureFixture) -> None:
    assert tell("no.such-message", "en") == ""
    assert "no.such-message" in caplog.text
    assert not knows("no.such-message", "th")
    assert knows("slave.higher", "th")


def test_a_message_of_one_language_stands_in_for_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogues = {"th": Catalogue({"x": ("มี {cards}",)}, lambda n: 0), "en": Catalogue({}, lambda n: 0)}
    monkeypatch.setattr("tutor.i18n.wording.load", catalogues.__getitem__)
    assert render("x", {"cards": Cards.read("Ts")}, Voice("en")) == "มี 10♠"


def test_a_broken_template_is_said_without_its_braces() -> None:
    assert fill("You hold {cards of course") == "You hold "


def test_a_language_nobody_speaks_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        tell("word.you", "fr")


# Moves


def test_buttons_name_the_move() -> None:
    assert label(Play(Cards.read("7d 7h")), "th") == "ลงคู่ 7"
    assert label(Play(Cards.read("7d 7h")), "en") == "Play a pair of 7s"
    assert label(Pass(), "en") == "Pass"
    assert label(Give(Cards.read("2d Ad")), "th") == "ส่ง 2♦ A♦"
    assert label(Play(Cards.read("Js")), "th", spoken=True) == "ลงแจ็คโพดำ"


def test_a_move_within_a_sentence() -> None:
    assert fill("Try to {move}.", move=Play(Cards.read("9s"))) == "Try to play the 9♠."
    assert fill("ลอง{move}", "th", move=Play(Cards.read("9s 9h"))) == "ลองลงคู่ 9"


@pytest.mark.parametrize(
    ("step", "th", "en"),
    [
        (Step(0, Play(Cards.read("9c 9s")), (), "play 9c 9s"), "นกลงคู่ 9", "นก played a pair of 9s"),
        (Step(1, Pass(), (), "pass"), "คุณผ่าน", "You passed"),
        (Step(2, Decline(), (), "decline"), "Nok ไม่เอา", "Nok declined"),
        (Step(1, Give(Cards.read("2d")), (), "give 2d to 0"), "คุณส่ง 2♦ ให้นก", "You gave 2♦ to นก"),
        (Step(2, Give(Cards.read("2d")), (), "give 2d"), "Nok ส่ง 2♦", "Nok gave 2♦"),
        (Step(2, None, (), "give x2 to 0"), "Nok ส่งไพ่ 2 ใบให้นก", "Nok gave 2 cards to นก"),
        (Step(2, None, (), "give x1"), "Nok ส่งไพ่ 1 ใบ", "Nok gave 1 card"),
    ],
)
def test_steps_are_told_as_they_were_seen(step: Step, th: str, en: str) -> None:
    assert narrate(step, "th", NAMES, you=1) == th
    assert narrate(step, "en", NAMES, you=1) == en


class Sweep(Move):
    """A take that names one card of those it lays, or a meld."""

    __slots__ = ("card", "meld")
    verb = "take"

    def __init__(self, card: Card, cards: Cards, meld: int | None = None) -> None:
        super().__init__(cards)
        self.card = card
        self.meld = meld

    @property
    def case(self) -> str:
        return "as" if self.meld is None else "to"


def test_a_move_with_a_case_has_words_of_its_own() -> None:
    laid = Sweep(Card.read("9s"), Cards.read("9d 9h 9s"))
    assert label(laid, "th") == "เก็บ 9♠ ลงชุด 9♦ 9♥ 9♠"
    assert label(laid, "en") == "Take 9♠, lay 9♦ 9♥ 9♠"
    step = Step(0, laid, (), "take 9s as 9d 9h 9s")
    assert narrate(step, "th", NAMES) == "นกเก็บ 9♠ มาลงชุด 9♦ 9♥ 9♠"
    assert narrate(step, "en", NAMES, you=0) == "You took 9♠ and laid 9♦ 9♥ 9♠"


def test_a_move_names_the_meld_that_it_is_about() -> None:
    off = Sweep(Card.read("9s"), Cards.read("9s"), 2)
    assert label(off, "th") == "เก็บ 9♠ มาฝากที่ชุด 2"
    assert narrate(Step(0, off, (), "take 9s to 2"), "en", NAMES) == "นก took 9♠ and laid it off on meld 2"


def test_a_case_without_words_is_told_like_any_move_of_its_verb() -> None:
    class Odd(Pass):
        @property
        def case(self) -> str:
            return "of the moon"

    assert label(Odd(), "en") == "Pass"
    assert narrate(Step(2, Odd(), (), "pass"), "en", NAMES) == "Nok passed"


def test_a_spoken_step() -> None:
    step = Step(0, Play(Cards.read("Qs")), (), "play Qs")
    assert narrate(step, "th", NAMES, spoken=True) == "นกลงแหม่มโพดำ"
