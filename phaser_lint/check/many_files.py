"""Checking many files on disk: the verdicts of ``file_verdict``, sooner.

A file's bytes are read once. One pass over them (``literals.automaton``) tells which patterns can
match at all, and so which contracts the file may break (``contract/prefilter``). If there is none,
and nothing in the file needs a closer look, it is clean. Everything else goes to the engine with
the contracts that are in doubt. What a file gave is plain data
(``check.packed_verdicts``), so that it can come from another process or from the result cache.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import filterfalse

from phaser_lint.check.engine.check_files import find_contracts_for_link, find_contracts_for_skip
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.file_verdict import (
    check_file,
    make_patient_search,
    make_plain_text,
)
from phaser_lint.check.packed_verdicts import is_trivial, pack_verdict, unpack_verdict
from phaser_lint.check.result_cache import HASH, ResultCache, make_read_mark
from phaser_lint.contract.prefilter import find_criteria_in_doubt
from phaser_lint.core import make_file_identity
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.hashes import load_openssl_hash
from phaser_lint.core.text import (
    MAXIMUM_BYTES,
    decode_text,
    is_notebook,
    is_plain,
    is_utf_16,
    may_end_lines_otherwise,
)
from phaser_lint.core.worker_processes import choose_process_count, map_in_processes
from phaser_lint.project.file_or_skip import make_file_or_skip, make_unread_skip
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.regular_file import (
    NOT_REGULAR,
    NotRegularError,
    read_bytes,
    read_listed_file,
)
from phaser_lint.project.symlinks import LEADS_TO_NOTHING, LinkTarget, find_disk_link_target
from phaser_lint.text.python_coding import find_foreign_coding
from phaser_lint.text.search.searcher import Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.engine.file_verdict import FileVerdict
    from phaser_lint.check.packed_verdicts import PlainVerdict
    from phaser_lint.check.project_options import ShowProgress
    from phaser_lint.check.result_cache import ReadMark
    from phaser_lint.contract.prefilter_criteria import Criterion, PrefilterPattern
    from phaser_lint.core import Identity
    from phaser_lint.text.search.literals.automaton import Automaton, Sample


# Of so many files it is seen which literals tell something; of one no more than its beginning.
_MOST_SAMPLES = 32
# Of five hundred patterns half of a first scan of Django would be to look for each in each sample.
_MOST_LOOKS, _FEWEST_SAMPLES = 8_000, 16
# Of a thousand files a pattern that one in thirty holds is sooner searched for than looked at.
_FILES_A_SAMPLE = 64
_SAMPLE_BYTES = 64 * 1024
# Importing and preparing it takes as long as searching this many files for one literal after the
# other.
_WORTH_AN_ENGINE = 48
# They hold a megabyte.
_WORTH_OPENSSL = 160


class ManyFiles:
    """What the *checker* finds in the files at *root*; ``results`` takes paths relative to it.

    *special* are those that are no regular files, where a listing says which; *disk* knows the
    links among them, and *cache* what earlier scans found.
    """

    def __init__(
        self,
        checker: Checker,
        root: str,
        *,
        special: frozenset[str] | None = None,
        disk: DiskFiles | None = None,
        cache: ResultCache | None = None,
    ) -> None:
        self.checker = checker
        self.root = root
        self._special = special
        self._disk = disk or DiskFiles(root)
        self._cache = cache
        self._hash_bytes = HASH
        self._search = make_patient_search(Searcher(), checker)
        self._folder = os.path.join(root, "")
        self._contracts = checker.contracts.contracts
        self._criteria: dict[int, Criterion] = {}
        self._directives = 0
        self._criteria_in_doubt: dict[tuple[tuple[int, ...], frozenset[int]], list[Criterion]] = {}
        self._automaton: Automaton | None = None

    def prepare(self, paths: Sequence[str]) -> Automaton:
        """Return what files are glanced at with, made once, for those at *paths*."""
        if self._automaton is not None:
            return self._automaton
        # A scan in which no file changed looks for nothing.
        from phaser_lint.contract.prefilter_criteria import (
            choose_prefilter_pattern,
            choose_text_pattern,
            make_criteria,
        )
        from phaser_lint.contract.rules.conditions import list_file_conditions
        from phaser_lint.text.search.literals.automaton import Automaton, Sought

        patterns = [(contract, choose_prefilter_pattern(contract)) for contract in self._contracts]
        conditions = [
            condition
            for contract in self._contracts
            for condition in list_file_conditions(contract)
        ]
        # What is looked for in files: patterns by their numbers (``make_criteria``), then those of
        # directives. That a file lacks what would exempt it tells nothing.
        sought = [
            *[
                Sought(
                    pattern.requirement,
                    choose_text_pattern(contract),
                    raw_text=pattern.raw_text,
                    without_comments=pattern.without_comments,
                )
                for contract, pattern in patterns
            ],
            *[
                Sought(pattern.requirement, pattern.written, pattern.raw_text)
                if condition.is_wanted()
                else Sought(None)
                for condition in conditions
                for pattern in [condition.searched]
            ],
            # What a file must hold for a directive to stand in it, as a pattern's requirement.
            Sought((((), ("phaser", ":ignore")),)),
        ]
        self._directives = len(sought) - 1
        self._criteria = {
            criterion.place: criterion for criterion in make_criteria(self._contracts)
        }
        if len(paths) < _WORTH_AN_ENGINE:
            self._automaton = Automaton(sought)
            return self._automaton
        from phaser_lint.text.search.literals.automaton_building import build_automaton
        from phaser_lint.text.search.supersets.pattern_superset import derive_superset

        number = len(sought)
        fair = min(_MOST_LOOKS // number, len(paths) // _FILES_A_SAMPLE)
        most = max(_FEWEST_SAMPLES, min(_MOST_SAMPLES, fair))
        contents = [(path, self._read(path)[1]) for path in paths[:: -(-len(paths) // most)]]
        always = range(len(self._contracts), number)
        # The bytes of some files, and which patterns they may hold.
        samples: list[Sample] = [
            (content[:_SAMPLE_BYTES], (*self.checker.selection.places_for(path), *always))
            for path, content in contents
            if isinstance(content, bytes) and not is_utf_16(content)
        ]
        self._automaton = build_automaton(
            sought, samples, files=len(paths), superset_of=derive_superset
        )
        if self._automaton.asks_supersets:
            from phaser_lint.text.search.superset_starts import SupersetStarts

            self._search = make_patient_search(Searcher(starts=SupersetStarts()), self.checker)
        return self._automaton

    def recall(
        self, paths: Sequence[str], *, workers: int | None = None
    ) -> tuple[dict[str, PlainVerdict], Sequence[str]]:
        """Return what is kept of *paths*, but of clean files, and those of which nothing is.

        Contracts select each of the others, or nothing would be kept; *workers* as below.
        """

        def read_marks(unread: Sequence[str]) -> Iterator[ReadMark | None]:
            self._prepare_hash(len(unread))
            return map_in_processes(
                self.marks, unread, count=workers or choose_process_count(len(unread))
            )

        cache = self._cache
        return cache.look_up(self.root, paths, read=read_marks) if cache else ({}, paths)

    def check(
        self,
        paths: Sequence[str],
        recalled: Mapping[str, PlainVerdict],
        unknown: Sequence[str],
        *,
        show_progress: ShowProgress | None = None,
        workers: int | None = None,
    ) -> tuple[Sequence[FileVerdict], Sequence[Skip], Sequence[str]]:
        """Return the verdicts on the files at *paths* on disk, what is skipped, and the paths of
        those that are clean; read those that are *unknown*.

        *recalled*: what is known of the others that are not clean. *workers* is the number of
        processes; by default as many as are worth it.
        """
        noted = dict(recalled)
        if unknown:
            self.prepare(unknown)  # once, and not in each process
            self._prepare_hash(len(unknown))
            results = map_in_processes(
                self.results, unknown, count=workers or choose_process_count(len(unknown))
            )
            shown_results = show_progress(results, len(unknown)) if show_progress else results
            for path, (mark, plain_verdict) in zip(unknown, shown_results, strict=True):
                if plain_verdict is not None:
                    noted[path] = plain_verdict
                if self._cache:
                    self._cache.keep(path, mark, plain_verdict)
        verdicts: list[FileVerdict] = []
        skipped: list[Skip] = []
        # In this order the report does not depend on what was known of the files.
        for path in filter(noted.__contains__, paths):
            plain_verdict = noted[path]
            if isinstance(plain_verdict, str):
                skipped.append(Skip(path, plain_verdict))
            elif plain_verdict:
                selecting = self.checker.selection.keys_for(path)
                verdict = unpack_verdict(plain_verdict, selecting=selecting)
                verdicts.append(verdict)
                if verdict.skipped:
                    skipped.append(Skip(path, verdict.skipped))
        clean = [*filterfalse(noted.__contains__, paths)] if noted else paths
        return verdicts, skipped, clean

    def save(self, is_looked_at: Callable[[str], bool]) -> None:
        """Keep what is new; *is_looked_at*: see ``ResultCache``."""
        if self._cache:
            self._cache.save(is_looked_at)

    def marks(self, paths: Sequence[str]) -> list[ReadMark | None]:
        """Return, for each of many files at *paths*, what tells of the bytes that it holds now."""
        hash_bytes = self._hash_bytes
        return [
            make_read_mark(identity, content, hash_bytes)
            if identity is not None and isinstance(content, bytes)
            else None
            for identity, content in map(self._read, paths)
        ]

    def _prepare_hash(self, number: int) -> None:
        """Load what hashes so many files soonest."""
        if self._cache and number >= _WORTH_OPENSSL:
            self._hash_bytes = load_openssl_hash("sha1")

    def results(self, paths: Sequence[str]) -> list[tuple[ReadMark | None, PlainVerdict]]:
        """Return, for each of many files at *paths*, what tells of its bytes, and their result."""
        automaton = self.prepare(paths)
        results: list[tuple[ReadMark | None, PlainVerdict]] = []
        for path in paths:
            identity, content = self._read(path)
            if isinstance(content, bytes):
                mark = None
                if self._cache is not None and identity is not None:  # else nobody asks for it
                    mark = make_read_mark(identity, content, self._hash_bytes)
                size = identity[0] if identity else None
                results.append((mark, self._check_bytes(path, content, automaton, size=size)))
            else:
                results.append((None, self._check_whole(content)))
        return results

    def _check_bytes(
        self, path: str, content: bytes, automaton: Automaton, *, size: int | None
    ) -> PlainVerdict:
        """Return the result of a file of this *size* that begins with *content*."""
        # Whether a contract checks it is for the engine to decide, whatever the file holds.
        is_whole = bool(self.checker.selection.unknown(path)) or is_notebook(path)
        if is_whole or len(content) > MAXIMUM_BYTES or not is_plain(content):  # most are
            file = make_file_or_skip(path, content, size)
            if (
                isinstance(file, Skip)
                or is_whole
                or is_utf_16(content)
                or find_foreign_coding(path, file.text)[0]
                or may_end_lines_otherwise(path, file.text)
            ):  # its bytes do not hold the literals of its text, or there is something to say of it
                return self._check_whole(file)
        places, possible = self.checker.selection.places_for(path), automaton.possible_in(content)
        criteria = self._criteria_in_doubt.get((places, possible))
        if criteria is None:  # hundreds of files share an answer

            def may_match(pattern: PrefilterPattern) -> bool:
                return pattern.number in possible

            own_criteria = [self._criteria[place] for place in places if place in self._criteria]
            criteria = find_criteria_in_doubt(own_criteria, may_match)
            self._criteria_in_doubt[places, possible] = criteria
        if not criteria and self._directives not in possible:
            return None
        contracts = [self._contracts[criterion.place] for criterion in criteria]
        file, read_file = TextFile(path, decode_text(content)), None
        # It has none, in any spelling (``may_hold_directives``), which would be asked three times.
        if self._directives not in possible and (content.isascii() or b"ignor" not in content):
            read_file = make_plain_text(file)
        verdict = check_file(self.checker, file, contracts, find=self._search, read_file=read_file)
        return None if is_trivial(verdict, contracts) else pack_verdict(verdict, of_all=True)

    def _read(self, path: str) -> tuple[Identity | None, bytes | TextFile | Skip]:
        """Return the file's identity and its bytes, or why it is skipped.

        For a link the file that it leads to, without an identity: nothing of the link shows what
        becomes of that.
        """
        full = self._folder + path
        if self._special is None or path in self._special:
            target = self._disk.links.target(path)
            if target is not None:
                return None, self._disk.read_link(path, target)
        else:
            try:
                status, content = read_listed_file(full, limit=MAXIMUM_BYTES + 1)
                return make_file_identity(status), content
            except OSError:
                pass  # what follows finds out why
        identity = None
        try:
            status = os.lstat(full)
            identity = make_file_identity(status)
            if stat.S_ISLNK(status.st_mode):  # which it became since it was listed
                target = find_disk_link_target(self.root, path) or LinkTarget(why=LEADS_TO_NOTHING)
                return None, self._disk.read_link(path, target)
            return identity, read_bytes(full, limit=MAXIMUM_BYTES + 1, status=status)
        except NotRegularError:
            return identity, Skip(path, NOT_REGULAR)
        except OSError as error:
            return identity, make_unread_skip(path, error)

    def _check_whole(self, file: TextFile | Skip) -> PlainVerdict:
        """Return the result of *file* by all contracts that check it, whatever its bytes hold;
        why it is skipped, where its name and its size break none.

        What a link leads to is checked under the name of the link.
        """
        is_link = bool(file.leads_to)
        contracts = self.checker.selection.contracts_for(file.path)
        if is_link:
            file, contracts = find_contracts_for_link(self.checker.selection, file)
        if isinstance(file, Skip):
            file, contracts = find_contracts_for_skip(file, contracts)
            if not contracts:
                return file.reason
            verdict = check_file(self.checker, file, contracts, find=self._search)
            return file.reason if is_trivial(verdict, contracts) else pack_verdict(verdict)
        verdict = check_file(self.checker, file, contracts, find=self._search)
        if is_link:
            return pack_verdict(verdict)
        return None if is_trivial(verdict, contracts) else pack_verdict(verdict, of_all=True)
