#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The acceptance data against the binary: published results and seeded faults. Cases: cases_test.py."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import BINARY, BUILD, shared  # noqa: E402

PART = "1"  # how much of the acceptance data is answered so far
failed = False
for what in ("corpus", "seedfaults"):
    command = [sys.executable, str(shared() / "tools/accept.py"), what, "--part", PART, "--bin", BINARY, "--jobs", "2",
               "--work", str(BUILD / "accept")]
    failed |= subprocess.run(command).returncode != 0
sys.exit(failed)
