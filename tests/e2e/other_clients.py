"""Clients of other agents, driven against a scripted model with nothing of the user's own.

    run = run_client("codex", program, project=root, home=empty, turns=[...])
    run.returncode, run.output, run.model_text

Each sees an empty home, a dummy key and a model on loopback.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.conftest import PROGRAM, write_files
from tests.e2e.scripted_model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.e2e.scripted_model import Turns

CODEX_CONFIGURATION = """\
model = "{model}"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[projects."{root}"]
trust_level = "trusted"
"""


class Client(NamedTuple):
    """How a client is started: its arguments, its variables, its files in the home folder."""

    arguments: tuple[str, ...]
    variables: dict[str, str]
    home: dict[str, str] = {}  # noqa: RUF012 - never written to
    project: dict[str, str] = {}  # noqa: RUF012 - never written to
    before: tuple[str, ...] = ()
    before_home: dict[str, str] = {}  # noqa: RUF012 - never written to
    """What stands before what a test put into the files of the home folder."""


class Run(NamedTuple):
    """What a run left: exit code, output, and all that the model was told."""

    returncode: int
    output: str
    model_text: str
    requests: int
    last: str
    """All texts of the last request, which holds the whole conversation."""
    second: str
    """All texts of the request after the first answer."""


def codex(url: str, root: Path, model_settings: Mapping[str, str] | None = None) -> Client:
    """The model of *model_settings*; else one that calls its tools itself, without a script."""
    model = (model_settings or {"model": "gpt-5.5"})["model"]
    configuration = CODEX_CONFIGURATION.format(url=url, root=root, model=model)
    return Client(
        (
            "exec",
            "--json",
            "--dangerously-bypass-hook-trust",
            "--dangerously-bypass-approvals-and-sandbox",
            "go",
        ),
        {"FAKE_KEY": "dummy"},
        home={".codex/config.toml": configuration},
    )


def gemini_cli(url: str, root: Path) -> Client:
    return Client(
        ("-p", "go", "-m", "gemini-2.5-pro", "-o", "json", "--approval-mode", "yolo"),
        {
            "GOOGLE_GENAI_USE_VERTEXAI": "true",
            "GOOGLE_API_KEY": "dummy",
            "GOOGLE_VERTEX_BASE_URL": url,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GEMINI_CLI_NO_RELAUNCH": "true",
        },
        home={
            ".gemini/settings.json": json.dumps(
                {"security": {"auth": {"selectedType": "vertex-ai"}}}
            )
        },
    )


def qwen_code(url: str, root: Path) -> Client:
    flags = {
        "--auth-type": "openai",
        "--openai-api-key": "dummy",
        "--openai-base-url": f"{url}/v1",
        "-m": "fake-model",
        "-o": "json",
        "--approval-mode": "yolo",
    }
    return Client(("-p", "go", *(word for pair in flags.items() for word in pair)), {})


def copilot_cli(url: str, root: Path) -> Client:
    return Client(
        ("-p", "go", "--trust-folder", "--allow-all-tools"),
        {
            "COPILOT_OFFLINE": "true",
            "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
            "COPILOT_PROVIDER_API_KEY": "dummy",
            "COPILOT_MODEL": "fake-model",
            "COPILOT_AUTO_UPDATE": "false",
        },
    )


def opencode(url: str, root: Path) -> Client:
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "fake",
        "options": {"baseURL": f"{url}/v1", "apiKey": "dummy"},
        "models": {"fake-model": {"name": "f"}},
    }
    settings = {
        "model": "fake/fake-model",
        "small_model": "fake/fake-model",
        "autoupdate": False,
        "share": "disabled",
        "provider": {"fake": provider},
    }
    return Client(
        ("run", "--format", "json", "go"),
        {
            "OPENCODE_DISABLE_MODELS_FETCH": "1",
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
        },
        project={"opencode.json": json.dumps(settings)},
    )


def kilo(url: str, root: Path) -> Client:
    """As OpenCode, of which it is made."""
    [settings] = opencode(url, root).project.values()
    return Client(
        ("run", "--auto", "--format", "json", "go"),
        {
            "KILO_DISABLE_MODELS_FETCH": "1",
            "KILO_DISABLE_AUTOUPDATE": "1",
            "KILO_DISABLE_LSP_DOWNLOAD": "1",
            "KILO_TELEMETRY_LEVEL": "off",
        },
        # Where a project's settings are switched off it has to find the model all the same.
        home={".config/kilo/kilo.json": settings},
    )


def cline(url: str, root: Path) -> Client:
    provider = ("-P", "openai-compatible", "-m", "fake-model")
    account = ("-p", "openai-compatible", "-k", "dummy", "-m", "fake-model", "-b", f"{url}/v1")
    return Client(("--json", *provider, "go now please"), {}, before=("auth", *account))


def wave(url: str, root: Path) -> Client:
    script = str(Path(__file__).parent / "wave.mts")
    sources = os.environ["PHASER_WAVE_SOURCES"]
    return Client(
        ("--import", f"{sources}/node_modules/tsx/dist/esm/index.mjs", script, "go"),
        {
            "WAVE_SOURCES": sources,
            "WAVE_URL": f"{url}/v1",
            "WAVE_DISABLE_AUTO_MEMORY": "1",
            # At its start it clones the plugins of its marketplace.
            "GIT_ALLOW_PROTOCOL": "file",
        },
    )


def droid(url: str, root: Path, model_settings: Mapping[str, str] | None = None) -> Client:
    model = {
        "model": "fake-model",
        "id": "custom:fake",
        "index": 0,
        "displayName": "fake",
        "baseUrl": f"{url}/v1",
        "apiKey": "dummy",
        "provider": "generic-chat-completion-api",
        "maxOutputTokens": 1000,
        **(model_settings or {}),
    }
    settings = {"customModels": [model], "cloudSessionSync": False}
    return Client(
        ("exec", "--skip-permissions-unsafe", "-m", "custom:fake", "-o", "json", "go"),
        {"FACTORY_API_KEY": "fk-dummy", "FACTORY_DROID_AUTO_UPDATE_ENABLED": "false"},
        # Beside settings that a test put there.
        home={".factory/settings.local.json": json.dumps(settings)},
    )


KIMI_CONFIGURATION = """\
default_model = "fake"
telemetry = false
[providers.fake]
type = "openai"
base_url = "{url}/v1"
api_key = "dummy"
[models.fake]
provider = "fake"
model = "fake-model"
max_context_size = 100000
"""


def kimi_code(url: str, root: Path) -> Client:
    return Client(
        ("-p", "go"), {}, before_home={".kimi-code/config.toml": KIMI_CONFIGURATION.format(url=url)}
    )


def pi(url: str, root: Path) -> Client:
    provider = {
        "baseUrl": f"{url}/v1",
        "api": "openai-completions",
        "apiKey": "dummy",
        "models": [{"id": "fake-model"}],
    }
    model = ("--provider", "fake", "--model", "fake-model")
    return Client(
        ("--approve", "-p", *model, "--mode", "json", "go"),
        {"PI_OFFLINE": "1"},
        home={".pi/agent/models.json": json.dumps({"providers": {"fake": provider}})},
    )


VIBE_CONFIGURATION = """\
active_model = "fake"
enable_telemetry = false
enable_update_checks = false
[[providers]]
name = "fake"
api_base = "{url}/v1"
api_key_env_var = "FAKE_KEY"
api_style = "openai"
backend = "generic"
[[models]]
name = "fake-model"
provider = "fake"
alias = "fake"
"""


def vibe(url: str, root: Path) -> Client:
    return Client(
        ("--trust", "--yolo", "--output", "json", "-p", "go"),
        {"FAKE_KEY": "dummy"},
        home={".vibe/config.toml": VIBE_CONFIGURATION.format(url=url)},
    )


CLIENTS: dict[str, tuple[str, str, Callable[[str, Path], Client]]] = {
    "codex": ("PHASER_CODEX", "codex", codex),
    "gemini-cli": ("PHASER_GEMINI", "gemini", gemini_cli),
    "qwen-code": ("PHASER_QWEN", "qwen", qwen_code),
    "copilot-cli": ("PHASER_COPILOT", "copilot", copilot_cli),
    "opencode": ("PHASER_OPENCODE", "opencode", opencode),
    "kilo": ("PHASER_KILO", "kilo", kilo),
    "cline": ("PHASER_CLINE", "cline", cline),
    "wave": ("PHASER_WAVE_NODE", "node", wave),
    "droid": ("PHASER_DROID", "droid", droid),
    "kimi-code": ("PHASER_KIMI", "kimi", kimi_code),
    "pi": ("PHASER_PI", "pi", pi),
    "vibe": ("PHASER_VIBE", "vibe", vibe),
}


def find_client(agent: str) -> str | None:
    """The client to test with: its variable, else its name on the PATH, else ``None``."""
    variable, name, _ = CLIENTS[agent]
    if agent == "wave" and "PHASER_WAVE_SOURCES" not in os.environ:
        return None
    return os.environ.get(variable) or shutil.which(name)


def run_client(
    agent: str,
    program: str,
    *,
    project: Path,
    home: Path,
    turns: Turns,
    timeout: float = 120,
    prompt: str = "go",
    given_variables: Mapping[str, str | None] | None = None,
    dropped_flags: tuple[str, ...] = (),
    text_at_end: str = "",
    model: Mapping[str, str] | None = None,
) -> Run:
    """Run the client once in *project*; raises ``TimeoutExpired`` after it was ended.

    *given_variables* are set, or taken away where they are ``None``; the client is started without
    *dropped_flags*; *text_at_end* stands at the end of the files that it finds at home; *model* is
    what Codex and droid read of the model, where that is not as usual.
    """
    with ScriptedModel(turns=turns) as scripted:
        with_model = {"codex": codex, "droid": droid}
        client = (
            with_model[agent](scripted.url, project, model)
            if model
            else CLIENTS[agent][2](scripted.url, project)
        )
        home.mkdir(parents=True, exist_ok=True)
        changed_variables = given_variables or {}
        texts_at_home = {
            _moved_path(path, changed_variables): text for path, text in client.home.items()
        }
        # What a test put there holds what the client needs.
        missing = [path for path in texts_at_home if not (home / path).exists()]
        write_files(home, {path: f"{texts_at_home[path]}{text_at_end}" for path in missing})
        for path, text in client.before_home.items():
            path_at_home = home / _moved_path(path, changed_variables)
            path_at_home.parent.mkdir(parents=True, exist_ok=True)
            path_at_home.write_text(text + _text(path_at_home))
        write_files(project, client.project)
        variables = {
            name: variable
            for name, variable in {
                **_environment(program, home),
                **client.variables,
                **changed_variables,
            }.items()
            if variable is not None
        }
        if client.before:
            _start_client((program, *client.before), project, variables, timeout)
        try:
            words = [prompt if word == "go" else word for word in client.arguments]
            words = [word for word in words if word not in dropped_flags]
            code, output = _start_client((program, *words), project, variables, timeout)
        finally:
            _end_daemons(project)
        return Run(
            code,
            output,
            scripted.model_text,
            len(scripted.bodies),
            scripted.last,
            scripted.text_of(1),
        )


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


# Where a client's own variable moves the first folder of a path below the home folder.
_FOLDERS_BY_VARIABLE = {
    ".codex": ("CODEX_HOME", ""),
    ".gemini": ("GEMINI_CLI_HOME", ".gemini"),
    ".factory": ("FACTORY_HOME_OVERRIDE", ".factory"),
    ".kimi-code": ("KIMI_CODE_HOME", ""),
    ".vibe": ("VIBE_HOME", ""),
}


def _moved_path(path: str, changed_variables: Mapping[str, str | None]) -> str:
    folder, _, name = path.partition("/")
    variable, subfolder = _FOLDERS_BY_VARIABLE.get(folder, ("", ""))
    base = changed_variables.get(variable)
    return str(Path(base, subfolder, name)) if base else path


def _environment(program: str, home: Path) -> dict[str, str]:
    folders = [str(PROGRAM.parent), str(Path(program).parent), os.environ.get("PATH", os.defpath)]
    registry = os.environ.get("NPM_CONFIG_REGISTRY")
    return {
        "HOME": str(home),
        "PATH": os.pathsep.join(folders),
        "LC_ALL": "C.UTF-8",
        **({"NPM_CONFIG_REGISTRY": registry} if registry else {}),
    }


def _start_client(
    command: tuple[str, ...], project: Path, variables: dict[str, str], timeout: float
) -> tuple[int, str]:
    process = subprocess.Popen(
        command,
        cwd=project,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        # The group is the client's own (start_new_session): hooks it started go with it.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return process.returncode, output


def _end_daemons(project: Path) -> None:
    """End the process that Cline leaves behind for later runs, told by its working folder."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if "--cline-hub-daemon" in words and str(project) in words:
            os.kill(int(path.parent.name), signal.SIGTERM)
