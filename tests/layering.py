#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes point downwards only: every folder of lib/ may include its own level's own files and what lies below."""
import re
import sys
from pathlib import Path

LEVELS = [
    {"base"},
    {"mllog", "rules"},
    {"submission", "tokenizer", "sandbox", "stats"},
    {"compliance", "accuracy", "specdec", "loadgen", "endpoints", "infer"},
    {"audit"},
    {"report", "reference"},
    {"cmd"},
]
LEVEL = {folder: i for i, folders in enumerate(LEVELS) for folder in folders}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def problems(root):
    files = sorted(p for top in ("lib", "cmd") for p in (root / top).rglob("*") if p.suffix in (".h", ".cc"))
    if len(files) < 10:
        yield f"only {len(files)} source files under {root}: nothing to check"
    for path in files:
        parts = path.relative_to(root).parts
        folder = "cmd" if parts[0] == "cmd" else parts[1]
        if folder not in LEVEL:
            yield f"{path}: folder {folder!r} has no level in tests/layering.py"
            continue
        text = path.read_text()
        if not text.startswith("// SPDX-License-Identifier: Apache-2.0\n"):
            yield f"{path}: does not begin with the licence line"
        for number, line in enumerate(text.splitlines(), 1):
            m = INCLUDE.match(line)
            if not m:
                continue
            target = m.group(1).split("/")[0] if "/" in m.group(1) else folder
            if target == folder:
                continue
            if LEVEL.get(target, 99) >= LEVEL[folder]:
                yield f"{path}:{number}: {folder} must not include {m.group(1)}"
            if folder == "report" and target not in ("audit", "base", "rules"):
                yield f"{path}:{number}: report sees only the finished report, not {m.group(1)}"


found = list(problems(Path(sys.argv[1])))
print("\n".join(found) or "includes point downwards")
sys.exit(bool(found))
