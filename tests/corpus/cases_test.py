#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each case from the field that is answered so far as a test named after it: `cases_test.py Cases.test_C3`.

Inputs and expectations come with the acceptance data, which also judges the outcome.
"""
import json
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import BUILD, PART, accept, shared  # noqa: E402

SHARED = shared()
# Their files need a tree around them, or there is nothing to run. B17: tests/cli/latency_test.py; F17, F18, F21, G18 to
# G21: tests/cli/verify_test.py; J3: tests/cli/check_test.py; the others: tests/unit/audit/compliance_cases_test.cc.
ELSEWHERE = {"B17", "F15", "F16", "F17", "F18", "F20", "F21", "G18", "G19", "G20", "G21", "G24", "J3"}


def due():
    text = (SHARED / "facts/coverage.md").read_text()
    rows = re.findall(r"(?m)^\| ([A-K]\d+) \| (\d+) \|", text)
    return [case for case, part in rows if int(part) <= PART and case not in ELSEWHERE]


class Cases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        out = BUILD / "accept-cases.json"
        only = [word for case in due() for word in ("--only", case)]
        accept("cases", "--json", str(out), *only)
        cls.outcome = {row["id"]: row for row in json.loads(out.read_text())["cases"]}


def make(case):
    def test(self):
        row = self.outcome.get(case)
        self.assertIsNotNone(row, f"case {case} was not run")
        self.assertEqual(row["status"], "passed", row["problems"])
    return test


for name in due():
    setattr(Cases, f"test_{name}", make(name))

if __name__ == "__main__":
    unittest.main()
