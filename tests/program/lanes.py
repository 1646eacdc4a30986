#!/usr/bin/env python3
"""Which lanes of a warp are together: lanes.py --record programs/lanes/h200.json (on a GPU)
                                       lanes.py --compare programs/lanes/h200.json [--warpscope BINARY]

--record builds the programs of programs/lanes with nvcc and keeps what each lane saw: numbered
points, and the mask of those who were active with it. --compare runs them by `warpscope run`.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))
from common import device, run, save  # noqa: E402

PROGRAMS = sorted((HERE / "programs" / "lanes").glob("*.cu"))
FLAGS = ["-arch=sm_90", "-O3"]


def record(out):
    with tempfile.TemporaryDirectory() as folder:
        def lines(program):
            binary = f"{folder}/{program.stem}"
            run(["nvcc", *FLAGS, "-o", binary, str(program)])
            first, again = (run([binary]).splitlines() for _ in range(2))
            if first != again:
                sys.exit(f"{program.stem} differs from run to run")
            return [f"{program.stem} {line}" for line in first]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            groups = [line for found in pool.map(lines, PROGRAMS) for line in found]
    save(out, {"kind": "lanes"} | device() |
         {"command": "tests/program/lanes.py --record", "build": "nvcc " + " ".join(FLAGS),
          "note": "program, kernel, lanes: what they saw in turn, as point:mask", "groups": groups})
    print(f"{len(groups)} groups of {len(PROGRAMS)} programs")


def kernels_of(groups):
    """{program kernel: its lines}"""
    kernels = {}
    for line in groups:
        program, kernel, _ = line.split(" ", 2)
        kernels.setdefault(f"{program} {kernel}", []).append(line)
    return kernels


def compare(file, warpscope):
    expected = kernels_of(json.load(open(file, encoding="utf-8"))["groups"])
    seen = []
    for program in PROGRAMS:
        done = subprocess.run([warpscope, "run", str(program)], capture_output=True, text=True, check=False)
        known = tuple(name.split(" ")[1] + " " for name in expected if name.startswith(program.stem + " "))
        seen += [f"{program.stem} {line}" for line in done.stdout.splitlines() if line.startswith(known)]
        if done.returncode != 0:
            print(f"{program.stem}: exit {done.returncode}: {done.stderr.strip()[-300:]}")
    seen = kernels_of(seen)
    wrong = [name for name, lines in expected.items() if seen.get(name) != lines]
    for name in wrong:
        print(f"{name} differs\n  device:    " + "\n             ".join(expected[name]) +
              "\n  warpscope: " + "\n             ".join(seen.get(name, ["nothing"])))
    print(f"{len(expected) - len(wrong)} of {len(expected)} kernels have the groups of the device")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", metavar="FILE")
    parser.add_argument("--compare", metavar="FILE")
    parser.add_argument("--warpscope", default="build/cpu/bin/warpscope")
    chosen = parser.parse_args()
    if chosen.record:
        record(chosen.record)
    if chosen.compare:
        sys.exit(compare(chosen.compare, chosen.warpscope))


if __name__ == "__main__":
    main()
