#!/usr/bin/env python3
"""Holds native kernels against hand-written twins: native_is_free.py BUILD_FOLDER OUT.json [LOG2_SIZE]

Of single kernels: same number of machine-code instructions, time within 1 %. Of whole programs: same
results, no more than 1 % more time. Exit 1 when a bar is missed.
"""

import json
import re
import sys

from common import device, run, save

TWINS = {  # kernel: (type in the native kernel's mangled name, twin's mangled name)
    "reduce_divergent": ("ReduceDivergent", "16reduce_divergentE"),
    "reduce_strided": ("ReduceStrided", "14reduce_stridedE"),
    "reduce_sequential": ("ReduceSequential", "17reduce_sequentialE"),
    "reduce_first_add": ("ReduceFirstAdd", "16reduce_first_addE"),
    "reduce_unrolled": ("14ReduceUnrolled", "15reduce_unrolledE"),
    "reduce_unrolled_syncwarp": ("ReduceUnrolledSyncwarp", "24reduce_unrolled_syncwarpE"),
    "reduce_shuffle": ("ReduceShuffle", "14reduce_shuffleE"),
    "reduce_vectorized": ("ReduceVectorized", "17reduce_vectorizedE"),
    "scan_hillis_steele": ("ScanHillisSteele", "18scan_hillis_steeleE"),
    "scan_blelloch": ("12ScanBlelloch", "13scan_blellochILi0ELi0E"),
    "scan_padded16": ("12ScanPadded16E", "13scan_blellochILi4ELi0E"),
    "scan_padded16_twice": ("ScanPadded16Twice", "13scan_blellochILi4ELi8E"),
    "scan_padded32": ("ScanPadded32", "13scan_blellochILi5ELi0E"),
}

def instruction_counts(binary):
    counts, name = {}, None
    for line in run(["cuobjdump", "-sass", binary]).splitlines():
        if found := re.search(r"Function : (\S+)", line):
            name = found.group(1)
            counts[name] = 0
        elif name and re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+\S.*;", line) and not re.search(r"\*/\s+NOP\s*;", line):
            counts[name] += 1
    return counts


def count_of(counts, *parts):
    found = [n for name, n in counts.items() if all(part in name for part in parts)]
    if len(found) != 1:
        sys.exit(f"{len(found)} functions match {parts}, expected one")
    return found[0]


def show(entry, good):
    counts = f"{entry.get('native_instructions', '-')} {entry.get('twin_instructions', '-')}"
    print(f"{entry['kernel']:26} {entry['native_ms']:9.4f} ms {entry['twin_ms']:9.4f} ms  ratio "
          f"{entry['ratio']:.4f}  instructions {counts}{'' if good else '  MISSED'}")


def main():
    build, out = sys.argv[1:3]
    binary = f"{build}/bin/gpu_native_is_free"
    command = [binary, sys.argv[3] if len(sys.argv) > 3 else "28"]
    timed = json.loads(run(command))
    counts = instruction_counts(binary)
    missed = 0
    for entry in timed["kernels"]:
        native, twin = TWINS[entry["kernel"]]
        entry["native_instructions"] = count_of(counts, "native_kernel", native)
        entry["twin_instructions"] = count_of(counts, "twins", twin)
        good = entry["equal"] and entry["native_instructions"] == entry["twin_instructions"] \
            and 0.99 <= entry["ratio"] <= 1.01
        missed += not good
        show(entry, good)
    programs = json.loads(run([f"{build}/bin/gpu_twin_programs"]))["programs"]
    for entry in programs:
        good = entry["equal"] and entry["ratio"] <= 1.01  # a twin may be the slower one
        missed += not good
        show(entry, good)
    save(out, {"kind": "native_is_free"} | device() |
         {"command": "tests/gpu/native_is_free.py: gpu_native_is_free " + command[1] + ", gpu_twin_programs",
          "missed": missed} | timed | {"programs": programs})
    sys.exit(1 if missed or len(timed["kernels"]) != len(TWINS) else 0)


main()
