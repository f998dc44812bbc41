"""Settings of an agent: what install adds uninstall takes out, and nothing else changes."""

from __future__ import annotations

from tests.agent.install import test_round_trip
from tests.agent.install.test_round_trip import settings_texts

INPUTS = settings_texts()


def check(text: str) -> None:
    """Both properties of the round trip."""
    test_round_trip.test_install_then_uninstall_gives_back_the_file.hypothesis.inner_test(text)
    test_round_trip.test_install_changes_nothing_that_is_not_ours.hypothesis.inner_test(text)
