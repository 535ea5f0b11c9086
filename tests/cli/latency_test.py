#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`latency` and what `check` makes of a trace, from outside, over a run whose figures follow from its samples."""
import json
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from support import SAMPLE, report, run

sys.path.insert(0, str(SAMPLE.parent))
from make_submission import Tree, deepseek  # noqa: E402

RESULT = "closed/ExampleCorp/results/example_x8/deepseek-r1/Server"
P99 = "result_first_token_99.00_percentile_latency_ns"


class Latency(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name) / "tree"
        tree = Tree()
        deepseek(tree, RESULT, "Server", 7, traced=True)
        top = cls.root / "closed/ExampleCorp"
        for part in ("systems", "src", "documentation"):
            shutil.copytree(SAMPLE / "closed/ExampleCorp" / part, top / part)
        tree.write(cls.root)
        cls.run_folder = cls.root / RESULT / "performance/run_1"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def variant(self, name="run", **changes):
        """A copy of the run folder alone, with lines of the detail log changed: key -> value."""
        folder = Path(tempfile.mkdtemp(dir=self.folder.name)) / name
        shutil.copytree(self.run_folder, folder)
        log = folder / "mlperf_log_detail.txt"
        text = log.read_text()
        for key, value in changes.get("lines", {}).items():
            text, n = re.subn(rf'("key": "{re.escape(key)}", "value": )[^,]+', rf"\g<1>{value}", text)
            self.assertEqual(n, 1, key)
        for old, new in changes.get("rename", {}).items():
            self.assertIn(old, text)
            text = text.replace(old, new)
        log.write_text(text)
        return folder

    def latency(self, *words):
        done = run("latency", *words, "--format", "json")
        self.assertLess(done.returncode, 2, done.stderr)
        return json.loads(done.stdout), done.returncode

    def logged(self, key):
        return int(re.search(rf'"key": "{re.escape(key)}", "value": (\d+)', (self.run_folder / "mlperf_log_detail.txt").read_text())[1])

    def test_figures_are_those_of_the_log(self):
        doc, code = self.latency(self.run_folder)
        self.assertEqual((code, doc["findings"]), (0, []))
        self.assertEqual(doc["metrics"]["ttft_ns"]["p99"], self.logged(P99))
        self.assertEqual(doc["recomputable_from"]["ttft_ns"], ["trace"])
        self.assertEqual(doc["recomputable_from"]["tpot_ns"], ["detail"])
        self.assertEqual(doc["validity"]["result"], "VALID")
        self.assertEqual((doc["benchmark"], doc["limits"]["ttft_ns"]), ("deepseek-r1", 2000000000))
        self.assertIsNone(doc["counts"]["tokens"])
        self.assertIn("counts.tokens", doc["unavailable"])

    def test_text(self):
        done = run("latency", self.run_folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("\x1b", done.stdout)
        for words in ("deepseek-r1 Server", "limit of p99", "TTFT", "early stopping", "to spare", "█", "VALID: 0 errors"):
            self.assertIn(words, done.stdout)
        self.assertLessEqual(max(len(line) for line in done.stdout.splitlines() if "█" in line), 80)
        quiet = run("latency", self.run_folder, "--quiet").stdout
        self.assertEqual(quiet, done.stdout.splitlines(keepends=True)[-1])
        self.assertIn("\x1b[", run("latency", self.run_folder, "--color", "always").stdout)

    def test_limits_of_another_scenario(self):
        doc, code = self.latency(self.variant(), "--benchmark", "deepseek-r1", "--scenario", "interactive")
        self.assertEqual((code, doc["limits"]["from"], doc["limits"]["tpot_ns"]), (1, "benchmark", 15000000))
        self.assertEqual({f["rule"] for f in doc["findings"]}, {"perf-token-limits-configured"})
        self.assertIn("limits of deepseek-r1 Interactive",
                      run("latency", self.variant(), "--benchmark", "deepseek-r1", "--scenario", "Interactive").stdout)

    def test_difference_is_an_error_with_both_values(self):
        folder = self.variant(lines={P99: self.logged(P99) - 1})
        doc, code = self.latency(folder)
        finding = next(f for f in doc["findings"] if f["evidence"] == "recomputed")
        self.assertEqual(code, 1)
        self.assertEqual((finding["rule"], finding["found"], finding["expected"]),
                         ("perf-metric-consistent", self.logged(P99) - 1, self.logged(P99)))
        self.assertGreater(finding["line"], 1)
        self.assertIn(P99, run("latency", folder).stdout)

    def test_both_spellings_of_the_keys(self):
        """Case B17."""
        plain, _ = self.latency(self.variant())
        renamed, _ = self.latency(self.variant(rename={"result_time_per_output_token_": "result_time_to_output_token_"}))
        other, _ = self.latency(self.variant(rename={"result_time_to_output_token_m": "result_time_per_output_token_m"}))
        for doc in (renamed, other):
            self.assertEqual(doc["metrics"]["tpot_ns"], plain["metrics"]["tpot_ns"])
            self.assertEqual([f for f in doc["findings"] if f["severity"] == "error"], [])

    def test_without_a_trace(self):
        folder = self.variant()
        (folder / "mlperf_log_trace.json").write_bytes(b"")
        doc, code = self.latency(folder)
        self.assertEqual(code, 0)
        self.assertEqual(doc["metrics"]["ttft_ns"]["p99"], self.logged(P99))
        self.assertEqual(set(map(tuple, doc["recomputable_from"].values())), {("detail",)})
        self.assertIn("metrics_recomputed", doc["unavailable"])
        self.assertIn("the trace is empty", run("latency", folder).stdout)

    def test_accuracy_run_states_no_result(self):
        folder = self.variant(rename={'"effective_test_mode", "value": "PerformanceOnly"':
                                      '"effective_test_mode", "value": "AccuracyOnly"'})
        (folder / "mlperf_log_summary.txt").write_text("\nNo warnings encountered during test.\n\nNo errors encountered during test.\n")
        doc, code = self.latency(folder)
        self.assertEqual((code, doc["findings"]), (0, []))

    def test_last_line_says_what_the_exit_code_says(self):
        done = run("latency", self.variant(lines={P99: self.logged(P99) - 1}), "--quiet")
        self.assertEqual(done.returncode, 1)
        self.assertFalse(done.stdout.startswith("VALID"), done.stdout)
        self.assertRegex(done.stdout, r": [1-9]\d* errors?, ")  # against the trace and against the summary

    def test_page(self):
        target = Path(self.folder.name) / "page.html"
        folder = self.variant(name="<b>run & co</b>".replace("/", ""))
        done = run("latency", folder, "--format", "html", "--output", target)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        page = target.read_text()
        self.assertIn("&lt;b&gt;run &amp; co", page)
        self.assertNotIn("<b>run", page)
        for foreign in ("<script", "src=", "href=", "http://", "https://", "@import", "url("):
            self.assertNotIn(foreign, page)
        self.assertGreaterEqual(page.count("<svg"), 2)
        self.assertIn("limit 2 s", page)

    def test_what_cannot_be_done(self):
        for words, reason in ((["/nowhere"], "not there"), ([self.root], "no mlperf_log_detail.txt"),
                              ([self.run_folder, "--benchmark", "deepseek-r2"], "deepseek-r1"),
                              ([self.run_folder, "--scenario", "Fast"], "Interactive"),
                              ([self.run_folder, "--round", "v1"], "v1"), ([], "RUN_DIR"),
                              ([self.run_folder, "--output", ""], "--output"),
                              ([self.run_folder, "--format", "xml"], "xml")):
            done = run("latency", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(reason, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_check_recomputes(self):
        doc, _ = report(self.root)
        result = next(r for r in doc["results"] if r["scenario"] == "Server")
        self.assertEqual([f["rule"] for f in result["findings"] if f["severity"] != "note"], [])
        self.assertGreater(doc["summary"]["claims"]["recomputed"], 2)

    def test_check_of_a_changed_log(self):
        root = Path(tempfile.mkdtemp(dir=self.folder.name)) / "tree"
        shutil.copytree(self.root, root)
        changed = self.variant(lines={P99: self.logged(P99) - 1})
        target = root / RESULT / "performance/run_1/mlperf_log_detail.txt"
        shutil.copy(changed / "mlperf_log_detail.txt", target)
        doc, code = report(root)
        result = next(r for r in doc["results"] if r["scenario"] == "Server")
        self.assertEqual((code, result["verdict"]), (1, "invalid"))
        found = [f for f in result["findings"] if f["evidence"] == "recomputed"]
        self.assertEqual([f["rule"] for f in found], ["perf-metric-consistent"])
        self.assertEqual(found[0]["file"], f"{RESULT}/performance/run_1/mlperf_log_detail.txt")


if __name__ == "__main__":
    unittest.main()
