#!/usr/bin/env python3
"""Holds what `warpscope run` counts of public programs against the hardware, as written and as compiled.

public_counters.py --build REPOSITORIES FOLDER     needs nvcc, cuobjdump's nvdisasm on the PATH
    Copies each program of measurements/public_programs.txt from REPOSITORIES/OWNER+NAME, made smaller as the list
    says, to FOLDER/NUMBER; nvcc builds it as its user would (-O3, sm_90): FOLDER/NUMBER.bin, FOLDER/NUMBER.sass.
public_counters.py --measure FOLDER OUT.json       on a machine with a GPU
    Runs each under ncu, twelve launches at most, from the input files in FOLDER/input.
public_counters.py --compare FOLDER OUT.json RESULT.json [--warpscope BINARY]
    Runs the same programs by `warpscope run --json --all-blocks` and compares launch by launch, without tolerance.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))
from common import device, save  # noqa: E402
from ncu import COMMAND_OF_INSTRUCTIONS, COUNTERS, figures_of, rows_of  # noqa: E402

sys.path.insert(0, str(HERE))
from gpu_counters import accesses_by_line, modelled  # noqa: E402

LIST = HERE / "measurements" / "public_programs.txt"
MOST_LAUNCHES = 12


def programs(folder):
    """A dictionary for each line of the list; `number` names its files."""
    number = 0
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        repository, place, options, patches, arguments = [part.strip() for part in re.split(r" \| ?", line)][:5]
        number += 1
        yield {"number": number, "repository": repository, "folder": place, "patches": patches,
               "name": f"{repository.split('/')[0]}/{place}/{options.split()[0]}",
               "options": options.replace("@", str((folder / "repositories" / repository.replace("/", "+")).absolute())).split(),
               "arguments": arguments.replace("#", "input/").split()}


def sources_of(folder, program):
    return folder / "repositories" / program["repository"].replace("/", "+") / program["folder"]


def files_of(program):
    return [option for option in program["options"] if re.search(r"\.(cu|cpp|cc|c)$", option)]


def build_one(folder, program):
    place = sources_of(folder, program)
    if program["patches"]:
        file, _, edit = program["patches"].partition(":")
        subprocess.run(["sed", "-i", edit, str(place / file)], check=True)
    binary = folder / f"{program['number']}.bin"
    flags = ["nvcc", "-arch=sm_90", "-O3", "-std=c++17", "-lineinfo", "-w", "-Xcompiler", "-fopenmp",
             "-DcudaThreadSynchronize=cudaDeviceSynchronize"]
    done = subprocess.run([*flags, "-o", str(binary), *program["options"], "-lcuda"], cwd=place, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        return f"{program['name']}: {done.stderr.strip()[:300]}"
    sass = []
    for file in [f for f in files_of(program) if f.endswith(".cu")]:
        cubin = folder / f"{program['number']}.cubin"
        others = [o for o in program["options"] if o not in files_of(program)]
        subprocess.run([*flags, "-cubin", "-o", str(cubin), file, *others], cwd=place, capture_output=True, check=False)
        if cubin.exists():
            sass += [f"{kernel}  {place}  {instruction}" for kernel, found in accesses_by_line(str(cubin)).items()
                     for place, instruction in found]
            cubin.unlink()
    (folder / f"{program['number']}.sass").write_text("\n".join(sass) + "\n", encoding="utf-8")
    subprocess.run(["strip", str(binary)], check=True)
    return None


def build(repositories, folder):
    (folder / "repositories").mkdir(parents=True, exist_ok=True)
    for name in sorted({p["repository"].replace("/", "+") for p in programs(folder)}):
        shutil.rmtree(folder / "repositories" / name, ignore_errors=True)
        shutil.copytree(pathlib.Path(repositories) / name, folder / "repositories" / name,
                        ignore=shutil.ignore_patterns(".git", "*.bmp", "*.ppm", "*.pgm"), symlinks=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for problem in pool.map(lambda p: build_one(folder, p), list(programs(folder))):
            if problem:
                print(problem, flush=True)


def measure_one(folder, program):
    """In a working folder of its own."""
    entry = {"program": program["name"], "arguments": program["arguments"], "launches": []}
    binary = folder / f"{program['number']}.bin"
    if not binary.exists():
        return entry | {"problem": "not built"}
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(folder / "input", pathlib.Path(place) / "input")
        command = [*COMMAND_OF_INSTRUCTIONS, "--launch-count", str(MOST_LAUNCHES), str(binary.absolute()), *program["arguments"]]
        try:
            output = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, timeout=30,
                                    errors="replace").stdout
            entry["launches"] = [{"kernel": row["Kernel Name"], "grid": row["Grid Size"], "block": row["Block Size"]} |
                                 figures_of(row) for row in rows_of(output)]
        except (subprocess.TimeoutExpired, ValueError, KeyError) as error:
            entry["problem"] = repr(error)[:200]
    print(f"{program['name']}: {len(entry['launches'])} launches {entry.get('problem', '')}", flush=True)
    return entry


def measure(folder, out):
    runs = [measure_one(folder, program) for program in programs(folder)]  # ncu wants the GPU for itself
    save(out, {"kind": "program counters"} | device() |
         {"command": "tests/program/public_counters.py --measure", "build": "nvcc -arch=sm_90 -O3 -std=c++17 -lineinfo",
          "counters": "ncu --clock-control none --launch-count 12", "runs": runs})


def emulate(folder, warpscope, program):
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(folder / "input", pathlib.Path(place) / "input")
        sources = sources_of(folder, program)
        options = [str(sources / o) if o in files_of(program) else
                   str(sources / o) if not o.startswith("-") and not o.startswith("/") else o for o in program["options"]]
        command = [warpscope, "run", "--json", "--all-blocks", "--time-limit", "60", *options]
        if program["arguments"]:
            command += ["--", *program["arguments"]]
        try:
            done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, timeout=400, errors="replace")
            return json.loads(done.stdout)["launches"]
        except (json.JSONDecodeError, KeyError, subprocess.TimeoutExpired) as error:
            return f"{error!r}"[:200]


def compare(folder, measured_file, out, warpscope):
    measured = json.load(open(measured_file, encoding="utf-8"))
    known = {p["name"]: p for p in programs(folder)}
    ways = {"as written": lambda launch: launch["totals"],
            "as compiled": lambda launch: launch["totals"] | launch["totals"].get("joined", {})}
    counts = {way: collections.Counter() for way in ways}
    differences, problems = [], []

    def emulated(case):
        return emulate(folder, warpscope, known[case["program"]])

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        cases = [case for case in measured["runs"] if case["launches"]]
        for case, found in zip(cases, pool.map(emulated, cases)):
            name = case["program"]
            if isinstance(found, str):
                problems.append({"program": name, "problem": found})
                print(f"{name}: {found}", flush=True)
                continue
            own = {way: collections.Counter() for way in ways}
            for hardware, here in zip(case["launches"], found):
                if not here["totals"] or here["cut"] or not here["checked_blocks"]:
                    continue  # not counted, or not to its end
                for way, totals in ways.items():
                    model = modelled(totals(here))
                    for figure in COUNTERS:
                        if not hardware[figure] and not model[figure]:
                            continue
                        own[way]["figures"] += 1
                        own[way]["equal"] += hardware[figure] == model[figure]
                        if hardware[figure] != model[figure]:
                            differences.append({"way": way, "program": name, "launch": here["number"], "kernel": here["kernel"],
                                                "figure": figure, "hardware": hardware[figure], "warpscope": model[figure]})
            for way in ways:
                counts[way].update(own[way])
            print(f"{name}: " + ", ".join(f"{way} {own[way]['equal']} of {own[way]['figures']}" for way in ways), flush=True)
    for way in ways:
        share = 100 * counts[way]["equal"] / max(counts[way]["figures"], 1)
        print(f"{way}: {counts[way]['equal']} of {counts[way]['figures']} equal: {share:.1f} %")
    save(out, {"kind": "program counters compared"} |
         {key: measured[key] for key in ("device", "driver", "toolkit", "date")} |
         {"command": "tests/program/public_counters.py --compare", "counts": counts, "problems": problems,
          "differences": differences})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", nargs=2, metavar=("REPOSITORIES", "FOLDER"))
    parser.add_argument("--measure", nargs=2, metavar=("FOLDER", "OUT"))
    parser.add_argument("--compare", nargs=3, metavar=("FOLDER", "MEASURED", "RESULT"))
    parser.add_argument("--warpscope", default="build/release/bin/warpscope")
    chosen = parser.parse_args()
    if chosen.build:
        build(chosen.build[0], pathlib.Path(chosen.build[1]).absolute())
    if chosen.measure:
        measure(pathlib.Path(chosen.measure[0]).absolute(), chosen.measure[1])
    if chosen.compare:
        compare(pathlib.Path(chosen.compare[0]).absolute(), chosen.compare[1], chosen.compare[2], os.path.abspath(chosen.warpscope))


if __name__ == "__main__":
    main()
