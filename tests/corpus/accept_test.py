#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The acceptance data against the binary: published results and seeded faults. Cases: cases_test.py."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import accept  # noqa: E402

sys.exit(any([accept(what) != 0 for what in ("corpus", "seedfaults")]))
