"""Rules that people wrote on a page (CLAUDE.md, AGENTS.md): which lines state one, sure drafts.

``page_file`` reads a page, ``rule_lines`` finds its rules, ``outcomes`` says what becomes of each.

    text/        what a page says: statements, marks, languages
    code/        what code its words name, as patterns
    drafts/      how a sure line becomes a contract, and what makes it a condition
    left_out/    why another line has no draft
    report/      what is printed, the task for an agent
"""
