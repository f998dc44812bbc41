# phaser:ignore-file no-print -- a script
print(1)
print(2)
