"""Whether the code keeps to its rooms and sizes (docs/design.md).

python tools/layers.py        prints each breach; exit status 1 if there is any
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Which rooms a room may use, besides itself. Everybody may use `wire` and `errors`.
ARROWS: dict[str, set[str]] = {
    "cli": {"record", "play", "games", "fair", "script"},
    "record": {"play", "games", "fair", "script"},
    "play": {"games", "fair", "script"},
    "games": {"script"},
    "fair": set(),
    "script": set(),
    "wire": set(),
    "errors": set(),
}
COMMON = {"wire", "errors"}

# Rooms without a disk, a clock, a terminal or chance of their own.
PURE = {"games", "script", "play", "fair", "wire"}
WORLDLY = {
    "datetime", "io", "os", "pathlib", "random", "secrets", "shutil", "socket", "subprocess",
    "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip
WORLDLY_CALLS = {"open", "input", "print"}
EXCUSED = {
    "play/bots.py": {"random"},  # a bot's choice is no draw of the game
}

MOST_LINES = 400
MOST_LINES_OF_A_GAME = 700
MOST_LINES_OF_A_FUNCTION = 40


def sources(package: Path) -> Iterator[tuple[str, ast.Module, int]]:
    """Name within the package, tree and number of lines of each file."""
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield path.relative_to(package).as_posix(), ast.parse(text), text.count("\n")


def room(name: str) -> str:
    """The room of a file; "" for the package's own files."""
    first = name.split("/")[0].removesuffix(".py")
    return first if first in ARROWS else ""


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every module imported, with its line; also by `from pbem.record import files`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, node.lineno
            yield from ((f"{node.module}.{a.name}", node.lineno) for a in node.names)


def bad_arrows(name: str, tree: ast.Module) -> Iterator[str]:
    here = room(name)
    if not here:
        return
    allowed = {here} | COMMON | ARROWS[here]
    for module, line in imports(tree):
        parts = module.split(".")
        if parts[0] != "pbem" or len(parts) < 2 or parts[1] not in ARROWS:
            continue
        if parts[1] not in allowed:
            yield f"{name}:{line}: {here} may not use {parts[1]}"


def worldly(name: str, tree: ast.Module) -> Iterator[str]:
    if room(name) not in PURE:
        return
    for module, line in imports(tree):
        top = module.split(".")[0]
        if top in WORLDLY and top not in EXCUSED.get(name, set()):
            yield f"{name}:{line}: {room(name)} may not import {top}"
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in WORLDLY_CALLS:
            yield f"{name}:{call.lineno}: {room(name)} may not call {call.func.id}"


def too_long(name: str, tree: ast.Module, lines: int) -> Iterator[str]:
    most = MOST_LINES_OF_A_GAME if room(name) == "games" else MOST_LINES
    if lines >= most:
        yield f"{name}: {lines} lines, fewer than {most} are wanted"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            size = body_lines(node)
            if size >= MOST_LINES_OF_A_FUNCTION:
                yield f"{name}:{node.lineno}: {node.name} has {size} lines"


def body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function's body, without signature and docstring."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def breaches(package: Path) -> list[str]:
    found: list[str] = []
    for name, tree, lines in sources(package):
        found += [*bad_arrows(name, tree), *worldly(name, tree), *too_long(name, tree, lines)]
    return found


def main() -> int:
    found = breaches(ROOT / "pbem")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
