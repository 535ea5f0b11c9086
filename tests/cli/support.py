# SPDX-License-Identifier: Apache-2.0
"""What the command-line and corpus tests share: the binary, the shared acceptance data, skipping out loud."""
import json
import os
import subprocess
import sys
from pathlib import Path

BINARY = os.environ.get("MLPERF_AUDIT", "mlperf-audit")
SOURCE = Path(os.environ.get("MLPERF_AUDIT_SOURCE", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ.get("MLPERF_AUDIT_BUILD", SOURCE / "build"))
SAMPLE = SOURCE / "fixtures/submission"
SKIPPED = 77
PART = 3  # how much of the acceptance data is answered so far


def shared():
    """The folder with the acceptance data; ends the test as skipped where it is absent."""
    folder = Path(os.environ.get("MLPERF_AUDIT_SHARED", SOURCE.parent / "shared"))
    if not (folder / "tools/accept.py").is_file():
        print(f"SKIPPED: the acceptance data is not at {folder} (set MLPERF_AUDIT_SHARED)")
        sys.exit(SKIPPED)
    return folder


def accept(what, *options):
    """Exit code of the acceptance program; its output is shown."""
    return subprocess.run([sys.executable, str(shared() / "tools/accept.py"), what, "--part", str(PART), "--bin", BINARY,
                           "--jobs", "2", "--work", str(BUILD / "accept"), *options]).returncode


def run(*words, cwd=None, env=None):
    return subprocess.run([BINARY, *map(str, words)], cwd=cwd, env=env, capture_output=True, text=True, timeout=600)


def report(*words, cwd=None):
    """(JSON document, exit code) of `check`."""
    done = run("check", *words, "--format", "json", cwd=cwd)
    if done.returncode > 1:
        raise AssertionError(f"exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout), done.returncode
