open(path)
mode = 'w'
open(
    path,
)
