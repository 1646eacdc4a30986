#!/usr/bin/env python3
"""Programs with one mistake each (mutant_table.py): what compute-sanitizer reports, and what
`warpscope run` finds.

mutants.py --measure REPORTS.json [--budget SECONDS] [--only REGEX]      on a machine with a GPU
    Builds each mutant and each program as it is (nvcc -g -lineinfo) and runs it under memcheck,
    racecheck, initcheck and synccheck. Keeps kind, file and lines of each report, and in
    REPORTS.raw.json.gz all that the tools said.
mutants.py --parse REPORTS.json                       again from REPORTS.raw.json.gz
mutants.py --compare REPORTS.json [RESULT.json] [--warpscope BINARY] [--only REGEX]
    Every report must be a finding of warpscope at the same line, and programs that are clean for the
    tools must have none. Exit 1 otherwise. Reports that name another line than the mistake's, or that
    only a run gets to which goes on behind an error, stand in mutant_table.py with the reason.
mutants.py --write FOLDER [--only REGEX]              the mutants as files, to look at
"""

import argparse
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from mutant_table import BEHIND_AN_ERROR, OTHER_LINE, Mutant, all_mutants, mutated

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests/gpu"))
from common import device, save  # noqa: E402

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
FLAGS = ["-arch=sm_90", "-std=c++17", "-g", "-lineinfo"]
RUN_LIMIT = 60
OUTPUT_LIMIT = 30000


def correct_programs():
    """The same programs without a mistake. reduce_unrolled and histogram256_tagged race on purpose."""
    twins = [Mutant(f"{family}.as_it_is", f"twins/{family}.cu", (), "", "", "clean", "", "")
             for family in ("reduce", "scan", "memory", "matrix", "histogram", "sort", "solver")]
    small = [Mutant(f"{file.stem}.as_it_is", f"small/{file.name}", (), "", "", "clean", "", "")
             for file in sorted((HERE / "programs" / "small").glob("*.cu"))]
    return twins + small


def chosen(only):
    return [m for m in correct_programs() + all_mutants() if re.search(only, m.name)]


def write(mutant, folder):
    """The program of a mutant with all that it includes; gives its .cu file."""
    for part in ("assets/twins", "tests/program/programs/twin_program.cuh", "tests/program/programs/twins",
                 "tests/program/programs/small"):
        source, target = ROOT / part, folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    if mutant.file:
        file = folder / mutant.file
        file.write_text(mutated(mutant, file.read_text(encoding="utf-8")), encoding="utf-8")
    return folder / "tests/program/programs" / mutant.program


