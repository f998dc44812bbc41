"""Runs the steps of ``action.yml`` as GitHub's runner does, with fakes for other actions.

It knows what the Action uses and nothing more: a key, a context or an expression that is new to it
ends a test, because a runner that guesses proves nothing. Files that a step writes for the runner
are read by the runner's own rules.
"""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Fake = Callable[[Mapping[str, str]], Mapping[str, str]]
    """What another action does: given its inputs it returns its outputs."""

BASH = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail")
FILES = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE")
STEP_KEYS = {"name", "id", "if", "shell", "run", "env", "uses", "with"}
_CONTEXT = r"[a-z]+(?:\.[A-Za-z_][\w-]*)+"
_TEMPLATE = re.compile(r"\$\{\{\s*(" + _CONTEXT + r")\s*\}\}")
_COMPARISON = re.compile(rf"({_CONTEXT})\s*(==|!=)\s*'([^']*)'\Z")


class Job(NamedTuple):
    """Where an action runs; *environment* is the job's, *temporary* its ``RUNNER_TEMP``."""

    workspace: Path
    temporary: Path
    environment: Mapping[str, str]
    system: str = "Linux"


class StepRun(NamedTuple):
    """What one step did; ``code`` is ``None`` for a step that was skipped."""

    name: str
    code: int | None
    out: str
    files: Mapping[str, str]
    given: Mapping[str, str]


class ActionRun(NamedTuple):
    """What the whole action did; ``code`` is the one of the step that failed, else 0."""

    code: int
    steps: tuple[StepRun, ...]
    outputs: Mapping[str, str]

    @property
    def out(self) -> str:
        return "".join(step.out for step in self.steps)

    @property
    def ran(self) -> list[str]:
        return [step.name for step in self.steps if step.code is not None]

    def step(self, name: str) -> StepRun:
        return next(step for step in self.steps if step.name == name)


def run_action(
    action: Path, job: Job, inputs: Mapping[str, str], fakes: Mapping[str, Fake]
) -> ActionRun:
    """Run ``action.yml`` of the folder *action*; *fakes* by ``owner/name``, without a revision."""
    manifest = yaml.safe_load((action / "action.yml").read_text(encoding="utf-8"))
    assert manifest["runs"]["using"] == "composite"
    assert inputs.keys() <= manifest["inputs"].keys(), (
        "the runner warns of an input it does not know"
    )
    contexts: dict[str, Any] = {
        "inputs": {
            name: str(declaration["default"]) for name, declaration in manifest["inputs"].items()
        },
        "runner": {"os": job.system},
        "steps": {},
    }
    contexts["inputs"].update(inputs)
    steps: list[StepRun] = []
    for number, step in enumerate(manifest["runs"]["steps"]):
        step_run = _run_step(step, action, job, contexts, fakes, failed=_exit_code(steps) != 0)
        steps.append(step_run)
        outputs = key_values(step_run.files.get("GITHUB_OUTPUT", ""))
        contexts["steps"][step.get("id", f"__{number}")] = {"outputs": outputs}
    # The runner evaluates them whether or not a step failed.
    declared_outputs = {
        name: _fill(declaration["value"], contexts)
        for name, declaration in manifest["outputs"].items()
    }
    return ActionRun(_exit_code(steps), tuple(steps), declared_outputs)


def _exit_code(steps: list[StepRun]) -> int:
    return next((step.code for step in steps if step.code), 0)


def _run_step(
    step: Mapping[str, Any],
    action: Path,
    job: Job,
    contexts: Mapping[str, Any],
    fakes: Mapping[str, Fake],
    *,
    failed: bool,
) -> StepRun:
    assert step.keys() <= STEP_KEYS
    if failed or not _is_met(step.get("if", ""), contexts):
        return StepRun(step["name"], None, "", {}, {})
    if "uses" in step:
        return _use(step, contexts, fakes)
    assert step["shell"] == "bash", "a composite's step names its shell"
    assert "${{" not in step["run"], "an expression in a script is code that somebody else writes"
    folder = job.temporary / "_runner"
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "script.sh"
    script.write_text(step["run"], encoding="utf-8")
    files = {name: folder / name.lower() for name in FILES}
    for path in files.values():
        path.write_bytes(b"")
    step_variables = {
        name: _fill(template, contexts) for name, template in step.get("env", {}).items()
    }
    process_result = subprocess.run(
        (*BASH, str(script)),
        cwd=job.workspace,
        env={
            **job.environment,
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(job.workspace),
            "GITHUB_ACTION_PATH": str(action),
            "RUNNER_OS": job.system,
            "RUNNER_TEMP": str(job.temporary),
            **{name: str(path) for name, path in files.items()},
            **step_variables,
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=300,
    )
    contents = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    return StepRun(
        step["name"],
        process_result.returncode,
        process_result.stdout.decode(),
        contents,
        step_variables,
    )


def _use(
    step: Mapping[str, Any], contexts: Mapping[str, Any], fakes: Mapping[str, Fake]
) -> StepRun:
    name, _, revision = step["uses"].partition("@")
    assert re.fullmatch("[0-9a-f]{40}", revision), "a tag can be moved to other code"
    step_inputs = {key: _fill(template, contexts) for key, template in step["with"].items()}
    outputs = "".join(f"{key}={output}\n" for key, output in fakes[name](step_inputs).items())
    return StepRun(step["name"], 0, "", {"GITHUB_OUTPUT": outputs}, step_inputs)


def _is_met(condition: str, contexts: Mapping[str, Any]) -> bool:
    return all(
        _is_true(comparison.strip(), contexts) for comparison in condition.split("&&") if condition
    )


def _is_true(comparison: str, contexts: Mapping[str, Any]) -> bool:
    match = _COMPARISON.match(comparison)
    assert match, f"not known to this runner: {comparison}"
    path, operator, literal = match.groups()
    is_equal = _read_context(path, contexts).lower() == literal.lower()  # GitHub ignores case
    return is_equal if operator == "==" else not is_equal


def _fill(template: object, contexts: Mapping[str, Any]) -> str:
    if isinstance(template, bool):
        return str(template).lower()
    text = _TEMPLATE.sub(lambda match: _read_context(match[1], contexts), str(template))
    assert "${{" not in str(template) or _TEMPLATE.search(str(template)), template
    return text


def _read_context(path: str, contexts: Mapping[str, Any]) -> str:
    """The value of a context; empty where a step was skipped or set no such output."""
    context_name, *keys = path.split(".")
    node: Any = contexts[context_name]
    for key in keys:
        node = node.get(key, {}) if isinstance(node, dict) else {}
    return node if isinstance(node, str) else ""


def key_values(text: str) -> dict[str, str]:
    """What the runner reads in ``GITHUB_OUTPUT``: ``name=value``, or a value between delimiters."""
    values_by_name: dict[str, str] = {}
    lines = iter(text.split("\n"))
    for line in lines:
        if not line:
            continue
        heredoc, equals = line.find("<<"), line.find("=")
        if equals >= 0 and (heredoc < 0 or equals < heredoc):
            name, _, values_text = line.partition("=")
            values_by_name[name] = values_text
            continue
        assert heredoc >= 0, f"Invalid format '{line}'"
        name, _, delimiter = line.partition("<<")
        assert name, "Name must not be empty"
        assert delimiter, "delimiter must not be empty"
        value_lines = []
        for value_line in lines:
            if value_line == delimiter:
                break
            value_lines.append(value_line)
        else:
            raise AssertionError(f"Matching delimiter not found '{delimiter}'")
        values_by_name[name] = "\n".join(value_lines)
    return values_by_name
