def one(): 0
"""
def two(): 0
"""
def three(): 0
