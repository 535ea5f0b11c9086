#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`schedule` from outside: exit codes, the two formats, streams."""
import json
import shutil
import tempfile
import unittest
from pathlib import Path

from support import SAMPLE, run

SERVER = "closed/ExampleCorp/results/example_x8/deepseek-r1/Server"


class Schedule(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.result = Path(self.folder.name) / "result"
        shutil.copytree(SAMPLE / SERVER, self.result)
        self.run_folder = self.result / "performance/run_1"

    def tearDown(self):
        self.folder.cleanup()

    def forge(self, old, new):
        log = self.run_folder / "mlperf_log_detail.txt"
        text = log.read_text()
        self.assertIn(old, text)
        log.write_text(text.replace(old, new))

    def test_healthy_run(self):
        done = run("schedule", self.run_folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("the log is what seeds and settings give", done.stdout)
        self.assertIn("4388 samples", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_json(self):
        done = run("schedule", self.run_folder, "--format", "json")
        self.assertEqual(done.returncode, 0)
        document = json.loads(done.stdout)
        schedule = document["schedule"]
        phase = schedule["phases"][0]
        self.assertEqual(phase["generated_query_count"], 4388)
        self.assertEqual(phase["generated_query_duration_ns"], 631442463493)
        self.assertEqual(len(phase["issue_order_sha256"]), 64)
        self.assertEqual(schedule["seeds"]["qsl"], 2465351861681999779)
        self.assertIsNone(schedule["issued_samples"])
        self.assertIn("trace", document["unavailable"]["schedule.issued_samples"])
        self.assertEqual(document["findings"], [])

    def test_quiet_is_the_last_line(self):
        whole = run("schedule", self.run_folder).stdout
        self.assertEqual(run("schedule", self.run_folder, "--quiet", "--strict").stdout,
                         whole.splitlines(keepends=True)[-1])

    def test_lines_that_are_not_there(self):
        """A log that ends early is compared as far as it goes, and the last line does not claim more."""
        log = self.run_folder / "mlperf_log_detail.txt"
        log.write_text("".join(line for line in log.read_text().splitlines(keepends=True)
                               if "generated_samples_per_query" not in line))
        done = run("schedule", self.run_folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("not in the log", done.stdout)
        self.assertTrue(done.stdout.endswith("what the log has is what seeds and settings give\n"), done.stdout)

    def test_same_bytes_for_any_number_of_threads(self):
        one, many = (run("schedule", self.run_folder, "-j", n, "--format", "json").stdout for n in (1, 7))
        self.assertEqual(one, many)

    def test_forged_count(self):
        self.forge('"generated_query_count", "value": 4388', '"generated_query_count", "value": 4389')
        done = run("schedule", self.run_folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("DIFFERS", done.stdout)
        self.assertIn("error perf-schedule-from-seeds", done.stdout)
        document = json.loads(run("schedule", self.run_folder, "--format", "json").stdout)
        finding, = document["findings"]
        self.assertEqual((finding["found"], finding["expected"]), (4389, 4388))
        self.assertEqual(finding["evidence"], "recomputed")

    def test_settings_that_cannot_be_regenerated(self):
        self.forge('"effective_min_query_count", "value": 100', '"effective_min_query_count", "value": 10000000000000000000')
        done = run("schedule", self.run_folder, "--format", "json")
        self.assertEqual(done.returncode, 0)
        document = json.loads(done.stdout)
        self.assertIsNone(document["schedule"]["phases"])
        self.assertIn("too many", document["unavailable"]["schedule.phases"])

    def test_output_file(self):
        target = self.result / "schedule.json"
        done = run("schedule", self.run_folder, "--format", "json", "--output", target)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("schedule", json.loads(target.read_text()))

    def test_what_cannot_be_done_is_2_with_one_line(self):
        for words in (["schedule"], ["schedule", self.result / "nothing"], ["schedule", self.result],
                      ["schedule", self.run_folder, "--output", ""],
                      ["schedule", self.run_folder, "--format", "xml"]):
            done = run(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(done.stdout, "", words)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
