#!/usr/bin/env python3
"""Runs every kernel under compute-sanitizer: sanitizers.py BUILD_FOLDER OUT.json

All four tools must be clean for every native and traced kernel but those that are wrong on purpose,
in which racecheck must find the race that the lesson is about, as it must in every mutant of
tests/mutants. Exit 1 otherwise.
"""

import re
import subprocess
import sys

from common import device, run, save

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
WRONG_ON_PURPOSE = ("reduce_unrolled",)


def verdict(tool, arguments):
    done = subprocess.run(["compute-sanitizer", "--tool", tool, "--error-exitcode", "9", *arguments],
                          capture_output=True, text=True)
    summary = [line for line in done.stdout.splitlines() if "SUMMARY" in line]
    runs = re.search(r"(\d+) runs, all right", done.stdout)
    return {"tool": tool, "program": " ".join([arguments[0].rsplit("/", 1)[-1], *arguments[1:]]),
            "exit": done.returncode, "runs": int(runs.group(1)) if runs else 0,
            "summary": summary[-1].strip("= ") if summary else done.stderr.strip()[-300:]}


def main():
    build, out = sys.argv[1:]
    program = f"{build}/bin/gpu_all_kernels"
    results, missed = [], 0
    for machine in ("native", "traced"):
        for tool in TOOLS:
            result = verdict(tool, [program, machine, "not", *WRONG_ON_PURPOSE])
            result["good"] = result["exit"] == 0 and result["runs"] > 0
            results.append(result)
    mutants = run([f"{build}/bin/gpu_mutants", "list"]).splitlines()
    racing = [("", [program, "native", kernel]) for kernel in WRONG_ON_PURPOSE]
    racing += [(name, [f"{build}/bin/gpu_mutants", str(i)]) for i, name in enumerate(mutants)]
    for name, command in racing:
        result = verdict("racecheck", command)
        result["good"] = result["exit"] == 9  # the race must be seen
        if name:
            result["mutant"] = name
        results.append(result)
    for result in results:
        missed += not result["good"]
        print(f"{'good  ' if result['good'] else 'MISSED'} {result['tool']:9} {result['program']}: "
              f"{result['runs']} runs; {result['summary']}")
    save(out, {"kind": "sanitizers"} | device() |
         {"command": "tests/gpu/sanitizers.py", "missed": missed, "results": results})
    sys.exit(1 if missed else 0)


main()
