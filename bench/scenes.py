"""What drawing a scene costs: the time to make it from a session, as a multiple of writing it out as JSON.

    python bench/scenes.py [rounds]

Every round makes each scene of one match and writes each of them out, one after the other, so that a machine that is
busy changes both; the median of the rounds' ratios is printed with the smallest and the largest.
"""

from __future__ import annotations

import json
import statistics
import sys
import time

from tests.session.walks import walk
from tutor.i18n import LANGUAGES
from tutor.scene.table import table_scene


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    sessions = list(walk(2, deals=2))
    for language in LANGUAGES:
        ratios = []
        spent = []
        for _ in range(rounds):
            begin = time.process_time()
            scenes = [table_scene(session, language) for session in sessions]
            made = time.process_time()
            for scene in scenes:
                json.dumps(scene, ensure_ascii=False)
            written = time.process_time()
            ratios.append((made - begin) / (written - made))
            spent.append((made - begin) / len(sessions))
        print(
            f"scenes: {language} {statistics.median(ratios):.1f} x json.dumps ({min(ratios):.1f} to {max(ratios):.1f} "
            f"in {rounds} rounds of {len(sessions)} scenes; {statistics.median(spent) * 1000:.2f} ms a scene)"
        )


if __name__ == "__main__":
    main()
