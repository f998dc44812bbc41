def run(total):
    print(total); print("done")
    print("kept")  # phaser:ignore no-print
