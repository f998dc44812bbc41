"""The commits that were made already, judged by the contracts of today."""
