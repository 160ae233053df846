"""The pages of the app: they draw scenes and send actions. The only place where session and learner meet."""

from __future__ import annotations
