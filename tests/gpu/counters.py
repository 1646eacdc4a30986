#!/usr/bin/env python3
"""Holds the cc5 model against the hardware: counters.py BUILD_FOLDER OUT.json [KERNEL…]

Runs gpu_faithful under ncu and compares the counters of every launch with what the model says of
it, without tolerance. Exit 1 when a figure differs or none was compared.
"""

import csv
import json
import sys
import tempfile

from common import device, run, save

COUNTERS = {
    "shared_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "shared_atomic_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "shared_atomic_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    # Whether the compiler makes ATOM or RED of an atomic depends on whether its result is used.
    "global_atomic_requests": ("l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                               "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"),
    "global_atomic_sectors": ("l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
                              "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"),
}


def names(counter):
    return (counter,) if isinstance(counter, str) else counter


DESCRIPTION = ("entry", "kernel", "parameters", "input", "seed", "size", "block", "grid")


def measure(build, kernels):
    with tempfile.NamedTemporaryFile(suffix=".json") as model_file:
        command = ["ncu", "--clock-control", "none", "--csv", "--page", "raw",
                   "--metrics", ",".join(name for counter in COUNTERS.values() for name in names(counter)),
                   f"{build}/bin/gpu_faithful", model_file.name, *kernels]
        output = run(command)
        model = json.load(open(model_file.name, encoding="utf-8"))
    table = output[output.index('"ID"'):]
    rows = list(csv.DictReader(table.splitlines()))[1:]  # the first row holds units
    return command, model, rows


def main():
    build, out, *kernels = sys.argv[1:]
    command, model, rows = measure(build, kernels)
    if len(rows) != len(model) or not rows:
        sys.exit(f"{len(rows)} launches were counted, the model has {len(model)}")
    launches, differences = [], 0
    for expected, row in zip(model, rows):
        figures = {}
        for name, counter in COUNTERS.items():
            measured = sum(int(float(row[part].replace(",", ""))) for part in names(counter))
            if measured or expected[name]:
                figures[name] = [expected[name], measured]
            if measured != expected[name]:
                differences += 1
                print(f"{expected['entry']} launch {expected['kernel']} {expected['parameters']} size "
                      f"{expected['size']} block {expected['block']} grid {expected['grid']}: {name} "
                      f"modelled {expected[name]}, measured {measured}")
        launches.append({key: expected[key] for key in DESCRIPTION} | figures)
    save(out, {"kind": "counters"} | device() |
         {"command": "tests/gpu/counters.py: " + " ".join(["ncu"] + command[1:6] + ["…", "gpu_faithful"]),
          "note": "figures: modelled, measured; one that is not named was 0 and modelled as 0",
          "differences": differences, "launches": launches})
    print(f"{len(rows)} launches, {len(rows) * len(COUNTERS)} figures compared, {differences} differ")
    sys.exit(1 if differences else 0)


main()
