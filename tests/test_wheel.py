"""What a learner installs: the wheel made from the source archive holds everything and runs anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from hatch_build import BUNDLED
from tests.conftest import running_app
from tutor.bundle import bundled

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    dist = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, ROOT, cwd=dist)
    return next(dist.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python of an environment with the wheel. Its dependencies are borrowed: that needs no network."""
    home = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", home / "venv", cwd=home)
    python = home / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=home)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    # A path in a .pth file is searched, but the .pth files in it, our own editable install, are not read.
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def test_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    files = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tutor").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_wheel_holds_every_top_level_file(wheel: Path) -> None:
    held = {Path(name).parts[2] for name in zipfile.ZipFile(wheel).namelist() if "/_bundle/" in name}
    assert held == set(BUNDLED)


def test_installed_app_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    script = "import tutor.bundle as b; print(b.__file__, *(b.bundled(name) for name in {!r}), sep='\\n')"
    module, *found = map(Path, run(installed, "-c", script.format(BUNDLED), cwd=tmp_path).splitlines())
    assert module.is_relative_to(installed.parents[1])
    for name, path in zip(BUNDLED, found, strict=True):
        assert path.is_relative_to(module.parent)
        assert path.is_dir() == bundled(name).is_dir()
        assert path.exists()
    with running_app(tmp_path / "samrap.db", python=str(installed), app=found[0]) as (_, process):
        assert process.poll() is None
