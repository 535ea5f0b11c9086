#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""verify and output-length from outside: options of the official scripts, exit codes, files, JSON."""
import json
import shutil
import struct
import tempfile
import unittest
from pathlib import Path

from support import SAMPLE, run

SERVER = "closed/ExampleCorp/results/example_x8/deepseek-r1/Server"


def tokens(*ids):
    return struct.pack(f"<{len(ids)}i", *ids).hex().upper()


def floats(*values):
    return struct.pack(f"<{len(values)}f", *values).hex().upper()


def accuracy_log(*entries):
    """Entries are (qsl_idx, data) or (qsl_idx, data, token_data, token_count)."""
    rows = []
    for seq, (index, data, *more) in enumerate(entries):
        row = f'{{ "seq_id" : {seq}, "qsl_idx" : {index}, "data" : "{data}"'
        if more:
            row += f', "token_data" : "{more[0]}", "token_count" : {more[1]}'
        rows.append(row + " }")
    return "[\n" + ",\n".join(rows) + "\n]\n"


def detail_log(**values):
    lines = []
    for key, value in values.items():
        lines.append(":::MLLOG " + json.dumps(
            {"key": key, "value": value, "time_ms": 0.1, "namespace": "mlperf::logging", "event_type": "POINT_IN_TIME",
             "metadata": {"is_error": False, "is_warning": False, "file": "loadgen.cc", "line_no": 1, "pid": 1, "tid": 1}}))
    return "\n".join(lines) + "\n"


def summary(figure, validity="VALID", more=""):
    return (f"================================================\nMLPerf Results Summary\n"
            f"================================================\nSUT name : x\nScenario : Offline\nMode     : PerformanceOnly\n"
            f"Samples per second: {figure}\nResult is : {validity}\n{more}\nNo warnings encountered during test.\n\n"
            f"No errors encountered during test.\n")


OFFLINE = {"effective_scenario": "Offline", "effective_test_mode": "PerformanceOnly", "result_validity": "VALID"}
GOOD = ((0, tokens(5, 6, 2), tokens(5), 3), (1, tokens(7, 8), tokens(7), 2))


class Runs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path.parent

    def verify(self, test, *words, code=0):
        done = run("verify", test, *words, "--format", "json", cwd=self.root)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout) if code < 2 else done.stderr

    def rules(self, document):
        return {finding["rule"] for finding in document["findings"] if finding["severity"] == "error"}


