import os

print(1)  # phaser:ignore no-print -- the receipt
x = 1  # phaser:ignore no-print

print(2)
