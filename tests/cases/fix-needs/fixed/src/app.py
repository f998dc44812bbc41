from app import run, log

log.info(run)
