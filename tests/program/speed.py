#!/usr/bin/env python3
"""How fast programs run: speed.py [RESULT.json] [--warpscope BINARY] [--bench-emulator BINARY] [--hip-cpu FOLDER]

For each program of programs/bench the least time of its launches:
  loop      the same as a plain loop on one core, g++ -O2 -fno-tree-vectorize
  fast      `warpscope run --check-limit 0`: blocks that are neither recorded nor checked
  checked   every block checked, none but the first recorded
  recorded  one block, recorded, beside the same kernel in Warpscope's own vocabulary (bench_emulator)
  hip-cpu   the same source on HIP-CPU (https://github.com/ROCm/HIP-CPU), if its folder is named;
            CXXFLAGS and LDFLAGS say where oneTBB is

Figures, not a test: run it on a machine that does nothing else.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))
from common import run, save  # noqa: E402

BENCH = HERE / "programs" / "bench"
# Program: log2 of its size where it is fast, checked, and of one block.
SIZES = {"vector_add": (20, 18, 8), "polynomial": (18, 14, 8), "reduce_shared": (20, 16, 8), "matmul_tiled": (8, 7, 4)}
VOCABULARY = {"reduce_shared": ["--size", "256", "--block", "256", "reduce_sequential"],
              "matmul_tiled": ["--size", "16", "matmul_tiled"]}
TIMES = 5


def timed(command):
    """Least seconds of a launch, and its lane accesses; a sentence if it went wrong."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    launches = re.findall(r"^seconds ([\d.e-]+)(?: accesses (\d+))?", done.stdout, re.MULTILINE)
    if done.returncode != 0 or not launches:
        return f"exit {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}"
    accesses = int(launches[0][1]) if launches[0][1] else 0
    return {"milliseconds": round(1000 * min(float(seconds) for seconds, _ in launches), 4), "accesses": accesses}


def hip_source(source):
    """CUDA as HIP: names, and launches as the macro that HIP-CPU knows."""
    source = source.replace("<cuda_runtime.h>", "<hip/hip_runtime.h>")
    source = re.sub(r"\bcuda([A-Z])", r"hip\1", source)
    return re.sub(r"(\w+)<<<(.*)>>>\((.*)\);",
                  lambda m: f"hipLaunchKernelGGL({m[1]}, {parts(m[2])[0]}, {parts(m[2])[1]}, 0, nullptr, {m[3]});", source)


def parts(configuration):
    """Grid and block: split at the comma outside of parentheses."""
    depth = 0
    for at, c in enumerate(configuration):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            return f"dim3({configuration[:at]})", f"dim3({configuration[at + 1:].strip()})"
    raise ValueError(configuration)


def hip_cpu(name, folder, where):
    text = hip_source((BENCH / f"{name}.cu").read_text(encoding="utf-8"))
    source = pathlib.Path(where) / f"{name}.cpp"
    source.write_text(text, encoding="utf-8")
    run(["g++", "-std=c++17", "-O2", f"-I{folder}/include", *shlex.split(os.environ.get("CXXFLAGS", "")), "-o",
         f"{where}/{name}_hip", str(source), *shlex.split(os.environ.get("LDFLAGS", "")), "-ltbb", "-pthread"])
    return timed([f"{where}/{name}_hip", str(SIZES[name][0]), str(TIMES)])


def in_vocabulary(binary, name):
    """Milliseconds of one recorded block of the same kernel in our own vocabulary."""
    if name not in VOCABULARY or not binary:
        return None
    entry = json.loads(run([binary, "--json", *VOCABULARY[name]]))["kernels"][0]
    return round(entry["growth"][0]["microseconds"] / 1000, 4)


def measure(options, where):
    run(["g++", "-O2", "-fno-tree-vectorize", "-o", f"{where}/loops", str(BENCH / "loops.cpp")])
    rows = []
    for name, (fast, checked, one) in SIZES.items():
        def emulated(log2, *extra, times=TIMES):
            return timed([options.warpscope, "run", *extra, str(BENCH / f"{name}.cu"), "--", str(log2), str(times)])
        row = {"program": name,
               "loop": timed([f"{where}/loops", name, str(fast), "20"]),
               "fast": emulated(fast, "--check-limit", "0"),
               "loop_of_checked": timed([f"{where}/loops", name, str(checked), "20"]),
               "checked": emulated(checked, "--check-limit", "1000000000000"),
               "recorded": emulated(one, times=20),
               "vocabulary_ms": in_vocabulary(options.bench_emulator, name)}
        if options.hip_cpu:
            row["hip_cpu"] = hip_cpu(name, options.hip_cpu, where)
        rows.append(row)
        print(told(row), flush=True)
    return rows


def told(row):
    lines = [row["program"]]
    for gear, beside in (("loop", None), ("fast", "loop"), ("loop_of_checked", None), ("checked", "loop_of_checked"),
                         ("recorded", None), ("hip_cpu", "loop")):
        figure = row.get(gear)
        if figure is None:
            continue
        if isinstance(figure, str):
            lines.append(f"  {gear:16} {figure}")
            continue
        text = f"  {gear:16} {figure['milliseconds']:10.3f} ms"
        if figure["accesses"]:
            text += f"  {figure['accesses'] / figure['milliseconds'] / 1000:8.1f} million lane accesses a second"
        if beside and isinstance(row[beside], dict):
            text += f"  {figure['milliseconds'] / row[beside]['milliseconds']:8.1f} times the loop"
        lines.append(text)
    if row["vocabulary_ms"]:
        lines.append(f"  vocabulary       {row['vocabulary_ms']:10.3f} ms for the block that is recorded")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", nargs="?")
    parser.add_argument("--warpscope", default="build/cpu/bin/warpscope")
    parser.add_argument("--bench-emulator")
    parser.add_argument("--hip-cpu", metavar="FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as where:
        rows = measure(options, where)
    if options.result:
        save(options.result, {"kind": "program speed", "date": datetime.date.today().isoformat(),
                              "processor": platform.processor() or platform.machine(), "cores": os.cpu_count(),
                              "command": "tests/program/speed.py", "programs": rows})


if __name__ == "__main__":
    main()
