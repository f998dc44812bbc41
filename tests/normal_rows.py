"""Tests that take long: how many of their rows the normal set has.

The slow set has all of them. A whole run of the normal set is to take less than five minutes on
two cores, and most of it was a few hundred rows that each start several programs.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

# One row in so many, the first of all; with 0 none.
NORMAL_ROWS = {
    "tests/agent/install/test_round_trip.py": {
        "test_install_then_uninstall_gives_back_the_file": 0,
    },
    "tests/agent/test_answers.py": {
        "test_bad_input": 6,
        "test_stop": 2,
        "test_wrong_agent": 2,
    },
    "tests/agent/test_hook_process.py": {
        "test_nothing_goes_on_running": 2,
    },
    "tests/author/test_why_agrees.py": {
        "test_a_hundred_cases": 12,
    },
    "tests/check/comparison/test_by_revision.py": {
        "test_a_clean_checkout_is_checked_by_the_same": 4,
        "test_told": 3,
    },
    "tests/check/engine/test_directives.py": {
        "test_a_minified_file_takes_no_more_than_its_length": 2,
    },
    "tests/check/engine/test_levels.py": {
        "test_what_is_undecided_is_so_at_its_level": 0,
    },
    "tests/check/engine/test_turns.py": {
        "test_turns_change_nothing_where_nothing_runs_out_of_time": 5,
    },
    "tests/check/fixes/test_any_fixes.py": {
        "test_a_substitution_does_the_same": 2,
        "test_line_ends_play_no_part": 2,
        "test_what_holds_of_every_result": 2,
    },
    "tests/check/shards/test_json_report.py": {
        "test_round_trip_of_any_report": 0,
    },
    "tests/check/shards/test_refused.py": {
        "test_a_report_that_was_changed": 2,
    },
    "tests/check/shards/test_shards.py": {
        "test_processes": 0,
    },
    "tests/check/shards/test_union.py": {
        "test_generated_projects_show_everything": 0,
        "test_union_of_generated_projects": 5,
    },
    "tests/check/test_kinds_of_change.py": {
        "test_against_which_before": 3,
        "test_what_equals_a_side_is_no_change": 3,
    },
    "tests/check/test_listing.py": {
        "test_many_files": 0,
    },
    "tests/check/test_many_files.py": {
        "test_processes_keep_the_order": 0,
        "test_what_the_listing_tells_saves_a_look": 0,
        "test_without_the_automaton_it_is_the_same": 0,
    },
    "tests/check/test_result_cache.py": {
        "test_a_change_shows": 3,
        "test_a_part_keeps_its_results_for_the_whole": 2,
        "test_a_spoilt_file_of_results_is_as_good_as_none": 2,
        "test_kept_results_are_used": 3,
        "test_parts_and_the_whole_agree_after_any_changes": 3,
        "test_scans_at_once_give_the_same": 2,
    },
    "tests/check/test_scan_differential.py": {
        "test_a_real_tree_by_every_way_of_a_scan": 0,
        "test_some_patterns_of_everybody": 0,
    },
    "tests/command/test_action.py": {
        "test_files_that_cannot_be_written": 2,
        "test_inputs": 2,
        "test_wrong_inputs": 2,
    },
    "tests/command/test_baseline_merges.py": {
        "test_branches_merge": 2,
        "test_the_union_is_a_baseline": 2,
    },
    "tests/command/test_cli.py": {
        "test_a_disk_that_fills": 2,
        "test_closed_pipe": 2,
    },
    "tests/command/test_completion.py": {
        "test_what_is_offered": 2,
    },
    "tests/command/test_contracts_check.py": {
        "test_what_could_not_be_checked": 2,
    },
    "tests/command/test_doctor.py": {
        "test_a_folder_of_several_projects": 0,
        "test_a_hook_beside_its_matcher": 0,
        "test_a_hook_that_is_left_out": 4,
        "test_a_matcher_that_is_no_text": 2,
        "test_a_path_in_the_settings": 3,
        "test_a_plugin_of_another_project": 0,
        "test_broken_in_one_place": 4,
        "test_called_as_started": 0,
        "test_healthy_without_a_name": 0,
        "test_inside_a_hook_of_git": 0,
        "test_notes": 3,
        "test_pre_commit_below_the_top_folder": 0,
        "test_pre_commit_broken": 0,
        "test_pre_commit_that_compares_with_nothing": 0,
        "test_pre_commit_that_counts_what_is_new": 0,
        "test_pre_commit_with_a_program_of_the_project": 0,
        "test_pre_commit_with_another_configuration": 0,
        "test_settings_that_name_it_in_vain": 4,
        "test_the_memory_of_sessions_is_not_touched": 0,
        "test_two_hooks_that_differ": 0,
    },
    "tests/command/test_doctor_agents.py": {
        "test_a_plugin_for_context_that_cannot_run": 0,
        "test_broken_hooks_for_links": 0,
        "test_files_that_cline_takes": 6,
        "test_healthy": 6,
        "test_healthy_with_links": 0,
        "test_left_out": 4,
        "test_odd_hooks_that_never_run": 5,
        "test_odd_hooks_that_run": 4,
        "test_one_trusted_folder_above": 0,
        "test_packs_alone_without_git": 2,
        "test_started_below_the_top": 6,
        "test_started_below_with_a_hook_of_the_user": 0,
        "test_switches_and_trust": 6,
        "test_the_plugin_for_context": 0,
        "test_vscode_passes_over_a_folder": 2,
        "test_vscode_runs_the_hooks_of_copilot": 0,
    },
    "tests/command/test_hook.py": {
        "test_broken_stdin": 3,
    },
    "tests/command/test_init_in_projects.py": {
        "test_some": 2,
    },
    "tests/command/test_install.py": {
        "test_what_is_installed_answers": 2,
    },
    "tests/command/test_install_agents.py": {
        "test_a_switch_in_the_agents_own_home": 0,
        "test_an_active_environment": 0,
        "test_another_form_is_replaced_with_force": 3,
        "test_no_folder_stays": 2,
        "test_protect": 6,
        "test_the_agents_own_home": 0,
        "test_the_installed_command_denies": 5,
    },
    "tests/command/test_install_origin.py": {
        "test_as_before": 3,
        "test_generated_settings": 4,
    },
    "tests/command/test_json_of_each.py": {
        "test_json_of_each": 2,
    },
    "tests/command/test_many_at_once.py": {
        "test_one_session": 0,
        "test_the_same_verdicts": 0,
    },
    "tests/command/test_moved_code.py": {
        "test_a_branch": 4,
        "test_after_a_command_and_at_stop": 3,
        "test_shards": 3,
        "test_since": 4,
        "test_what_is_no_file_any_more_has_lost_its_lines": 2,
    },
    "tests/command/test_precommit.py": {
        "test_head_is_never_compared_with_itself": 4,
    },
    "tests/command/test_replay.py": {
        "test_a_working_directory_below": 2,
        "test_recorded_and_replayed_for_every_agent": 5,
        "test_what_real_clients_sent": 6,
    },
    "tests/command/test_scan.py": {
        "test_exit_codes": 2,
        "test_what_git_refuses": 3,
    },
    "tests/command/test_scan_since.py": {
        "test_a_sparse_checkout_misses_nothing": 3,
    },
    "tests/command/test_scan_staged.py": {
        "test_a_commit_with_an_index_of_its_own": 2,
    },
    "tests/command/test_try_pattern.py": {
        "test_every_type": 4,
    },
    "tests/command/test_unreadable_files.py": {
        "test_an_incomplete_run": 2,
    },
    "tests/command/test_why.py": {
        "test_results": 2,
    },
    "tests/contract/test_drawn_values.py": {
        "test_no_value_ends_in_a_traceback": 10,
    },
    "tests/contract/rules/test_items_listed.py": {
        "test_no_bound_on_their_number": 0,
    },
    "tests/contract/test_stored_faults.py": {
        "test_garbled": 0,
    },
    "tests/core/test_json_outline.py": {
        "test_all_else_stays": 0,
    },
    "tests/core/test_workers.py": {
        "test_every_item_has_its_result": 3,
        "test_nobody_waits_for_workers_that_have_ended": 2,
    },
    "tests/editor/test_bad_parameters.py": {
        "test_wrong_parameters": 6,
    },
    "tests/editor/test_cases_in_editor.py": {
        "test_editor": 10,
    },
    "tests/editor/test_watching.py": {
        "test_what_others_change": 6,
    },
    "tests/editor/test_sessions.py": {
        "test_sessions": 2,
    },
    "tests/hook/protection/test_deciding_places.py": {
        "test_nothing_that_decides_changes_in_silence": 20,
    },
    "tests/hook/protection/test_inventory.py": {
        "test_a_contract_is_denied_beside_a_link_to_all": 0,
    },
    "tests/hook/protection/test_unannounced_changes.py": {
        "test_reported": 6,
        "test_silent": 3,
    },
    "tests/hook/test_clean.py": {
        "test_cases": 10,
        "test_events": 2,
        "test_odd_events": 5,
    },
    "tests/hook/test_clean_process.py": {
        "test_a_closed_stream": 3,
    },
    "tests/hook/test_head_history.py": {
        "test_named": 6,
        "test_named_at_once": 2,
        "test_silent": 4,
    },
    "tests/hook/test_head_types.py": {
        "test_a_colleagues": 5,
        "test_the_agents": 6,
        "test_the_users_of_before": 5,
    },
    "tests/hook/test_hook_levels.py": {
        "test_a_worktree_that_a_command_names_or_makes": 4,
    },
    "tests/hook/test_hooks_at_once.py": {
        "test_while_a_contract_changes": 0,
    },
    "tests/hook/test_large_events.py": {
        "test_as_large_as_it_says": 2,
        "test_path_and_name_decide_at_any_size": 5,
        "test_the_hook_is_protected_at_any_size": 4,
    },
    "tests/hook/test_others_work.py": {
        "test_named": 5,
        "test_silent": 6,
    },
    "tests/hook/test_partners_and_lists.py": {
        "test_others_that_lack_nothing": 2,
        "test_what_others_lack_after_a_command": 3,
    },
    "tests/hook/test_random_histories.py": {
        "test_histories": 0,
    },
    "tests/hook/test_with_the_edit_differential.py": {
        "test_the_same_before_and_after": 4,
    },
    "tests/hooks/test_event_place.py": {
        "test_a_worktree": 2,
        "test_contracts_below_the_root": 5,
    },
    "tests/hooks/test_process.py": {
        "test_a_handler_that_fails": 2,
        "test_standard_input_that_is_no_event": 4,
    },
    "tests/precommit/test_arguments.py": {
        "test_a_file_named_like_a_flag_ends_no_check": 3,
        "test_a_user_chooses_the_files": 0,
        "test_a_wrong_argument_is_said": 6,
        "test_arguments_do_not_break_names": 0,
        "test_before_a_push": 0,
        "test_by_hand": 0,
        "test_files_outside_of_the_root_are_skipped": 0,
        "test_json_and_github_formats": 0,
        "test_only_warnings_are_asked_for": 0,
    },
    "tests/precommit/test_changes.py": {
        "test_a_merge": 0,
        "test_a_range_of_commits": 0,
    },
    "tests/precommit/test_commits.py": {
        "test_a_deleted_file_that_is_still_on_disk_is_missing": 0,
        "test_a_linked_worktree_knows_what_is_old": 0,
        "test_a_merge_without_conflicts_is_checked": 0,
        "test_a_renamed_file_is_checked_under_its_new_name": 0,
        "test_a_required_file_cannot_be_renamed": 0,
        "test_a_resolved_conflict_is_checked": 0,
        "test_what_is_text_is_ours_to_say": 0,
    },
    "tests/precommit/test_fixes.py": {
        "test_what_stays_broken": 0,
    },
    "tests/precommit/test_names.py": {
        "test_batches_side_by_side_say_the_same": 0,
        "test_flags_that_are_file_names": 0,
        "test_links_are_skipped": 0,
        "test_links_that_a_user_asks_for_are_skipped": 0,
        "test_many_files": 0,
    },
    "tests/precommit/test_runs.py": {
        "test_a_range_of_commits": 0,
    },
    "tests/precommit/test_since_head.py": {
        "test_a_merge": 0,
        "test_a_push_of_what_is_not_checked_out": 0,
        "test_a_push_that_takes_commits_back": 0,
        "test_a_range": 0,
    },
    "tests/project/git/test_endless_git.py": {
        "test_endless": 6,
    },
    "tests/project/git/test_git_status.py": {
        "test_git_that_fails": 4,
    },
    "tests/project/git/test_replaced_objects.py": {
        "test_replaced": 2,
    },
    "tests/project/git/test_snapshots.py": {
        "test_many_objects": 0,
    },
    "tests/report/test_markdown.py": {
        "test_the_table_ends_before_github_s_limit": 2,
    },
    "tests/report/test_sarif.py": {
        "test_many_results": 0,
    },
    "tests/test_action_yml.py": {
        "test_hostile_inputs": 6,
        "test_pull_request": 3,
        "test_wrong_inputs": 2,
    },
    "tests/test_bad_input.py": {
        "test_contract": 4,
        "test_field_of_the_wrong_type": 10,
        "test_name": 5,
        "test_stdin": 3,
    },
    "tests/test_cases.py": {
        "test_action": 10,
        "test_enforce": 5,
        "test_hook": 5,
        "test_hook_after": 6,
        "test_hook_says_it_once": 5,
        "test_precommit": 10,
        "test_processes": 6,
        "test_scan": 4,
        "test_the_event_makes_the_files": 3,
    },
    "tests/test_directives_as_text.py": {
        "test_where_they_count": 2,
    },
    "tests/test_every_level.py": {
        "test_one_verdict_in_every_place": 6,
    },
    "tests/test_every_type.py": {
        "test_a_new_type_is_never_silent": 4,
        "test_one_verdict_in_every_place": 12,
    },
    "tests/test_hook_script.py": {
        "test_it_denies_whatever_the_project_holds": 4,
    },
    "tests/test_hostile_checkout.py": {
        "test_each_word_is_needed": 3,
        "test_nothing_runs": 12,
        "test_nothing_runs_at_an_agents_events": 3,
        "test_the_fetch_runs_nothing_else": 2,
    },
    "tests/test_hostile_git.py": {
        "test_a_session_with_commits": 0,
    },
    "tests/test_layers.py": {
        "test_no_arrow_is_for_nothing": 2,
    },
    "tests/test_odd_places.py": {
        "test_all_places_at_once": 5,
        "test_each_place": 5,
    },
    "tests/test_path_patterns_out_of_time.py": {
        "test_scan": 5,
    },
    "tests/test_pictures.py": {
        "test_pictures_show_what_is_printed": 2,
    },
    "tests/test_started_names.py": {
        "test_started_as_installed": 2,
    },
    "tests/test_where_levels_count.py": {
        "test_one_answer": 5,
    },
    "tests/text/languages/test_languages.py": {
        "test_the_lexers_of_pygments_take_it_for_a_comment": 0,
    },
    "tests/text/search/literals/test_required.py": {
        "test_a_requirement_is_bounded": 3,
    },
    "tests/text/search/literals/test_required_differential.py": {
        "test_generated_patterns_keep_their_matches": 0,
    },
    "tests/text/search/supersets/test_characters.py": {
        "test_other_characters": 6,
    },
    "tests/text/search/supersets/test_widened.py": {
        "test_a_match_is_never_ruled_out": 8,
    },
    "tests/text/search/test_item_list.py": {
        "test_as_one_search_for_each_item_has_it": 5,
    },
    "tests/text/search/test_prefilter.py": {
        "test_folding_follows_the_engine_over_all_of_unicode": 6,
    },
    "tests/windows/test_drive.py": {
        "test_commands": 8,
        "test_precommit": 2,
    },
    "tests/windows/test_without.py": {
        "test_commands": 6,
        "test_each_fix": 2,
        "test_events": 4,
    },
}


def mark_slow(items: Iterable[pytest.Item]) -> None:
    """Put the rows of *items* that the table leaves out into the slow set."""
    rows: Counter[tuple[str, str]] = Counter()
    for item in items:
        file, _, test = item.nodeid.partition("::")
        name = test.partition("[")[0]
        number = NORMAL_ROWS.get(file, {}).get(name)
        if number is None or item.get_closest_marker("slow"):
            continue
        if number == 0 or rows[file, name] % number:
            item.add_marker(pytest.mark.slow)
        rows[file, name] += 1
