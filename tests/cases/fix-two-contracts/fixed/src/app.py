x = 1
logger.info(x)
