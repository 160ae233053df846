"""From a cold interpreter to the first move, and the tables of a ruleset first met: multiples of ``import pydantic``.

    python bench/cold.py [runs]

Each run starts a fresh interpreter for each, one after the other, with compiled files at hand as in an installation;
processor time of the whole process, less that of an interpreter that does nothing. ``import pydantic`` alone loads
pydantic's parts on demand, so the peer is what anybody imports it for, ``BaseModel``; the ratio to the bare statement
is printed too. Also names any heavy library that the game loaded: there should be none.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile

HEAVY = ("streamlit", "sqlalchemy", "babel", "plotly", "pandas", "numpy", "yaml")
FIRST_MOVE = """
from random import Random
from tutor import games
state = games.find("slave").deal("king", 4, Random(1))
state.play(state.legal_moves()[0])
"""

TABLES = """
from time import process_time
began = process_time()
import pydantic
bare = process_time() - began
pydantic.BaseModel
peer = process_time() - began
from tutor import games
from tutor.games.slave.moves import PLAYS, answers_of
rules = games.find("slave").read_rules({"preset": "hong-kong", "people_trade": True})
began = process_time()
answers = answers_of(rules)
for top in range(len(PLAYS.made)):
    answers(top, False), answers(top, True)
tables = process_time() - began
print(tables / bare, tables / peer)
"""

COMPILED = tempfile.TemporaryDirectory()
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPYCACHEPREFIX"] = COMPILED.name


def cpu(code: str) -> float:
    """Processor seconds of a fresh interpreter that runs this."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, env=ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    codes = {
        "nothing": "pass",
        "move": FIRST_MOVE,
        "bare": "import pydantic",
        "peer": "import pydantic; pydantic.BaseModel",
    }
    for code in codes.values():
        cpu(code)  # compiled files and disk are warm from here on
    found: dict[str, list[float]] = {"peer": [], "bare": []}
    tables: dict[str, list[float]] = {"peer": [], "bare": []}
    for _ in range(runs):
        took = {name: cpu(code) for name, code in codes.items()}
        for peer, ratios in found.items():
            ratios.append((took["move"] - took["nothing"]) / (took[peer] - took["nothing"]))
        compiled = subprocess.run([sys.executable, "-c", TABLES], check=True, capture_output=True, env=ENVIRONMENT)
        for peer, ratio in zip(("bare", "peer"), compiled.stdout.split(), strict=True):
            tables[peer].append(float(ratio))
    asked = f"import sys{FIRST_MOVE}print(*[name for name in {HEAVY!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout.split()
    print(
        f"cold start: {statistics.median(found['peer']):.2f} x import pydantic ({min(found['peer']):.2f} to "
        f"{max(found['peer']):.2f} in {runs} runs; wanted at most 1.6 x); {statistics.median(found['bare']):.2f} x the "
        f"bare statement; heavy libraries loaded: {', '.join(loaded) or 'none'}"
    )
    print(
        f"all tables of a ruleset with straights: {statistics.median(tables['bare']):.2f} x the bare statement "
        f"({min(tables['bare']):.2f} to {max(tables['bare']):.2f}; wanted at most 0.5 x); "
        f"{statistics.median(tables['peer']):.2f} x import pydantic"
    )


if __name__ == "__main__":
    main()
