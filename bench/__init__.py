"""How fast the program is, and how small what it writes: `python -m bench`.

Every measure prints what it found beside its target. A ratio is taken from two things
timed in turn in the same run, so that it means the same on a slow and on a fast machine.
"""