class Test06(Runs):
    def test_all_spellings_of_the_options(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD))
        for words in (["run", "-s", "Server"], ["-c", "run", "-s", "Server", "-e", "2", "-d", "int32"],
                      ["--compliance_dir", "run", "--scenario", "Interactive", "--eos_token_id", "2"],
                      ["--compliance-dir", "run", "--scenario", "Server", "--eos-token-id", "2", "--dtype", "int32"],
                      ["run/mlperf_log_accuracy.json", "--scenario", "Server"]):
            facts = self.verify("test06", *words)["compliance"]
            self.assertEqual((facts["passed"], facts["judgement"], facts["reasons"]), (True, "passed", []), words)

    def test_first_token_names_sample_and_both_tokens(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log((4, tokens(5, 6), tokens(9), 2)))
        document = self.verify("test06", "run", "-s", "Server", code=1)
        finding = document["findings"][0]
        self.assertEqual((finding["rule"], finding["found"], finding["expected"], finding["line"]),
                         ("compliance-test06", 9, 5, 2))
        self.assertIn("seq_id 0", finding["message"])
        self.assertEqual(document["compliance"]["reasons"], [finding["message"]])

    def test_needs_a_scenario(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD))
        self.assertIn("--scenario", self.verify("test06", "run", code=2))

    def test_end_token_of_the_benchmark(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, tokens(5, 1, 1), tokens(5), 3)))
        self.verify("test06", "run", "-s", "Server", "--benchmark", "llama2-70b-99.9")
        self.verify("test06", "run", "-s", "Server", "--benchmark", "deepseek-r1", code=1)

    def test_end_token_that_is_not_the_benchmarks_hides_nothing(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, tokens(5, 2, 2), tokens(5), 3)))
        words = ("test06", "run", "-s", "Server", "--benchmark", "llama2-70b-99.9", "-e")
        document = self.verify(*words, "5000", code=1)
        self.assertEqual((document["compliance"]["passed"], self.rules(document)), (True, {"compliance-test06-eos"}))
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD))
        self.assertEqual(self.verify(*words, "2")["findings"], [])

    def test_64_bit_tokens_are_told_by_their_count(self):
        wide = "".join(token + "00000000" for token in (tokens(5), tokens(6), tokens(2)))
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, wide, tokens(5) + "00000000", 3)))
        facts = self.verify("test06", "run", "-s", "Server")["compliance"]
        self.assertEqual((facts["dtype"], facts["passed"], facts["token_count_mismatches"]), ("int64", True, 0))

    def test_number_of_samples_is_judged_beside_a_detail_log_only(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD))
        self.verify("test06", "run", "-s", "Server")
        self.write("run/mlperf_log_detail.txt", detail_log(**OFFLINE))
        self.assertIn("compliance-test06-log", self.rules(self.verify("test06", "run", "-s", "Server", code=1)))

    def test_written_folder_passes_check(self):
        tree = self.root / "tree"
        shutil.copytree(SAMPLE, tree)
        test = tree / SERVER / "TEST06"
        shutil.move(test, self.root / "TEST06")
        document = self.verify("test06", self.root / "TEST06", "-s", "Server", "--round", "v6.0", "--benchmark",
                               "deepseek-r1", "-o", tree / SERVER)
        self.assertEqual(len(document["written"]), 2)
        self.assertEqual((test / "verify_accuracy.txt").read_bytes(),
                         (self.root / "TEST06/verify_accuracy.txt").read_bytes())
        self.assertEqual(run("check", tree).returncode, 0)

    def test_hundred_and_five_samples_are_no_finding(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*[(i, tokens(5, 6), tokens(5), 2) for i in range(105)]))
        self.write("run/audit.config", "*.*.mode = 2\n*.*.min_query_count = 100\n")
        self.assertEqual(self.verify("test06", "run", "-s", "Server")["findings"], [])


class Speed(Runs):
    def setUp(self):
        super().setUp()
        self.write("result/performance/run_1/mlperf_log_detail.txt", detail_log(**OFFLINE, result_samples_per_second=100))
        self.write("result/performance/run_1/mlperf_log_summary.txt", summary(100))
        self.write("result/accuracy/mlperf_log_accuracy.json", accuracy_log((0, "0102"), (1, "0304")))

    def test01_run(self, rate=105, data="0304"):
        self.write("run/mlperf_log_detail.txt", detail_log(**OFFLINE, result_samples_per_second=rate))
        self.write("run/mlperf_log_summary.txt", summary(rate))
        self.write("run/mlperf_log_accuracy.json", accuracy_log((1, data)))

    def test_test01_compares_whole_data_and_writes_the_scripts_files(self):
        self.test01_run()
        self.verify("test01", "-c", "run", "-r", "result", "-o", "out")
        for name in ("verify_accuracy.txt", "verify_performance.txt", "accuracy/mlperf_log_accuracy.json",
                     "performance/run_1/mlperf_log_detail.txt", "performance/run_1/mlperf_log_summary.txt"):
            self.assertTrue((self.root / "out/TEST01" / name).is_file(), name)
        self.test01_run(data="0305")
        document = self.verify("test01", "run", "--results-dir", "result", code=1)
        self.assertTrue(document["compliance"]["passed"])
        self.assertEqual(document["compliance"]["accuracy"]["whole_data_mismatches"], 1)

    def test_test01_too_fast(self):
        self.test01_run(rate=130)
        document = self.verify("test01", "run", "-r", "result/performance/run_1/mlperf_log_detail.txt", code=2)
        self.assertIn("accuracy", document)
        document = self.verify("test01", "run", "-r", "result", code=1)
        self.assertEqual(self.rules(document), {"compliance-test01-performance"})
        self.assertEqual(document["compliance"]["performance"]["ratio"], 1.3)

    def test_wrong_file_is_named(self):
        self.test01_run()
        (self.root / "result/performance/run_1/mlperf_log_detail.txt").unlink()
        self.assertIn("no mlperf_log_detail.txt of the performance run", self.verify("test01", "run", "-r", "result", code=2))
        (self.root / "result/performance/run_1/mlperf_log_summary.txt").unlink()
        self.assertIn("no mlperf_log_summary.txt", self.verify("test04", "run", "-r", "result", code=2))
        self.assertIn("-r RESULT_DIR", self.verify("test04", "run", code=2))

    def test_test04_compares_the_speed_of_a_short_run_as_well(self):
        self.write("run/mlperf_log_summary.txt", summary(150))
        self.assertEqual(self.rules(self.verify("test04", "run", "-r", "result", code=1)),
                         {"compliance-test04-performance"})
        self.write("run/mlperf_log_summary.txt", summary(90))
        self.verify("test04", "run", "-r", "result")
        self.write("run/mlperf_log_summary.txt", summary(90, "INVALID", "  Min duration satisfied : NO\n"))
        document = self.verify("test04", "run", "-r", "result", code=1)
        self.assertTrue(document["compliance"]["score_check"])
        self.assertIn("duration alone", document["compliance"]["reasons"][0])

    def test_settings_not_in_force_are_an_error(self):
        self.write("run/mlperf_log_summary.txt", summary(90))
        self.write("run/mlperf_log_detail.txt", detail_log(**OFFLINE, effective_performance_issue_same=False))
        self.write("run/audit.config", "*.Offline.mode = 2\n*.Offline.performance_issue_same = 1\n")
        document = self.verify("test04", "run", "-r", "result", code=1)
        self.assertEqual(self.rules(document), {"compliance-audit-config-applied"})
        self.assertTrue(document["compliance"]["passed"])


