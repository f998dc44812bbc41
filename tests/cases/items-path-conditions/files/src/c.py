class Command:
