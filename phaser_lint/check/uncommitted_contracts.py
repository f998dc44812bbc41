"""What counts here, and no commit holds: git ignores the file, or does not track it.

A contract counts, as everywhere, and so does a baseline. What is wrong with a contract is no fault
of a commit: a draft beside it refused commits that had nothing to do with it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection

from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.contract.model import ContractSet, Notice
from phaser_lint.contract.open_contracts import read_declarations
from phaser_lint.contract.overrides import Override
from phaser_lint.contract.report_parts import ALL_CONTRACTS
from phaser_lint.project import find_path_inside
from phaser_lint.project.git import is_in_repository
from phaser_lint.project.git.tracked_files import find_untracked_paths
from phaser_lint.project.levels import BASELINE, CONFIGURATION, USER_LEVEL, Levels, is_contract_name


def excuse_uncommitted_files(contracts: ContractSet, root: str) -> ContractSet:
    """Return *contracts* with notices in place of problems of uncommitted files, which git does not
    track.

    What is in a submodule, or outside of the repository, stays a problem. Raises ``GitError``.
    """
    if not contracts.problems or not is_in_repository(root):
        return contracts
    # A link in place of their folder hides contracts that git tracks: it is no draft.
    problem_paths = {problem.path for problem in contracts.problems}
    file_paths = {path for path in problem_paths if is_contract_name(path.rpartition("/")[2])}
    uncommitted = find_untracked_paths(root, file_paths)
    notices = [
        Notice(
            problem.path,
            problem.line,
            f"{problem.text()} ({problem.outcome()}; git does not track the file)",
            unchecked=(("", ALL_CONTRACTS),) if problem.skipped else (),
        )
        for problem in contracts.problems
        if problem.path in uncommitted
    ]
    return contracts._replace(
        problems=tuple(
            [problem for problem in contracts.problems if problem.path not in uncommitted]
        ),
        notices=(*contracts.notices, *notices),
    )


def note_own_files(
    inputs: ProjectInputs, contracts: ContractSet, own_paths: Collection[str], *, levels: Levels
) -> list[Notice]:
    """Return the notices on uncommitted contract files, which count here and in no commit
    (*own_paths*), and on what they change.

    In the check of a commit only on what may let something pass. Raises ``UsageError``.
    """
    root, in_commit = inputs.root, inputs.options.checks_commit
    verb = "git does not track" if in_commit else "git ignores"
    lacking = "colleagues and CI lack it"
    texts_by_path = {
        CONFIGURATION: f"counts here only: {verb} it, so {lacking}",
        BASELINE: f"{verb} the baseline, so {lacking}: commit it",
    }
    notices = [
        Notice(path, None, text, of_project=True, weakens=True)
        for path, text in texts_by_path.items()
        if path in own_paths
    ]
    if texts_by_path.keys() >= set(own_paths):
        return notices
    all_declarations, _ = read_declarations(inputs.contract_places(levels))
    declarations = [
        declaration for declaration in all_declarations if declaration.level != USER_LEVEL
    ]
    numbers = Counter(declaration.rule_id for declaration in declarations)
    # What is wrong with an override is told, and then it changes nothing.
    skipped_places = {(problem.path, problem.line) for problem in contracts.problems}
    skipped_places.update((note.path, note.line) for note in contracts.notices if note.unchecked)
    folders_of_more = set()
    for declaration in declarations:
        folder, name = os.path.split(declaration.path)
        real_folder = find_path_inside(root, os.path.realpath(os.path.join(root, folder)))
        is_own = f"{real_folder}/{name}" in own_paths
        if not is_own or (declaration.path, declaration.line) in skipped_places:
            continue
        # Of two contracts of one id one may take the other's place.
        if isinstance(declaration, Override) or numbers[declaration.rule_id] > 1:
            text = f"changes {declaration.rule_id} here only: {verb} the file, so {lacking}"
            notices.append(Notice(declaration.path, declaration.line, text, weakens=True))
        elif declaration.enabled and not in_commit:
            folders_of_more.add(folder)
    text = "git ignores contracts in it; they count here, and CI does not see them"
    return notices + [Notice(f"{folder}/", None, text) for folder in sorted(folders_of_more)]
