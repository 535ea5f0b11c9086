#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""verify and output-length over the golden LoadGen runs: figures, official outcome, judgement."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import BINARY, BUILD, shared  # noqa: E402

command = [sys.executable, str(shared() / "tools/accept.py"), "golden", "--part", "3", "--bin", BINARY, "--jobs", "2",
           "--only", "*/verify", "--only", "*/output-length", "--work", str(BUILD / "accept")]
sys.exit(subprocess.run(command).returncode)
