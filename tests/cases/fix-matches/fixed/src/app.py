def run(total):
    logger.info(total); logger.info("done")
    print("kept")  # phaser:ignore no-print
