#!/usr/bin/env python3
"""Holds what `warpscope run` counts against the hardware, on the twins as whole programs.

gpu_counters.py --measure COUNTERS.json       on a machine with a GPU
    Builds every twin so that nvcc makes each access of the source (TWINS_EXACT), runs it under ncu
    and keeps the counters of each launch; beside them COUNTERS.sass.json.gz, the accesses in SASS by line.
gpu_counters.py --compare COUNTERS.json [RESULT.json]  [--warpscope BINARY] [--sass FILE]
    Runs the same programs by `warpscope run --json --all-blocks` and compares launch by launch,
    without tolerance. Prints each difference with its source lines and their SASS. Exit 1 when less
    than 95 % of the figures are equal.
"""

import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))
from common import device, run, save  # noqa: E402
from ncu import COMMAND, COUNTERS, figures_of, rows_of  # noqa: E402

TWINS = HERE / "programs" / "twins"
FLAGS = ["-arch=sm_90", "-std=c++17", "-lineinfo", "-DTWINS_EXACT"]
# Every kernel on its defaults, and on another block and grid; then those that "all" leaves out.
RUNS = [("reduce",), ("reduce", "all", "64", "5"), ("reduce", "reduce_unrolled"),
        ("scan",), ("scan", "all", "64", "4"),
        ("memory",), ("memory", "all", "64", "2"),
        ("matrix",), ("matrix", "all", "32", "2"),
        ("histogram",), ("histogram", "all", "96", "2"), ("histogram", "histogram256_tagged"),
        ("sort",), ("sort", "all", "32", "8"),
        ("solver",), ("solver", "all", "32", "2"), ("vectors",)]
FAMILIES = sorted({family for family, *_ in RUNS})
ACCESS = re.compile(r"\b(LDS|STS|ATOMS|LDG|STG|ATOMG|ATOM|RED|REDG|LD|ST|LDL|STL|LDC|LDGSTS)\b")


def build(family, folder):
    run(["nvcc", *FLAGS, "-o", f"{folder}/{family}", str(TWINS / f"{family}.cu")])
    run(["nvcc", *FLAGS, "-cubin", "-o", f"{folder}/{family}.cubin", str(TWINS / f"{family}.cu")])


def accesses_by_line(cubin):
    """{mangled kernel: [[file:line, instruction]]} of the instructions that touch memory."""
    done = subprocess.run(["nvdisasm", "-g", "-c", cubin], capture_output=True, text=True, check=False)
    kernels, place, current = {}, "", None
    for line in done.stdout.splitlines():
        if section := re.match(r"\s*\.section\s+\.text\.([\w$]+)", line):
            current, place = kernels.setdefault(section.group(1), []), ""
        elif found := re.match(r'\s*//## File "([^"]+)", line (\d+)', line):
            place = f"{os.path.basename(found.group(1))}:{found.group(2)}"
        elif (found := re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line)) and current is not None:
            if ACCESS.search(found.group(1)):
                current.append([place, found.group(1)])
    return kernels


def measure(out):
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda family: build(family, folder), FAMILIES))
        runs = []
        for family, *arguments in RUNS:
            output = run([*COMMAND, f"{folder}/{family}", *arguments])
            launches = [{"kernel": row["Kernel Name"], "grid": row["Grid Size"], "block": row["Block Size"]} |
                        figures_of(row) for row in rows_of(output)]
            good = re.search(r"^Success$", output, re.MULTILINE) is not None
            runs.append({"program": family, "arguments": arguments, "success": good, "launches": launches})
            print(f"{family} {' '.join(arguments)}: {len(launches)} launches{'' if good else ', its own check FAILED'}",
                  flush=True)
        sass = {family: accesses_by_line(f"{folder}/{family}.cubin") for family in FAMILIES}
    with gzip.open(pathlib.Path(out).with_suffix(".sass.json.gz"), "wt", encoding="utf-8") as file:
        json.dump(sass, file)
    save(out, {"kind": "program counters"} | device() |
         {"command": "tests/program/gpu_counters.py --measure",
          "build": "nvcc " + " ".join(FLAGS), "counters": "ncu --clock-control none", "runs": runs})


def modelled(totals):
    """The figures of ncu, as `totals` of the JSON says them."""
    figures = {}
    for name in ("shared_load", "shared_store", "shared_atomic"):
        for figure in ("wavefronts", "conflicts"):
            figures[f"{name}_{figure}"] = totals[name][figure]
    for name in ("global_load", "global_store", "global_atomic"):
        for figure in ("requests", "sectors"):
            figures[f"{name}_{figure}"] = totals[name][figure]
    return figures


