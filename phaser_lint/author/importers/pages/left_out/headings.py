"""Headings and leads that say what the lines below them are: work, a set-up, or how it is done.

## Pull requests      what is done, whatever the line says of it
## Naming             below it a line without a verb says how it is done
## Overview           below it a line only tells what there is
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.text.states_rule import BAN_WORDS

# Below one of these stands what is done, whatever the line says of it.
WORK_HEADING = re.compile(
    r"\b(?:pull[- ]requests?|PRs?|commits?|committing|branch(?:es|ing)?|git|(?:code )?reviews?"
    r"|reviewing|releas(?:es?|ing)|contribut(?:e|ing|ions?)|(?:code of )?conduct|(?:git"
    r"|development) workflow|reporting|^\W*communication(?= style|\W*$)|submit\w*"
    r"|feature requests?|versioning|changelog$|before (?:editing|coding)"
    r"|what agents)\b(?!.*\b(?:checklists?|licen[cs]\w*)\b)",
    re.IGNORECASE,
)
# Below one of these what looks like code is of git, too: ## Commit messages > `feat:` for a feature
GIT_HEADING = re.compile(
    r"\b(?:(?<!pre-)commits?(?: messages?)?|committing|branch(?:es|ing)?|(?:PRs?"
    r"|pull[- ]requests?) titles?"
    r"|versioning|worktrees?|releas(?:es?|ing)(?= (?:procedure|process|checklist|steps|notes"
    r"|policy)|\W*$))\b",
    re.IGNORECASE,
)
# Below one of these stands what an agent leaves alone: NEVER scan
CONDUCT_HEADING = re.compile(
    r"^\W*(?:never|do not|don['’]?t)\W+(?:scan|run|execute|send|share|communicate|disclose|reveal"
    r"|visit|browse|install|ask|discuss|trust)\W*$",
    re.IGNORECASE,
)
# Before production: what is done then
TIME_LEAD = re.compile(
    r"^\W*(?:before|after|prior to)\b[^.:,]*(?:, (?:(?:please|you must|always) )?(?:verify|check"
    r"|ensure|make sure|confirm|run|do|read|complete)\b[^.:]*)?:\W*$",
    re.IGNORECASE,
)
# Below one of these it does so only where it asks for something: Python 3.8 is a fact.
SETUP_HEADING = re.compile(
    r"\b(?:set-?up|setting up|getting started|get started|quick ?start|install(?:ing|ation)?"
    r"|prerequisites|deploy(?:ing|ment)?|troubleshooting|local development|building|running)\b",
    re.IGNORECASE,
)
# Below one of these what a line asks for is a step of some work.
TASK_HEADING = re.compile(
    r"^\W*(?:[\d.]+\W*)?(?:adding|creating|updating|removing|extending|registering|debugging"
    r"|upgrading|migrating|publishing|changing|editing|customi[sz]ing|configuring|add|create|fix"
    r"|update|improve)\b|\b(?:common tasks|how to|future|roadmap|to-?dos?|next steps|planned"
    r"|milestones?|phases?|enhancements|(?:release|deployment|setup|onboarding|migration|launch|submission|review)"
    r" checklists?|steps|recipes?)\b",
    re.IGNORECASE,
)
# ## Definition of done > Documentation updated, ## Before merging > Tests are green: somebody looks
CHECK_HEADING = re.compile(
    r"\b(?:check-?lists?|self-check|definition of done|acceptance criteria|done (?:when|means))\b"
    r"|^\W*(?:\d+\W+)?before (?:you )?(?:\w+ing|merge|commit|push|submit|finish)\b",
    re.IGNORECASE,
)
TASTE_HEADING = re.compile(r"^\W*(?:\w+ (?:and|&) )?(?:tone|voice|personality)\b", re.IGNORECASE)
# Below one of these a line without a verb says how it is done.
HOW_HEADING = re.compile(
    r"\b(?:naming|imports?|formatting|indentation|style|conventions?|standards?|rules?|limits?"
    r"|constraints?|requirements?|principles?|guidelines?|invariants?|words to use|practices"
    r"|preferences|guardrails|recommended \w+|(?:layout|ui) patterns?)\b",
    re.IGNORECASE,
)
STANDARD_HEADING = re.compile(
    r"\b(?:standards?|rules|guidelines|principles|practices)\b", re.IGNORECASE
)
# Below one of these it only tells what there is.
THINGS_HEADING = re.compile(
    r"\b(?:overview|(?:project|directory|folder|file|repo\w*|code(?:base)?) structure|architecture"
    r"|concepts?|key (?:\w+ )?(?:files|components|directories|modules|services)|modules?(?! rules)"
    r"|endpoints?|models?|schema|stack|documentation|references?|map|what is|about|glossary"
    r"|features?|how (?:[\w-]+ ){1,5}works?|layout|state|status|background|identity"
    r"|limitations?|known issues|snapshot"
    r"|variables|options|flags|parameters|settings|configuration|system dependencies)\b"
    r"|(?:^|> )\W*tools\W*(?:$|>)",
    re.IGNORECASE,
)
# Below one of these the fewest words are a rule: React > packages > relative
ORDER_HEADING = re.compile(
    r"\b(?:order(?:ing)?|limits?|naming|sizes?|indentation)\b", re.IGNORECASE
)
# Calculate net income: what a program does
OVERVIEW_HEADING = re.compile(
    r"\b(?:overview|(?<!new )(?<!suggesting )(?<!requesting )(?<!adding )(?<!proposing )features"
    r"|what (?:\w+ )?is|about|purpose|capabilities|core components)\b",
    re.IGNORECASE,
)
FLAGS_HEADING = re.compile(r"\b(?:flags|options|arguments|parameters|usage)\b", re.IGNORECASE)
# Below a heading of conventions what is so is demanded, where it says what is not.
CONVENTIONS = re.compile(r"\b(?:conventions|rules|policy|policies|guidelines)\b", re.IGNORECASE)
INVARIANTS = re.compile(r"\binvariants?\b", re.IGNORECASE)
# Below one of these what stands without a verb is demanded: ## Done checklist > Errors with a code
DEMANDING_HEADING = re.compile(
    r"\b(?:checklists?|required(?! by)|mandatory|preferred \w+|must(?!-)|acceptable|(?<![\w-])only"
    r"|definition of done|acceptance criteria)\b|^\W*(?:technical |code )?requirements\b.*:",
    re.IGNORECASE,
)
BENEFITS_LEAD = re.compile(r"\W*(?:why|benefits|advantages|reasons)\b", re.IGNORECASE)
EXPLAINING_LEAD = re.compile(r"\b(?:why|appl(?:y|ies)|reasons?|benefits?|runs)\b", re.IGNORECASE)
BAN_HEADING = re.compile(rf"\b(?:{BAN_WORDS}|does not|pitfalls|mistakes)\b", re.IGNORECASE)
# ### Don't > Use tabs: what is banned there, or what is done instead
OPPOSITE_HEADING = re.compile(r"\W*(?:don['’]?ts?|do not|never|avoid)\W*", re.IGNORECASE)
LACKING_HEADING = re.compile(
    r"\b(?:limitations?|issues|status|state|gaps|missing|not yet|backlog|current|why|rationale"
    r"|features)\b",
    re.IGNORECASE,
)
