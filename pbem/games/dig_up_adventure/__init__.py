"""DIG UP Adventure: Mines, treasures and tools. Rules: docs/rules/dig-up-adventure.md."""
