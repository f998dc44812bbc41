"""What lies on the disk: places, texts, and the cache of this program."""