class Test07(Runs):
    def setUp(self):
        super().setUp()
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, tokens(1)), (1, tokens(1))))
        self.write("run/audit.config", "*.*.min_query_count = 2\n*.*.performance_issue_unique = 1\n"
                                       "*.*.test07_accuracy_threshold = 60.698 # percent\n")

    def script(self, command, *words, code=0):
        return self.verify("test07", "run", "--accuracy-script", command, *words, code=code)

    def test_score_of_the_evaluation(self):
        document = self.script("echo \"'exact_match': 61.2\"", "-o", "out")
        self.assertEqual(document["compliance"]["score"], 61.2)
        text = (self.root / "out/TEST07/verify_accuracy.txt").read_text()
        self.assertTrue(text.startswith("'exact_match': 61.2\n\n====="))
        self.assertIn("Accuracy score: 61.2\nAccuracy threshold: 60.698\nAccuracy check pass: True\nTEST PASS\n", text)
        self.script("echo score=70", "--score-pattern", "score=([0-9.]+)")

    def test_low_score_is_exit_1(self):
        self.assertFalse(self.script("echo \"'exact_match': 40\"", code=1)["compliance"]["passed"])

    def test_two_scores_and_a_failed_evaluation_are_errors(self):
        document = self.script("echo \"'exact_match': 99.0\"; echo \"'exact_match': 62.0\"", code=1)
        self.assertIn("two different scores", document["compliance"]["reasons"][0])
        document = self.script("echo \"'exact_match': 61.2\"; exit 3", code=1)
        self.assertIn("code 3", document["compliance"]["reasons"][0])

    def test_only_the_placeholder_is_replaced(self):
        document = self.script("test '{\"a\": 1}' = '{\"a\": 1}' && grep -q seq_id {accuracy_log} && echo \"'exact_match': 62\"")
        self.assertEqual(document["compliance"]["judgement"], "passed")

    def test_without_a_score_nothing_is_decided(self):
        facts = self.verify("test07", "run")["compliance"]
        self.assertEqual((facts["passed"], facts["judgement"]), (None, "inconclusive"))
        self.assertTrue(facts["reasons"])
        self.verify("test07", "run", "--strict", code=1)

    def test_each_sample_once(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, tokens(1)), (0, tokens(1))))
        document = self.verify("test07", "run", "--score", "70", code=1)
        self.assertLessEqual({"compliance-unique-samples", "compliance-test07-samples"}, self.rules(document))
        self.assertEqual(document["compliance"]["missing_qsl_idx"], 1)

    def test_lowered_threshold(self):
        document = self.verify("test07", "run", "--score", "50", "--accuracy_threshold", "40", "--benchmark",
                               "gpt-oss-120b", code=1)
        self.assertTrue(document["compliance"]["passed"])
        self.assertTrue(any("60.698" in reason for reason in document["compliance"]["reasons"]))


