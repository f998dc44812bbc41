"""The docs built as a site, for the tests that look at it."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
needs_generator = pytest.mark.skipif(
    find_spec("material") is None, reason="mkdocs-material is not installed (the extra 'docs')"
)


def build_site(
    folder: Path, *, config: Path = ROOT / "mkdocs.yml"
) -> subprocess.CompletedProcess[str]:
    """Build the site in *folder*; return what the generator said, and how it ended."""
    # Without --quiet, with which a warning ends no strict build.
    return subprocess.run(
        (sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(folder)),
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
