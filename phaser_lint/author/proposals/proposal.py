"""What is proposed to a project: files, each with the text that it would have."""

from __future__ import annotations

import json
import os
import re
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution

from phaser_lint import REPOSITORY, __version__
from phaser_lint.agent.install.agent_hooks import FILES, paths_of
from phaser_lint.agent.install.hook_additions import additions
from phaser_lint.agent.install.hook_entries import WantedHook
from phaser_lint.agent.install.settings_changes import put_in
from phaser_lint.agent.install.settings_file import write_settings
from phaser_lint.author.proposals.commit_hooks import PATH as COMMITS
from phaser_lint.author.proposals.commit_hooks import with_commit_hooks
from phaser_lint.contract.packs import PACKS
from phaser_lint.core import Record
from phaser_lint.core.errors import SettingsError, UsageError
from phaser_lint.project.root import CONFIGURATION
from phaser_lint.report.exports.exported_file import held_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phaser_lint.agent.agent import Agent
    from phaser_lint.agent.install.settings_changes import SettingsChange
    from phaser_lint.agent.locations import Machine
    from phaser_lint.author.proposals.project_traits import ProjectTraits


_FOR_ALL = ("secrets", "merge-markers")
_SCOPE = "project"


class Proposal(Record):
    """A file from the top, what it is for, and its text; of an agent's hook the change."""

    path: str
    purpose: str
    text: str
    hook: SettingsChange | None = None
    executable: bool = False


class Proposed(Record):
    """What is proposed, and what cannot be, in sentences."""

    proposals: tuple[Proposal, ...]
    problems: tuple[str, ...]


def proposed(traits: ProjectTraits, machine: Machine) -> Proposed:
    """Return what a project of these *traits* lacks."""
    found = [*_tried(partial(_configuration, traits)), *_hooks(traits, machine)]
    found += _tried(partial(_commits, traits))
    proposals = tuple(each for each in found if isinstance(each, Proposal))
    return Proposed(proposals, tuple(each for each in found if isinstance(each, str)))


def _tried(part: Callable[[], Iterable[Proposal]]) -> Sequence[Proposal | str]:
    """Return what *part* proposes, or why it cannot: one file is no reason to leave the others."""
    try:
        return list(part())
    except (SettingsError, UsageError) as error:
        return [str(error)]


def write_proposals(wanted: Iterable[Proposal], root: str, *, cache: str) -> dict[str, str]:
    """Write the files, and return of each path that cannot be written why.

    What stood there is remembered in *cache*.
    """
    failed: dict[str, str] = {}
    for each in wanted:
        try:
            _write(each, root, cache=cache)
        except SettingsError as error:  # no reason to leave the others
            failed[each.path] = str(error)
    return failed


def _write(proposal: Proposal, root: str, *, cache: str) -> None:
    if proposal.hook is not None:
        put_in(proposal.hook, executable=proposal.executable, cache=cache)
    else:
        write_settings(os.path.join(root, proposal.path), proposal.text)


def packs_for(traits: ProjectTraits) -> list[str]:
    """Return the packs that fit a project, in the order of their names."""
    fitting = {
        *_FOR_ALL,
        *(["debuggers"] if traits.languages else []),
        *(["ci-pins"] if traits.has_workflows or traits.commits is not None else []),
        *(["agent-manners"] if traits.agents else []),
    }
    return [name for name in PACKS if name in fitting]


def _configuration(traits: ProjectTraits) -> Iterator[Proposal]:
    if traits.has_contracts or traits.is_configured:
        return
    held_text(traits.root, CONFIGURATION)  # a link that leads out of the project
    packs = packs_for(traits)
    lines = [f"  - pack: {name}  # {PACKS[name]}\n" for name in packs]
    purpose = f"contracts that come with phaser-lint: {', '.join(packs)}"
    yield Proposal(CONFIGURATION, purpose, "".join(("include:\n", *lines)))