def emulate(warpscope, family, arguments):
    """The launches of `warpscope run`, or a sentence."""
    done = subprocess.run([warpscope, "run", "--json", "--all-blocks", str(TWINS / f"{family}.cu"), "--", *arguments],
                          capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["launches"]
    except (json.JSONDecodeError, KeyError) as error:
        return f"exit {done.returncode}, {error!r}: {done.stderr.strip()[-400:]}"


def plain(kernel):
    """void twins::scan_blelloch<0, 0>(const volatile int *, …): scan_blelloch"""
    return re.match(r"(?:void )?(?:\w+::)*(\w+)", kernel).group(1)


def lines_of(warpscope, family, arguments, number, figure):
    """What the emulator says of the source lines of a figure, for launch `number`."""
    done = subprocess.run([warpscope, "report", "--json", "--launch", str(number), str(TWINS / f"{family}.cu"),
                           "--", *arguments], capture_output=True, text=True, check=False)
    operation = figure.rsplit("_", 1)[0]
    try:
        return [line for line in json.loads(done.stdout)["lines"] if line["op"] == operation]
    except (json.JSONDecodeError, KeyError):
        return []


OPCODES = {"shared_load": r"\bLDS", "shared_store": r"\bSTS", "shared_atomic": r"\bATOMS", "global_load": r"\bLDG|\bLD\b",
           "global_store": r"\bSTG|\bST\b", "global_atomic": r"\bATOMG|\bRED|\bATOM\b"}


def sass_of(sass, family, kernel, figure):
    """Instructions of a kernel that the figure counts."""
    wanted = re.compile(OPCODES[figure.rsplit("_", 1)[0]])
    return [f"{place}  {text}" for name, found in sass.get(family, {}).items()
            if re.search(rf"{len(kernel)}{kernel}[EI]", name) for place, text in found if wanted.search(text)]


def compare(measured_file, out, warpscope, sass_file):
    measured = json.load(open(measured_file, encoding="utf-8"))
    sass = {}
    if sass_file.exists():
        with gzip.open(sass_file, "rt", encoding="utf-8") as file:
            sass = json.load(file)
    figures = equal = launches = 0
    differences, failures, explained = [], [], set()
    for case in measured["runs"]:
        found = emulate(warpscope, case["program"], case["arguments"])
        title = " ".join([case["program"], *case["arguments"]])
        if isinstance(found, str) or len(found) != len(case["launches"]):
            problem = found if isinstance(found, str) else f"{len(found)} launches, not {len(case['launches'])}"
            failures.append({"run": title, "problem": problem})
            figures += sum(1 for launch in case["launches"] for name in COUNTERS if launch[name])
            print(f"{title}: {problem}")
            continue
        for hardware, here in zip(case["launches"], found):
            launches += 1
            model = modelled(here["totals"])
            for name in COUNTERS:
                if not hardware[name] and not model[name]:
                    continue
                figures += 1
                if hardware[name] == model[name]:
                    equal += 1
                    continue
                kernel = plain(hardware["kernel"])
                entry = {"run": title, "launch": here["number"], "kernel": kernel, "figure": name,
                         "hardware": hardware[name], "warpscope": model[name]}
                print(f"differs: {json.dumps(entry)}")
                if (kernel, name) not in explained:
                    explained.add((kernel, name))
                    entry["sass"] = sass_of(sass, case["program"], kernel, name)
                    for line in lines_of(warpscope, case["program"], case["arguments"], here["number"], name):
                        print(f"    line {line['line']}: {line['source'].strip()}  {line['requests']} requests")
                    for text in entry["sass"]:
                        print(f"    {text}")
                differences.append(entry)
    share = equal / figures if figures else 0
    print(f"{launches} launches, {figures} figures that are not 0 on both sides, {equal} equal: {100 * share:.1f} %")
    if out:
        save(out, {"kind": "program counters compared"} |
             {key: measured[key] for key in ("device", "driver", "toolkit", "date")} |
             {"command": "tests/program/gpu_counters.py --compare", "launches": launches, "figures": figures,
              "equal": equal, "failures": failures, "differences": differences})
    return 0 if share >= 0.95 and not failures else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", metavar="COUNTERS.json")
    parser.add_argument("--compare", nargs="+", metavar="FILE")
    parser.add_argument("--warpscope", default="build/cpu/bin/warpscope")
    parser.add_argument("--sass", type=pathlib.Path)
    chosen = parser.parse_args()
    if chosen.measure:
        measure(chosen.measure)
    if chosen.compare:
        file, out = (chosen.compare + [None])[:2]
        sys.exit(compare(file, out, chosen.warpscope, chosen.sass or pathlib.Path(file).with_suffix(".sass.json.gz")))


if __name__ == "__main__":
    main()
