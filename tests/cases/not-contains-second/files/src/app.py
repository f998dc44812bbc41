<<<<<<< ours
b
>>>>>>> theirs
