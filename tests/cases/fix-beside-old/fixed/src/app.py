logger.info("old")
logger.info("new")
