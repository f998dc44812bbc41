import sys
print(sys)
