"""Rules that people wrote on a page (CLAUDE.md, AGENTS.md): lines that state one, sure drafts."""
