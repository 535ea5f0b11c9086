#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands about one run against LoadGen runs whose figures are known, all of them exact."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import accept  # noqa: E402

sys.exit(accept("golden"))