def build(mutant, folder):
    """Binary, or what nvcc said."""
    source = write(mutant, folder / mutant.name)
    binary = folder / f"{mutant.name}.bin"
    done = subprocess.run(["nvcc", *FLAGS, "-o", str(binary), str(source)], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else (done.stdout + done.stderr)[-1500:]


def sanitize(mutant, tool, folder):
    command = ["compute-sanitizer", "--tool", tool, "--print-limit", "40", str(folder / f"{mutant.name}.bin"),
               *mutant.arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=RUN_LIMIT, errors="replace")
        return {"exit": done.returncode, "output": (done.stdout + done.stderr)[:OUTPUT_LIMIT]}
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
        return {"exit": "time limit", "output": said.decode("utf-8", "replace")[:OUTPUT_LIMIT]}


def raw_file(out):
    return pathlib.Path(out).with_suffix(".raw.json.gz")


def measure(out, budget, only):
    begin = time.monotonic()
    mutants = chosen(only)
    raw = {m.name: {} for m in mutants}
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(name)
        for mutant, problem in zip(mutants, pool.map(lambda m: build(m, folder), mutants)):
            if problem:
                raw[mutant.name]["build"] = {"exit": 1, "output": problem}
                print(f"{mutant.name} does not compile: {problem[:300]}")
        print(f"{len(mutants)} programs built after {time.monotonic() - begin:.0f} s", flush=True)

        def one(work):
            tool, mutant = work
            if time.monotonic() - begin > budget:
                return work, {"exit": "left out", "output": ""}
            return work, sanitize(mutant, tool, folder)
        works = [(tool, m) for tool in TOOLS for m in mutants if "build" not in raw[m.name]]
        for (tool, mutant), said in pool.map(one, works):
            raw[mutant.name][tool] = said
    with gzip.open(raw_file(out), "wt", encoding="utf-8") as file:
        json.dump({"device": device(), "raw": raw}, file)
    left_out = sum(said["exit"] == "left out" for tools in raw.values() for said in tools.values())
    print(f"{len(works)} runs, {left_out} left out, after {time.monotonic() - begin:.0f} s", flush=True)
    parse(out)


PLACE = re.compile(r"\bin (?:\S*/)?([\w.]+\.cuh?):(\d+)")
# After a fault every call fails: those are no reports of their own.
AFTERMATH = re.compile(r"IllegalAddress|LaunchFailure|MisalignedAddress|illegal memory access|unspecified launch failure|"
                       r"misaligned address|cudaErrorAssert|IllegalInstruction")
NO_REPORT = re.compile(r"COMPUTE-SANITIZER|SUMMARY|No attachable process|Target application|Error: process didn't|"
                       r"The application|Saved|Process .* detached|Internal")


def reports_of(output):
    """What a tool reported: kind, and the places that it names, the innermost of each access."""
    blocks = []
    for line in output.splitlines():
        if not line.startswith("========="):
            continue
        text = line[9:]
        if re.match(r" \S", text):
            blocks.append([text.strip()])
        elif blocks and text.strip():
            blocks[-1].append(text.strip())
    if len(output) >= OUTPUT_LIMIT:
        blocks = blocks[:-1]  # its end is cut off
    reports = []
    for block in blocks:
        if NO_REPORT.search(block[0]):
            continue
        own = [line for line in block if not re.match(r"(Host Frame|Saved host|Device Frame)", line)]
        places = [(file, int(line)) for text in own for file, line in PLACE.findall(text)]
        if not places:  # a call of the host, or a header's function: the frame in the program
            frames = [(file, int(line)) for text in block for file, line in PLACE.findall(text)]
            # The first frame of a launch is the function of that name that nvcc makes.
            places = frames[1:2] if "cudaLaunchKernel" in block[0] else frames[:1]
        kind = re.sub(r"\s*(at|between|by|in) .*|\(.*?\)", "", block[0]).strip()
        entry = {"kind": kind if not kind.startswith("Program hit") else block[0], "places": sorted(set(places))}
        if entry not in reports:
            reports.append(entry)
    real = [r for r in reports if not (r["kind"].startswith("Program hit") and AFTERMATH.search(r["kind"]))]
    return real or reports


def parse(out):
    with gzip.open(raw_file(out), "rt", encoding="utf-8") as file:
        kept = json.load(file)
    by_name = {m.name: m for m in chosen("")}
    cases = []
    for name, tools in kept["raw"].items():
        found = [{"tool": tool} | report for tool, said in tools.items() if tool in TOOLS
                 for report in reports_of(said["output"])]
        cases.append({"name": name, "kind": by_name[name].kind if name in by_name else "?",
                      "exits": {tool: said["exit"] for tool, said in tools.items()}, "reports": found})
    save(out, {"kind": "program mutants"} | kept["device"] |
         {"command": "tests/program/mutants.py --measure", "build": "nvcc " + " ".join(FLAGS), "cases": cases})
    silent = [case["name"] for case in cases if not case["reports"] and case["kind"] != "clean"]
    dirty = [case["name"] for case in cases if case["reports"] and case["kind"] == "clean"]
    print(f"{len(cases)} programs, {sum(len(case['reports']) for case in cases)} reports; "
          f"without a report: {', '.join(silent) or 'none'}; correct, but with reports: {', '.join(dirty) or 'none'}")


def emulate(warpscope, mutant, folder):
    """Exit code and findings of `warpscope run`, or a sentence."""
    source = write(mutant, folder / mutant.name)
    try:
        done = subprocess.run([warpscope, "run", "--json", "--time-limit", "20", str(source), "--", *mutant.arguments],
                              capture_output=True, text=True, check=False, timeout=120, errors="replace")
        run = json.loads(done.stdout)
        undefined = [note for note in run["notes"] if note["kind"] == "order not defined"]
        return done.returncode, run["findings"] + undefined, done.stderr[-400:]
    except subprocess.TimeoutExpired:
        return None, [], "no end"
    except (json.JSONDecodeError, KeyError) as error:
        return done.returncode, [], f"{error!r}: {(done.stdout + done.stderr)[-400:]}"
    finally:
        shutil.rmtree(folder / mutant.name)


def places_of(finding):
    places = {(os.path.basename(finding["file"] or ""), finding["line"])}
    if finding.get("other_line"):
        places.add((os.path.basename(finding.get("other_file") or finding["file"]), finding["other_line"]))
    return places


def wanted_places(name, report):
    """The lines that a finding must name."""
    places = {tuple(place) for place in report["places"]}
    return {OTHER_LINE.get((name, report["tool"], place), (place,))[0] for place in places}


def compare(file, out, warpscope, only):
    cases = {case["name"]: case for case in json.load(open(file, encoding="utf-8"))["cases"]}
    mutants = [m for m in chosen(only) if m.name in cases]
    counts = dict.fromkeys(("reports", "found", "with_both_lines", "other_line", "behind_an_error", "clean"), 0)
    missed, false_alarms, extra = [], [], []
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda m: emulate(warpscope, m, pathlib.Path(name)), mutants)
        for mutant, (status, findings, said) in zip(mutants, results):
            case = cases[mutant.name]
            here = [places_of(finding) for finding in findings]
            if not case["reports"] and mutant.kind == "clean":
                counts["clean"] += 1
                if status != 0 or findings:
                    false_alarms.append(mutant.name)
                    print(f"FALSE ALARM {mutant.name}: exit {status}, {json.dumps(findings)[:600]} {said}")
                continue
            if not case["reports"] and findings:
                kinds = sorted({finding["kind"] for finding in findings})
                extra.append({"name": mutant.name, "kinds": kinds})
                print(f"more than the tools: {mutant.name}: {', '.join(kinds)}")
            for report in case["reports"]:
                counts["reports"] += 1
                places = wanted_places(mutant.name, report)
                if any(places <= one for one in here) if places else findings:
                    counts["found"] += 1
                    counts["with_both_lines"] += 1
                elif any(places & one for one in here):
                    counts["found"] += 1
                elif findings and (mutant.name, report["tool"]) in BEHIND_AN_ERROR:
                    counts["behind_an_error"] += 1
                    continue
                else:
                    missed.append({"name": mutant.name} | report)
                    print(f"MISSED {mutant.name}: {report['tool']}: {report['kind']} {report['places']}; here: exit "
                          f"{status}, {[(f['kind'], sorted(p)) for f, p in zip(findings, here)]} {said if not findings else ''}")
                    continue
                counts["other_line"] += places != {tuple(place) for place in report["places"]}
    print(f"{len(mutants)} programs; {counts['reports']} reports of the tools, {counts['found']} found at the same line "
          f"({counts['with_both_lines']} with all lines; of {counts['other_line']} the tool names another line), "
          f"{counts['behind_an_error']} behind an error that ends the run here, {len(missed)} missed; "
          f"{counts['clean']} clean ones, {len(false_alarms)} false alarms; {len(extra)} mutants that only warpscope finds")
    if out:
        merge(out, [m.name for m in mutants], counts, missed, false_alarms, extra)
    return 1 if missed or false_alarms else 0


