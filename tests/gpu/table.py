#!/usr/bin/env python3
"""One table of all entries from the records of a device: table.py FOLDER > FOLDER/catalogue.md

Results and parity from parity.json, counters from counters.json, racecheck against the emulator from
sanitizers.json.
"""

import json
import sys

from common import DESCRIPTION


def load(folder, stem):
    with open(f"{folder}/{stem}.json", encoding="utf-8") as file:
        return json.load(file)


def race_verdicts(record):
    """Kernel: what racecheck and the emulator say of its native runs."""
    verdicts = {}
    for result in record["results"]:
        words = result["program"].split()
        if result["tool"] == "racecheck" and words[:2] == ["gpu_all_kernels", "native"]:
            said = "reports" if result["exit"] else "clean"
            for kernel in words[2:]:
                verdicts[kernel] = f"{said}; {', '.join(result['emulator']) or 'clean'}"
    return verdicts


def figure_key(launch, figure):
    return json.dumps([launch[key] for key in DESCRIPTION], sort_keys=True), figure


def main():
    folder = sys.argv[1]
    parity, counters, sanitizers = (load(folder, stem) for stem in ("parity", "counters", "sanitizers"))
    verdicts = race_verdicts(sanitizers)
    launches, figures, differ, unsteady = {}, {}, {}, {}
    changing = {figure_key(entry, entry["figure"]) for entry in counters["unsteady"] + counters["waiting"]}
    for launch in counters["launches"]:
        name = launch["entry"]
        pairs = {figure: value for figure, value in launch.items() if isinstance(value, list)}
        launches[name] = launches.get(name, 0) + 1
        figures[name] = figures.get(name, 0) + len(pairs)
        change = {figure for figure in pairs if figure_key(launch, figure) in changing}
        unsteady[name] = unsteady.get(name, 0) + len(change)
        differ[name] = differ.get(name, 0) + sum(
            model != seen for figure, (model, seen) in pairs.items() if figure not in change)
    dates = sorted({record["date"] for record in (parity, counters, sanitizers)})
    print(f"# The catalogue on one device\n\n{counters['device']}, driver {counters['driver']}, "
          f"{' and '.join(dates)}; seed {parity['seed']}. Printed by `tests/gpu/table.py`.\n\n"
          "Wrong results and differences of traces among random cases; figures of the hardware's counters, 0 and 0 "
          "left out, that\ndiffer from the model, or that change from run to run or while blocks wait for others; races as racecheck and as the "
          "emulator see them.\n\n"
          "| entry | cases | wrong | traces differ | launches | figures | differ | change | racecheck; emulator |\n"
          "|---|--:|--:|--:|--:|--:|--:|--:|---|")
    for kernel in parity["kernels"]:
        name, found = kernel["kernel"], kernel["differences"]
        counted = f"{launches[name]} | {figures[name]} | {differ[name]}" if name in launches else "– | – | –"
        # Of a kernel that races the lanes' order is open, and so is its trace.
        traces = "–" if verdicts[name].endswith("; race") else found["parity"]
        print(f"| `{name}` | {kernel['cases']} | {found['result']} | {traces} | {counted} | "
              f"{unsteady.get(name, 0) if name in launches else '–'} | {verdicts[name]} |")


main()
