#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The sample submission in fixtures/ is what its generator writes."""
import filecmp
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import SAMPLE


class Sample(unittest.TestCase):
    def test_generator_writes_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(SAMPLE.parent / "make_submission.py"), folder], check=True)
            made = {p.relative_to(folder) for p in Path(folder).rglob("*") if p.is_file()}
            kept = {p.relative_to(SAMPLE) for p in SAMPLE.rglob("*") if p.is_file()}
            self.assertEqual(made, kept)
            _, different, odd = filecmp.cmpfiles(folder, SAMPLE, sorted(map(str, made)), shallow=False)
            self.assertEqual((different, odd), ([], []))


if __name__ == "__main__":
    unittest.main()
