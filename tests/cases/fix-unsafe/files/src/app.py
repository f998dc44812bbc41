def run(total):
    print(total)
