import os

if os.name:
    a = "AKIA1234"  # phaser:ignore no-key -- the example of the manual
