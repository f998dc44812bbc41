from app import run, log

print(run)
