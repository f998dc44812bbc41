"""Why a contract selects a file, or does not: its level, what is nearer, and the globs."""

from __future__ import annotations

from phaser_lint.authoring.explanation import Step
from phaser_lint.contracts.selection import names_folder
from phaser_lint.files.level_names import USER_LEVEL, folder_of, is_below
from phaser_lint.globs.compile import compile_globs, compile_patterns
from phaser_lint.globs.match import match
from phaser_lint.rules import RULES
from phaser_lint.text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaser_lint.authoring.asked_contract import AskedContract
    from phaser_lint.contracts.configuration import Configuration
    from phaser_lint.globs.match import Tests
    from phaser_lint.model import Contract, ContractSet

_EVERYTHING = compile_patterns(("*",))


def selection_steps(
    asked: AskedContract, path: str, *, contracts: ContractSet, configuration: Configuration
) -> list[Step]:
    """Return the steps up to the one that leaves *path* out, or all of them."""
    steps: list[Step] = []
    for step in _steps(asked, path, contracts, configuration):
        if step.stops and asked.selects:  # another level says otherwise
            continue
        steps.append(step)
        if step.stops:
            return steps
    if not asked.selects:
        return [*steps, Step("levels", "what other levels say takes the file out", stops=True)]
    return steps


def _steps(
    asked: AskedContract, path: str, contracts: ContractSet, configuration: Configuration
) -> Iterator[Step]:
    contract = asked.contract
    yield _level(contract, path)
    yield from _nearer(asked, path)
    yield _enabled(asked)
    yield _glob(contract, path)
    yield from _excluded("exclude_glob", contract.exclude_glob, contract.level, path)
    if contract.path_pattern and not RULES[contract.type].of_folders(contract):
        yield _path_pattern(contract, path)
    yield from _overrides(asked, path)
    yield from _configured(configuration, path)
    yield from _contract_file(contract, path, contracts.folders)


def _level(contract: Contract, path: str) -> Step:
    if contract.level == USER_LEVEL:
        return Step("level", "the user's own contracts, for all files")
    if not contract.level:
        return Step("level", "the top, for all files of the project")
    level = printable(contract.level)
    if is_below(path, contract.level):
        return Step("level", f"{level}, for the files below it")
    return Step("level", f"{level}: the file does not lie below it", stops=True)


def _nearer(asked: AskedContract, path: str) -> Iterator[Step]:
    for other in asked.nearer:
        if is_below(path, folder_of(other.level)):
            where = f"{printable(other.path)}:{other.line}"
            yield Step("level", f"{where} replaces it for this file", stops=True)


def _enabled(asked: AskedContract) -> Step:
    contract = asked.contract
    where = f"{printable(contract.path)}:{contract.line}"
    if not contract.enabled:
        return Step("enabled", f"no: enabled: false in {where}", stops=True)
    if not asked.in_force:
        return Step("enabled", f"no: another contract of its id wins over {where}", stops=True)
    return Step("enabled", f"yes: {contract.severity}")


def _glob(contract: Contract, path: str) -> Step:
    written = ", ".join(map(printable, contract.file_glob))
    chosen = _deciding(contract.file_glob, contract.level, path)
    if chosen is None:
        return Step("glob", f"{written}: does not select the file", stops=True)
    if chosen.startswith("!"):
        return Step("glob", f"{printable(chosen)} of {written}: leaves the file out", stops=True)
    return Step("glob", f"{printable(chosen)} selects the file")


def _deciding(globs: Sequence[str], level: str, path: str) -> str | None:
    """Return the last of *globs* that matches, be it with ``!``, or nothing."""
    for glob in reversed(globs):
        plain = glob.removeprefix("!") if glob.startswith("!") else glob
        if match(compile_globs((plain,), (), folder=folder_of(level)), path):
            return glob
    return None


def _excluded(key: str, globs: Sequence[str], level: str, path: str) -> Iterator[Step]:
    if not globs:
        return
    written = ", ".join(map(printable, globs))
    chosen = _deciding(globs, level, path)
    if chosen is None or chosen.startswith("!"):
        yield Step(key, f"{written}: does not leave the file out")
    else:
        yield Step(key, f"{printable(chosen)} leaves the file out", stops=True)


def _path_pattern(contract: Contract, path: str) -> Step:
    written = printable(contract.path_pattern)
    try:
        is_found = match((_EVERYTHING, contract.globs[2]), path)
    except TimeoutError:
        return Step("path_pattern", f"{written}: whether it is found takes too long to tell")
    if is_found:
        return Step("path_pattern", f"{written} is found in the path")
    return Step("path_pattern", f"{written} is not found in the path", stops=True)


def _overrides(asked: AskedContract, path: str) -> Iterator[Step]:
    for override in asked.overrides:
        if not is_below(path, override.level):
            continue
        where = f"{printable(override.path)}:{override.line}"
        if override.enabled is False:
            yield Step("override", f"{where} switches it off for this file", stops=True)
        elif _takes_out(override.excluded, path):
            yield Step("override", f"{where} leaves the file out", stops=True)
        else:
            yield Step("override", f"{where} changes it for this file")


def _configured(configuration: Configuration, path: str) -> Iterator[Step]:
    if _takes_out(configuration.exclude, path):
        glob = printable(_deciding(configuration.written("exclude"), "", path) or "")
        yield Step("exclude", f"{glob} in .phaser/config.yaml leaves the file out", stops=True)


def _contract_file(contract: Contract, path: str, folders: Iterable[str]) -> Iterator[Step]:
    own = tuple(f"{folder}/" for folder in folders if folder)
    if path.startswith(own) and not names_folder(contract, own):
        said = "a contract file is judged only by globs that name its folder"
        yield Step("glob", said, stops=True)


def _takes_out(tests: Tests, path: str) -> bool:
    return bool(tests) and not match((_EVERYTHING, tests), path)
