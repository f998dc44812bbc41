a
<<<<<<< ours
>>>>>>> theirs
