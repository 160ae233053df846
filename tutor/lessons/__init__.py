"""Lessons: data that people write, read with every fault told, and run by questions that the engine answers."""

from __future__ import annotations

from tutor.lessons.faults import LessonError, LessonFault
from tutor.lessons.judge import judge, right_answer
from tutor.lessons.loader import UnknownLesson, every, find, load, load_all
from tutor.lessons.models import Lesson, LessonStep
from tutor.lessons.moment import Answer, Field, Judgement, Moment, Option, Question, begin
from tutor.lessons.questions import ask
from tutor.lessons.terms import Term, terms

__all__ = [
    "Answer",
    "Field",
    "Judgement",
    "Lesson",
    "LessonError",
    "LessonFault",
    "LessonStep",
    "Moment",
    "Option",
    "Question",
    "Term",
    "UnknownLesson",
    "ask",
    "begin",
    "every",
    "find",
    "judge",
    "load",
    "load_all",
    "right_answer",
    "terms",
]
