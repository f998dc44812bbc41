"""Other tools' rules as contracts: a module a tool, with what of its rules is not converted."""
