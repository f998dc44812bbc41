x = 1
# phaser:ignore-next-line no-assertassert x
assert xprint(x)
