#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`truncate` from outside: options, exit codes, streams, a process that is killed, and what `check` says afterwards."""
import hashlib
import json
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import BINARY, SAMPLE, report, run

LOG, TEXT = "mlperf_log_accuracy.json", "accuracy.txt"
BACKUP = "tree-full-accuracy-logs"


def log_of(size, seed=1):
    """A log as LoadGen writes it, of about `size` bytes."""
    block = hashlib.sha256(str(seed).encode()).hexdigest().upper() * 8
    count = max(1, size // (len(block) + 60))
    entries = ('{ "seq_id" : %d, "qsl_idx" : %d, "data" : "%s", "token_count" : %d }' % (i, (i * 7 + seed) % 990, block, len(block) // 8)
               for i in range(count))
    return ("[\n" + ",\n".join(entries) + "\n]\n").encode()


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def cut_of(whole):
    return whole[:4096] + b"\n\n...\n\n" + whole[-4096:]


def hashes(text):
    return re.findall(r"^hash=(\w+)$", text.read_text(), re.M) if text.exists() else []


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.top = Path(self.folder.name)
        self.root = self.top / "tree"
        self.backup = self.top / BACKUP

    def tearDown(self):
        self.folder.cleanup()

    def put(self, place, whole, text="'exact_match': 83.2\n"):
        folder = self.root / place
        folder.mkdir(parents=True, exist_ok=True)
        (folder / LOG).write_bytes(whole)
        if text is not None:
            (folder / TEXT).write_text(text)
        return folder

    def truncate(self, *words, cwd=None):
        return run("truncate", *words, cwd=cwd or self.root)

    def document(self, *words):
        done = self.truncate(*words, "--format", "json")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout), done.returncode


SERVER = "closed/Acme/results/s/gpt-oss-120b/Server/accuracy"
OFFLINE = "closed/Acme/results/s/gpt-oss-120b/Offline/accuracy"


class Commands(Tree):
    def test_cut_hash_backup_and_a_second_run(self):
        whole = log_of(300000)
        folder = self.put(SERVER, whole)
        done = self.truncate(".")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((folder / LOG).read_bytes(), cut_of(whole))
        self.assertEqual((folder / TEXT).read_text(), f"'exact_match': 83.2\n\nhash={sha256(whole)}\n")
        self.assertEqual((self.backup / SERVER / LOG).read_bytes(), whole)
        self.assertIn("1 cut", done.stdout.splitlines()[-1])
        self.assertIn(f"hash={sha256(whole)}", done.stdout)
        again = self.truncate(".")
        self.assertEqual(again.returncode, 0)
        self.assertIn("already cut", again.stdout)
        self.assertIn(f"hash={sha256(whole)}", again.stdout)
        self.assertEqual((folder / LOG).read_bytes(), cut_of(whole))

    def test_check_and_dry_run_only_look(self):
        folder = self.put(SERVER, log_of(300000))
        for words, code in ((["--check"], 1), (["--dry-run"], 0)):
            done = self.truncate(".", *words)
            self.assertEqual(done.returncode, code, done.stdout)
            self.assertEqual((folder / LOG).read_bytes(), log_of(300000))
            self.assertEqual(hashes(folder / TEXT), [])
            self.assertFalse(self.backup.exists())
        self.truncate(".")
        self.assertEqual(self.truncate("--check", ".").returncode, 0)
        (folder / TEXT).write_text("'exact_match': 83.2\n")
        shutil.rmtree(self.backup)
        lost = self.truncate("--check", ".")
        self.assertEqual(lost.returncode, 1)
        self.assertIn("truncate-hash-lost", lost.stdout)

    def test_the_default_backup_lies_beside_the_root_wherever_one_stands(self):
        for cwd in ("closed/Acme/results", "closed/Acme/results/s/gpt-oss-120b/Server/accuracy"):
            self.put(SERVER, log_of(300000))
            self.assertEqual(self.truncate(cwd=self.root / cwd).returncode, 0)
            self.assertTrue((self.backup / SERVER / LOG).exists())
            shutil.rmtree(self.backup)

    def test_what_cannot_be_done_is_2_with_one_line(self):
        folder = self.put(SERVER, log_of(300000))
        for words in (["nothing"], [".", "--submitter", "ACME"], [".", "--backup", "."], [".", "--backup", "closed/b"],
                      [".", "--check", "--dry-run"], [".", "--round", "v0.5"], [".", "--no-such-option"],
                      [".", "--format", "csv"], [folder / LOG]):
            done = self.truncate(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(done.stdout, "", words)
            self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertEqual((folder / LOG).read_bytes(), log_of(300000))
        self.assertEqual(self.truncate("--help").returncode, 0)

    def test_only_one_submitter(self):
        mine, other = self.put(SERVER, log_of(300000)), self.put(SERVER.replace("Acme", "Other"), log_of(300000))
        self.assertEqual(self.truncate(".", "--submitter", "Acme").returncode, 0)
        self.assertEqual((mine / LOG).stat().st_size, 8199)
        self.assertEqual((other / LOG).read_bytes(), log_of(300000))

    def test_one_problem_stops_only_its_own_log(self):
        bad, good = self.put(OFFLINE, log_of(300000), None), self.put(SERVER, log_of(300000))
        done = self.truncate(".")
        self.assertEqual(done.returncode, 1)
        self.assertIn("truncate-no-accuracy-txt", done.stdout)
        self.assertIn("fix: ", done.stdout)
        self.assertEqual((bad / LOG).read_bytes(), log_of(300000))
        self.assertEqual((good / LOG).stat().st_size, 8199)

    def test_json(self):
        whole = log_of(300000)
        self.put(SERVER, whole)
        self.put("closed/Acme/results/s/gpt-oss-120b/Server/TEST09/accuracy", log_of(3000), None)
        document, code = self.document("--dry-run", ".")
        self.assertEqual((code, document["exit_code"], document["mode"]), (0, 0, "dry-run"))
        first, second = document["logs"]
        self.assertEqual((first["file"], first["size"], first["size_after"]), (f"{SERVER}/{LOG}", len(whole), 8199))
        self.assertEqual((first["hash"], first["action"], first["planned"]["cut"]), (sha256(whole), "would cut", True))
        self.assertEqual((second["test"], second["action"]), ("TEST09", "would hash"))
        document, code = self.document("--check", ".")
        self.assertEqual(code, 1)
        rules = [f["rule"] for log in document["logs"] for f in log["findings"]]
        self.assertEqual(rules, ["truncate-due", "truncate-due"])
        self.assertEqual(document["summary"]["errors"], 2)
        document, code = self.document(".")
        self.assertEqual((code, document["summary"]["cut"], document["summary"]["hashes_written"]), (0, 1, 2))
        self.assertEqual([log["done"]["write_hash"] for log in document["logs"]], [True, True])

    def test_strict_quiet_and_streams(self):
        folder = self.put(SERVER, log_of(300000))
        self.truncate(".")
        (folder / TEXT).write_text("hash=" + "a" * 64 + "\nhash=" + "b" * 64 + "\n")
        shutil.rmtree(self.backup)
        self.assertEqual(self.truncate(".").returncode, 0)
        strict = self.truncate(".", "--strict", "-q")
        self.assertEqual(strict.returncode, 1)
        self.assertEqual(len(strict.stdout.splitlines()), 1)
        self.assertIn("--strict", strict.stdout)
        self.assertEqual(strict.stderr, "")
        self.assertNotIn("\x1b", strict.stdout)

    def test_hostile_names_are_shown_harmlessly(self):
        self.put("closed/A\x1b[31m\n/results/s/gpt-oss-120b/Server/accuracy", log_of(300000))
        for words in ([], ["--format", "json"]):
            done = self.truncate(".", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("\x1b", done.stdout)
        self.assertIn("1 already cut", self.truncate(".").stdout)

    def test_output_is_the_same_for_any_number_of_threads(self):
        for i in range(12):
            self.put(SERVER.replace("/s/", f"/s{i}/"), log_of(20000 * (i + 1), i), None if i % 4 == 0 else "x\n")
        one = self.truncate(".", "--dry-run", "-j", "1").stdout
        self.assertEqual(self.truncate(".", "--dry-run", "-j", "8").stdout, one)

    def test_a_full_device_is_told(self):
        whole = log_of(300000)
        folder = self.put(SERVER, whole)
        done = subprocess.run(["bash", "-c", 'ulimit -f 100; trap "" XFSZ; exec "$@"', "-", BINARY, "truncate", "."],
                              cwd=self.root, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("truncate-failed", done.stdout)
        self.assertIn("nothing was changed", done.stdout)
        self.assertEqual((folder / LOG).read_bytes(), whole)
        self.assertEqual([p for p in self.backup.rglob("*") if p.is_file()], [])
        self.assertEqual(self.truncate(".").returncode, 0)


class Killed(Tree):
    """SIGKILL at many moments of a run over large logs."""
    LOGS, SIZE, KILLS = 6, 6_000_000, 24

    def setUp(self):
        super().setUp()
        self.wholes = {}
        for i in range(self.LOGS):
            place = SERVER.replace("/s/", f"/s{i}/").replace("accuracy", "TEST09/accuracy" if i % 3 == 2 else "accuracy")
            self.wholes[place] = log_of(self.SIZE + i * 10000, i)
        self.reset()

    def reset(self):
        shutil.rmtree(self.backup, ignore_errors=True)
        for place, whole in self.wholes.items():
            self.put(place, whole, None if "TEST" in place else "x\n")
            if "TEST" in place:
                (self.root / place / TEXT).unlink(missing_ok=True)

    def assert_nothing_lost(self):
        cut = 0
        for place, whole in self.wholes.items():
            now = (self.root / place / LOG).read_bytes()
            kept = self.backup / place / LOG
            if kept.exists():
                self.assertEqual(sha256(kept.read_bytes()), sha256(whole), "a kept log is whole")
            text = self.root / place / TEXT
            self.assertIn(hashes(text), ([], [sha256(whole)]))
            if len(now) != len(whole):
                cut += 1
                self.assertEqual(now, cut_of(whole))
                self.assertTrue(kept.exists())
                self.assertEqual(hashes(text), [sha256(whole)])
        return cut

    def test_killed_at_many_moments(self):
        begin = time.monotonic()
        self.assertEqual(self.truncate(".", "-j", "2").returncode, 0)
        lasts = time.monotonic() - begin
        cuts = []
        for i in range(self.KILLS):
            self.reset()
            process = subprocess.Popen([BINARY, "truncate", ".", "-j", "2"], cwd=self.root,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(lasts * (i + 0.5) / self.KILLS)
            process.send_signal(signal.SIGKILL)
            process.wait()
            with self.subTest(after=lasts * (i + 0.5) / self.KILLS):
                cuts.append(self.assert_nothing_lost())
                second = self.truncate(".")
                self.assertEqual(second.returncode, 0, second.stdout)
                self.assertEqual(self.assert_nothing_lost(), self.LOGS)
                left = [p.name for p in self.top.rglob("*") if p.is_file() and p.name not in (LOG, TEXT)]
                self.assertEqual(left, [])
        self.assertGreater(len(set(cuts)), 1, "the kills came at different stages")

    def test_two_runs_at_once(self):
        both = [subprocess.Popen([BINARY, "truncate", "."], cwd=self.root, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for _ in range(2)]
        codes = sorted(p.wait() for p in both)
        errors = "".join(p.stderr.read() for p in both)
        for p in both:
            p.stdout.close()
            p.stderr.close()
        self.assertIn(codes, ([0, 0], [0, 2]))  # the second may come when the first has ended
        if codes == [0, 2]:
            self.assertIn("another truncate is at work", errors)
        self.assertEqual(self.assert_nothing_lost(), self.LOGS)


class CheckAfterwards(Tree):
    def test_check_has_nothing_to_say_about_truncated_logs(self):
        shutil.copytree(SAMPLE, self.root)
        before = {f["rule"] for f in self.findings()}
        for log in self.root.rglob(LOG):
            text = log.with_name(TEXT)
            if log.stat().st_size != 8199:
                continue
            head, tail = log.read_bytes().split(b"\n\n...\n\n")
            # A whole log that begins and ends as the shortened one does.
            last, first = tail.find(b"\n{"), head.rfind(b",\n")
            middle = b",\n" + b",\n".join([head[head.rfind(b",\n", 0, first) + 2:first]] * 40) + b","
            log.write_bytes(head[:first] + middle + tail[last:])
            text.write_text(re.sub(r"\n*^hash=.*\n", "", text.read_text(), flags=re.M))
        self.assertIn("acc-log-truncated", {f["rule"] for f in self.findings()})
        self.assertIn("acc-hash-present", {f["rule"] for f in self.findings()})
        done = self.truncate(".")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertGreaterEqual(int(re.search(r"(\d+) cut", done.stdout.splitlines()[-1])[1]), 9)
        after = {f["rule"] for f in self.findings()}
        self.assertEqual({rule for rule in after - before if rule.startswith(("acc-log", "acc-hash", "acc-trailing"))}, set())

    def findings(self):
        document, _ = report(self.root)
        return document["findings"] + [f for r in document["results"] for f in r["findings"]]


if __name__ == "__main__":
    unittest.main()
