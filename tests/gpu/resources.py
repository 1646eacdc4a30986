#!/usr/bin/env python3
"""Registers, static shared memory and spilled bytes of the native kernels, as the compiler allotted
them. Needs a CUDA build and the toolkit's cuobjdump, and no device:

    python3 tests/gpu/resources.py build/release assets/measurements/h200/resources.json

The object files are those of one architecture; a row is one instance of a kernel's template.
"""

import argparse
import datetime
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from common import run, save  # noqa: E402

RESERVED = 1024  # bytes that the driver takes of each block from 8.0 on; cuobjdump counts them in
FUNCTION = re.compile(r"^ Function (.+):$")
NATIVE = re.compile(r"native_kernel<warpscope::CudaBlock<false>, warpscope::(\w+)(?:<.*?>)?, ")


def demangled(text):
    return subprocess.run(["c++filt"], input=text, capture_output=True, text=True, check=True).stdout


def snake(name):
    """reduce_strided of ReduceStrided: a kernel's struct has its id's words."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def instance(function):
    """Kernel and parameters of "void native_kernel<…>(…)"; None if it is no native kernel."""
    found = NATIVE.search(function)
    if not found:
        return None
    row = {"kernel": snake(found.group(1))}
    arguments = function[found.end(): function.index(">(")]
    elements = re.search(r"Global<warpscope::CudaBlock<false>, ([\w:<> ]+?)(?: const)?>(?:,|$|>)", arguments + ",")
    if elements:
        row["type"] = elements.group(1).replace("warpscope::", "").strip()
    operator = re.search(r"warpscope::(Add|Min|Max|Mul\w*|Xor|And|Or)<", arguments)
    if operator:
        row["op"] = operator.group(1).lower()
    return row


def rows_of(folder, architecture):
    objects = sorted(folder.rglob("*_NativeMachine.cu.o"))
    if not objects:
        sys.exit(f"{folder} has no *_NativeMachine.cu.o: build it with -D WARPSCOPE_CUDA=ON")
    rows = []
    for path in objects:
        text = demangled(run(["cuobjdump", "--dump-resource-usage", str(path)]))
        if f"arch = {architecture}" not in text:
            sys.exit(f"{path} holds no code of {architecture}")
        function = None
        for line in text.splitlines():
            named = FUNCTION.match(line)
            if named:
                function = named.group(1)
                continue
            row = instance(function) if function and "REG:" in line else None
            if row is None:
                continue
            figures = dict(re.findall(r"(\w+):(\d+)", line))
            row["registers"] = int(figures["REG"])
            row["static_shared"] = max(0, int(figures["SHARED"]) - RESERVED)  # 0 of a kernel without any
            row["stack"] = int(figures["STACK"])
            rows.append(row)
            function = None
    unique = {tuple(sorted(row.items())): row for row in rows}
    return sorted(unique.values(), key=lambda row: (row["kernel"], row.get("type", ""), row.get("op", ""), row["registers"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="folder of a CUDA build")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--architecture", default="sm_90")
    arguments = parser.parse_args()
    rows = rows_of(arguments.build, arguments.architecture)
    save(arguments.output, {
        "kind": "resources",
        "architecture": arguments.architecture,
        "toolkit": run(["nvcc", "--version"]).strip().splitlines()[-1],
        "date": datetime.date.today().isoformat(),
        "command": "tests/gpu/resources.py build/release assets/measurements/h200/resources.json",
        "note": "compiled, not measured: no device is needed. A row is one instance of a kernel.",
        "kernels": rows,
    })
    print(f"{len(rows)} instances of {len({row['kernel'] for row in rows})} kernels")


if __name__ == "__main__":
    main()
