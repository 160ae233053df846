"""A browser without a browser: AppTest, and the messages that components send, which it cannot fire by itself."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from tutor.bundle import bundled
from tutor.ui.visit import COOKIE

TABLES = ("table", "lesson-table", "puzzle-table")


class Browser:
    """One tab. The same ``key`` in another one is another tab, or a reload, of the same browser."""

    def __init__(self, key: str | None = None, locale: str = "th-TH") -> None:
        self.key = key or secrets.token_urlsafe(16)
        self.at = AppTest.from_file(str(bundled("streamlit_app.py")), default_timeout=60)
        self.at.context["locale"] = locale
        self.at.session_state[COOKIE] = self.key

    def open(self, page: str = "", **query: str) -> Browser:
        """Go to an address, in this tab."""
        self.at.context["url"] = f"http://localhost:8501/{page}"
        self.at.query_params.clear()
        for name, value in query.items():
            self.at.query_params[name] = value
        self.at.run()
        if page:
            self.at.switch_page(f"tutor/ui/pages/{page}.py")
            for name, value in query.items():
                self.at.query_params[name] = value
            self.at.run()
        return self

    def again(self) -> Browser:
        """Run the page once more, as Streamlit does at any click."""
        self.at.run()
        return self

    def query(self) -> dict[str, str]:
        """The query of the address."""
        found = {name: self.at.query_params[name] for name in self.at.query_params}
        return {name: value if isinstance(value, str) else value[0] for name, value in found.items()}

    # What is there

    def data(self, key: str) -> dict[str, Any] | None:
        """What a component was given."""
        for node in self.at.get("bidi_component"):
            if node.key == key:
                found: dict[str, Any] = json.loads(node.proto.json)
                return found
        return None

    @property
    def table(self) -> str | None:
        """The key of the card table of this page."""
        return next((key for key in TABLES if self.data(key) is not None), None)

    @property
    def scene(self) -> dict[str, Any]:
        """The scene of the card table."""
        data = self.data(self.table or "")
        assert data is not None, "there is no table on this page"
        scene: dict[str, Any] = data["scene"]
        return scene

    @property
    def html(self) -> str:
        """All that the page says beside its tables, the look left out."""
        bodies = [node.proto.body for node in self.at.get("html")]
        return "\n".join(body for body in bodies if not body.startswith("<style>"))

    # What is done

    def fire(self, key: str, message: object) -> Browser:
        """What a component sends. The ids are Streamlit's own business: a test pins them."""
        node = next(node for node in self.at.get("bidi_component") if node.key == key)
        states = self.at._tree.get_widget_states()
        state = WidgetState()
        state.id = f"$$STREAMLIT_INTERNAL_KEY_{node.proto.id}__events"
        state.json_trigger_value = json.dumps([{"event": "action", "value": message}])
        states.widgets.append(state)
        self.at._run(states, 60)
        return self

    def send(self, do: str, cards: Iterable[str] = (), *, rev: object = None, **more: Any) -> Browser:
        """A press of a button of the card table."""
        table = self.table
        assert table is not None
        rev = self.scene["rev"] if rev is None else rev
        return self.fire(table, {"do": do, "cards": list(cards), "rev": rev, **more})

    def follow(self, href: str, language: str | None = None) -> Browser:
        """A click on a link."""
        return self.fire("bar", {"href": href, "language": language})


def first_legal(scene: Mapping[str, Any]) -> tuple[str, list[str]]:
    """What a learner does who plays the first thing that is allowed: verb and cards."""
    verbs = [button["id"] for button in scene["buttons"]]
    for cards, moves in scene["legal"].items():
        verb = next((verb for verb in moves if verb in verbs), None)
        if verb is not None:
            return verb, cards.split()
    raise AssertionError(f"nothing is legal: {scene['legal']} {verbs}")