def merge(out, names, counts, missed, false_alarms, extra):
    """Writes the result; adds it to one that is there of other programs (--only)."""
    record = {"kind": "program mutants compared", "command": "tests/program/mutants.py --compare", "programs": []}
    if os.path.exists(out):
        with open(out, encoding="utf-8") as file:
            record = json.load(file)
        if set(names) & set(record["programs"]):
            sys.exit(f"{out} has some of these programs: remove it first")
    record["programs"] += names
    for key, value in (counts | {"missed": missed, "false_alarms": false_alarms, "only_here": extra}).items():
        record[key] = record.get(key, type(value)()) + value
    save(out, record)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", metavar="REPORTS.json")
    parser.add_argument("--parse", metavar="REPORTS.json")
    parser.add_argument("--compare", nargs="+", metavar="FILE")
    parser.add_argument("--write", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--budget", type=float, default=240)
    parser.add_argument("--only", default="")
    parser.add_argument("--warpscope", default="build/cpu/bin/warpscope")
    options = parser.parse_args()
    if options.measure:
        measure(options.measure, options.budget, options.only)
    if options.parse:
        parse(options.parse)
    if options.write:
        for mutant in chosen(options.only):
            print(write(mutant, options.write / mutant.name), *mutant.arguments)
    if options.compare:
        file, out = (options.compare + [None])[:2]
        sys.exit(compare(file, out, options.warpscope, options.only))


if __name__ == "__main__":
    main()
