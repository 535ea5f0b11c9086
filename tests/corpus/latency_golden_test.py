#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`latency` of every golden LoadGen run against its expected figures, all of them exact."""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import BINARY, BUILD, shared  # noqa: E402

sys.exit(subprocess.run([sys.executable, str(shared() / "tools/accept.py"), "golden", "--only", "*/latency", "--part", "2",
                         "--bin", BINARY, "--jobs", "2", "--work", str(BUILD / "accept")]).returncode)
