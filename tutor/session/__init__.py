"""Sessions: a table, a lesson run, a puzzle run. Pure: (session, action) -> session, and no words."""

from __future__ import annotations
