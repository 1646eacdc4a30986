#!/usr/bin/env python3
"""Counts what asynchronous copies into shared memory cost: async_copies.py BUILD_FOLDER OUT.json

Runs gpu_async_copies under ncu and writes every pattern with its counters, no model's word among them:
tests/analysis/copy_calibration_test.cpp holds the bank model against the file.
"""

import csv
import sys
import time

from common import device, run, save

COUNTERS = {
    "wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
    "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum",
    "sectors": "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum",
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
}
NCU = ["ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw",
       "--print-units", "base", "--metrics", ",".join(COUNTERS.values())]
PATTERNS = 500


def counted(binary, size):
    command = [binary, str(size), str(PATTERNS)]
    patterns = [line.split() for line in run(command).splitlines()]
    output = run([*NCU, *command])
    rows = list(csv.DictReader(output[output.index('"ID"'):].splitlines()))[1:]  # the first row holds units
    if len(rows) != len(patterns):
        sys.exit(f"{size} bytes: {len(rows)} launches were counted, expected {len(patterns)}")
    for pattern, row in zip(patterns, rows):
        mask, to, source = pattern
        yield {"bytes": size, "mask": mask, "to": to, "from": source} | {
            key: int(float(row[counter].replace(",", ""))) for key, counter in COUNTERS.items()}


def main():
    build, out = sys.argv[1:]
    begin, launches = time.monotonic(), []
    for size in (4, 8, 16):
        launches += counted(f"{build}/bin/gpu_async_copies", size)
        print(f"{size} bytes: {len(launches)} launches, {time.monotonic() - begin:.0f} s", flush=True)
    save(out, {"kind": "async_copies"} | device() |
         {"command": "tests/gpu/async_copies.py: " + " ".join(NCU[:-1]) + " … gpu_async_copies",
          "note": "one warp; of each lane two hexadecimal digits say where to, three where from, in elements of the size; "
                  "both memories begin at a multiple of 128 bytes",
          "counters": COUNTERS, "launches": launches})


main()
