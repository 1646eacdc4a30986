#!/usr/bin/env python3
"""Runs kernels under compute-sanitizer: sanitizers.py BUILD_FOLDER OUT.json [KERNEL…]
All of them and the mutants unless some are named.

memcheck, initcheck and synccheck must be clean for all native and traced kernels. racecheck must
report a kernel exactly when the emulator finds a race in the same cases, or stores of one
instruction to one element; and each mutant of tests/mutants, in which the emulator finds a race in
every run (mutants_test.cpp). Exit 1 otherwise.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from common import device, run, save

CLEAN_TOOLS = ("memcheck", "initcheck", "synccheck")
RACES = {"race", "order not defined"}
# racecheck does not follow atomics in shared memory: seen with CUDA 13.0.
NOT_FOLLOWED = "histogram_shared_atomic without"


def verdict(tool, arguments):
    done = subprocess.run(["compute-sanitizer", "--tool", tool, "--error-exitcode", "9", *arguments],
                          capture_output=True, text=True)
    summary = [line for line in done.stdout.splitlines() if "SUMMARY" in line]
    runs = re.search(r"(\d+) runs, all right", done.stdout)
    return {"tool": tool, "program": " ".join([arguments[0].rsplit("/", 1)[-1], *arguments[1:]]),
            "exit": done.returncode, "runs": int(runs.group(1)) if runs else 0,
            "emulator": re.findall(r"^emulator: (.*)$", done.stdout, re.MULTILINE),
            "summary": summary[-1].strip("= ") if summary else done.stderr.strip()[-300:]}


def clean_runs(program, kernels):
    for machine in ("native", "traced"):
        for tool in CLEAN_TOOLS:
            yield tool, [program, machine, *kernels], {}, lambda result: result["exit"] == 0 and result["runs"] > 0


def race_runs(build, kernels):
    def as_emulated(result):
        expected = 9 if RACES & set(result["emulator"]) else 0
        return result["exit"] == expected and result["runs"] > 0

    listed = [kernel["id"] for kernel in json.loads(run([f"{build}/bin/warpscope", "list", "--json"]))]
    if unknown := set(kernels) - set(listed):
        sys.exit(f"warpscope lists no {', '.join(sorted(unknown))}")
    for kernel in kernels or listed:
        for machine in ("native", "traced"):
            yield "racecheck", [f"{build}/bin/gpu_all_kernels", machine, kernel], {}, as_emulated


def mutant_runs(build):
    program = f"{build}/bin/gpu_mutants"
    for number, name in enumerate(run([program, "list"]).splitlines()):
        expected = 0 if name.startswith(NOT_FOLLOWED) else 9
        yield ("racecheck", [program, str(number)], {"mutant": name},
               lambda result, expected=expected: result["exit"] == expected)


def judged(job):
    tool, arguments, more, is_good = job
    result = verdict(tool, arguments)
    return result | {"good": is_good(result)} | more


def main():
    build, out, *kernels = sys.argv[1:]
    jobs = [*clean_runs(f"{build}/bin/gpu_all_kernels", kernels), *race_runs(build, kernels)]
    if not kernels:
        jobs += mutant_runs(build)
    results = []
    # Side by side: each is one process, which waits for its tool most of the time.
    with ThreadPoolExecutor(max(1, min(8, (os.cpu_count() or 2) // 2))) as pool:
        for result in pool.map(judged, jobs):
            results.append(result)
            print(f"{'good  ' if result['good'] else 'MISSED'} {result['tool']:9} {result['program']} "
                  f"{result.get('mutant', '')}: {result['runs']} runs; {result['summary']}"
                  f"{'; emulator: ' + ', '.join(result['emulator']) if result['emulator'] else ''}", flush=True)
    missed = sum(not result["good"] for result in results)
    save(out, {"kind": "sanitizers"} | device() |
         {"command": " ".join(["tests/gpu/sanitizers.py", *kernels]), "missed": missed, "results": results})
    sys.exit(1 if missed else 0)


main()
