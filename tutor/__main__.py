"""`python -m tutor` is the command `samrap`."""

from __future__ import annotations

from tutor.cli import main

if __name__ == "__main__":
    main()
