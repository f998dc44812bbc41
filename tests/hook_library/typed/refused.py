"""What would fail as it runs: a checker says so of each line marked ``refused``, of no other."""

from __future__ import annotations

from phaser_lint.hooks import PreToolUseInput, PreToolUseResponse, StopInput, StopResponse, run


def wrong(event: StopInput) -> str:
    return event.cwd


def two(event: StopInput, second_argument: int) -> None:
    return None


def good(event: StopInput) -> None:
    return None


wrong_answers = {"Stop": wrong}

run(wrong)  # refused
run(two)  # refused
run(wrong_answers)  # refused
run({"Stop": wrong})  # refused
run({"Stop": two})  # refused
run({"Stop": wrong, "PreToolUse": good})  # refused
run({"Stop": "good"})  # refused
run({3: good})  # refused
run({str: good})  # refused
run([good])  # refused
run(good, closed=True)  # refused

PreToolUseResponse.deny()  # refused
PreToolUseResponse.with_context()  # refused
PreToolUseResponse.deny("No.").with_context(3)  # refused
PreToolUseResponse("refuse")  # refused
StopResponse.deny("No.")  # refused
PreToolUseInput({}).file_path_matches(["*.py"])  # refused
print(PreToolUseInput({}).contents)  # refused
print(StopInput({}).file_path)  # refused
len(PreToolUseInput({}).content)  # refused
