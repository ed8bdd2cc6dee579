"""Whole tables by commands, as the tests of commands have them."""

from tests.cli.conftest import dogs, store, world

__all__ = ["dogs", "store", "world"]
