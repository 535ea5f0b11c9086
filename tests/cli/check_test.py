#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`check` from outside: exit codes, paths, options, streams."""
import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path

from support import SAMPLE, report, run

RESULTS = 9


class Sample(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name) / "tree"
        shutil.copytree(SAMPLE, self.root)
        self.submitter = self.root / "closed/ExampleCorp"
        self.interactive = self.submitter / "results/example_x8/deepseek-r1/Interactive"
        self.detail = self.interactive / "performance/run_1/mlperf_log_detail.txt"

    def tearDown(self):
        self.folder.cleanup()

    def change(self, old, new):
        text = self.detail.read_text()
        self.assertIn(old, text)
        self.detail.write_text(text.replace(old, new))

    def break_it(self):
        self.change('"result_validity", "value": "VALID"', '"result_validity", "value": "INVALID"')


class ExitCodes(Sample):
    def test_valid_submission(self):
        done = run("check", self.root)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{RESULTS} valid", done.stdout.splitlines()[-1])

    def test_error(self):
        self.break_it()
        done = run("check", self.root)
        self.assertEqual(done.returncode, 1)
        self.assertIn("1 invalid", done.stdout.splitlines()[-1])

    def test_what_cannot_be_done_is_2_with_one_line(self):
        for words in (["check", self.root / "nothing"], ["check", self.root, "--round", "v0.5"],
                      ["check", self.root, "--no-such-option"], ["check", self.root, "--submitter", "Examplecorp"],
                      ["check", self.root, "--rules", self.root], ["no-such-command"], []):
            done = run(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(done.stdout, "", words)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)

    def test_wrong_submitter_offers_the_nearest(self):
        self.assertIn("ExampleCorp", run("check", self.root, "--submitter", "examplcorp").stderr)

    def test_known_rounds_are_listed(self):
        self.assertIn("v6.0", run("check", self.root, "--round", "v0.5").stderr)

    def test_folder_without_results(self):
        empty = Path(self.folder.name) / "empty"
        empty.mkdir()
        self.assertEqual(run("check", empty).returncode, 2)

    def test_strict_counts_warnings_and_says_so(self):
        shutil.rmtree(self.submitter / "documentation")
        self.assertEqual(run("check", self.root).returncode, 0)
        done = run("check", self.root, "--strict")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--strict", done.stdout.splitlines()[-1])

    def test_help_and_version(self):
        for words in (["--help"], ["--version"], ["check", "--help"], ["summary", "--help"], ["rules", "--help"],
                      ["explain", "--help"]):
            self.assertEqual(run(*words).returncode, 0, words)


class Paths(Sample):
    def ids(self, *words, cwd=None):
        document, _ = report(*words, cwd=cwd)
        return sorted(r["id"] for r in document["results"])

    def test_every_kind_of_path(self):
        everything = self.ids(self.root)
        self.assertEqual(len(everything), RESULTS)
        for path in (self.root / "closed", self.submitter, self.submitter / "results"):
            self.assertEqual(self.ids(path), everything, path)
        self.assertEqual(self.ids("results", cwd=self.submitter), everything)
        self.assertEqual(self.ids(".", cwd=self.submitter / "results"), everything)
        self.assertEqual(len(self.ids(self.submitter / "results/example_x8")), 6)
        self.assertEqual(len(self.ids(self.interactive.parent)), 3)
        for path in (self.interactive, self.interactive / "performance/run_1", self.interactive / "accuracy",
                     self.interactive / "TEST06"):
            self.assertEqual(self.ids(path), ["closed/ExampleCorp/example_x8/deepseek-r1/Interactive"], path)

    def test_overlapping_paths_count_once(self):
        self.assertEqual(len(self.ids(self.root, self.interactive)), RESULTS)

    def test_one_scenario_alone_is_not_blamed_for_the_others(self):
        document, code = report(self.interactive)
        self.assertEqual(code, 0, document)

    def test_paths_shown_are_relative_to_the_working_directory(self):
        self.break_it()
        done = run("check", "results", cwd=self.submitter)
        self.assertIn(" results/example_x8/deepseek-r1/Interactive/performance/run_1/mlperf_log_detail.txt:", done.stdout)


