"""What happens to the program when files are spoilt and processes die: `python -m fuzz`.

Files are made from those in samples/ by a seeded source, so that a file that found a fault
can be made again by its number. Whoever changes a reader, a game or the way files are
written runs this for longer than the tests do.
"""
