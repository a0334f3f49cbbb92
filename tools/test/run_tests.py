#!/usr/bin/python3
"""Runs the unit tests and the lit tests of a build folder.

Shows googletest's and lit's own output and ends with one line that adds up
both: "N passed, N failed, N skipped". Unsupported lit tests are skipped ones.
A test program that crashes, a test that hangs, one that passes though it was
expected to fail, and a run without any test are failures.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

LIT_PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def report_failure(counts, message):
    print(f"error: {message}", flush=True)
    counts["failed"] += 1


def read_json(path):
    try:
        with open(path) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def unit_test_programs(build):
    """The programs that the configuration lists."""
    path = os.path.join(build, "test/unittests/unittests.txt")
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return file.read().split()


def run_unit_tests(build, name_filter, counts, scratch):
    for program in unit_test_programs(build):
        results_path = os.path.join(
            scratch, os.path.basename(program) + ".json"
        )
        command = [
            program,
            f"--gtest_output=json:{results_path}",
            "--gtest_brief=1",
        ]
        if name_filter:
            command.append(f"--gtest_filter=*{name_filter}*")
        print(f"-- {os.path.relpath(program, build)}", flush=True)
        try:
            status = subprocess.run(
                command, stdin=subprocess.DEVNULL, timeout=600
            ).returncode
        except (OSError, subprocess.TimeoutExpired) as error:
            report_failure(counts, error)
            continue
        results = read_json(results_path)
        if results is None:
            report_failure(
                counts,
                f"{program} ended with status {status} before its last test",
            )
            continue
        failures = 0
        for suite in results.get("testsuites", []):
            for test in suite["testsuite"]:
                if "failures" in test:
                    failures += 1
                elif (
                    test["status"] == "NOTRUN" or test["result"] != "COMPLETED"
                ):
                    counts["skipped"] += 1
                else:
                    counts["passed"] += 1
        counts["failed"] += failures
        if status != 0 and not failures:
            report_failure(counts, f"{program} ended with status {status}")


def run_lit(build, name_filter, counts, scratch):
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        entries = dict(
            line.rstrip("\n").split("=", 1)
            for line in cache
            if line.startswith("DTYP_LIT:")
        )
    lit = next(iter(entries.values()))
    # The virtual environment has psutil, with which lit ends tests that hang.
    python = os.path.join(build, "venv/bin/python")
    if not os.path.exists(python):
        python = sys.executable
    results_path = os.path.join(scratch, "lit.json")
    command = [
        python,
        lit,
        "-sv",
        "--no-progress-bar",
        "--output",
        results_path,
    ]
    if name_filter:
        command += ["--filter", name_filter, "--allow-empty-runs"]
    command.append(os.path.join(build, "test"))
    print("-- lit", flush=True)
    status = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
    results = read_json(results_path)
    if results is None and status == 0:
        return  # The filter leaves no test.
    if results is None:
        report_failure(
            counts, f"lit ended with status {status} and without results"
        )
        return
    failures = 0
    for test in results["tests"]:
        if test["code"] in LIT_PASSED:
            counts["passed"] += 1
        elif test["code"] in LIT_SKIPPED:
            counts["skipped"] += 1
        elif test["code"] == "XPASS":  # lit 22 neither names nor minds it.
            report_failure(
                counts, f"{test['name']} passed, though it was expected to fail"
            )
        else:
            failures += 1
    counts["failed"] += failures
    if status != 0 and not failures:
        report_failure(counts, f"lit ended with status {status}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", help="the build folder")
    parser.add_argument(
        "--only", choices=["unit", "lit"], help="one kind of test only"
    )
    parser.add_argument(
        "--filter",
        help="only tests whose name has this (lit: a regular expression)",
    )
    args = parser.parse_args()

    build = os.path.abspath(args.build)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        if args.only != "lit":
            run_unit_tests(build, args.filter, counts, scratch)
        if args.only != "unit":
            run_lit(build, args.filter, counts, scratch)
    print(
        f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped"
    )
    return 0 if counts["passed"] and not counts["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
