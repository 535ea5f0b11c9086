#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rules and explain from outside: answers, exit codes, and docs/rules/README.md against the catalog."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("MLPERF_AUDIT", "mlperf-audit")
SOURCE = Path(os.environ.get("MLPERF_AUDIT_SOURCE", Path(__file__).resolve().parents[2]))


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


class Case(unittest.TestCase):
    def answer(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def document(self, *arguments):
        return json.loads(self.answer(*arguments, "--format", "json"))

    def refusal(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def assert_width(self, text):
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80, line)


class Show(Case):
    def test_aliases_lead_to_the_official_name(self):
        expected = {"llama3_1-8b": "llama3.1-8b", "llama3_1-405b": "llama3.1-405b", "resnet50": "resnet",
                    "mobilenet": "resnet", "RESNET50": "resnet", "GPT-OSS-120b": "gpt-oss-120b"}
        for alias, name in expected.items():
            sheet = self.document("rules", "show", alias)
            self.assertEqual(sheet["benchmark"], name)
        self.assertEqual(self.document("rules", "show", "resnet", "--round", "v6.0")["alias"],
                         {"mobilenet": "resnet", "resnet50": "resnet"})

    def test_qwen3_vl_has_the_corrected_limits(self):
        for name in ("v6.0", "6.1"):
            sheet = self.document("rules", "show", "qwen3-vl-235b-a22b", "--round", name)
            self.assertEqual(sheet["limits_ns"]["Server"], 12000000000)
        self.assertEqual(sheet["limits_ns"]["Interactive"], 1500000000)
        self.assertEqual(sheet["scenarios"]["Interactive"]["accuracy_samples"], 8000)
        self.assertEqual(sheet["scenarios"]["Offline"]["accuracy_samples"], 48289)

    def test_the_sheet_has_what_decides(self):
        sheet = self.document("rules", "show", "gpt-oss-120b", "--round", "v6.0")
        server = sheet["scenarios"]["Server"]
        self.assertEqual((server["ttft_p99_max_ns"], server["tpot_p99_max_ns"]), (3000000000, 80000000))
        self.assertEqual(server["metric"]["unit"], "Tokens/s")
        self.assertEqual(server["accuracy"][0]["minimum"], 82.2987)
        self.assertEqual(sheet["seeds"]["qsl_rng_seed"], 2465351861681999779)
        self.assertEqual(sheet["tests"]["TEST09"]["thresholds"]["mean_output_tokens_min"], 1150.38)
        self.assertRegex(sheet["sources"]["seeds"], r".+@[0-9a-f]+$")

    def test_text_is_for_people(self):
        text = self.answer("rules", "show", "gpt-oss-120b", "--round", "v6.0")
        self.assert_width(text)
        for part in ("gpt-oss-120b in v6.0", "Offline, and Server or Interactive", "3 s", "80 ms", "82.2987", "600 s",
                     "TEST07, TEST09", "60.698 %", "@6d0cf9dc", "Where the official sources disagree"):
            self.assertIn(part, text)

    def test_every_benchmark_of_every_round(self):
        for name in self.document("rules", "list")["rounds"]:
            for benchmark in self.document("rules", "list", "--benchmarks", "--round", name)["benchmarks"]:
                self.assert_width(self.answer("rules", "show", benchmark["name"], "--round", name))
                sheet = self.document("rules", "show", benchmark["name"], "--round", name)
                self.assertEqual(sorted(sheet["scenarios"]), sorted(benchmark["scenarios"]))

    def test_unknown_names_are_refused_with_the_nearest(self):
        self.assertIn("gpt-oss-120b", self.refusal("rules", "show", "gpt-os-120b"))
        self.assertIn("rules list --benchmarks", self.refusal("rules", "show", "qqqqqqqqqqqqqqqqqqqqqqqq"))
        self.assertIn("mixtral-8x7b is no benchmark of v6.1, but of v6.0",
                      self.refusal("rules", "show", "mixtral-8x7b", "--round", "v6.1"))
        self.assertIn("known are v6.0, v6.1", self.refusal("rules", "show", "resnet", "--round", "v5.1"))
        self.assertEqual(self.document("rules", "show", "mixtral-8x7b")["round"], "v6.0")


class ListAndExplain(Case):
    def setUp(self):
        self.findings = self.document("rules", "list")["findings"]
        if not self.findings:
            self.skipTest("no catalog yet")

    def test_list_has_every_finding(self):
        text = self.answer("rules", "list")
        self.assert_width(text)
        for finding in self.findings:
            self.assertIn(finding["id"], text)
            self.assertIn("default", finding["messages"])
            self.assertIn(finding["severity"], ("error", "warning", "note"))
        self.assertIn(f"{len(self.findings)} findings in", text.splitlines()[-1])

    def test_every_finding_is_explained(self):
        for finding in self.findings:
            (entry,) = self.document("explain", finding["id"])["findings"]
            self.assertEqual(entry, finding)
        text = self.answer("explain", self.findings[0]["id"])
        self.assert_width(text)
        for part in ("why:", "fix:", "source:", self.findings[0]["severity"]):
            self.assertIn(part, text)

    def test_a_prefix_finds_what_continues_it(self):
        prefix = self.findings[0]["id"].split("-")[0]
        wanted = [f["id"] for f in self.findings if f["id"].startswith(prefix + "-")]
        self.assertEqual([f["id"] for f in self.document("explain", prefix)["findings"]], wanted)
        self.assertEqual(len(self.document("explain", self.findings[0]["id"].upper())["findings"]), 1)

    def test_unknown_ids_are_refused_with_the_nearest(self):
        name = self.findings[0]["id"]
        self.assertIn(name, self.refusal("explain", name + "x"))
        self.assertIn("rules list", self.refusal("explain", "\x1b[31m" + "q" * 300))

    def test_the_reference_is_up_to_date(self):
        file = SOURCE / "docs" / "rules" / "README.md"
        self.assertEqual(file.read_text(), self.answer("rules", "list", "--format", "markdown"),
                         "run: mlperf-audit rules list --format markdown --output docs/rules/README.md")


class Check(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.rules = Path(folder.name) / "rules"
        shutil.copytree(SOURCE / "rules", self.rules)

    def change(self, name, old, new):
        path = self.rules / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def test_good_folder(self):
        text = self.answer("rules", "check", self.rules)
        self.assertEqual(text.count("\n"), 1)
        self.assertIn("2 rounds (v6.0, v6.1)", text)
        self.assertEqual(self.document("rules", "check", self.rules)["rounds"], ["v6.0", "v6.1"])

    def test_wrong_value(self):
        self.change("rounds/v6.0.json", "2465351861681999779", '"2465351861681999779"')
        self.assertEqual(self.refusal("rules", "check", self.rules),
                         "mlperf-audit: rounds/v6.0.json: /seeds/values/qsl_rng_seed: expected an unsigned 64-bit "
                         'integer, found "2465351861681999779"\n')

    def test_no_json(self):
        self.change("rounds/v6.1.json", "{", "{,")
        self.assertRegex(self.refusal("rules", "check", self.rules), r"rounds/v6\.1\.json:1:\d+: not JSON")

    def test_base_is_gone(self):
        (self.rules / "rounds" / "v6.0.json").unlink()
        self.assertIn('/extends: there is no round "v6.0"', self.refusal("rules", "check", self.rules))

    def test_empty_and_absent_folders(self):
        shutil.rmtree(self.rules / "rounds")
        self.assertIn("rounds: No such file", self.refusal("rules", "check", self.rules))
        (self.rules / "rounds").mkdir()
        self.assertIn("no round", self.refusal("rules", "check", self.rules))

    def test_other_commands_use_the_folder(self):
        self.change("rounds/v6.0.json", '"min_duration_ms": 600000', '"min_duration_ms": 1234000')
        sheet = self.document("rules", "show", "resnet", "--round", "v6.0", "--rules", self.rules)
        self.assertEqual(sheet["min_duration_ms"], 1234000)
        (self.rules / "rounds" / "v6.0.json").write_text("")
        for command in (("rules", "list"), ("rules", "show", "resnet"), ("explain", "perf")):
            self.assertIn("rounds/v6.0.json", self.refusal(*command, "--rules", self.rules))

    def test_output_goes_to_a_file(self):
        target = self.rules.parent / "out.json"
        self.assertEqual(self.answer("rules", "list", "--format", "json", "--output", target), "")
        self.assertIn("findings", json.loads(target.read_text()))
        self.refusal("rules", "list", "--output", self.rules / "no" / "such" / "folder")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
