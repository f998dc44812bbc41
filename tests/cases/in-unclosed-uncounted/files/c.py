print("""")
