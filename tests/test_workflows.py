"""The workflows of the documentation and the Action's own steps, by actionlint and zizmor.

actionlint knows no ``action.yml`` by itself. It checks the inputs and outputs that a workflow uses
of a local action, so the examples use the Action as ``./``; and its steps, expressions included, as
the job of a workflow that is called with the same inputs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(sys.executable).parent
PAGE = (ROOT / "docs/github-action.md").read_text(encoding="utf-8")
# A tag that does not exist is named nowhere: scripts/release puts the first one in.
ITSELF = re.findall(r"phaser-lint/phaser-lint@(?:COMMIT|v[0-9.]+)$", PAGE, re.M)[0]
PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v[0-9.]+$")
# This project's own release has no commit before it is made; whoever uses it can look it up.
ZIZMOR = """\
rules:
  unpinned-uses:
    config:
      policies:
        "phaser-lint/phaser-lint": ref-pin
        "*": hash-pin
"""


def workflows() -> dict[str, str]:
    """The workflows of the documentation by the name of their page and a number."""
    texts_by_name = {}
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        blocks = re.findall(r"^```yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
        of_page = [block for block in blocks if re.search(r"^on:", block, re.M)]
        texts_by_name.update(
            {f"{page.stem}-{number}": block for number, block in enumerate(of_page)}
        )
    return texts_by_name


WORKFLOWS = workflows()
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def needs(program: str) -> pytest.MarkDecorator:
    is_installed = (PROGRAMS / program).exists()
    return pytest.mark.skipif(
        not is_installed, reason=f"{program} is not installed (the extra 'test')"
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository that holds the Action at its top."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".github" / "workflows").mkdir(parents=True)
    (tmp_path / ".github" / "zizmor.yml").write_text(ZIZMOR)
    (tmp_path / "action.yml").write_bytes((ROOT / "action.yml").read_bytes())
    return tmp_path


def write(repository: Path, workflow: str) -> str:
    path = repository / ".github" / "workflows" / "example.yml"
    path.write_text(workflow, encoding="utf-8")
    return str(path)


def said(repository: Path, program: str, *arguments: str) -> tuple[int, str]:
    process = subprocess.run(
        (str(PROGRAMS / program), *arguments),
        cwd=repository,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return process.returncode, process.stdout


def actionlint(repository: Path, workflow: str) -> tuple[int, str]:
    # Without the shell checkers that happen to be on this machine.
    options = ("-no-color", "-shellcheck=", "-pyflakes=")
    return said(repository, "actionlint", *options, write(repository, workflow))


def zizmor(repository: Path, path: str) -> tuple[int, str]:
    options = ("--offline", "--no-progress", "--persona=pedantic", "--format=plain")
    return said(repository, "zizmor", *options, "--config", ".github/zizmor.yml", path)


def as_workflow(steps: list[object]) -> str:
    """The Action's *steps* as a job, with its inputs."""
    inputs = {
        name: {"type": "string", "default": input_definition["default"]}
        for name, input_definition in ACTION["inputs"].items()
    }
    job = {"runs-on": "ubuntu-latest", "steps": steps}
    return yaml.safe_dump({"on": {"workflow_call": {"inputs": inputs}}, "jobs": {"job": job}})


def test_there_are_workflows() -> None:
    """Otherwise the tests below would prove nothing."""
    assert [name.split("-")[0] for name in WORKFLOWS] == ["github"] * 2


def test_no_push_ends_the_run_of_another() -> None:
    """The next one is compared with what that one brought, which nothing ever checked then."""
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    groups = {
        name: yaml.safe_load(workflow)["concurrency"]["group"]
        for name, workflow in {**WORKFLOWS, "ci": text}.items()
        if re.search(r"^  push:", workflow, re.M)
    }
    group_of_ref = "github.event_name == 'pull_request' && github.ref || github.sha"
    assert groups == dict.fromkeys(
        ("github-action-0", "github-action-1", "ci"),
        f"${{{{ github.workflow }}}}-${{{{ {group_of_ref} }}}}",
    )


def test_only_the_workflow_that_compares_is_a_check() -> None:
    """The one for code scanning gets existing violations, too, and failed by them for good."""
    check, alerts = (yaml.safe_load(workflow)["jobs"] for workflow in WORKFLOWS.values())
    [step] = [step for step in alerts["alerts"]["steps"] if step.get("id") == "contracts"]
    assert (step["with"]["since"], step["continue-on-error"]) == ("none", True)
    assert {job["name"] for job in check.values()}.isdisjoint(
        job["name"] for job in alerts.values()
    )


