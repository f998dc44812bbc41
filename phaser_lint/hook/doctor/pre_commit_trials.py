"""The hook before a commit: pre-commit, its configuration, and git's own hook.

The configured hooks are run on a copy: a repository in a temporary folder with the project's
contracts and one file of each trial, so that nothing of the project is touched.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import yaml

from phaser_lint.agent.hook_process import Command, ProcessResult, run_hook_command
from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    BaselineError,
    read_baseline,
    render_baseline,
)
from phaser_lint.core import Record
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.hook.doctor.contract_trials import Trial
from phaser_lint.hook.doctor.copied_files import copy_deciding_files
from phaser_lint.hook.doctor.execution import (
    MOST_TRIES,
    RunPlace,
    find_late_parts,
    make_with_git,
    note_busy_machine,
    shorten_output,
    wait_for_git,
)
from phaser_lint.hook.doctor.hook_trials import HookStatus, Surroundings, with_findings
from phaser_lint.hook.doctor.pinned_revisions import note_other_revisions
from phaser_lint.hook.doctor.startable import WAY, find_program_path, find_start_in_checkout
from phaser_lint.hook.doctor.startable_pre_commit import list_objects, select_startable_hooks
from phaser_lint.project import Root, find_git_limits
from phaser_lint.project.git import (
    find_working_tree,
    make_git_command,
)
from phaser_lint.project.git.pre_commit_hook import explain_idle_pre_commit, find_hook_file
from phaser_lint.project.programs import leave_out_checkout
from phaser_lint.project.regular_file import read_bytes

CONFIGURATION = ".pre-commit-config.yaml"
_SECONDS = 300.0
_TREE_HOOK = "phaser-lint-tree"
_OTHER_STAGE = "in stage `pre-commit`"
_UNSEEN = "(no files to check)"
_OWN_BEGINNINGS = ("phaser-lint: ", "phaser-lint failed")
_CONFIGURATION = re.compile(r"--config=(\S+)")


def try_commit_hook(about: Surroundings) -> HookStatus | None:
    """Try the hook before a commit; return whether it works, ``None`` where there is none."""
    configuration = find_hook_configuration(about.place)
    path = os.path.join(about.place.root, configuration)
    hook = HookStatus("pre-commit", configuration, "pre-commit run")
    try:
        read_bytes(path, limit=1)
    except OSError as error:
        is_missing = isinstance(error, FileNotFoundError)
        reason = "a link to nothing" if is_missing else error.strerror or str(error)
        if not is_missing or os.path.islink(path):
            return with_findings(hook, problems=[f"pre-commit cannot read it: {reason}"])
    text = _read_text(path)
    if "phaser-lint" not in text:
        return None
    idle, _ = explain_idle_pre_commit(about.place.root, about.place.environment)
    try:
        parsed = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        wrong = f"{configuration} is not valid YAML: {str(error).splitlines()[0]}"
        return with_findings(hook, problems=[wrong, *filter(None, [idle])])
    if not _list_hook_ids(parsed):
        return None
    startable, untried, untried_notes = select_startable_hooks(parsed, about.place)
    untried_notes += note_other_revisions(about.place.root, parsed)
    problems = [*filter(None, [idle]), *untried]
    program = find_program_path("pre-commit", about.place.environment, about.place)
    if not program:
        problems.append("pre-commit is not on the PATH: pipx install pre-commit")
    started_in_checkout = (
        "" if about.place.starts_all else find_start_in_checkout("pre-commit", about.place)
    )
    if started_in_checkout:
        problems.append(f"not started: {started_in_checkout} lies in the checkout; {WAY}")
    ids = _list_hook_ids(startable)
    if not program or started_in_checkout or not ids:
        return with_findings(hook._replace(is_tried=False), problems=problems, notes=untried_notes)
    hook, trial_problems, late_events = _try_program(hook, program, ids=ids, about=about)
    return with_findings(
        hook,
        problems=[*problems, *trial_problems],
        notes=[*untried_notes, *note_busy_machine(late_events, refuses=True)],
    )


def find_hook_configuration(place: RunPlace) -> str:
    """Return the name of the configuration that the doctor tries pre-commit with: the one that
    git's hook before a commit names, else the usual one.
    """
    argument = _CONFIGURATION.search(_read_text(find_hook_file(place.root, place.environment)))
    file_name = argument.group(1) if argument else CONFIGURATION
    return file_name if os.path.isfile(os.path.join(place.root, file_name)) else CONFIGURATION


def _read_text(path: str) -> str:
    try:
        return read_bytes(path, limit=MAXIMUM_BYTES).decode("utf-8", "surrogateescape")
    except OSError:
        return ""


def _list_hook_ids(parsed: Any) -> list[str]:
    """Return the ids of our hooks in the configuration."""
    return [
        hook["id"]
        for hook in _list_hooks(parsed)
        if isinstance(hook.get("id"), str)
        and "phaser-lint" in f"{hook['id']} {hook.get('entry', '')}"
    ]


def _try_program(
    hook: HookStatus, program: str, ids: Sequence[str], about: Surroundings
) -> tuple[HookStatus, list[str], dict[str, str]]:
    """Return *hook* as it was tried, what is wrong, and the commits that it had no time for."""
    place, errors = about.place._replace(root=about.copy), about.trials.on_disk()
    # A hook with ``pass_filenames: false`` checks all that is tracked.
    for path in filter(None, [_find_trial_path(about.copy, trial) for trial in errors]):
        _run_git(place, "rm", "-q", "-f", "--cached", "--ignore-unmatch", "--", path)
    on_clean = _run_hooks(program, ids, paths=[about.trials.clean.path], place=place)
    output = _decode_output(on_clean)
    has_failed = "An error has occurred" in output or "An unexpected error" in output
    if on_clean.code not in (0, 1) or has_failed:
        last = [line for line in output.splitlines() if line.strip()][-1:] or ["no answer"]
        return hook, [f"pre-commit does not start: {shorten_output(last[0])}"], {}
    if _OTHER_STAGE in output:
        text = "no commit runs it: add pre-commit to the stages of the hook, or remove them"
        return hook, [text], {}
    # In the copy most files are missing, so the answer of a hook for the whole tree proves nothing.
    content = [name for name in ids if not name.endswith("-tree")] or ids
    on_content = _run_hooks(program, content, paths=[about.trials.clean.path], place=place)
    problems: list[str] = []
    late_events: dict[str, str] = {}
    late = find_late_parts(_decode_output(on_content))
    is_silent = on_content.code == 0 or bool(late)
    hook = hook._replace(starts=True, silent=is_silent, seconds=on_content.seconds)
    if late:
        late_events["a commit of a clean file"] = late[0]
    elif on_content.code:
        lines = _decode_output(on_content).splitlines()
        own_lines = [line for line in lines if line.startswith(_OWN_BEGINNINGS)]
        own_lines = own_lines or [line for line in lines if "error" in line.lower()]
        first_line = shorten_output((own_lines or lines or [""])[0])
        problems.append(f"it refuses a clean file: {first_line}")
    _run_git(place, "add", "-A", "-f")
    on_errors = (
        _run_hooks(program, ids, paths=[trial.path for trial in errors], place=place)
        if errors
        else None
    )
    # That a contract is named as undecided does not stop a commit that breaks it.
    late = find_late_parts(_decode_output(on_errors)) if on_errors else []
    lines_on_errors = _decode_output(on_errors).splitlines() if on_errors else []
    text = "\n".join(line for line in lines_on_errors if not find_late_parts(line))
    blocked = [trial.contract for trial in errors if trial.is_named_in(text)]
    missed = [trial.contract for trial in errors if trial.contract not in blocked]
    if on_errors and not on_errors.code:
        blocked, missed = [], [trial.contract for trial in errors]
    # A commit is checked by the project's contracts alone.
    missed = [name for name in missed if name not in about.user_contracts]
    named_late = [trial.contract for trial in errors if trial.is_named_in("\n".join(late))]
    undecided = [name for name in missed if name in named_late]
    missed = [name for name in missed if name not in undecided]
    if undecided:
        late_events[f"a commit that breaks {', '.join(undecided[:5])}"] = late[0]
    paths = [trial.contract for trial in errors if trial.of_path and trial.contract in missed]
    if paths and paths == missed and content == ids:
        problems.append(
            f"it lets files through that may not be there ({', '.join(paths[:5])}): add the hook "
            f"{_TREE_HOOK}"
        )
    elif missed:
        hint = "; its files, types or exclude leaves them out" if _UNSEEN in text else ""
        problems.append(f"it lets violations through: {', '.join(missed[:5])}{hint}")
    return hook._replace(blocked=tuple(blocked), missed=tuple(missed)), problems, late_events


def fill_copy(about: Surroundings) -> None:
    """Fill the doctor's copy with contracts, pre-commit's configuration and files to try."""
    folder = about.copy
    place = about.place._replace(root=Root(folder, find_git_limits(about.place.root)))
    _run_git(place, "init", "-q")
    copy_deciding_files(about.levels, about.included, folder)
    text = _read_text(os.path.join(about.place.root, find_hook_configuration(about.place)))
    if text:
        tree = find_working_tree(about.place.root, about.place.environment)

        def is_revision(name: str) -> bool:
            words = ("rev-parse", "-q", "--verify", "--end-of-options", f"{name}^{{commit}}")
            if tree is None:
                return False
            command = make_git_command(tree, *words, variables=about.place.environment)
            return wait_for_git(command).code == 0

        compared = rewrite_revisions(text, about.place, is_revision=is_revision)
        path = os.path.join(folder, CONFIGURATION)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(compared.text)
        copy_baselines(about.place.root, folder, compared.baselines)
        if compared.text != text:
            _run_git(place, "add", "-A", "-f")
            _run_git(place, "commit", "-q", "--no-verify", "-m", "What there was")
    for trial in (about.trials.clean, *about.trials.on_disk()):
        path = _find_trial_path(folder, trial)
        # One trial's folder is another's file: it is missed, and reported.
        with suppress(OSError):
            if path:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as trial_file:
                    trial_file.write(trial.text.encode("utf-8", "surrogatepass"))
    _run_git(place, "add", "-A", "-f")


def _find_trial_path(folder: str, trial: Trial) -> str:
    """Return where the file of *trial* lies; nothing where that is not in the copy."""
    path = os.path.normpath(os.path.join(folder, trial.path))
    return path if path.startswith(folder + os.sep) else ""


def _run_hooks(
    program: str, ids: Sequence[str], paths: Sequence[str], place: RunPlace
) -> ProcessResult:
    # Only the hooks that are ours: the others are not tried.
    runs = []
    for name in dict.fromkeys(ids):
        words = (program, "run", name, "--color", "never", "--files", *paths)
        environment = place.started_with(place.environment)
        command = Command(words, folder=place.root, environment=environment, seconds=_SECONDS)
        for _ in range(MOST_TRIES):
            run_of_hook = run_hook_command(command, b"")
            if not find_late_parts(_decode_output(run_of_hook)):
                break
        runs.append(run_of_hook)
    worst = max(runs, key=lambda run_of_hook: 255 if run_of_hook.code is None else run_of_hook.code)
    return worst._replace(
        out=b"".join(run_of_hook.out for run_of_hook in runs),
        err=b"".join(run_of_hook.err for run_of_hook in runs),
        seconds=sum(run_of_hook.seconds for run_of_hook in runs),
    )


def _run_git(place: RunPlace, *arguments: str) -> None:
    """Have git make something in a repository of our own; raises ``GitError``."""
    path = leave_out_checkout(place.environment.get("PATH", os.defpath), place.checkout)
    make_with_git(place.root, {**place.environment, "PATH": path}, *arguments)


def _decode_output(run_of_hook: ProcessResult) -> str:
    if run_of_hook.timed_out:
        return "it gave no answer in time"
    return (run_of_hook.out + run_of_hook.err).decode("utf-8", "replace")


# Hooks of pre-commit, changed so that they do in a copy of the project what they do in it.
#
#     - id: phaser-lint
#       entry: .venv/bin/phaser-lint pre-commit
#       args: [--since, origin/main, --baseline, old.jsonl, --]
#
# A violation that exists already proves nothing, so the copy has none. Its configuration is the
# same, but the copy's last commit takes the revision's place, and a baseline has no entries. What
# is missing in the project, or is no baseline, is so in the copy. A program in the project is
# started from there.

_LAST_COMMIT = "HEAD"
_NO_BASELINE = "no baseline\n"
_WITH_REVISION = ("--since", "--contracts-from")


class Compared(Record):
    """A configuration for the copy, and the baselines that its hooks name."""

    text: str
    baselines: tuple[str, ...] = (DEFAULT_PATH,)


def rewrite_revisions(
    text: str, place: RunPlace, *, is_revision: Callable[[str], bool]
) -> Compared:
    """Return pre-commit's configuration *text*, for the doctor's copy, with the copy's last commit
    for each revision there is.

    Only the hooks in it that are started are left; programs of the project have their whole paths.
    """
    try:
        parsed, _, _ = select_startable_hooks(yaml.safe_load(text), place)
    except (yaml.YAMLError, RecursionError, ValueError):
        return Compared(text)
    hooks = [hook for hook in _list_hooks(parsed) if "phaser-lint" in f"{hook}"]
    baseline_paths = [
        _list_flag_values("--baseline", words)
        for hook in hooks
        for words in _split_hook_lines(hook)
    ]
    baselines = (DEFAULT_PATH, *(path for paths in baseline_paths for path in paths))
    # A list, not a generator: each of them is changed.
    are_changed = [_change_for_copy(hook, place.root, is_revision) for hook in hooks]
    if not any(are_changed) and place.starts_all:
        return Compared(text, baselines)
    return Compared(yaml.safe_dump(parsed, sort_keys=False), baselines)


def copy_baselines(root: str, folder: str, paths: tuple[str, ...]) -> None:
    """Put into the doctor's copy, for trials of commits, an empty baseline where the project has
    one, and what is none where it is none.
    """
    for path in dict.fromkeys(paths):
        source, target = os.path.join(root, path), os.path.join(folder, path)
        is_in_copy = os.path.normpath(target).startswith(folder + os.sep)
        if not is_in_copy or not os.path.lexists(source):
            continue
        try:
            read_baseline(source, display_path=path)
            text = render_baseline({})
        except BaselineError:
            text = _NO_BASELINE
        with suppress(OSError):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="ascii") as file:
                file.write(text)


def _list_hooks(parsed: Any) -> list[dict[str, Any]]:
    repositories = parsed.get("repos") if isinstance(parsed, dict) else None
    return [
        hook
        for repository in list_objects(repositories)
        for hook in list_objects(repository.get("hooks"))
    ]


def _split_hook_lines(hook: dict[str, Any]) -> list[list[str]]:
    arguments, entry_line = hook.get("args"), hook.get("entry")
    argument_words = [str(word) for word in arguments] if isinstance(arguments, list) else []
    try:
        return [argument_words, shlex.split(entry_line) if isinstance(entry_line, str) else []]
    except ValueError:
        return [argument_words, []]


def _list_flag_values(flag: str, words: list[str]) -> list[str]:
    joined = [word.partition("=")[2] for word in words if word.startswith(f"{flag}=")]
    return [*joined, *(after for word, after in pairwise(words) if word == flag)]


def _change_for_copy(hook: dict[str, Any], root: str, is_revision: Callable[[str], bool]) -> bool:
    """Put into *hook* the copy's last commit for a revision that the project has.

    And the whole path of its program where that lies in the project. Returns whether it changed.
    """
    arguments, entry_words = _split_hook_lines(hook)
    lines = [(flag, words) for flag in _WITH_REVISION for words in (arguments, entry_words)]
    revisions = [revision for flag, words in lines for revision in _list_flag_values(flag, words)]
    has_revision = any(map(is_revision, revisions))
    if has_revision and arguments:
        hook["args"] = [
            _replace_revision(*pair, is_revision) for pair in pairwise(["", *arguments])
        ]
    if has_revision:
        entry_words = [
            _replace_revision(*pair, is_revision) for pair in pairwise(["", *entry_words])
        ]
    program = entry_words[0] if entry_words else ""
    is_in_project = "/" in program and os.path.isfile(os.path.join(root, program))
    if is_in_project:
        entry_words = [os.path.join(root, program), *entry_words[1:]]
    if entry_words and (has_revision or is_in_project):
        hook["entry"] = shlex.join(entry_words)
    return has_revision or is_in_project


def _replace_revision(previous: str, word: str, is_revision: Callable[[str], bool]) -> str:
    flag, _, revision = word.partition("=")
    if flag in _WITH_REVISION and revision and is_revision(revision):
        return f"{flag}={_LAST_COMMIT}"
    return _LAST_COMMIT if previous in _WITH_REVISION and is_revision(word) else word
