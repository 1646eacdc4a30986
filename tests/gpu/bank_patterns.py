#!/usr/bin/env python3
"""Counts what seeded accesses to shared memory cost: bank_patterns.py BUILD_FOLDER OUT.json

Runs gpu_bank_patterns under ncu and writes every pattern with its counters, no model's word among
them: tests/analysis/bank_calibration_test.cpp holds the bank model against the file.
"""

import csv
import itertools
import json
import re
import subprocess
import sys
import tempfile
import time

from common import device, run

LAUNCHES_PER_RUN = 800
KNOWN = {
    f"{op}_{what}": f"l1tex__data_{counter}_mem_shared_op_{short}"
    for op, short in (("load", "ld"), ("store", "st"), ("atomic", "atom"))
    for what, counter in (("wavefronts", "pipe_lsu_wavefronts"), ("conflicts", "bank_conflicts_pipe_lsu"))
}
# Taken where the device has them: they tell what else an atomic is made of.
ALSO = {
    "wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared",
    "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared",
}
ALSO_OF_ATOMICS = {
    "atomic_instructions": "smsp__inst_executed_op_shared_atom",
    "bank_reads": "l1tex__data_bank_reads",
    "bank_writes": "l1tex__data_bank_writes",
}
MEMORY_OPS = ("load", "store")


def offered_counters():
    asked = subprocess.run(["ncu", "--query-metrics"], capture_output=True, text=True)
    return {line.split()[0] for line in asked.stdout.splitlines() if line.strip()}


def chosen_counters(offered):
    """Of loads and stores, and of atomics; a name that ncu does not know would end the run."""
    of_memory = {name: counter for name, counter in (KNOWN | ALSO).items()
                 if counter in offered or name.startswith(MEMORY_OPS)}
    of_atomics = of_memory | {name: counter for name, counter in ALSO_OF_ATOMICS.items() if counter in offered}
    missing = (KNOWN | ALSO | ALSO_OF_ATOMICS).keys() - of_atomics.keys()
    print("counters that ncu does not offer:", ", ".join(sorted(missing)) or "none", flush=True)
    return of_memory, of_atomics


def machine_code(binary, patterns):
    """The one shared instruction of each kernel: {"load 8": "LDS.64", …}."""
    ops = list(dict.fromkeys(pattern["op"] for pattern in patterns))  # numbered as they first appear
    found, key = {}, None
    for line in run(["cuobjdump", "-sass", binary]).splitlines():
        if function := re.search(r"Function : (\S+)", line):
            kernel = re.search(r"pattern_kernel.*PatternOpE(\d+)ELi(\d+)E", function.group(1))
            key = f"{ops[int(kernel.group(1))]} {kernel.group(2)}" if kernel else None
        elif key and (instruction := re.search(r"\*/\s+(?:@!?U?P\d+ )?((?:LDS|STS|ATOMS|RED)\S*)", line)):
            found.setdefault(key, []).append(instruction.group(1))
    for key, instructions in found.items():
        if len(instructions) != 1:
            sys.exit(f"{key} makes {instructions} of shared memory, expected one instruction")
    return {key: instructions[0] for key, instructions in sorted(found.items())}


def ncu_command(counters):
    return ["ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw",
            "--print-units", "base", "--metrics", ",".join(f"{counter}.sum" for counter in counters.values())]


def count(binary, patterns_file, first, size, counters):
    output = run([*ncu_command(counters), binary, patterns_file, str(first), str(size)])
    rows = list(csv.DictReader(output[output.index('"ID"'):].splitlines()))[1:]  # the first row holds units
    if len(rows) != size:
        sys.exit(f"{len(rows)} launches were counted from pattern {first} on, expected {size}")
    return [{name: int(float(row[f"{counter}.sum"].replace(",", ""))) for name, counter in counters.items()}
            for row in rows]


def ranges(patterns):
    """(first, size, whether these are atomics) of every run of the program."""
    first = 0
    for atomic, group in itertools.groupby(patterns, lambda pattern: pattern["op"] not in MEMORY_OPS):
        left = len(list(group))
        while left > 0:
            size = min(left, LAUNCHES_PER_RUN)
            yield first, size, atomic
            first, left = first + size, left - size


def save(path, record, patterns):
    """A pattern per line, so that a difference of two files can be read."""
    lines = ",\n".join("  " + json.dumps(pattern, separators=(",", ":")) for pattern in patterns)
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(record, indent=1)[:-2] + ',\n "patterns": [\n' + lines + "\n ]\n}\n")


def main():
    build, out = sys.argv[1:]
    binary = f"{build}/bin/gpu_bank_patterns"
    of_memory, of_atomics = chosen_counters(offered_counters())
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        run([binary, file.name])
        patterns = json.load(open(file.name, encoding="utf-8"))
        begin = time.monotonic()
        for first, size, atomic in ranges(patterns):
            counted = count(binary, file.name, first, size, of_atomics if atomic else of_memory)
            for pattern, figures in zip(patterns[first:first + size], counted):
                pattern["counters"] = {name: figure for name, figure in figures.items() if figure != 0}
            print(f"{first + size} of {len(patterns)} patterns, {time.monotonic() - begin:.0f} s", flush=True)
    save(out, {"kind": "bank_patterns"} | device() |
         {"command": "tests/gpu/bank_patterns.py: " + " ".join(ncu_command({})[:-1]) + " … gpu_bank_patterns",
          "note": "address: four hexadecimal digits per active lane; a counter that is not named for a pattern was 0",
          "counters": {name: f"{counter}.sum" for name, counter in of_atomics.items()},
          "instructions": machine_code(binary, patterns)}, patterns)
    print(f"{len(patterns)} patterns were counted")


main()
