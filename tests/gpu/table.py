#!/usr/bin/env python3
"""One table of all entries from the records of a device: table.py FOLDER > FOLDER/catalogue.md

Results and parity from parity.json, counters from counters.json, racecheck against the emulator from
sanitizers.json.
"""

import json
import sys


def load(folder, name):
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:
        return json.load(file)


def race_verdicts(sanitizers):
    """Kernel: what racecheck and the emulator say of its native runs."""
    verdicts = {}
    for result in sanitizers["results"]:
        words = result["program"].split()
        if result["tool"] == "racecheck" and words[:2] == ["gpu_all_kernels", "native"]:
            said = "reports" if result["exit"] else "clean"
            verdicts[words[2]] = f"{said}; {', '.join(result['emulator']) or 'clean'}"
    return verdicts


def main():
    folder = sys.argv[1]
    parity, counters, sanitizers = (load(folder, name) for name in ("parity", "counters", "sanitizers"))
    verdicts = race_verdicts(sanitizers)
    launches, figures, differ, unsteady = {}, {}, {}, {}
    for launch in counters["launches"]:
        launches[launch["entry"]] = launches.get(launch["entry"], 0) + 1
        figures[launch["entry"]] = figures.get(launch["entry"], 0) + sum(isinstance(value, list)
                                                                         for value in launch.values())
        differ[launch["entry"]] = differ.get(launch["entry"], 0) + sum(
            isinstance(value, list) and value[0] != value[1] for value in launch.values())
    for entry in counters["unsteady"]:
        differ[entry["entry"]] -= 1
        unsteady[entry["entry"]] = unsteady.get(entry["entry"], 0) + 1
    print(f"# The catalogue on one device\n\n{counters['device']}, driver {counters['driver']}, {counters['date']}; "
          f"seed {parity['seed']}. Printed by `tests/gpu/table.py`.\n\n"
          "Wrong results and differences of traces among random cases; figures of the hardware's counters, 0 and 0 "
          "left out, that\ndiffer from the model, or that change from run to run; races as racecheck and as the "
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
