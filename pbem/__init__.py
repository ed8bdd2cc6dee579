"""pbem: the arbiter for tabletop games played by mail."""

__version__ = "0.1.0"
__all__ = ["__version__"]
