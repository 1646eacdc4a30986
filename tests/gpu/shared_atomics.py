#!/usr/bin/env python3
"""Counts what atomics and asynchronous copies in shared memory cost: shared_atomics.py BUILD_FOLDER OUT.json

Runs gpu_shared_atomics under ncu and writes every pattern with its counters, no model's word among them:
tests/analysis/atomic_calibration_test.cpp holds AtomicWay against the file.
"""

import csv
import re
import subprocess
import sys
import time

from common import device, run, save

COUNTERS = {
    "load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "atomic_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "atomic_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "atomic_requests": "smsp__inst_executed_op_shared_atom.sum",
    "copy_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
    "copy_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum",
    "copy_sectors": "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum",
    "copy_requests": "smsp__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
}
NCU = ["ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw",
       "--print-units", "base", "--metrics", ",".join(COUNTERS.values())]
LOOPS = ("float_add", "long_add")  # where warps stand in one another's way


def operations(binary):
    """Their names, in the order of the kernels' numbers."""
    return subprocess.run([binary], capture_output=True, text=True).stderr.split(":")[-1].split()


def instructions(binary, names):
    """Those of shared memory in each kernel, without the stores that clear it."""
    found, key = {}, None
    for line in run(["cuobjdump", "-sass", binary]).splitlines():
        if function := re.search(r"Function : (\S+)", line):
            kernel = re.search(r"pattern_kernelILi(\d+)E", function.group(1))
            key = names[int(kernel.group(1))] if kernel else None
        elif key and (code := re.search(r"\*/\s+(?:@!?U?P\d+ )?((?:LDGSTS|LDS|ATOMS|ATOM|LD)\S*) ", line)):
            found.setdefault(key, []).append(code.group(1))
    return {name: " ".join(found.get(name, [])) for name in names}


def counted(binary, name, launches, each, warps):
    command = [binary, name, str(launches), str(each), str(warps)]
    patterns = [line.split() for line in run(command).splitlines()]
    output = run([*NCU, *command])
    rows = list(csv.DictReader(output[output.index('"ID"'):].splitlines()))[1:]  # the first row holds units
    if len(rows) * each != len(patterns):
        sys.exit(f"{name}: {len(rows)} launches were counted, expected {len(patterns) // each}")
    for k, row in enumerate(rows):
        yield {"op": name, "warps": warps, "patterns": patterns[k * each:(k + 1) * each]} | {
            key: int(float(row[counter].replace(",", ""))) for key, counter in COUNTERS.items()}


def main():
    build, out = sys.argv[1:]
    binary = f"{build}/bin/gpu_shared_atomics"
    names, begin, launches = operations(binary), time.monotonic(), []
    for name, count, each, warps in [(name, 50, 10, 1) for name in names] + [(name, 60, 1, 2) for name in LOOPS]:
        launches += counted(binary, name, count, each, warps)
        print(f"{name}, {warps}: {len(launches)} launches, {time.monotonic() - begin:.0f} s", flush=True)
    save(out, {"kind": "shared_atomics"} | device() |
         {"command": "tests/gpu/shared_atomics.py: " + " ".join(NCU[:-1]) + " … gpu_shared_atomics",
          "note": "a launch makes its patterns one after another; of each, the mask and two hexadecimal digits per lane",
          "counters": COUNTERS, "instructions": instructions(binary, names), "launches": launches})


main()