def _hooks(traits: ProjectTraits, machine: Machine) -> Iterator[Proposal | str]:
    """Yield the hooks of the agents; one that runs those of another needs none of its own."""
    taken: set[str] = set()
    for agent in traits.agents:
        paths = paths_of(agent.name)[_SCOPE]
        if taken.isdisjoint((*paths, *agent.borrowed)):
            yield from _tried(partial(_of_agent, agent, traits.root, machine))
        taken.update(paths)


def _of_agent(agent: Agent, root: str, machine: Machine) -> Iterator[Proposal]:
    executable = agent.name in FILES and FILES[agent.name].executable
    for change in additions(WantedHook(_SCOPE, agent.name), machine):
        path, text = os.path.relpath(change.place.path, root), change.outcome.text
        if change.outcome.changed and change.outcome.status == "installed" and text is not None:
            purpose = f"the hook of {agent.shown}: an edit is judged before it is written"
            yield Proposal(path, purpose, text, hook=change, executable=executable)


def _commits(traits: ProjectTraits) -> Iterator[Proposal]:
    if traits.commits is None or "phaser-lint" in traits.commits:
        return
    held_text(traits.root, COMMITS)
    source = installed_source()
    if source is None:
        raise SettingsError(
            f"{COMMITS}: no revision to write: this phaser-lint was built here; install it from "
            "an index or a git repository, or write the hooks of docs/pre-commit.md with a "
            "revision that others can fetch"
        )
    text = with_commit_hooks(traits.commits, source)
    if text is None:
        raise SettingsError(
            f"{COMMITS}: expected a list `repos` in block style, to put hooks at its end; "
            "docs/pre-commit.md has what to write"
        )
    yield Proposal(COMMITS, "the hooks of pre-commit: a commit is judged", text)


# Where the hooks of pre-commit's configuration come from: the very commit that is installed.
#
# What pip, pipx and uv were given stands in ``direct_url.json`` beside the installed package:
#
# ==============================
# ================================================================== no such file: from an index
# the tag of the release ``vcs_info``                    that commit, of the repository that it
# came from a wheel of the release's page   the tag of the release a folder, a wheel, an archive
# nothing that others could fetch is known to hold the same ==============================
# ==================================================================

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_REMOTE = re.compile(r"(?:https|ssh)://[A-Za-z0-9._~:/@+-]+\Z")
_PASSWORD = re.compile(r"^(https://)[^/@]*@")
_RELEASE = f"{REPOSITORY}/releases/download/v{__version__}/"


class HookSource(Record):
    """A repository, and the tag or commit of it that has the hooks of the installed version."""

    repository: str
    revision: str


def installed_source() -> HookSource | None:
    """Return where the installed version can be fetched from; ``None`` for what was built here."""
    try:
        written = distribution("phaser-lint").read_text("direct_url.json")
    except PackageNotFoundError:  # a checkout on the path
        return None
    release = HookSource(REPOSITORY, f"v{__version__}")
    return release if written is None else _source_of(written, release)


def _source_of(written: str, release: HookSource) -> HookSource | None:
    try:
        read = json.loads(written)
    except (ValueError, RecursionError):
        return None
    url = read.get("url") if isinstance(read, dict) else None
    if not isinstance(url, str):
        return None
    if url.startswith(_RELEASE):
        return release
    of_git = read.get("vcs_info")
    of_git = of_git if isinstance(of_git, dict) and of_git.get("vcs") == "git" else {}
    commit = of_git.get("commit_id")
    if not (isinstance(commit, str) and _COMMIT.match(commit)):
        return None
    public = _PASSWORD.sub(r"\1", url)
    # A clone on this machine is none that others could fetch from.
    return HookSource(public if _REMOTE.match(url) and not _is_ours(url) else REPOSITORY, commit)


def _is_ours(url: str) -> bool:
    return url.removesuffix("/").removesuffix(".git").lower() == REPOSITORY.lower()
