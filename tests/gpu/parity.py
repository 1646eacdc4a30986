#!/usr/bin/env python3
"""Holds the emulator against the GPU: parity.py BUILD_FOLDER OUT.json CASES [KERNEL…]

Runs `warpscope verify KERNEL --machine cuda` with so many random cases for each kernel, as many
kernels at once as there are processors, and keeps what they say in one record. Exit 1 when
something differs.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from common import device, run, save


def verified(build, kernel, cases):
    """What the program says of one kernel; its exit code is 1 where something differs."""
    command = [f"{build}/bin/warpscope", "verify", kernel, "--machine", "cuda", "--cases", cases, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stderr[-1500:]}")
    return json.loads(done.stdout)


def main():
    build, out, cases, *kernels = sys.argv[1:]
    kernels = kernels or [kernel["id"] for kernel in json.loads(run([f"{build}/bin/warpscope", "list", "--json"]))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        records = list(pool.map(lambda kernel: verified(build, kernel, cases), kernels))
    if emulated := [record for record in records if record["device"] == "the emulator"]:
        sys.exit(f"expected a GPU, but {len(emulated)} kernels ran on the emulator alone")
    found = [kernel for record in records for kernel in record["kernels"]]
    differences = sum(record["differences"] for record in records)
    save(out, {"kind": "parity"} | device() |
         {"command": f"tests/gpu/parity.py: warpscope verify KERNEL --machine cuda --cases {cases} --json",
          "seed": records[0]["seed"], "differences": differences, "kernels": found})
    for kernel in found:
        if kernel["first_problem"]:
            print(f"{kernel['kernel']}: {kernel['first_problem']}")
    print(f"{len(found)} kernels, {cases} cases each: {differences} differences")
    sys.exit(1 if differences or not found else 0)


main()
