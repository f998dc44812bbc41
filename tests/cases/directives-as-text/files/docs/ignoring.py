# A page on directives shows them: phaser:ignore
print(1)  # phaser:ignore no-print -- shown, not meant
x = 2  # phaser:ignore no-such-rule
x = 3  # phaser:ignore-all
x = 4  # phaser:disable no-print
