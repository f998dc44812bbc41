"""A project whose commits the hooks check, with each of the programs that run hooks."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from tests.hook_programs import PROGRAMS, STAGES, Source, configuration, hindrance, source_in
from tests.precommit.answers import CONTRACTS, FILES
from tests.tables import one_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.conftest import MakeProject


class Hooked(Protocol):
    """Makes a project with the hooks in its first commit.

    *content* and *tree* are what its configuration gives to each hook.
    """

    def __call__(
        self,
        files: Mapping[str, str | bytes] = FILES,
        *,
        contracts: Mapping[str, str | bytes] = CONTRACTS,
        content: Mapping[str, Any] | None = None,
        tree: Mapping[str, Any] | None = None,
        stages: Sequence[str] = ("pre-commit",),
    ) -> Path: ...


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Source:
    """The hook source; what a program installs of it waits for ``program``."""
    base = tmp_path_factory.getbasetemp()
    return source_in(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base, environment)


@pytest.fixture(params=one_in(len(PROGRAMS), PROGRAMS))
def program(request: pytest.FixtureRequest, source: Source) -> str:
    """Each program that runs hooks; all but pre-commit itself in the slow set."""
    name: str = request.param
    reason = hindrance(source, name)
    if reason:
        pytest.skip(reason)
    return name


@pytest.fixture
def hooked(project: MakeProject, source: Source, program: str) -> Hooked:
    """Makes projects whose first commit holds everything and whose next one is checked."""

    def make(
        files: Mapping[str, str | bytes] = FILES,
        *,
        contracts: Mapping[str, str | bytes] = CONTRACTS,
        content: Mapping[str, Any] | None = None,
        tree: Mapping[str, Any] | None = None,
        stages: Sequence[str] = ("pre-commit",),
    ) -> Path:
        config = {".pre-commit-config.yaml": configuration(source, content, tree)}
        root = project({**files, **config}, contracts=contracts, commit=True)
        assert set(stages) <= set(STAGES)
        (root / ".git" / "hooks").mkdir(exist_ok=True)
        for stage in stages:
            shutil.copy(source.scripts / program / stage, root / ".git" / "hooks")
        return root

    return make
