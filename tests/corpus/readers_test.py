#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The readers' tests that want the published logs: unpacks the corpus and points them to it."""
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import BUILD, shared  # noqa: E402

subprocess.run([str(shared() / "tools/unpack-corpus"), str(BUILD / "corpus")], check=True)
env = dict(os.environ, MLPERF_AUDIT_CORPUS=str(BUILD / "corpus/v6.0"))
sys.exit(subprocess.run([str(BUILD / "bin/mllog_test"), "--gtest_filter=CorpusTest.*"], env=env).returncode)
