"""The rules of a SARIF log: what it says of each contract, within GitHub's limits."""

from __future__ import annotations

import re

from phaser_lint.core.text import contract_shown, printable, printable_lines
from phaser_lint.report.report_places import is_address, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import ContractSummary

_LONGEST_DESCRIPTION = 1024
_MOST_TAGS = 20
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def rule(contract: ContractSummary) -> dict[str, object]:
    """Return the ``reportingDescriptor`` of a contract."""
    lines = printable_lines(contract.message)
    properties: dict[str, object] = {"problem.severity": contract.severity}
    if contract.type:
        properties["contractType"] = contract.type
    if contract.tags:
        properties["tags"] = [printable(tag) for tag in dict.fromkeys(contract.tags)][:_MOST_TAGS]
    shown = contract_shown(contract.key)
    described: dict[str, object] = {
        "id": shown,
        "name": _name(shown),
        "shortDescription": {"text": _description(lines[0])},
        "fullDescription": {"text": _description("\n".join(lines))},
        "help": {"text": plain_text(_help(contract))},
        "defaultConfiguration": {"level": contract.severity},
        "properties": properties,
    }
    if is_address(contract.url):
        described["helpUri"] = contract.url
    return described


def _name(shown: str) -> str:
    """Return ``NoPrintContract`` for ``no-print``: Azure wants a name, SARIF that it is no id."""
    words = shown.rpartition("/")[2].split("-")
    return "".join(f"{word[:1].upper()}{word[1:]}" for word in [*words, "contract"])


def plain_text(text: str) -> str:
    """Return *text* so that a viewer sees no link in it: ``[text](address)`` would become one."""
    return _LINK.sub(r"\\[", text)


def _description(text: str) -> str:
    return shortened(plain_text(text), _LONGEST_DESCRIPTION)


def _help(contract: ContractSummary) -> str:
    parts = ["\n".join(printable_lines(text)) for text in (contract.message, contract.rationale)]
    parts += [printable(contract.url), f"Contract: {printable(contract.path)}"]
    told = (contract.message, contract.rationale, contract.url, contract.path)
    return "\n\n".join(part for part, given in zip(parts, told, strict=True) if given.strip())
