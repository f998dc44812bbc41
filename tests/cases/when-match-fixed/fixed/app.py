print(1)
logger.debug('debug')
