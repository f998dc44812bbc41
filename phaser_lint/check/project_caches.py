"""The files that store what is known of a project between its scans."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from phaser_lint import __file__ as own_file
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.result_cache import ResultCache
from phaser_lint.contract.rules import reads_tsconfig
from phaser_lint.contract.store import program_identity
from phaser_lint.core.cache_file import CacheFile, cache_path, checksum
from phaser_lint.project.root import cache_folder, home_folder
from phaser_lint.text.globs.path_patterns import without_path_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.project_inputs import ProjectInputs

_FORMAT = 19
# What decides what is found in a file. hyperscan only says sooner where nothing is.
_PACKAGES = ("phaser_lint", "regex", "pathspec")


def cache_folder_of(options: ProjectOptions) -> str:
    """Return the folder of what is kept between scans, or nothing where nothing is to be."""
    if not options.cache:
        return ""
    return options.cache_dir or cache_folder(os.environ, home=home_folder())


def listing_file(root: str, options: ProjectOptions, program: str | None) -> CacheFile | None:
    """Return the file of what the folders at *root* held; ``None`` where only git tells."""
    folder = cache_folder_of(options)
    if options.state.is_in_git or options.tracked or not folder or program is None:
        return None
    return cache_file(folder, "listings", root, program)


def result_cache(
    checker: Checker, options: ProjectOptions, inputs: ProjectInputs
) -> ResultCache | None:
    """Return the results that are kept of the *checker*; ``None`` where none are to be.

    The name of their file tells what has to be the same for a result to count, a file's path and
    bytes apart; that of the other one which checkout it is.
    """
    contracts, program = checker.contracts, inputs.program
    folder = cache_folder_of(options) if options.keeps_results else ""
    is_on_disk = options.state.kept_by == "disk"
    if not is_on_disk or not folder or not contracts.contracts or program is None:
        return None
    heeded = checker.ignores, contracts.directives_as_text
    asked = (checker.limits.pattern_seconds, *heeded, contracts.folders)
    # What is derived from a pattern follows from it, and may be written in another order each time.
    written_contracts = tuple(
        contract.as_written()._replace(globs=without_path_patterns(contract.globs))
        for contract in contracts.contracts
    )
    content = repr((written_contracts, asked)).encode("utf-8", "surrogatepass")
    key = repr((program, checksum(content).hex(), len(content)))
    return ResultCache(
        cache_file(folder, "checkouts", inputs.root, program),
        cache_file(folder, "results", key),
        started_at=inputs.started_at,
        unchanged=inputs.listing.unchanged,
        index_mark=inputs.listing.index_mark,
        decided_by=decided_elsewhere(checker),
    )


def decided_elsewhere(checker: Checker) -> Callable[[str], str] | None:
    """Return what tells of a path what of other files decides its result, if any does.

    That is a ``tsconfig.json`` whose aliases a contract reads.
    """
    contracts = checker.contracts.contracts
    places = {place for place, contract in enumerate(contracts) if reads_tsconfig(contract)}
    if not places:
        return None
    modules = contracts[min(places)].modules

    def decided_by(path: str) -> str:
        is_asked = not places.isdisjoint(checker.selection.places_for(path))
        return modules.decided_by(path) if is_asked and modules else ""

    return decided_by


def cache_file(folder: str, kind: str, *keys: str) -> CacheFile:
    """Return the file that holds what is kept of a *kind* under these *keys*."""
    path = cache_path(os.path.join(folder, kind), keys)
    return CacheFile(path, f"{kind} {_FORMAT}")


def name_program() -> str | None:
    """Return what tells this program from another one: the same wherever it is installed alike.

    ``None`` where a package is in no file of its own (a zip archive): its versions cannot be
    distinguished.
    """
    try:
        builds = _installed_builds(os.path.dirname(os.path.dirname(own_file)))
        return repr((_FORMAT, sys.version, builds) if builds else (_FORMAT, program_identity()))
    except OSError:
        return None


def _installed_builds(folder: str) -> list[str]:
    """Return what tells the packages in *folder* from other builds of them; empty in doubt.

    An installer records the hash of each file. A source folder has no record, and another one may
    be of what was there before.
    """
    builds = []
    names = os.listdir(folder)
    for package in _PACKAGES:
        packages = (os.path.join(entry, package) for entry in sys.path)
        imported = next((path for path in packages if os.access(path, os.F_OK)), "")
        records = [name for name in names if name.startswith(f"{package}-")]
        if imported != os.path.join(folder, package) or len(records) != 1:
            return []
        try:
            with open(os.path.join(folder, records[0], "RECORD"), "rb") as file:
                lines = file.read().splitlines()
        except OSError:  # an installer may leave it out
            return []
        # Of scripts, and of what the installer notes, the hashes differ from place to place.
        start = f"{package}/".encode()
        hashed_lines = sorted(
            [line for line in lines if b",sha256=" in line and line.startswith(start)]
        )
        if not hashed_lines:
            return []
        builds.append(checksum(b"\n".join(hashed_lines)).hex())
    return builds
