<<<<<<< ours
b
