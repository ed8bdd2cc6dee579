"""The log: statements, entries, rulings, the record, and what a program remembers.

`table.py` replays a record and is the one path for loading, verifying and ruling.
"""
