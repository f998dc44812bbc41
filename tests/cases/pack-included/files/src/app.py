breakpoint()
total = 1
breakpoint()  # phaser:ignore python-breakpoint -- the console asks for it
