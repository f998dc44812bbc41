open(a)
open(b, 'w')
open(
    c,
    mode='w',
)
open(d)