class Test08(Runs):
    def test_predictions(self):
        self.write("accuracy/mlperf_log_accuracy.json", accuracy_log((0, floats(3, 7, .8, .3, 1, 0, 1, 1, 2))))
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, floats(3, 7, .8, .3))))
        self.verify("test08", "run", "-r", "accuracy")
        self.verify("test08", "-t", "run/mlperf_log_accuracy.json", "-r", "accuracy/mlperf_log_accuracy.json")
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, floats(3, 7, .7, .3))))
        self.verify("test08", "run", "-r", "accuracy", code=1)
        for number in ("nan", "inf", "-1"):  # no difference would be above it
            self.verify("test08", "run", "-r", "accuracy", f"--tolerance={number}", code=2)
        document = self.verify("test08", "run", "-r", "accuracy", "--tolerance", "0.9", code=1)
        self.assertTrue(document["compliance"]["passed"])
        self.write("run/mlperf_log_accuracy.json", accuracy_log((0, floats(3, 8, .8, .3))))
        self.assertEqual(self.verify("test08", "run", "-r", "accuracy", code=1)["compliance"]["matched"], 0)


class Test09(Runs):
    def test_window(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD))
        self.assertEqual(self.verify("test09", "run", "--min-output-tokens", "2.5", "--max_output_tokens", "3", "-o",
                                     "out")["compliance"]["mean"], 2.5)
        self.assertIn("Mean output tokens: 2.50\nMin threshold: 2.5\nMax threshold: 3.0\n",
                      (self.root / "out/TEST09/verify_output_len.txt").read_text())
        self.verify("test09", "run", "--min-output-tokens", "2.6", "--max-output-tokens", "3", code=1)
        document = self.verify("test09", "run", "--benchmark", "gpt-oss-120b", "--min-output-tokens", "1",
                               "--max-output-tokens", "1400", code=1)
        self.assertTrue(document["compliance"]["passed"])
        self.assertTrue(any("minimum of 1 " in reason for reason in document["compliance"]["reasons"]))

    def test_window_of_audit_config(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD))
        self.write("elsewhere/audit.config", "*.*.test09_min_output_tokens = 2 # 0.9\n*.*.test09_max_output_tokens = 3\n")
        facts = self.verify("test09", "run", "--audit-config", "elsewhere/audit.config")["compliance"]
        self.assertEqual((facts["min_output_tokens"], facts["max_output_tokens"]), (2, 3))

    def test_what_cannot_be_done(self):
        self.write("run/readme", "nothing here\n")
        for words in (["run"], ["nowhere"], [], ["run", "--benchmark", "no-such"], ["run", "--round", "v0.1"]):
            self.assertEqual(len(self.verify("test09", *words, code=2).splitlines()), 1)


class OutputLength(Runs):
    def output_length(self, *words, code=0):
        done = run("output-length", *words, "--format", "json", cwd=self.root)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout) if code < 2 else done.stderr

    def test_figures_and_reference(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD))
        length = self.output_length("run")["output_length"]
        self.assertEqual((length["samples"], length["mean"], length["min"], length["max"], length["p99"]), (2, 2.5, 2, 3, 3))
        self.output_length("run/mlperf_log_accuracy.json", "--reference", "2.4", "--tolerance", "5%")
        document = self.output_length("run", "--reference", "2.4", "--tolerance", "0.01", code=1)
        self.assertEqual(document["findings"][0]["found"], 2.5)
        self.output_length("run", "--benchmark", "gpt-oss-120b", code=1)
        self.output_length("run", "--reference", "2", "--tolerance", "lots", code=2)
        for number in ("nan", "inf", "-5"):
            self.output_length("run", f"--reference={number}", code=2)

    def test_broken_log_gives_what_is_there(self):
        self.write("run/mlperf_log_accuracy.json", accuracy_log(*GOOD)[:-30])
        document = self.output_length("run")
        self.assertEqual(document["output_length"]["samples"], 1)
        self.assertEqual(document["findings"][0]["severity"], "warning")


if __name__ == "__main__":
    unittest.main()
