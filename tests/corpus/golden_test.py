#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands about one run against LoadGen runs whose exact figures are known."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import BINARY, BUILD, shared  # noqa: E402

ITEMS = ["*/schedule"]

command = [sys.executable, str(shared() / "tools/accept.py"), "golden", "--bin", BINARY, "--part", "2", "--jobs", "2",
           "--work", str(BUILD / "accept")]
for item in ITEMS:
    command += ["--only", item]
sys.exit(subprocess.run(command).returncode != 0)
