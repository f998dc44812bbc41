# phaser:ignore-file short-modules -- generated
b = 2
c = 3
d = 4
