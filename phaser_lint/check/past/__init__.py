"""The commits that were made already, checked by the contracts of today."""
