def start():
