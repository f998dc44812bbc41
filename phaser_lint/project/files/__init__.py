"""The files of a project in some state (``core.files.Files``), a module for each state.

    disk      as they are now, with what a sparse checkout leaves out
    tracked   as they are now, as far as git's index has them
    index     as the next commit has them
    commit    as a commit has them
    edited    another state with some files in place of its own
    texts     texts that are given, and nothing else

What git's modes, links, submodules, sparse checkouts and ignored files mean is known here alone.
"""
