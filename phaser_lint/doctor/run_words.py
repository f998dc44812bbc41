"""What came of a run of a hook, in words to act on."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.doctor.execution import Run


def said_of(run: Run) -> str:
    """Return the first line of what a run's answer says."""
    return run.decision.text.strip().split("\n")[0][:120]


def problem_words(run: Run) -> str:
    """Return what is wrong with a run, in words to act on."""
    result, said = run.result, run.decision.text
    text = result.err.decode("utf-8", "replace")
    if "No module named 'phaser_lint'" in text or "No module named phaser_lint" in text:
        said = "its Python has no phaser-lint: install it there, or run phaser-lint install again"
    elif result.timed_out:
        said = f"it gave no answer within {result.seconds:.{0 if result.seconds >= 1 else 3}f} s"
    elif result.code in (126, 127) or result.problem:
        said = f"it does not start: {said}"
    elif result.code is not None and result.code < 0:
        said = f"it was ended by signal {-result.code}"
    elif result.out_size > len(result.out):
        said = f"it printed {result.out_size:,} bytes where an answer is expected"
    return f"{said}; every edit is refused" if run.decision.blocks else f"it fails: {said}"


def hint(run: Run) -> str:
    """Return what a run that let a violation through says, as the end of a sentence."""
    out = run.result.out.decode("utf-8", "replace").strip()
    said = run.decision.user or run.result.err.decode("utf-8", "replace").strip()
    if run.decision.kind == "nothing" and out and not out.startswith("{"):
        return f"; it prints more than its answer: {out.splitlines()[0][:120]}"
    return f"; it says: {said.splitlines()[-1][:200]}" if said else ""
