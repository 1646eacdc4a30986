#!/usr/bin/env python3
"""One table of all entries from the records of a device: table.py FOLDER > FOLDER/catalogue.md

Results and parity from parity*.json, counters from counters*.json, racecheck against the emulator from
sanitizers*.json. Of an entry that stands in several files, the first of parity counts (it has most
cases), and the last of the others.
"""

import glob
import json
import sys


def load(folder, stem):
    records = []
    for path in sorted(glob.glob(f"{folder}/{stem}*.json")):
        with open(path, encoding="utf-8") as file:
            records.append(json.load(file))
    return records


def parities(records):
    """In the order of the record that has most entries, then the younger ones."""
    first = {}
    for record in records:
        for kernel in record["kernels"]:
            known = first.setdefault(kernel["kernel"], kernel)
            if kernel["cases"] > known["cases"]:
                first[kernel["kernel"]] = kernel
    longest = max(records, key=lambda record: len(record["kernels"]))
    listed = [kernel["kernel"] for kernel in longest["kernels"]]
    return [first[kernel] for kernel in [*listed, *(younger for younger in first if younger not in listed)]]


def newest(records, key):
    """Entries of a list, but for those that a later record counts again."""
    entries = []
    for record in records:
        again = {launch["entry"] for launch in record["launches"]}
        entries = [entry for entry in entries if entry["entry"] not in again] + record.get(key, [])
    return entries


def race_verdicts(records):
    """Kernel: what racecheck and the emulator say of its native runs."""
    verdicts = {}
    for record in records:
        for result in record["results"]:
            words = result["program"].split()
            if result["tool"] == "racecheck" and words[:2] == ["gpu_all_kernels", "native"]:
                said = "reports" if result["exit"] else "clean"
                for kernel in words[2:]:
                    verdicts[kernel] = f"{said}; {', '.join(result['emulator']) or 'clean'}"
    return verdicts


def main():
    folder = sys.argv[1]
    parity, counters, sanitizers = (load(folder, stem) for stem in ("parity", "counters", "sanitizers"))
    verdicts = race_verdicts(sanitizers)
    launches, figures, differ, unsteady = {}, {}, {}, {}
    for launch in newest(counters, "launches"):
        pairs = [value for value in launch.values() if isinstance(value, list)]
        launches[launch["entry"]] = launches.get(launch["entry"], 0) + 1
        figures[launch["entry"]] = figures.get(launch["entry"], 0) + len(pairs)
        differ[launch["entry"]] = differ.get(launch["entry"], 0) + sum(model != seen for model, seen in pairs)
    for entry in newest(counters, "unsteady") + newest(counters, "waiting"):
        differ[entry["entry"]] -= 1
        unsteady[entry["entry"]] = unsteady.get(entry["entry"], 0) + 1
    dates = sorted({record["date"] for record in parity + counters + sanitizers})
    print(f"# The catalogue on one device\n\n{counters[0]['device']}, driver {counters[0]['driver']}, "
          f"{' and '.join(dates)}; seed {parity[0]['seed']}. Printed by `tests/gpu/table.py`.\n\n"
          "Wrong results and differences of traces among random cases; figures of the hardware's counters, 0 and 0 "
          "left out, that\ndiffer from the model, or that change from run to run or while blocks wait for others; races as racecheck and as the "
          "emulator see them.\n\n"
          "| entry | cases | wrong | traces differ | launches | figures | differ | change | racecheck; emulator |\n"
          "|---|--:|--:|--:|--:|--:|--:|--:|---|")
    for kernel in parities(parity):
        name, found = kernel["kernel"], kernel["differences"]
        counted = f"{launches[name]} | {figures[name]} | {differ[name]}" if name in launches else "– | – | –"
        # Of a kernel that races the lanes' order is open, and so is its trace.
        traces = "–" if verdicts[name].endswith("; race") else found["parity"]
        print(f"| `{name}` | {kernel['cases']} | {found['result']} | {traces} | {counted} | "
              f"{unsteady.get(name, 0) if name in launches else '–'} | {verdicts[name]} |")


main()