@needs("actionlint")
def test_a_merge_queue_by_actionlint(repository: Path) -> None:
    """The page adds an event to the first workflow."""
    workflow = WORKFLOWS["github-action-0"].replace("on:\n", "on:\n  merge_group:\n", 1)
    assert "\nAdd `merge_group:` below `on:`" in PAGE
    assert actionlint(repository, workflow.replace(ITSELF, "./")) == (0, "")


@needs("actionlint")
@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_by_actionlint(repository: Path, name: str) -> None:
    """With the inputs and outputs that the Action really has."""
    assert ITSELF in WORKFLOWS[name]
    assert actionlint(repository, WORKFLOWS[name].replace(ITSELF, "./")) == (0, "")


@needs("zizmor")
@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_by_zizmor(repository: Path, name: str) -> None:
    """Least permissions, pinned actions, no credentials left behind."""
    code, out = zizmor(repository, write(repository, WORKFLOWS[name]))
    assert code == 0, out


@needs("actionlint")
def test_own_workflows_by_actionlint() -> None:
    """Those that test and release this project."""
    names = [str(path) for path in sorted((ROOT / ".github" / "workflows").iterdir())]
    options = ("-no-color", "-shellcheck=", "-pyflakes=")
    assert len(names) > 2
    assert said(ROOT, "actionlint", *options, *names) == (0, "")


@needs("zizmor")
def test_own_workflows_by_zizmor() -> None:
    """By its strictest persona."""
    options = ("--offline", "--no-progress", "--persona=auditor", "--format=plain")
    code, out = said(ROOT, "zizmor", *options, ".github", "action.yml")
    assert code == 0, out


@pytest.mark.parametrize("name", WORKFLOWS)
def test_other_actions_are_pinned(name: str) -> None:
    """By a commit, with its version beside it."""
    used = [line for line in WORKFLOWS[name].splitlines() if "uses:" in line]
    assert [line for line in used if ITSELF not in line and not PINNED.search(line)] == []


@needs("actionlint")
def test_steps_of_the_action_by_actionlint(repository: Path) -> None:
    """Contexts, expressions and keys."""
    assert actionlint(repository, as_workflow(ACTION["runs"]["steps"])) == (0, "")


@needs("zizmor")
def test_action_by_zizmor(repository: Path) -> None:
    """Nothing is put into a script, and every action is pinned."""
    code, out = zizmor(repository, "action.yml")
    assert code == 0, out


def test_action_pins_what_it_uses() -> None:
    """In the text: the version is a comment."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = [line for line in text.splitlines() if "uses:" in line]
    assert len(used) == 3
    assert [line for line in used if not PINNED.search(line)] == []


def test_inputs_and_outputs_are_documented() -> None:
    """Each of them, and no other."""
    page = (ROOT / "docs" / "github-action.md").read_text(encoding="utf-8")
    inputs = page.partition("\n## Inputs\n")[2].partition("\n## Outputs\n")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", inputs, re.M) == sorted_as(inputs, ACTION["inputs"])
    outputs = page.partition("\n## Outputs\n")[2].partition(" are numbers")[0]
    output_names = {*re.findall(r"`([\w-]+)`", outputs), "sarif-file"}
    assert output_names == ACTION["outputs"].keys()


def sorted_as(text: str, names: dict[str, object]) -> list[str]:
    return sorted(names, key=lambda name: text.find(f"| `{name}` |"))


@needs("actionlint")
@pytest.mark.parametrize(
    ("old", "new", "rule_name"),
    [
        ("since: none", "sinces: none", "sinces"),
        ("schedule:", "schedules:", "schedules"),
        ("contents: read", "content: read", "content"),
    ],
)
def test_actionlint_would_notice(repository: Path, old: str, new: str, rule_name: str) -> None:
    """A wrong input, event or permission."""
    workflow = WORKFLOWS["github-action-1"].replace(ITSELF, "./").replace(old, new)
    code, out = actionlint(repository, workflow)
    assert (code, f'"{rule_name}"' in out) == (1, True)


@needs("actionlint")
def test_actionlint_would_notice_a_wrong_step(repository: Path) -> None:
    """An output of a step that has another name."""
    wrong = [{"run": "true", "env": {"X": "${{ steps.environments.outputs.key }}"}}]
    code, out = actionlint(repository, as_workflow(wrong))
    assert (code, '"environments" is not defined' in out) == (1, True)


@needs("zizmor")
@pytest.mark.parametrize(
    ("old", "new", "audit"),
    [
        ("@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5", "@v5", "unpinned-uses"),
        ('"$PHASER_PYTHON"', '"${{ inputs.root }}/python"', "template-injection"),
    ],
)
def test_zizmor_would_notice(repository: Path, old: str, new: str, audit: str) -> None:
    """A tag, and an expression in a script."""
    action = repository / "action.yml"
    action.write_text(action.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    code, out = zizmor(repository, "action.yml")
    assert (code, f"[{audit}]" in out) == (14, True)
