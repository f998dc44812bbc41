"""Call print(x) nowhere."""

print(1)  # print(2)
last = "print(3)" + f"{print(4)} print(5)"