class Options(Sample):
    def test_same_bytes_for_any_number_of_threads(self):
        self.break_it()
        for words in (["--format", "json"], ["--verbose"], ["--concise"]):
            self.assertEqual(len({run("check", self.root, "-j", n, *words).stdout for n in (1, 2, 7)}), 1, words)

    def test_an_empty_output_name_is_refused(self):
        for words in (["check", self.root], ["rules", "list"], ["summary", self.root]):
            done = run(*words, "--output", "")
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn("empty", done.stderr)

    def test_ignore_and_select_are_said(self):
        self.break_it()
        done = run("check", self.root, "--ignore", "perf-*")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("perf-*", done.stdout)
        self.assertEqual(run("check", self.root, "--select", "acc-*").returncode, 0)
        self.assertEqual(run("check", self.root, "--select", "perf-result-valid").returncode, 1)

    def test_output_file_is_whole_and_stdout_empty(self):
        target = Path(self.folder.name) / "report.json"
        done = run("check", self.root, "--format", "json", "--output", target)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(json.loads(target.read_text())["summary"]["results"], RESULTS)
        self.assertEqual(run("check", self.root, "--output", self.root / "no/such/folder/x").returncode, 2)

    def test_output_goes_through_links_and_to_pipes(self):
        folder = Path(self.folder.name)
        (folder / "real.txt").write_text("old")
        (folder / "real.txt").chmod(0o600)
        (folder / "link.txt").symlink_to("real.txt")
        self.assertEqual(run("check", self.root, "--output", folder / "link.txt").returncode, 0)
        self.assertTrue((folder / "link.txt").is_symlink())
        self.assertIn("valid", (folder / "real.txt").read_text())
        self.assertEqual((folder / "real.txt").stat().st_mode & 0o777, 0o600)
        os.mkfifo(folder / "pipe")
        reader = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        self.assertEqual(run("check", self.root, "--output", folder / "pipe", "--quiet").returncode, 0)
        self.assertIn(b"valid", os.read(reader, 65536))
        os.close(reader)
        self.assertTrue((folder / "pipe").is_fifo())

    def test_quiet_concise_statistics(self):
        self.break_it()
        quiet = run("check", self.root, "--quiet").stdout.splitlines()
        self.assertEqual(len(quiet), 1, quiet)
        concise = run("check", self.root, "--concise").stdout
        self.assertRegex(concise, r"(?m)^\S+mlperf_log_detail\.txt:\d+: error perf-result-valid: ")
        self.assertIn("perf-result-valid", run("check", self.root, "--statistics").stdout)

    def test_colours_only_when_asked(self):
        self.break_it()
        self.assertNotIn("\x1b", run("check", self.root).stdout)
        self.assertIn("\x1b[", run("check", self.root, "--color", "always").stdout)
        self.assertNotIn("\x1b", run("check", self.root, env=dict(os.environ, NO_COLOR="1")).stdout)

    def test_masked_names(self):
        self.break_it()
        done = run("check", self.root, "--mask-names", "--format", "json")
        self.assertNotIn("ExampleCorp", done.stdout)
        self.assertNotIn("example_x8", done.stdout)

    def test_trial_profile(self):
        self.change('"result_min_duration_met", "value": true', '"result_min_duration_met", "value": false')
        self.assertEqual(run("check", self.root).returncode, 1)
        done = run("check", self.root, "--profile", "trial", "--ignore", "perf-result-valid")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("trial", done.stdout.splitlines()[0])
        self.assertIn("trial", done.stdout.splitlines()[-1])

    def test_rules_folder_replaces_the_built_in_rules(self):
        rules = Path(self.folder.name) / "rules"
        shutil.copytree(SAMPLE.parents[1] / "rules", rules)
        self.assertEqual(run("check", self.root, "--rules", rules).returncode, 0)
        figures = rules / "rounds/v6.0.json"
        figures.write_text(figures.read_text().replace("15000000", "12000000"))
        done = run("check", self.root, "--rules", rules)
        self.assertEqual(done.returncode, 1)
        self.assertIn("perf-tpot-p99-limit", done.stdout)
        figures.write_text("{")
        done = run("check", self.root, "--rules", rules)
        self.assertEqual(done.returncode, 2)
        self.assertIn("v6.0.json", done.stderr)


class Waivers(Sample):
    def config(self, text):
        (self.root / ".mlperf-audit.toml").write_text(text)

    def test_waived_error_is_shown_and_counted(self):
        self.break_it()
        self.config('[[waive]]\nrule = "perf-result-valid"\npath = "closed/ExampleCorp"\nreason = "known"\n')
        done = run("check", self.root)
        self.assertEqual(done.returncode, 0, done.stdout)
        lines = done.stdout.splitlines()
        for line in (lines[0], lines[-1]):
            self.assertIn(".mlperf-audit.toml", line)
        document, _ = report(self.root)
        result = next(r for r in document["results"] if r["path"].endswith("deepseek-r1/Interactive"))
        self.assertEqual((result["verdict"], result["waived_errors"]), ("valid", document["summary"]["waived"]))
        self.assertEqual(run("check", self.root, "--no-config").returncode, 1)

    def test_expired_waiver_does_not_count(self):
        self.break_it()
        self.config('[[waive]]\nrule = "perf-*"\npath = "closed"\nreason = "known"\nuntil = 2020-01-01\n')
        done = run("check", self.root)
        self.assertEqual(done.returncode, 1)
        self.assertIn("config-waiver-expired", done.stdout)

    def test_broken_file(self):
        self.config("[[waive]\n")
        done = run("check", self.root)
        self.assertEqual(done.returncode, 2)
        self.assertIn(".mlperf-audit.toml:1", done.stderr)


class Hostile(Sample):
    def test_control_characters_never_reach_the_terminal(self):
        self.change('"sut_name", "value": "Example SUT"', '"sut_name", "value": "\x1b[31mred\x07"')
        for words in ([], ["--verbose"], ["--concise", "--verbose"], ["--format", "json"]):
            done = run("check", self.root, *words)
            self.assertLessEqual(done.returncode, 1)
            self.assertNotRegex(done.stdout, "[\x00-\x08\x0b-\x1f\x7f]")

    def test_names_that_hurt(self):
        odd = self.submitter / "results" / "sys\x1b[31m\n\udcff"
        shutil.copytree(self.submitter / "results/example_x8", odd)
        done = run("check", self.root)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("\x1b", done.stdout)
        json.loads(run("check", self.root, "--format", "json").stdout)

    def test_links_that_loop_dangle_and_leave(self):
        (self.submitter / "results/loop").symlink_to("loop")
        (self.submitter / "results/dangling").symlink_to("nowhere")
        (self.interactive / "performance/up").symlink_to("..")
        done = run("check", self.root)
        self.assertEqual(done.returncode, 0, done.stdout)
        (self.submitter / "results/out").symlink_to("/etc")
        done = run("check", self.root)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("was not audited", done.stdout)

    def test_pipes_are_not_waited_for(self):
        self.detail.unlink()
        os.mkfifo(self.detail)
        self.assertEqual(run("check", self.root).returncode, 1)


if __name__ == "__main__":
    unittest.main()
